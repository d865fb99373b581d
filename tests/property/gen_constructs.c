/* gen_constructs.c -- a random small table in which decisions follow from decisions.
 *
 * o is `oin` for p and q, p is `pin` for q, h is computed from pin; with every override, copies of names and numbers,
 * facts, versioned sets, derived integers of two factors, forbids across outputs.  Few base cells: chained inputs
 * multiply them.
 */
#include "property.h"

static const char *pick(const char *const *word, uint32_t n) {
    return word[roll(n)];
}
#define PICK(words) pick(words, sizeof(words) / sizeof *(words))

struct gen {
    struct text t;
    bool kv, user, n, m, b, lib, g, h, chain, number, third, unset, unknown, tiers;
};

enum { BASE, SEES_O, SEES_P }; /* what a condition may speak of */

static void cond(struct gen *g, const char *input, const char *entries) {
    text_printf(&g->t, "%s = %s\n", input, entries);
}

static bool base_conditions(struct gen *g, uint32_t percent) {
    static const char *const kv[] = {"k0", "k1", "!k1", "k1, k2", "@dense", "!@dense"};
    static const char *const user[] = {"v0", "v0, v1", "!v1", "other", "X*", "!other"};
    static const char *const n[] = {"<=4", "5..8", "%4", ">=6", "1, 9", "!%2"};
    static const char *const m[] = {"1", ">=2", "2, 3", "!2"}, *const b[] = {"yes", "no"};
    static const char *const lib[] = {">=1.2", "<1.2", "absent", "absent | >=2", ">=0.9, <2"};
    static const char *const derived[] = {"<=1", "2", "%2", ">=3", "0", "!2"};
    size_t before = g->t.len;
    if (g->kv && chance(percent)) {
        cond(g, "kv", PICK(kv));
    }
    if (g->user && chance(percent)) {
        cond(g, "user", PICK(user));
    }
    if (g->n && chance(percent)) {
        cond(g, "n", g->unset && chance(20) ? "unset" : PICK(n));
    }
    if (g->m && chance(percent)) {
        cond(g, "m", PICK(m));
    }
    if (g->b && chance(percent)) {
        cond(g, "b", g->unknown && chance(25) ? "unknown" : PICK(b));
    }
    if (g->lib && chance(percent)) {
        cond(g, "lib", PICK(lib));
    }
    if (g->g && chance(percent)) {
        cond(g, "g", g->unset && chance(10) ? "unset, 0" : PICK(derived));
    }
    return g->t.len > before;
}

static bool conditions(struct gen *g, uint32_t percent, int sees) {
    static const char *const oin[] = {"v0",   "v1", "!v0", "v0, v1", "NONE", "ERROR", "v0, NONE", "v1, ERROR, NONE",
                                      "@tail"};
    static const char *const pin[] = {"16", "<=16", ">=8", "%8", "NONE", "ERROR", "<=8, ERROR", "!16"};
    static const char *const pen[] = {"w0", "w1", "!w0", "NONE", "w1, ERROR"};
    static const char *const derived[] = {"<=2", "4", "%2", ">=3", "unset", "!4"};
    bool any = base_conditions(g, percent);
    if (sees >= SEES_O && g->chain && chance(60)) {
        cond(g, "oin", PICK(oin));
        any = true;
    }
    if (sees >= SEES_P && chance(60)) {
        cond(g, "pin", g->number ? PICK(pin) : PICK(pen));
        any = true;
    }
    if (sees >= SEES_P && g->h && chance(30)) {
        cond(g, "h", PICK(derived));
        any = true;
    }
    if (!any && percent == 100) {
        cond(g, "arch", "A");
    }
    return any;
}

static void header(struct gen *g, const char *kind, const char *of, uint32_t i) {
    text_printf(&g->t, "[%s %s%u]\n", kind, of, i);
}

static void extras(struct gen *g, bool tier) {
    static const char *const span[] = {"since = 1.2\n", "until = 1.2\n", "since = 0.9\n"};
    if (chance(40)) {
        cond(g, "arch", chance(50) ? "A" : chance(50) ? "@some" : "!A");
    }
    text_put(&g->t, g->lib && chance(15) ? PICK(span) : "");
    text_put(&g->t, tier && g->tiers && chance(40) ? "tier = two\n" : "");
}

static void outcome_o(struct gen *g) {
    static const char *const list[] = {
        "v0", "v1", "v0 > v1", "v1 > @tail", "NONE", "ERROR \"e\"", "v1 > v0\nexhausted = next"};
    cond(g, "o", g->user && chance(25) ? "<user>" : PICK(list));
}

static void outcome_p(struct gen *g) {
    static const char *const number[] = {"8", "16", "4", "NONE", "ERROR \"p\"", "<n>", "2 * n", "4 * m"};
    static const char *const value[] = {"w0", "w1", "w1 > w0", "NONE", "ERROR \"p\""};
    uint32_t most = g->n ? (g->m ? 8 : 7) : 5;
    cond(g, "p", g->number ? number[roll(most)] : PICK(value));
}

static void outcome_q(struct gen *g) {
    static const char *const value[] = {"z0", "z1", "z1 > z0", "NONE"};
    static const char *const number[] = {"1", "<pin>", "3 * pin", "2"};
    cond(g, "q", g->number && g->unknown ? PICK(number) : PICK(value));
}

static void rules(struct gen *g, const char *output, int sees, void (*outcome)(struct gen *g)) {
    uint32_t n = 1 + roll(4), wide = 15 + roll(35);
    for (uint32_t i = 0; i < n; i++) {
        header(g, "rule", output, i);
        conditions(g, wide, sees);
        extras(g, true);
        outcome(g);
    }
    if (chance(70)) {
        text_printf(&g->t, "[rule rest-%s]\nelse = yes\n", output);
        outcome(g);
    }
    for (uint32_t i = 0; i < 2 && sees > BASE && g->chain && chance(30); i++) {
        text_printf(&g->t, "[rule fail-%s%u]\n", output, i);
        cond(g, "oin", i ? "ERROR" : "NONE, ERROR");
        outcome(g);
    }
}

static void needs(struct gen *g) {
    static const char *const of[] = {"v0", "v1", "o: v0, v1"}, *const policy[] = {"accept", "abstain", "reject"};
    for (uint32_t i = 0, n = roll(4); i < n; i++) {
        text_printf(&g->t, "[needs %s c%u]\n", PICK(of), i);
        if (!base_conditions(g, 40)) {
            cond(g, "arch", "!B");
        }
        text_put(&g->t, chance(15) ? "filter = no\n" : "");
        if (g->unknown && chance(50)) {
            cond(g, "unknown", PICK(policy));
        }
    }
    if (!g->number && g->chain && chance(30)) {
        text_put(&g->t, "[needs w1 chain]\noin = v0, v1\n");
    }
}

static void expectation(struct gen *g, bool forbid) {
    static const char *const o[] = {"v0", "v1", "v0, v1", "!v0", "NONE", "!NONE"};
    static const char *const number[] = {"16", "<=8", "!16", "%8", "NONE"}, *const value[] = {"w0", "!w1", "NONE"};
    bool p = chance(50);
    if (p) {
        cond(g, "p", g->number ? PICK(number) : PICK(value));
    }
    if (!p || (forbid && chance(60))) {
        cond(g, "o", PICK(o));
    }
}

static void others(struct gen *g) {
    for (uint32_t i = 0; i < 3; i++) {
        if (chance(35)) {
            header(g, "forbid", "f", i);
            conditions(g, 30, chance(80) ? BASE : SEES_O);
            extras(g, false);
            expectation(g, true);
        }
    }
    if (chance(30)) {
        text_put(&g->t, "[refuse r]\nwhy = refused\n");
        text_put(&g->t, chance(50) ? "outputs = o\n" : "");
        conditions(g, 100, BASE);
    }
    if (chance(20)) {
        text_put(&g->t, "[never n]\n");
        conditions(g, 100, BASE);
    }
    for (uint32_t i = 0; i < 2; i++) {
        if (chance(30)) {
            header(g, "pin", "pin", i);
            conditions(g, 30, BASE);
            extras(g, false);
            expectation(g, false);
        }
    }
}

static void inputs(struct gen *g) {
    static const char *const from[] = {"n / m", "n % m", "n * m", "n + m", "n / 2", "n % 4"};
    text_printf(&g->t, "[table t]\n%s%s[input arch]\ntype = name\n[set some]\nof = arch\nvalues = A\n%s",
                g->lib ? "versions = lib\n" : "", g->tiers ? "tiers = one, two\n" : "",
                g->lib ? "values since 1.2 = B\n" : "");
    text_put(&g->t,
             g->kv ? "[input kv]\ntype = enum\nvalues = k0, k1, k2\n[set dense]\nof = kv\nvalues = k0, k2\n" : "");
    text_put(&g->t, g->user ? "[input user]\ntype = name\n" : "");
    text_printf(&g->t, "%s%s", g->n ? "[input n]\ntype = int\nrange = 1..12\n" : "",
                g->n && g->unset ? "unset = yes\n" : "");
    text_put(&g->t, g->m ? "[input m]\ntype = int\nrange = 1..4\n" : "");
    if (g->b) {
        text_printf(&g->t, "[input b]\ntype = bool\n%s", g->unknown ? "unknown = yes\n" : "");
        text_put(&g->t, g->kv ? "[fact b]\nof = kv\nyes = k0\neither = k1\n" : "");
    }
    text_put(&g->t, g->lib ? "[input lib]\ntype = version\nabsent = yes\n" : "");
    if (g->g) {
        text_printf(&g->t, "[input g]\ntype = int\nrange = 0..48\nfrom = %s\n", g->m ? PICK(from) : from[4 + roll(2)]);
    }
    if (g->h) {
        text_put(&g->t, chance(50) ? "[input h]\ntype = int\nrange = 0..33\nfrom = pin / 4\n"
                                   : "[input h]\ntype = int\nrange = 0..33\nfrom = pin + 1\n");
    }
}

static void outputs(struct gen *g) {
    static const char *const hit[] = {"specific", "specific", "first", "any"};
    static const char *const override[] = {"", "", "override = keep\n", "override = check\n", "override = fallback\n"};
    text_printf(&g->t, "[output o]\nvalues = v0, v1\n%shit = %s\n%s%s%s[set tail]\nof = o\nvalues = v0, v1\n",
                chance(25) ? "ranked = yes\n" : "", PICK(hit), g->chain ? "as = oin\n" : "",
                g->chain ? PICK(override) : "", chance(25) ? "gaps = NONE\n" : "");
    text_printf(&g->t, "[output p]\n%s\nhit = %s\n%s%s", g->number ? "type = int\nrange = 1..32" : "values = w0, w1",
                PICK(hit), g->third ? "as = pin\n" : "", g->third ? PICK(override) : "");
    if (g->third) {
        text_printf(&g->t, "[output q]\n%s\nhit = %s\n", g->number && g->unknown ? "type = int" : "values = z0, z1",
                    PICK(hit));
    }
}

const char *generate_constructs(struct arena *a) {
    struct gen g = {.t = {.arena = a}};
    g.chain = chance(80);
    g.number = chance(50);
    g.third = chance(35);
    g.kv = chance(45);
    g.user = chance(30);
    g.n = g.number ? chance(60) : chance(25);
    g.m = g.n && chance(40);
    g.g = g.n && chance(60);
    g.h = g.third && g.number && chance(50);
    g.b = chance(30);
    g.lib = !g.user && chance(25);
    g.unset = chance(30);
    g.unknown = chance(40);
    g.tiers = chance(20);
    inputs(&g);
    outputs(&g);
    needs(&g);
    rules(&g, "o", BASE, outcome_o);
    rules(&g, "p", SEES_O, outcome_p);
    if (g.third) {
        rules(&g, "q", SEES_P, outcome_q);
    }
    others(&g);
    return g.t.at;
}
