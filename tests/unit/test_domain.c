/* Random conditions on inputs of every type: what domain_entries accepts, against a definition that looks at one
 * concrete value at a time; and the facts about single atoms that other stages rely on. */
#include "turnout.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

enum { NAME, ENUM, SM, VERSION, INT, BOOL, INPUTS };

static struct arena *arena;
static uint64_t seed = 1;
static uint32_t dice(uint32_t sides) {
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % sides;
}

static const char *const name_value[] = {"Gemma4", "Gemma4Large", "Llama", "Ll", "Qwen"};
static const char *const name_prefix[] = {"Gemma4", "Gemma", "L", "Llama4", "Q", ""};
static const char *const name_text[] = {"Gemma4",  "Gemma4Large", "Llama", "Ll",   "Qwen", "Gemma",  "Gemma3",
                                        "Gemma4X", "Llama4",      "Lx",    "Quux", "Phi",  "Llama4X"};
static const char *const enum_value[] = {"f16", "fp8_e4m3", "int8"};
static const char *const sm_value[] = {"75", "80", "86", "89", "90", "100", "103", "110", "120", "121"};
static const int64_t sm_number[] = {75, 80, 86, 89, 90, 100, 103, 110, 120, 121};
static const char *const sm_text[] = {"75", "80", "86", "89", "90", "100", "103", "110", "120", "121", "newer", "none"};
static const char *const bool_value[] = {"no", "yes"};
static const char *const bool_text[] = {"no", "yes", "unknown"};
static const char *const version_text_of[] = {
    "absent",         "0.5",       "0.6.dev1", "0.6a1",  "0.6rc1",     "0.6", "0.6+cu128",
    "0.6.post1.dev0", "0.6.post1", "0.6.1",    "0.7rc1", "0.7+local1", "0.7", "0.7.1",
    "1.0a1",          "1.2.3",     "1.3",      "2.0",    "1!0.1"};
static const char *const version_bound[] = {"0.6", "0.6.post1", "0.7", "0.6rc1", "0.7.1", "1.2", "1.2.3"};

#define COUNT(array) (sizeof(array) / sizeof *(array))

static void inputs(struct table *t) {
    t->ninput = INPUTS;
    t->versions = NO;
    t->input = arena_alloc(arena, INPUTS * sizeof *t->input);
    static const char *const name[] = {"arch", "dtype", "sm", "flashinfer", "head", "mla"};
    for (uint32_t i = 0; i < INPUTS; i++)
        t->input[i] = (struct input){.name = name[i], .chain = NO, .from = {NO, NO}};
    t->input[NAME].type = TYPE_NAME;
    t->input[NAME].value = (const char **)(uintptr_t)name_value;
    t->input[NAME].nvalue = COUNT(name_value);
    t->input[NAME].prefix = (const char **)(uintptr_t)name_prefix;
    t->input[NAME].nprefix = COUNT(name_prefix);
    t->input[ENUM].type = TYPE_ENUM;
    t->input[ENUM].value = (const char **)(uintptr_t)enum_value;
    t->input[ENUM].nvalue = COUNT(enum_value);
    static struct alias alias = {.name = "fp8", .value = 1};
    t->input[ENUM].alias = &alias;
    t->input[ENUM].nalias = 1;
    t->input[SM].type = TYPE_SM;
    t->input[SM].value = (const char **)(uintptr_t)sm_value;
    t->input[SM].number = (int64_t *)(uintptr_t)sm_number;
    t->input[SM].nvalue = COUNT(sm_value);
    t->input[VERSION].type = TYPE_VERSION;
    t->input[VERSION].absent = true;
    t->input[INT].type = TYPE_INT;
    t->input[INT].lo = -20;
    t->input[INT].hi = 150;
    t->input[INT].unset = true;
    t->input[BOOL].type = TYPE_BOOL;
    t->input[BOOL].value = (const char **)(uintptr_t)bool_value;
    t->input[BOOL].nvalue = 2;
    t->input[BOOL].unknown = true;
}

/* ---- entries as the table stage makes them ---- */

static struct entry word(const char *text, uint32_t value) {
    return (struct entry){.kind = ENTRY_WORD, .text = text, .value = value, .lo = 1, .hi = 0};
}

static struct entry bounds(enum entry_kind kind, int64_t lo, int64_t hi) {
    return (struct entry){.kind = kind, .text = "", .value = NO, .lo = lo, .hi = hi};
}

static struct entry name_entry(void) {
    uint32_t i = dice(12);
    if (i < COUNT(name_value))
        return word(name_value[i], i);
    if (i < COUNT(name_value) + COUNT(name_prefix))
        return (struct entry){.kind = ENTRY_PREFIX, .text = name_prefix[i - COUNT(name_value)]};
    return word("other", VALUE_OTHER);
}

static struct entry sm_entry(void) {
    uint32_t i = dice(COUNT(sm_number)), k = dice(COUNT(sm_number));
    int64_t lo = sm_number[i < k ? i : k], hi = sm_number[i < k ? k : i];
    switch (dice(7)) {
    case 0:
        return word("newer", VALUE_NEWER);
    case 1:
        return word("none", VALUE_NONE);
    case 2:
        return bounds(ENTRY_RANGE, lo, hi);
    case 3:
        return bounds(ENTRY_COMPARE, lo, INT64_MAX);
    case 4:
        return bounds(ENTRY_COMPARE, 0, hi);
    case 5:
        return bounds(ENTRY_WORD, lo / 10 * 10, lo / 10 * 10 + 9);
    default:
        return bounds(ENTRY_WORD, lo, lo);
    }
}

static struct entry int_entry(bool parts) {
    int64_t x = (int64_t)dice(190) - 30, y = x + dice(40);
    struct entry all = {.kind = ENTRY_ALL, .npart = 2};
    switch (dice(parts ? 6 : 4)) {
    case 0:
        return (struct entry){.kind = ENTRY_MULTIPLE, .value = NO, .lo = 1 + dice(12)};
    case 1:
        return bounds(ENTRY_RANGE, x, y);
    case 2:
        return dice(2) ? bounds(ENTRY_COMPARE, x, 150) : bounds(ENTRY_COMPARE, -20, x);
    case 3:
        return bounds(ENTRY_WORD, x, x);
    case 4:
        return word("unset", VALUE_UNSET);
    default:
        all.part = arena_alloc(arena, 2 * sizeof *all.part);
        all.part[0] = int_entry(false);
        all.part[1] = int_entry(false);
        all.part[1].not = dice(3) == 0;
        return all;
    }
}

static struct entry version_entry(void) {
    static const enum compare op[] = {COMPARE_GE, COMPARE_LE, COMPARE_GT, COMPARE_LT, COMPARE_EQ, COMPARE_NE};
    uint32_t i = dice(9);
    if (i == 0)
        return word("absent", VALUE_ABSENT);
    if (i == 1)
        return word("present", VALUE_PRESENT);
    struct entry e = {.kind = ENTRY_COMPARE, .value = NO, .text = version_bound[dice(COUNT(version_bound))]};
    const char *error;
    e.op = op[dice(COUNT(op))];
    struct interval *at = arena_alloc(arena, 2 * sizeof *at);
    e.ninterval = (uint32_t)version_specifier(arena, SCHEME_PEP440, e.op, e.text, at, &error);
    e.interval = at;
    assert_true(e.ninterval > 0);
    return e;
}

static struct entry entry_of(uint32_t input) {
    uint32_t i;
    switch (input) {
    case NAME:
        return name_entry();
    case ENUM:
        i = dice(COUNT(enum_value));
        return word(i == 1 && dice(2) ? "fp8" : enum_value[i], i);
    case SM:
        return sm_entry();
    case VERSION:
        return version_entry();
    case INT:
        return int_entry(true);
    default:
        i = dice(3);
        return word(bool_text[i], i < 2 ? i : VALUE_UNKNOWN);
    }
}

static struct entries list_of(uint32_t input) {
    struct entries e = {0};
    uint32_t n = 1 + dice(4), group = 0, negations = dice(3);
    for (uint32_t i = 0; i < n; i++) {
        struct entry *entry = PUSH(arena, e.entry, e.count);
        *entry = entry_of(input);
        entry->group = group += input == VERSION && dice(3) == 0;
        entry->not = input != VERSION && (negations == 0 || (negations == 1 && dice(2)));
    }
    return e;
}

/* ---- the definition, one concrete value at a time ---- */

static const char *longest(const char *text) {
    const char *best = NULL;
    for (size_t i = 0; i < COUNT(name_prefix); i++)
        if (*name_prefix[i] && strncmp(text, name_prefix[i], strlen(name_prefix[i])) == 0 &&
            (!best || strlen(name_prefix[i]) > strlen(best)))
            best = name_prefix[i];
    return best;
}

static bool is_special(const char *text) {
    return !strcmp(text, "newer") || !strcmp(text, "none") || !strcmp(text, "absent") || !strcmp(text, "unset") ||
           !strcmp(text, "unknown");
}

static bool is_value(const char *text) {
    for (size_t i = 0; i < COUNT(name_value); i++)
        if (!strcmp(text, name_value[i]))
            return true;
    return false;
}

static bool matches(uint32_t input, const struct entry *e, const char *text) {
    if (e->kind == ENTRY_WORD && e->value == VALUE_OTHER)
        return !is_value(text) && !longest(text);
    if (e->kind == ENTRY_WORD && e->value == VALUE_PRESENT)
        return strcmp(text, "absent") != 0;
    if (e->kind == ENTRY_WORD && (e->value >= VALUE_OTHER && e->value != NO))
        return strcmp(text, e->text) == 0;
    if (input == SM && !strcmp(text, "newer"))
        return e->hi == INT64_MAX;
    if (is_special(text))
        return false;
    if (input == SM || input == INT) {
        int64_t x = strtoll(text, NULL, 10);
        if (e->kind == ENTRY_MULTIPLE)
            return x % e->lo == 0;
        if (e->kind == ENTRY_ALL) {
            bool all = true;
            for (size_t i = 0; i < e->npart; i++)
                all = all && matches(input, &e->part[i], text) != e->part[i].not ;
            return all;
        }
        return e->lo <= x && x <= e->hi;
    }
    if (input == VERSION) {
        const struct version *v = version_parse(arena, SCHEME_PEP440, text);
        for (size_t i = 0; i < e->ninterval; i++)
            if (interval_has(&e->interval[i], v))
                return true;
        return false;
    }
    if (e->kind == ENTRY_PREFIX)
        return strncmp(text, e->text, strlen(e->text)) == 0;
    return !strcmp(text, e->text) || (!strcmp(text, "fp8_e4m3") && !strcmp(e->text, "fp8"));
}

static bool group_matches(const struct entries *e, uint32_t group, const char *text) {
    bool any = false, all = true;
    for (size_t i = 0; i < e->count; i++)
        if (e->entry[i].group == group && e->entry[i].kind == ENTRY_COMPARE) {
            any = true;
            all = all && matches(VERSION, &e->entry[i], text);
        }
    return any && all;
}

static bool accepts(uint32_t input, const struct entries *e, const char *text) {
    bool any_yes = false, any_no = false, yes = false, special = false, no = false;
    for (size_t i = 0; i < e->count; i++) {
        const struct entry *entry = &e->entry[i];
        bool names = entry->kind == ENTRY_WORD && is_special(entry->text);
        bool here = input == VERSION && entry->kind == ENTRY_COMPARE ? group_matches(e, entry->group, text)
                                                                     : matches(input, entry, text);
        any_no |= entry->not ;
        any_yes |= !entry->not &&!names;
        no |= entry->not &&here;
        special |= !entry->not &&names && here;
        yes |= !entry->not &&!names && here;
    }
    return !no && (special || (any_yes ? yes : any_no && !is_special(text)));
}

static void check_one(const struct space *s, uint32_t input, const struct entries *e, const char *text) {
    const char *error;
    uint32_t atom = domain_atom(s, input, text, &error);
    assert_true(atom != NO);
    assert_null(error);
    bool has = aset_has(s->domain[input].sets, domain_entries(s, input, e, NO), atom);
    if (has != accepts(input, e, text)) {
        print_error("input %s value %s list", s->table->input[input].name, text);
        for (size_t i = 0; i < e->count; i++)
            print_error(" %s", entry_text(arena, &e->entry[i]));
        print_error(": %d\n", has);
        fail();
    }
}

static void check_values(const struct space *s, uint32_t input, const struct entries *e) {
    static const char *const *const text[] = {name_text, enum_value, sm_text, version_text_of, NULL, bool_text};
    static const size_t ntext[] = {COUNT(name_text), COUNT(enum_value), COUNT(sm_text), COUNT(version_text_of), 0,
                                   COUNT(bool_text)};
    for (size_t i = 0; i < ntext[input]; i++)
        check_one(s, input, e, text[input][i]);
    for (int64_t x = -20; x <= 150 && input == INT; x++)
        check_one(s, input, e, arena_printf(arena, "%" PRId64, x));
    if (input == INT)
        check_one(s, input, e, "unset");
    for (uint32_t i = 0; i < s->domain[input].natom; i++)
        check_one(s, input, e, s->domain[input].atom[i].text);
}

static void check_atoms(const struct space *s) {
    for (uint32_t input = 0; input < s->ninput; input++)
        for (uint32_t i = 0; i < s->domain[input].natom; i++) {
            const char *error;
            assert_int_equal(domain_atom(s, input, s->domain[input].atom[i].text, &error), i);
            assert_non_null(s->domain[input].atom[i].label);
        }
}

/* A table of random conditions; every one is then asked about every value. */
static void lists(void **state) {
    (void)state;
    for (int round = 0; round < 60; round++) {
        arena = arena_new();
        struct sources sources = {0};
        struct msgs m;
        msgs_init(&m, arena, &sources);
        struct table t = {0};
        inputs(&t);
        for (uint32_t i = 0; i < INPUTS * 4; i++) {
            struct rule *rule = PUSH(arena, t.rule, t.nrule);
            rule->ncond = 1;
            rule->cond = arena_alloc(arena, sizeof *rule->cond);
            rule->cond->ninput = 1;
            rule->cond->input = arena_alloc(arena, sizeof *rule->cond->input);
            rule->cond->input[0] = i % INPUTS;
            rule->cond->entries = list_of(i % INPUTS);
        }
        struct space *s = domain_build(arena, &m, &t);
        assert_int_equal(m.nmsg, 0);
        check_atoms(s);
        for (size_t i = 0; i < t.nrule; i++)
            check_values(s, t.rule[i].cond->input[0], &t.rule[i].cond->entries);
        arena_free(arena);
    }
}

/* ---- from a table's text: atoms, labels, texts of sets, texts of users ---- */

static const char base[] = "[table t]\nabout = x\nversions = lib\n"
                           "[sm 80]\ngpus = A\n[sm 90]\ngpus = H\n[sm 100]\ngpus = B\n[sm 103]\ngpus = C\n"
                           "[input arch]\ntype = name\n[input dtype]\ntype = enum\nvalues = f16, fp8_e4m3, int8, none\n"
                           "aliases = fp8 = fp8_e4m3\n"
                           "[input sm]\ntype = sm\n[input lib]\ntype = version\nabsent = yes\n"
                           "[input head]\ntype = int\nrange = 1..1024\nunset = yes\n"
                           "[input mla]\ntype = bool\nunknown = yes\n"
                           "[output o]\nvalues = x, y\n"
                           "[rule names]\narch = Gemma4*, Gemma4A, Gemma*, Llama, Qwen, Qwen2, Phi\no = x\n"
                           "[rule heads]\nhead = 64, <=256 & %16, 512..600, !%32\no = x\n"
                           "[rule libs]\nlib = >=0.6, <0.7 | ==1.2.* | >2.0\no = x\n";

static struct table *table_of(const char *more) {
    static struct sources sources;
    static struct msgs m;
    sources = (struct sources){0};
    msgs_init(&m, arena, &sources);
    const char *text = arena_printf(arena, "%s%s", base, more);
    struct doc *d = read_bytes(arena, &m, "t.ini", text, strlen(text));
    struct table *t = d ? table_build(arena, &m, d, "t.ini") : NULL;
    if (!t || msgs_count(&m, LEVEL_ERROR) > 0) {
        msgs_print(&m, FORMAT_TEXT, false, stderr);
        fail();
    }
    return t;
}

static struct space *space_of(const struct table *t) {
    struct sources sources = {0};
    struct msgs m;
    msgs_init(&m, arena, &sources);
    struct space *s = domain_build(arena, &m, t);
    assert_int_equal(m.nmsg, 0);
    return s;
}

static uint32_t input_of(const struct table *t, const char *name) {
    for (uint32_t i = 0; i < t->ninput; i++)
        if (!strcmp(t->input[i].name, name))
            return i;
    fail();
    return NO;
}

static void atom_is(const struct space *s, const char *input, const char *text, const char *label) {
    uint32_t in = input_of(s->table, input);
    const char *error;
    uint32_t atom = domain_atom(s, in, text, &error);
    if (!label) {
        assert_true(atom == NO);
        assert_non_null(error);
        return;
    }
    if (atom == NO)
        print_error("%s\n", error);
    assert_true(atom != NO);
    assert_string_equal(s->domain[in].atom[atom].label, label);
}

static void texts_of_users(void **state) {
    (void)state;
    arena = arena_new();
    struct space *s = space_of(table_of(""));
    check_atoms(s);
    atom_is(s, "arch", "Gemma4A", "Gemma4A");
    atom_is(s, "arch", "Gemma4B", "Gemma4*");
    atom_is(s, "arch", "Gemma3", "Gemma*");
    atom_is(s, "arch", "Mixtral", "other");
    atom_is(s, "arch", "other", "other");
    atom_is(s, "arch", "", NULL);
    atom_is(s, "dtype", "fp8", "fp8_e4m3");
    atom_is(s, "dtype", "none", "none"); /* declared */
    atom_is(s, "dtype", "int4", NULL);
    atom_is(s, "sm", "90", "90");
    atom_is(s, "sm", "sm_100", "100");
    atom_is(s, "sm", "sm103", "103");
    atom_is(s, "sm", "10.3", "103");
    atom_is(s, "sm", "9.0", "90");
    atom_is(s, "sm", "12.1", "newer");
    atom_is(s, "sm", "newer", "newer");
    atom_is(s, "sm", "none", "none");
    atom_is(s, "sm", "89", NULL);
    atom_is(s, "sm", "10.03", NULL);
    atom_is(s, "sm", "-1", NULL);
    atom_is(s, "sm", "99999999999999999999", NULL);
    atom_is(s, "sm", "9223372036854775807.9", NULL);
    atom_is(s, "lib", "absent", "absent");
    atom_is(s, "lib", "0.5", "<0.6");
    atom_is(s, "lib", "0.6.1+cu128", "[0.6, 0.7.dev0)");
    atom_is(s, "lib", "0.7rc1", "[0.7.dev0, 1.2.dev0)");
    atom_is(s, "lib", "1.2.9", "[1.2.dev0, 1.3.dev0)");
    atom_is(s, "lib", "x", NULL);
    atom_is(s, "head", "64", "64");
    atom_is(s, "head", "16", "<=63 & %16 & !%32");
    atom_is(s, "head", "32", "32");
    atom_is(s, "head", "+1000", ">=601 & !%16");
    atom_is(s, "head", "unset", "unset");
    atom_is(s, "head", "0", NULL);
    atom_is(s, "head", "1025", NULL);
    atom_is(s, "head", "9223372036854775808", NULL);
    atom_is(s, "mla", "true", "yes");
    atom_is(s, "mla", "0", "no");
    atom_is(s, "mla", "unknown", "unknown");
    atom_is(s, "mla", "maybe", NULL);
    arena_free(arena);
}

/* Every other one of a number's sets is what a modulus divides, or does not, up to some atom. */
static uint32_t random_set(const struct domain *d) {
    uint32_t set = ASET_EMPTY, upto = dice(d->natom + 1), modulus = 16u << dice(2);
    bool regular = d->nmodulus && dice(2), divided = dice(2);
    for (uint32_t i = 0; i < d->natom; i++)
        if (regular ? i < upto && (d->atom[i].lo % modulus == 0) == divided : dice(2))
            set = aset_or(d->sets, set, aset_one(d->sets, i));
    return set;
}

/* A prefix, not one below it, but a value below that: one list cannot say it. */
static bool beyond_words(const char *text) {
    return strstr(text, "Gemma4A") && strstr(text, "Gemma*") && !strstr(text, "Gemma4*");
}

/* What domain_text writes, the table reads back as the same set. */
static void texts_of_sets(void **state) {
    (void)state;
    static const char *const name[] = {"arch", "dtype", "sm", "head", "mla"};
    int seen = 0;
    for (int round = 0; round < 400; round++) {
        arena = arena_new();
        struct space *s = space_of(table_of(""));
        uint32_t input = input_of(s->table, name[round % 5]), set = random_set(&s->domain[input]);
        const char *text = domain_text(s, arena, input, set);
        if (!strstr(text, "more") && !beyond_words(text) && strcmp(text, "any") != 0 && strcmp(text, "nothing") != 0) {
            struct table *t = table_of(arena_printf(arena, "[rule again]\n%s = %s\no = y\n", name[round % 5], text));
            struct space *again = space_of(t);
            uint32_t back = domain_entries(again, input, &t->rule[t->nrule - 1].cond[0].entries, NO);
            assert_true(again->domain[input].natom >= s->domain[input].natom); /* `32` for the one in <=63 & %32 */
            for (uint32_t i = 0; i < again->domain[input].natom; i++) {
                const char *error;
                uint32_t atom = domain_atom(s, input, again->domain[input].atom[i].text, &error);
                assert_true(atom != NO);
                if (aset_has(s->domain[input].sets, set, atom) != aset_has(again->domain[input].sets, back, i))
                    fail_msg("%s = %s", name[round % 5], text);
            }
            seen++;
        }
        arena_free(arena);
    }
    assert_true(seen > 200);
}

static void text_is(const struct space *s, const char *input, const char *entries, const char *expected) {
    struct table *t = table_of(arena_printf(arena, "[rule again]\n%s = %s\no = y\n", input, entries));
    struct space *again = space_of(t);
    uint32_t in = input_of(t, input);
    assert_int_equal(again->domain[in].natom, s->domain[in].natom);
    assert_string_equal(
        domain_text(again, arena, in, domain_entries(again, in, &t->rule[t->nrule - 1].cond[0].entries, NO)), expected);
}

static void texts_are_short(void **state) {
    (void)state;
    arena = arena_new();
    struct space *s = space_of(table_of(""));
    text_is(s, "arch", "Gemma4*", "Gemma4*");
    text_is(s, "arch", "Gemma4*, !Gemma4A", "Gemma4*, !Gemma4A");
    text_is(s, "arch", "Gemma*, !Gemma4*", "Gemma*, !Gemma4*");
    text_is(s, "arch", "!Gemma4*", "!Gemma4*");
    text_is(s, "arch", "!Llama", "!Llama");
    text_is(s, "arch", "!other", "Llama, Qwen, Qwen2, Phi, Gemma*");
    text_is(s, "sm", ">=90", "!80, newer");
    text_is(s, "sm", "!80", "!80");
    text_is(s, "sm", "10x", "100, 103");
    text_is(s, "lib", ">=0.6, <0.7 | ==1.2.*", "[0.6, 0.7.dev0), [1.2.dev0, 1.3.dev0)");
    text_is(s, "lib", "present", "present");
    text_is(s, "lib", "absent | >=0.6", "absent, >=0.6");
    text_is(s, "head", "512..600", "512..600");
    text_is(s, "head", "<=600", "<=600");
    text_is(s, "head", "!64", "!64");
    text_is(s, "head", "!64, unset", "!64, unset");
    text_is(s, "head", "%16", "%16");
    text_is(s, "head", "!%32", "!%32");
    text_is(s, "head", "%16, unset", "%16, unset");
    text_is(s, "head", "1..1024 & !%16, unset", "!%16, unset");
    text_is(s, "head", "<=256 & %32", "<=256 & %32");
    text_is(s, "head", "<=63 & %16, 65..256 & %16", "<=63 & %16, 65..256 & %16");
    text_is(s, "head", "65..600 & !%32, >=601", "65..600 & !%32, >=601");
    text_is(s, "mla", "yes, unknown", "yes, unknown");
    arena_free(arena);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test(lists),
        cmocka_unit_test(texts_of_users),
        cmocka_unit_test(texts_of_sets),
        cmocka_unit_test(texts_are_short),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
