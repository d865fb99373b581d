/* table_names.c -- names as C identifiers: what would not compile in a header is an error here.
 *
 * In:   every name that a header is made of.  A byte that no identifier may have becomes '_'; tables, inputs, outputs,
 *       enum values and output values are emitted in upper case behind the table's name, values of name inputs keep
 *       their case; table, inputs and outputs are also emitted in lower case, as functions, parameters and fields.
 * Out:  nothing but messages: two names that give one identifier, with both places; keywords of C and C++ and macros of
 *       system headers where the name stands alone.
 */
#include "table.h"

#include <ctype.h>
#include <string.h>

static const char *const keyword[] = {
    "alignas",
    "alignof",
    "and",
    "and_eq",
    "asm",
    "auto",
    "bitand",
    "bitor",
    "bool",
    "break",
    "case",
    "catch",
    "char",
    "char16_t",
    "char32_t",
    "char8_t",
    "class",
    "co_await",
    "co_return",
    "co_yield",
    "compl",
    "concept",
    "const",
    "const_cast",
    "consteval",
    "constexpr",
    "constinit",
    "continue",
    "decltype",
    "default",
    "delete",
    "do",
    "double",
    "dynamic_cast",
    "else",
    "enum",
    "explicit",
    "export",
    "extern",
    "false",
    "float",
    "for",
    "friend",
    "goto",
    "if",
    "inline",
    "int",
    "long",
    "mutable",
    "namespace",
    "new",
    "noexcept",
    "not",
    "not_eq",
    "nullptr",
    "operator",
    "or",
    "or_eq",
    "private",
    "protected",
    "public",
    "register",
    "reinterpret_cast",
    "requires",
    "restrict",
    "return",
    "short",
    "signed",
    "sizeof",
    "static",
    "static_assert",
    "static_cast",
    "struct",
    "switch",
    "template",
    "this",
    "thread_local",
    "throw",
    "true",
    "try",
    "typedef",
    "typeid",
    "typename",
    "typeof",
    "typeof_unqual",
    "union",
    "unsigned",
    "using",
    "virtual",
    "void",
    "volatile",
    "wchar_t",
    "while",
    "xor",
    "xor_eq",
};

/* Macros that compilers predefine, or that headers of C, POSIX, Windows and CUDA define without a prefix. */
static const char *const macro[] = {
    "assert",   "BSD",      "BUFSIZ",    "CHAR_BIT",  "complex",   "CONST",      "DEBUG",        "DOMAIN",
    "environ",  "EOF",      "errno",     "ERROR",     "far",       "FALSE",      "FILENAME_MAX", "fpclassify",
    "h_addr",   "howmany",  "HUGE",      "HUGE_VAL",  "I",         "i386",       "imaginary",    "IN",
    "INFINITY", "INT_MAX",  "interface", "isfinite",  "isgreater", "isinf",      "isless",       "isnan",
    "isnormal", "linux",    "major",     "makedev",   "max",       "min",        "minor",        "mips",
    "NAN",      "NDEBUG",   "near",      "noreturn",  "NULL",      "offsetof",   "OUT",          "OVERFLOW",
    "pascal",   "powerof2", "RAND_MAX",  "roundup",   "s_addr",    "sa_handler", "SEEK_SET",     "sigmask",
    "signbit",  "small",    "sparc",     "st_atime",  "st_ctime",  "st_mtime",   "stderr",       "stdin",
    "stdout",   "sun",      "TRUE",      "UNDERFLOW", "unix",      "va_arg",     "va_copy",      "va_end",
    "va_start", "VOID",     "WCHAR_MAX", "WCHAR_MIN",
};

/* The identifier that a name becomes; to: toupper, tolower, or NULL to keep the case. */
static const char *mapped(struct build *b, const char *name, int (*to)(int)) {
    char *id = arena_strdup(b->a, name, strlen(name));
    for (char *c = id; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        *c = byte < 128 && isalnum(byte) ? (char)(to ? to(byte) : byte) : '_';
    }
    return id;
}

static bool listed(const char *const *list, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

/* A name that stands alone somewhere in the output. */
static void check_alone(struct build *b, const char *what, const char *name, struct pos pos) {
    const char *same = mapped(b, name, NULL), *lower = mapped(b, name, tolower);
    size_t nkeyword = sizeof keyword / sizeof *keyword, nmacro = sizeof macro / sizeof *macro;
    if (listed(keyword, nkeyword, lower))
        msg_add(b->m, FINDING_NAME, pos, strlen(name),
                "the %s '%s' has the name of a keyword of C or C++; choose another", what, name);
    else if (listed(macro, nmacro, same) || listed(macro, nmacro, lower))
        msg_add(b->m, FINDING_NAME, pos, strlen(name),
                "the %s '%s' has the name of a macro of compilers or system headers; choose another", what, name);
}

struct owner { /* whose identifier it is */
    const char *name;
    struct pos pos; /* line 0: a fixed identifier of the language, such as the outcome NONE */
    const void *of; /* the input or output that has it as a value */
};

struct taken {
    struct names names;
    struct owner *owner;
    size_t nowner;
};

/* quiet: two values of one chained input, of which the output has told. */
static bool take(struct build *b, struct taken *t, const char *id, struct owner who, bool quiet) {
    if (names_add(&t->names, id, (uint32_t)t->nowner)) {
        *PUSH(b->a, t->owner, t->nowner) = who;
        return true;
    }
    const struct owner *first = &t->owner[names_find(&t->names, id)];
    if (quiet && first->of == who.of)
        return false;
    struct msg *msg =
        msg_add(b->m, FINDING_NAME, who.pos, strlen(who.name), "'%s' and %s'%s' give one C identifier: %s", who.name,
                first->pos.line ? "" : "the reserved ", first->name, id);
    if (first->pos.line)
        msg_note(b->m, msg, first->pos, "'%s' is here", first->name);
    return false;
}

static void take_value(struct build *b, struct taken *t, const char *prefix, const char *name, struct owner who,
                       bool quiet) {
    take(b, t, arena_printf(b->a, "%s_%s", prefix, name), who, quiet);
}

/* The special cells of a type are emitted beside its values. */
static void input_names(struct build *b, struct taken *t, const struct input *in) {
    static const char *const special[][3] = {
        [TYPE_NAME] = {"other"},     [TYPE_ENUM] = {0},      [TYPE_SM] = {"newer", "none"},
        [TYPE_VERSION] = {"absent"}, [TYPE_INT] = {"unset"}, [TYPE_BOOL] = {"unknown"}};
    const char *prefix = mapped(b, in->name, toupper);
    for (size_t i = 0; special[in->type][i]; i++)
        take_value(b, t, prefix, mapped(b, special[in->type][i], toupper), (struct owner){.name = special[in->type][i]},
                   true);
    for (size_t i = 0; i < in->nvalue; i++)
        take_value(b, t, prefix, mapped(b, in->value[i], in->type == TYPE_NAME ? NULL : toupper),
                   (struct owner){in->value[i], in->value_pos[i], in}, in->chain != NO);
}

/* Likewise the two outcomes that every output has. */
static void output_names(struct build *b, struct taken *t, const struct output *out) {
    const char *prefix = mapped(b, out->name, toupper);
    take_value(b, t, prefix, "NONE", (struct owner){.name = "NONE"}, true);
    take_value(b, t, prefix, "ERROR", (struct owner){.name = "ERROR"}, true);
    for (size_t i = 0; i < out->nvalue; i++)
        if (strcmp(out->value[i], "NONE") != 0 && strcmp(out->value[i], "ERROR") != 0) /* these have their message */
            take_value(b, t, prefix, mapped(b, out->value[i], toupper),
                       (struct owner){out->value[i], out->value_pos[i], out}, false);
}

/* A name of its own; of two that clash, only the first one's values are looked at. */
static bool symbol_name(struct build *b, struct taken *t, const char *what, const char *name, struct pos pos) {
    check_alone(b, what, name, pos);
    return take(b, t, mapped(b, name, toupper), (struct owner){name, pos, NULL}, false);
}

void table_names(struct build *b) {
    const struct table *t = b->t;
    struct taken symbol = {.names = {.arena = b->a}}, value = {.names = {.arena = b->a}};
    if (*t->name && !meta_identifier(t->name))
        msg_add(b->m, FINDING_NAME, b->main->name_pos, strlen(t->name),
                "the table '%s' is no name: a letter, then letters, digits, '_', '-' or '.'", t->name);
    check_alone(b, "table", t->name, b->main->name_pos);
    for (size_t i = 0; i < t->noutput; i++)
        if (symbol_name(b, &symbol, "output", t->output[i].name, t->output[i].pos))
            output_names(b, &value, &t->output[i]);
    for (size_t i = 0; i < t->ninput; i++)
        if (symbol_name(b, &symbol, "input", t->input[i].name, t->input[i].pos))
            input_names(b, &value, &t->input[i]);
}
