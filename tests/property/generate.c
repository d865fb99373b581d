/* generate.c -- a random small table as text: every input type, policy and kind of section that the analysis knows.
 *
 * Few values per input, so that every cell can be looked at; short conditions, so that rules meet often.
 */
#include "property.h"

#include <string.h>

static uint64_t state;

void roll_seed(uint64_t seed) {
    state = seed * 0x9e3779b97f4a7c15u + 1;
    roll(2);
}

uint32_t roll(uint32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 33) % n;
}

bool chance(uint32_t percent) {
    return roll(100) < percent;
}

enum kind { ARCH, KV, SM, LIB, N, B, G, KV2, NKIND }; /* G is derived from N; KV2 has the values of KV */
static const char *const input_name[] = {"arch", "kv", "sm", "lib", "n", "b", "g", "kv2"};

struct gen {
    struct arena *arena;
    struct text t;
    bool has[NKIND];
    bool unset, absent, unknown, versions, tiers, int_output, two, tuples, alias, few_sms, lists;
    uint32_t nvalue;
};

static const char *pick(const char *const *word, uint32_t n) {
    return word[roll(n)];
}
#define PICK(words) pick(words, sizeof(words) / sizeof *(words))

static void entries(struct gen *g, enum kind k) {
    static const char *const arch[] = {"A",       "B",           "C",        "A, B",      "!A",     "X*",
                                       "Xa, B",   "other",       "@some",    "!@some",    "!X*, A", "X*, !Xa",
                                       "!B",      "A, other",    "Xa*",      "@some, C",  "!A, !B", "A, X*",
                                       "A, B, C", "C, B, Xa, A", "B, Xa, A", "A, B, C, D"};
    static const char *const kv[] = {"k0", "k1", "k2", "k0, k1", "!k0", "!k2", "!k0, !k1", "@dense", "!@dense"};
    static const char *const sm[] = {"80",    "86",      "100",      "100, 103",     "80..100",     "10x",
                                     "@100f", "100f",    "!100f",    "none",         "newer, none", "86..103",
                                     "!80",   "8x, 10x", ">=86",     "!100, newer",  ">100",        "<=100",
                                     "@open", "103a",    "100..103", ">=100, newer", "101, 103",    ">=80 & <=101"};
    static const char *const lists[] = {"A, B, C", "C, B, Xa, A", "B, Xa, A", "A, B, C, D", "D, A, C, Xa", "!D", "B"};
    static const char *const few[] = {"80", "100", "100, 101", "101", "80, 100", "100, none"};
    static const char *const kv_alias[] = {"kk", "kk, k2", "!kk", "kk, k1"};
    static const char *const lib[] = {">=1.2", "<1.2", ">=0.6.10.post1, <2", "==1.2.*", "!=1.2", "~=1.2",
                                      "<=2.0", ">1.2"};
    static const char *const lib_absent[] = {"absent", "present", "absent | >=2", "absent, <1.2", "absent | <1 | >=2"};
    static const char *const n[] = {"1", "<=4", "5..8", "%4", ">=6", "1, 2, 9", "!%2", "<=8 & %2", "!3..6", "%3 & >=4"};
    static const char *const n_unset[] = {"unset", "unset, 4", "!%2, unset", "unset, >=9"};
    static const char *const b[] = {"yes", "no"};
    static const char *const derived[] = {"2", "<=2", "%2", "2..3", ">=3", "3", "!%3"};
    switch (k) {
    case ARCH:
        text_put(&g->t, g->lists ? PICK(lists) : PICK(arch));
        break;
    case KV:
        text_put(&g->t, g->alias && chance(30) ? PICK(kv_alias) : PICK(kv));
        break;
    case KV2:
        text_put(&g->t, chance(50) ? "k0, k1" : "!k0");
        break;
    case SM:
        text_put(&g->t, g->few_sms ? PICK(few) : PICK(sm));
        break;
    case LIB:
        text_put(&g->t, g->absent && chance(35) ? PICK(lib_absent) : PICK(lib));
        break;
    case N:
        text_put(&g->t, g->unset && chance(25) ? PICK(n_unset) : PICK(n));
        break;
    case B:
        text_put(&g->t, g->unknown && chance(25) ? "unknown" : PICK(b));
        break;
    case G:
        text_put(&g->t, PICK(derived));
        break;
    case NKIND:
        break;
    }
}

/* Conditions over several inputs: their boxes overlap. */
static bool several(struct gen *g) {
    static const char *const two[] = {"(k0, yes)", "(k0, yes), (k1, no)", "!(k2, yes)", "(k1, no), (k2, yes)"};
    static const char *const any[] = {"k0", "k1, k2", "!k0", "k1"};
    if (g->has[KV2] && chance(30)) {
        text_printf(&g->t, "any(kv, kv2) = %s\n", PICK(any));
        return true;
    }
    if (g->tuples && g->has[KV] && g->has[B] && chance(20)) {
        text_printf(&g->t, "(kv, b) = %s\n", PICK(two));
        return true;
    }
    return false;
}

static void conditions(struct gen *g, uint32_t percent) {
    bool done = several(g);
    for (enum kind k = 0; k < NKIND; k++) {
        if (g->has[k] && !(done && (k == KV || k == B || k == KV2)) && chance(percent)) {
            text_printf(&g->t, "%s = ", input_name[k]);
            entries(g, k);
            text_put(&g->t, "\n");
        }
    }
}

static void span(struct gen *g, uint32_t percent) {
    static const char *const version[] = {"0.9", "1.2", "2.0"};
    if (g->versions && chance(percent)) {
        bool since = chance(70);
        text_printf(&g->t, "%s = %s\n", since ? "since" : "until", PICK(version));
    }
}

static void list(struct gen *g) {
    uint32_t first = roll(g->nvalue), n = 1 + (chance(60) ? roll(g->nvalue) : 0);
    if (chance(6)) {
        text_put(&g->t, "@tail");
        return;
    }
    for (uint32_t i = 0; i < n; i++) {
        text_printf(&g->t, "%sv%u", i ? " > " : "", (first + i) % g->nvalue);
    }
    if (n == 1 && chance(10)) {
        text_put(&g->t, " > @tail");
    }
}

static void outcome(struct gen *g) {
    uint32_t dice = roll(100);
    if (dice < 8) {
        text_put(&g->t, "o = NONE\n");
    } else if (dice < 14) {
        text_printf(&g->t, "o = ERROR \"e%u\"\n", roll(2));
    } else if (dice < 18 && g->has[KV]) {
        text_put(&g->t, "o = <kv>\n");
    } else {
        text_put(&g->t, "o = ");
        list(g);
        text_put(&g->t, "\n");
        text_put(&g->t, chance(12) ? "exhausted = next\n" : "");
    }
    if (g->two && chance(60)) {
        if (g->int_output) {
            text_printf(&g->t, "p = %u\n", 16 << roll(2));
        } else {
            text_printf(&g->t, "p = %s\n", chance(80) ? chance(50) ? "w0" : "w1 > w0" : "NONE");
        }
    }
}

static void tier(struct gen *g) {
    if (g->tiers && chance(60)) {
        text_printf(&g->t, "tier = %s\n", chance(50) ? "one" : "two");
    }
}

static void review(struct gen *g) {
    static const char *const date[] = {"2026-06-14", "2026-06-15", "2026-06-16", "1999-12-31"};
    if (chance(8)) {
        text_printf(&g->t, "review = %s\n%s", PICK(date), chance(30) ? "owner = team\n" : "");
    }
}

static enum kind kind_of_line(const char *line) {
    for (enum kind k = 0; k < NKIND; k++) {
        size_t len = strlen(input_name[k]);
        if (strncmp(line, input_name[k], len) == 0 && strncmp(line + len, " = ", 3) == 0) {
            return k;
        }
    }
    return NKIND;
}

/* The rule that was written last once more, with other entries in one of its conditions. */
static void twin(struct gen *g, size_t from, uint32_t name) {
    char *text = arena_strdup(g->arena, g->t.at + from, g->t.len - from), *next = strstr(text, "\n[");
    if (next) {
        next[1] = '\0'; /* an earlier twin */
    }
    const char *line = strchr(text, '\n') + 1;
    uint32_t conds = 0, change;
    for (const char *l = line; *l; l = strchr(l, '\n') + 1) {
        conds += kind_of_line(l) != NKIND;
    }
    change = conds ? roll(conds) : 0;
    text_printf(&g->t, "[rule r%u]\n", name);
    for (const char *l = line; *l; l = strchr(l, '\n') + 1) {
        enum kind k = kind_of_line(l);
        if (k != NKIND && change-- == 0) {
            text_printf(&g->t, "%s = ", input_name[k]);
            entries(g, k);
            text_put(&g->t, "\n");
        } else {
            text_add(&g->t, l, strcspn(l, "\n") + 1);
        }
    }
}

static void rules(struct gen *g) {
    uint32_t n = 1 + roll(7), wide = 20 + roll(40);
    size_t from = 0;
    for (uint32_t i = 0; i < n; i++) {
        if (i && chance(15)) {
            twin(g, from, i);
            continue;
        }
        from = g->t.len;
        text_printf(&g->t, "[rule r%u]\n", i);
        bool is_else = chance(10);
        text_put(&g->t, is_else ? "else = yes\n" : "");
        conditions(g, is_else ? 15 : wide);
        span(g, 25);
        tier(g);
        outcome(g);
        review(g);
    }
    for (uint32_t i = 0; i < n && chance(8); i++) {
        static const char *const finding[] = {"incapable", "exhausted", "swallowed-sm", "expired", "unplaced-sm"};
        text_printf(&g->t, "[allow %s r%u]\nwhy = known\n", PICK(finding), i);
    }
    if (chance(60)) {
        text_put(&g->t, "[rule rest]\nelse = yes\n");
        outcome(g);
    }
}

static void needs(struct gen *g) {
    uint32_t n = roll(5);
    for (uint32_t i = 0; i < n; i++) {
        if (g->two && !g->int_output && chance(15)) {
            text_printf(&g->t, "[needs w1 c%u]\n", i);
        } else if (chance(20)) {
            text_printf(&g->t, "[needs o: v0, v1 c%u]\n", i);
        } else {
            text_printf(&g->t, "[needs v%u c%u]\n", roll(g->nvalue), i);
        }
        size_t before = g->t.len;
        enum kind guard = roll(NKIND);
        if (g->has[guard] && chance(40)) {
            text_printf(&g->t, "if %s = ", input_name[guard]);
            entries(g, guard);
            text_put(&g->t, "\n");
            before = g->t.len;
        }
        conditions(g, 30);
        if (g->t.len == before) {
            enum kind k = ARCH;
            while (!g->has[k]) {
                k++;
            }
            text_printf(&g->t, "%s = ", input_name[k]);
            entries(g, k);
            text_put(&g->t, "\n");
        }
        span(g, 10);
        text_put(&g->t, chance(15) ? "filter = no\n" : "");
        text_put(&g->t, g->unknown && chance(40) ? (chance(50) ? "unknown = accept\n" : "unknown = abstain\n") : "");
    }
    if (g->has[KV] && chance(15)) {
        text_put(&g->t, "[grid g]\ninput = kv\nv0 = k0, k1\n");
        text_put(&g->t, chance(50) ? "v1 = @dense\n" : "");
    }
}

static void section(struct gen *g, const char *kind, uint32_t i, const char *tail) {
    enum kind k = ARCH;
    while (!g->has[k] || (chance(50) && k + 1 < NKIND && g->has[k + 1])) {
        k++;
    }
    text_printf(&g->t, "[%s x%s%u]\n", kind, kind, i);
    if (!several(g)) {
        text_printf(&g->t, "%s = ", input_name[k]);
        entries(g, k);
        text_put(&g->t, "\n");
        for (enum kind other = k + 1; other < NKIND; other++) {
            if (g->has[other] && chance(35)) {
                text_printf(&g->t, "%s = ", input_name[other]);
                entries(g, other);
                text_put(&g->t, "\n");
            }
        }
    }
    text_put(&g->t, tail);
}

static void expectation(struct gen *g) {
    static const char *const answer[] = {"v0", "v1", "v0, v1", "!v0", "NONE", "!NONE", "ERROR", "!ERROR", "v0, NONE"};
    text_printf(&g->t, "o = %s\n", PICK(answer));
    if (g->two && chance(40)) {
        text_printf(&g->t, "p = %s\n", g->int_output ? (chance(50) ? "16" : "<=20") : (chance(50) ? "w0" : "!w0"));
    }
}

static void others(struct gen *g) {
    for (uint32_t i = 0; i < 2; i++) {
        if (chance(15)) {
            section(g, "refuse", i, "why = refused\n");
            text_put(&g->t, g->two && chance(40) ? "outputs = o\n" : "");
        }
        if (chance(15)) {
            section(g, "never", i, "");
        }
        if (chance(20)) {
            section(g, "pin", i, "");
            expectation(g);
        }
        if (chance(15)) {
            section(g, "forbid", i, "");
            expectation(g);
        }
    }
}

static void inputs(struct gen *g) {
    for (enum kind k = 0; k < NKIND; k++) {
        static const char *const type[] = {"name", "enum", "sm", "version", "int", "bool", "int", "enum"};
        static const char *const from[] = {"n / 2", "n % 4", "n * 2", "n + 1", "n / 3"};
        if (!g->has[k]) {
            continue;
        }
        text_printf(&g->t, "[input %s]\ntype = %s\n", input_name[k], type[k]);
        if (k == G) {
            text_printf(&g->t, "from = %s\n", PICK(from));
        }
        text_put(&g->t, k == KV || k == KV2 ? "values = k0, k1, k2\n" : k == N ? "range = 1..12\n" : "");
        text_put(&g->t, k == KV && g->alias ? "aliases = kk = k1\n" : "");
        text_put(&g->t, k == N && g->unset ? "unset = yes\n" : "");
        text_put(&g->t, k == LIB && g->absent ? "absent = yes\n" : "");
        text_put(&g->t, k == B && g->unknown ? "unknown = yes\n" : "");
    }
    text_put(&g->t, g->has[ARCH] ? "[set some]\nof = arch\nvalues = A, Xa\n" : "");
    text_put(&g->t, g->has[ARCH] && g->versions && chance(60) ? "values since 1.2 = B\n" : "");
    text_put(&g->t, g->has[KV] ? "[set dense]\nof = kv\nvalues = k0, k2\n" : "");
    if (g->has[SM]) {
        text_put(&g->t, "[sm 80]\ngpus = G80\n[sm 86]\ngpus = G86\n[sm 100]\ngpus = G100, H100\n[sm 101]\n"
                        "[sm 103]\ngpus = G103\n[set 100f]\nof = sm\nvalues = 100, 103\n[set 101f]\nof = sm\n"
                        "values = 101\n[set open]\nof = sm\nvalues = 80, >=101\n");
    }
}

static void outputs(struct gen *g) {
    static const char *const hit[] = {"specific", "specific", "specific", "first", "unique", "any"};
    text_put(&g->t, "[output o]\nvalues = v0");
    for (uint32_t i = 1; i < g->nvalue; i++) {
        text_printf(&g->t, ", v%u", i);
    }
    text_put(&g->t, g->has[KV] ? ", k1" : "");
    text_put(&g->t, g->alias && chance(10) ? ", kk" : "");
    text_printf(&g->t, "\nhit = %s\n%s", PICK(hit), chance(20) ? "gaps = NONE\n" : "");
    text_printf(&g->t, "[set tail]\nof = o\nvalues = v0, v%u\n", g->nvalue - 1);
    if (g->two) {
        text_printf(&g->t, "[output p]\n%s\nhit = %s\n", g->int_output ? "type = int" : "values = w0, w1", PICK(hit));
    }
}

const char *generate(struct arena *a) {
    struct gen g = {.arena = a, .t = {.arena = a}, .nvalue = 2 + roll(2)};
    uint32_t ninput = 1 + roll(4);
    for (uint32_t i = 0; i < ninput; i++) {
        g.has[roll(G)] = true;
    }
    g.has[G] = g.has[N] && chance(20);
    g.has[KV2] = g.has[KV] && chance(30);
    g.unset = chance(40);
    g.absent = chance(60);
    g.unknown = chance(40);
    g.versions = g.has[LIB] && chance(50);
    g.tiers = chance(40);
    g.two = chance(30);
    g.int_output = chance(50);
    g.tuples = chance(30);
    g.alias = g.has[KV] && chance(25);
    g.has[SM] = g.has[SM] || chance(15);
    g.few_sms = chance(40);
    g.lists = chance(15);
    text_printf(&g.t, "[table t]\n%s%s", g.tiers ? "tiers = one, two\n" : "", g.versions ? "versions = lib\n" : "");
    inputs(&g);
    outputs(&g);
    needs(&g);
    rules(&g);
    others(&g);
    return g.t.at;
}
