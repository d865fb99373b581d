/* table_words.c -- names that no declaration can have: keywords of C and C++, and macros of compilers and headers.
 *
 * In:   a name that stands alone somewhere in what is emitted: a table, an input, an output.
 * Out:  nothing but messages.
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

static bool listed(const char *const *list, size_t n, const char *name) {
    for (size_t i = 0; i < n; i++)
        if (!strcmp(list[i], name))
            return true;
    return false;
}

/* A name that stands alone somewhere in the output. */
void name_alone(struct build *b, const char *what, const char *name, struct pos pos) {
    const char *same = name_mapped(b, name, NULL), *lower = name_mapped(b, name, tolower);
    size_t nkeyword = sizeof keyword / sizeof *keyword, nmacro = sizeof macro / sizeof *macro;
    if (listed(keyword, nkeyword, lower))
        msg_add(b->m, FINDING_NAME, pos, strlen(name),
                "the %s '%s' has the name of a keyword of C or C++; choose another", what, name);
    else if (listed(macro, nmacro, same) || listed(macro, nmacro, lower))
        msg_add(b->m, FINDING_NAME, pos, strlen(name),
                "the %s '%s' has the name of a macro of compilers or system headers; choose another", what, name);
}
