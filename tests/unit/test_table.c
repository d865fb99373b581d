/* test_table.c -- sections resolved: what each construct of the language becomes, and that none of it has a message.
 *
 * The faults are told in tests/golden/text-*.ini; here is what must not be accused, and what the structs hold then.
 */
#include "turnout.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static struct arena *a;
static struct sources sources;
static struct msgs m;

static int setup(void **state) {
    (void)state;
    a = arena_new();
    sources = (struct sources){0};
    msgs_init(&m, a, &sources);
    return 0;
}

static int teardown(void **state) {
    (void)state;
    arena_free(a);
    return 0;
}

static struct table *build(const char *text) {
    struct doc *d = read_bytes(a, &m, "t.ini", text, strlen(text));
    assert_non_null(d);
    return table_build(a, &m, d, "t.ini");
}

/* A table without a fault (notes apart). */
static struct table *good(const char *text) {
    struct table *t = build(text);
    for (size_t i = 0; i < m.nmsg; i++)
        if (m.msg[i].level > LEVEL_NOTE)
            fail_msg("%u:%u %s", m.msg[i].pos.line, m.msg[i].pos.col, m.msg[i].text);
    assert_non_null(t);
    return t;
}

static const struct rule *rule(const struct table *t, const char *name) {
    for (size_t i = 0; i < t->nrule; i++)
        if (!strcmp(t->rule[i].name, name))
            return &t->rule[i];
    fail_msg("no rule '%s'", name);
    return NULL;
}

static uint32_t input(const struct table *t, const char *name) {
    for (uint32_t i = 0; i < t->ninput; i++)
        if (!strcmp(t->input[i].name, name))
            return i;
    fail_msg("no input '%s'", name);
    return NO;
}

static const struct entries *entries(const struct table *t, const char *name, size_t cond) {
    const struct rule *r = rule(t, name);
    assert_true(cond < r->ncond);
    return &r->cond[cond].entries;
}

/* The values of a list outcome, by name. */
static const char *listed(const struct table *t, const struct assign *as) {
    struct text text = {.arena = a};
    text_put(&text, as->negated ? "!" : "");
    for (size_t i = 0; i < as->outcome.nvalue; i++) {
        uint32_t v = as->outcome.value[i];
        text_printf(&text, "%s%s", i ? " " : "",
                    v == VALUE_NONE    ? "NONE"
                    : v == VALUE_ERROR ? "ERROR"
                                       : t->output[as->output].value[v]);
    }
    return text.at;
}

#define SMS                                                                                                            \
    "[sm 75]\n[sm 80]\n[sm 89]\ngpus = L40\n[sm 90]\n[sm 103]\n[sm 100]\ngpus = B200, GB200\n[sm 120]\n"               \
    "[set 100f]\nof = sm\nvalues = 100, 103\n"
#define ONE "[output o]\nvalues = a, b, c\n"

static void test_example(void **state) {
    (void)state;
    struct table *t =
        good("[table gemma4]\nabout = Attention\n" SMS
             "[input arch]\ntype = name\n[input sm]\ntype = sm\n[input fi]\ntype = version\nabsent = yes\n"
             "[output attention]\nvalues = trtllm_mha, triton\n"
             "[set gemma4]\nof = arch\nvalues = G4, G4Causal\n"
             "[needs trtllm_mha kernels]\nsm = 100f\nwhy = kernels\nsource = x\n"
             "[needs trtllm_mha head-512]\nfi = >=0.6.10.post1\nwhy = first\nsource = x\n"
             "[rule gemma4]\narch = @gemma4\nattention = trtllm_mha > triton\nwhy = faster\n"
             "[rule others]\nelse = yes\nattention = triton\n"
             "[pin p]\narch = G4Causal\nsm = 100\nfi = 0.6.10.post1\nattention = trtllm_mha\n");
    assert_string_equal(t->name, "gemma4");
    assert_string_equal(t->about, "Attention");
    assert_int_equal(t->versions, NO);
    assert_int_equal(t->ntier, 1);
    assert_int_equal(t->ninput, 3);
    assert_int_equal(t->nrule, 5);
    assert_int_equal(t->rule[0].kind, RULE_CLAUSE);
    assert_string_equal(t->rule[0].name, "trtllm_mha kernels");
    assert_int_equal(t->rule[0].ntarget, 1);
    assert_int_equal(t->rule[0].cond[0].entries.entry[0].kind, ENTRY_SET);
    assert_int_equal(t->rule[0].cond[0].entries.entry[0].set, 0);
    assert_int_equal(entries(t, "trtllm_mha head-512", 0)->entry[0].ninterval, 1);
    assert_string_equal(listed(t, &rule(t, "gemma4")->assign[0]), "trtllm_mha triton");
    assert_true(rule(t, "others")->is_else);
    assert_true(t->set[0].used && t->set[1].used);
    /* the SMs ascend whatever their order in the file; names stand in the order of first mention */
    const struct input *sm = &t->input[1];
    assert_int_equal(sm->nvalue, 7);
    assert_int_equal(sm->number[4], 100);
    assert_string_equal(t->gpu[4].names, "B200, GB200");
    assert_int_equal(t->input[0].nvalue, 2);
    assert_string_equal(t->input[0].value[1], "G4Causal");
    /* a bare version is that version */
    const struct entries *pin = &t->rule[4].cond[2].entries;
    assert_int_equal(pin->entry[0].kind, ENTRY_WORD);
    assert_int_equal(pin->entry[0].ninterval, 1);
    assert_int_equal(m.nmsg, 1); /* the missing sources, once */
    assert_int_equal(m.msg[0].finding, FINDING_UNSOURCED);
}

static void test_sm(void **state) {
    (void)state;
    struct table *t =
        good("[table t]\n" SMS "[input gpu]\ntype = sm\n" ONE "[set blackwell]\nof = gpu\nvalues = 10x, 120\n"
             "[rule r]\ngpu = 100, 90a, 10x, 80..90, >=90, <90, !89, !=75, newer, none, 100f, @100f, @blackwell, "
             ">=90 & <=100\no = a\nsource = x\n");
    const struct entries *e = entries(t, "r", 0);
    static const struct {
        enum entry_kind kind;
        int64_t lo, hi;
        uint32_t value;
        bool no;
    } want[] = {{ENTRY_WORD, 100, 100, 4, false},
                {ENTRY_WORD, 90, 90, 3, false},
                {ENTRY_WORD, 100, 109, NO, false},
                {ENTRY_RANGE, 80, 90, NO, false},
                {ENTRY_COMPARE, 90, INT64_MAX, NO, false},
                {ENTRY_COMPARE, 0, 89, NO, false},
                {ENTRY_WORD, 89, 89, 2, true},
                {ENTRY_WORD, 75, 75, 0, true},
                {ENTRY_WORD, 1, 0, VALUE_NEWER, false},
                {ENTRY_WORD, 1, 0, VALUE_NONE, false}};
    for (size_t i = 0; i < sizeof want / sizeof *want; i++) {
        assert_int_equal(e->entry[i].kind, want[i].kind);
        assert_int_equal(e->entry[i].lo, want[i].lo);
        assert_int_equal(e->entry[i].hi, want[i].hi);
        assert_int_equal(e->entry[i].value, want[i].value);
        assert_int_equal(e->entry[i].not, want[i].no);
    }
    for (size_t i = 10; i < 13; i++)
        assert_int_equal(e->entry[i].kind, ENTRY_SET);
    assert_int_equal(e->entry[10].set, e->entry[11].set);
    assert_int_equal(e->entry[13].kind, ENTRY_ALL);
    assert_int_equal(e->entry[13].part[0].lo, 90);
}

static void test_ints(void **state) {
    (void)state;
    struct table *t = good("[table t]\n[input n]\ntype = int\nrange = 1..1024\nunset = yes\n[input m]\ntype = int\n" ONE
                           "[rule r]\nn = 64, 65..128, <=256, >256, %16, <=512 & %8 & !64, !=7, unset\nm = 0\no = a\n");
    const struct entries *e = entries(t, "r", 0);
    assert_int_equal(t->input[0].lo, 1);
    assert_int_equal(t->input[0].hi, 1024);
    assert_int_equal(t->input[1].hi, INT32_MAX);
    assert_int_equal(e->entry[0].lo, 64);
    assert_int_equal(e->entry[1].hi, 128);
    assert_int_equal(e->entry[2].lo, 1);
    assert_int_equal(e->entry[2].hi, 256);
    assert_int_equal(e->entry[3].lo, 257);
    assert_int_equal(e->entry[3].hi, 1024);
    assert_int_equal(e->entry[4].lo, 16);
    assert_int_equal(e->entry[5].npart, 3);
    assert_true(e->entry[5].part[2].not );
    assert_true(e->entry[6].not &&e->entry[6].kind == ENTRY_WORD && e->entry[6].lo == 7);
    assert_int_equal(e->entry[7].value, VALUE_UNSET);
}

static void test_words(void **state) {
    (void)state;
    struct table *t =
        good("[table t]\n[input arch]\ntype = name\n"
             "[input kv]\ntype = enum\nvalues = bf16, fp8_e4m3, none, other\n"
             "aliases = fp8 = fp8_e4m3,\n    half = bf16\n"
             "[input mla]\ntype = bool\nunknown = yes\n[input sinks]\ntype = bool\ndefault = no\n" ONE
             "[rule r]\narch = A, Gemma*, other, !B, \"C D\"\nkv = fp8, none, other, !half\nmla = unknown, yes\n"
             "sinks = no\no = a\n");
    const struct entries *e = entries(t, "r", 0);
    assert_int_equal(e->entry[0].value, 0);
    assert_int_equal(e->entry[1].kind, ENTRY_PREFIX);
    assert_int_equal(e->entry[1].value, 0);
    assert_string_equal(t->input[0].prefix[0], "Gemma");
    assert_int_equal(e->entry[2].value, VALUE_OTHER);
    assert_string_equal(t->input[0].value[1], "B");
    assert_string_equal(t->input[0].value[2], "C D");
    e = entries(t, "r", 1); /* declared values come before reserved words */
    assert_int_equal(e->entry[0].value, 1);
    assert_int_equal(e->entry[1].value, 2);
    assert_int_equal(e->entry[2].value, 3);
    assert_int_equal(e->entry[3].value, 0);
    assert_true(t->input[1].alias[0].used && t->input[1].alias[1].used);
    e = entries(t, "r", 2);
    assert_int_equal(e->entry[0].value, VALUE_UNKNOWN);
    assert_int_equal(e->entry[1].value, 1);
    assert_string_equal(t->input[3].preset, "no");
}

static bool accepts(const struct entry *e, const char *version) {
    const struct version *v = version_parse(a, SCHEME_PEP440, version);
    for (size_t i = 0; i < e->ninterval; i++)
        if (interval_has(&e->interval[i], v))
            return true;
    return false;
}

static void test_versions(void **state) {
    (void)state;
    struct table *t =
        good("[table t]\nversions = v\n[input v]\ntype = version\nabsent = yes\n[input arch]\ntype = name\n" ONE
             "[set s]\nof = arch\nvalues = A\nvalues since 0.5.18 = B\nvalues since 0.5 until 0.6 = C\n"
             "[rule r]\nv = absent | >=0.6, <0.7 | ==1.2.* | !=2 | present | !absent\no = a\n"
             "[rule span]\narch = @s\no = b\nsince = 0.5.10\nuntil = 0.6\n"
             "[needs b clause]\narch = A\nsince = 0.7\n");
    const struct entries *e = entries(t, "r", 0);
    static const uint32_t group[] = {0, 1, 1, 2, 3, 4, 5}, ninterval[] = {0, 1, 1, 1, 2, 0, 0};
    assert_int_equal(e->count, 7);
    for (size_t i = 0; i < 7; i++) {
        assert_int_equal(e->entry[i].group, group[i]);
        assert_int_equal(e->entry[i].ninterval, ninterval[i]);
    }
    assert_int_equal(e->entry[0].value, VALUE_ABSENT);
    assert_int_equal(e->entry[5].value, VALUE_PRESENT);
    assert_int_equal(e->entry[6].value, VALUE_PRESENT);
    assert_false(e->entry[6].not );
    /* [since, until) leaves nothing out: a release candidate of 0.6 is already until 0.6 */
    const struct cond *span = &rule(t, "span")->cond[1];
    assert_int_equal(span->input[0], 0);
    assert_false(span->guard);
    assert_true(accepts(&span->entries.entry[0], "0.5.10"));
    assert_true(accepts(&span->entries.entry[0], "0.6rc1"));
    assert_false(accepts(&span->entries.entry[0], "0.6"));
    assert_false(accepts(&span->entries.entry[0], "0.5.10rc1"));
    /* a clause does not speak outside of its span */
    assert_true(rule(t, "b clause")->cond[1].guard);
    assert_int_equal(t->set[0].npart, 3);
    assert_int_equal(t->set[0].part[0].ninterval, 0);
    assert_int_equal(t->set[0].part[2].ninterval, 1);
    assert_true(t->input[0].used);
}

static void test_lists(void **state) {
    (void)state;
    struct table *t =
        good("[table t]\n[output o]\nvalues = a, b, c, d, e\nranked = yes\ngaps = NONE\nhit = any\n"
             "override = check\n"
             "[set tail]\nof = o\nvalues = d, @mid, e\n[set mid]\nof = o\nvalues = c, b\n"
             "[set rest]\nof = o\nvalues = !b, !@mid\n[set less]\nof = o\nvalues = @tail, !d\n"
             "[rule r1]\no = b > @tail\n[rule r2]\no = @rest\n[rule r3]\no = @less > a\n"
             "[rule r4]\no = ERROR\nwhy = no kernel\n[rule r5]\no = ERROR \"text\"\n[rule r6]\no = NONE\n"
             "exhausted = next\n"
             "[pin p1]\no = a, NONE\n[pin p2]\no = !NONE\n[pin p3]\no = ERROR\n[pin p4]\no = !@mid, !ERROR\n"
             "[forbid f]\no = @tail\n[forbid f2]\no = @tail, !b, a, NONE, !NONE\n");
    assert_string_equal(listed(t, &rule(t, "r1")->assign[0]), "b d c e");
    assert_string_equal(listed(t, &rule(t, "r2")->assign[0]), "a d e");
    assert_string_equal(listed(t, &rule(t, "r3")->assign[0]), "c b e a");
    assert_string_equal(rule(t, "r4")->assign[0].outcome.error, "no kernel");
    assert_string_equal(rule(t, "r5")->assign[0].outcome.error, "text");
    assert_int_equal(rule(t, "r6")->assign[0].outcome.kind, OUTCOME_NONE);
    assert_true(rule(t, "r6")->exhausted_next);
    assert_string_equal(listed(t, &rule(t, "p1")->assign[0]), "a NONE");
    assert_int_equal(rule(t, "p2")->assign[0].outcome.kind, OUTCOME_NONE);
    assert_true(rule(t, "p2")->assign[0].negated);
    assert_int_equal(rule(t, "p3")->assign[0].outcome.kind, OUTCOME_ERROR);
    assert_string_equal(listed(t, &rule(t, "p4")->assign[0]), "!c b ERROR");
    assert_string_equal(listed(t, &rule(t, "f")->assign[0]), "d c b e");
    assert_string_equal(listed(t, &rule(t, "f2")->assign[0]), "d c e a");
    assert_true(t->output[0].ranked && t->output[0].gaps_none);
    assert_int_equal(t->output[0].hit, HIT_ANY);
    assert_int_equal(t->output[0].override, OVERRIDE_CHECK);
}

static void test_chains(void **state) {
    (void)state;
    struct table *t =
        good("[table t]\n[input user]\ntype = enum\nvalues = unset, a, b\n[input k]\ntype = int\nrange = 1..8\n"
             "[input n]\ntype = int\nrange = 64..1024\n[input ratio]\nfrom = n / k\n[input most]\nfrom = 4 * k\n"
             "[input odd]\nfrom = n % 2\nreduce = same\n[input sum]\nfrom = page_size + 1\nwhen = run\n"
             "[output o]\nvalues = a, b\nas = att\n[output page]\ntype = int\nrange = 1..128\nas = page_size\n"
             "[output last]\nvalues = x\n"
             "[rule r1]\no = <user>\n[rule r2]\natt = a, NONE, ERROR, !b\nratio = 8\npage = 16 * k\n"
             "[rule r3]\npage = <k>\n[rule r4]\npage = 64\n"
             "[rule r5]\npage_size = 64, NONE\nany(att, user) = a\nlast = x\nsum = 65\n"
             "[forbid f]\natt = a\npage = 1..8, %16, NONE\n[pin p]\npage = !64\n");
    const struct input *att = &t->input[input(t, "att")], *page = &t->input[input(t, "page_size")];
    assert_int_equal(att->chain, 0);
    assert_int_equal(t->output[0].input, input(t, "att"));
    assert_int_equal(att->type, TYPE_ENUM);
    assert_int_equal(att->nvalue, 4);
    assert_string_equal(att->value[2], "NONE");
    assert_string_equal(att->value[3], "ERROR");
    assert_int_equal(page->type, TYPE_INT);
    assert_int_equal(page->hi, 128);
    assert_int_equal(entries(t, "r2", 0)->entry[1].value, 2);
    assert_int_equal(entries(t, "r5", 0)->entry[1].value, VALUE_NONE);
    const struct input *ratio = &t->input[input(t, "ratio")], *most = &t->input[input(t, "most")];
    assert_int_equal(ratio->from[0], input(t, "n"));
    assert_int_equal(ratio->from[1], input(t, "k"));
    assert_int_equal(ratio->lo, 8);
    assert_int_equal(ratio->hi, 1024);
    assert_int_equal(most->from[1], NO);
    assert_int_equal(most->from_by, 4);
    assert_int_equal(most->hi, 32);
    assert_int_equal(t->input[input(t, "odd")].hi, 1);
    assert_int_equal(t->input[input(t, "odd")].reduce, 2);
    assert_int_equal(t->input[input(t, "sum")].hi, 129);
    assert_int_equal(t->input[input(t, "sum")].when, WHEN_RUN);
    assert_int_equal(rule(t, "r1")->assign[0].outcome.kind, OUTCOME_COPY);
    assert_int_equal(rule(t, "r1")->assign[0].outcome.input, input(t, "user"));
    assert_int_equal(rule(t, "r2")->assign[0].outcome.kind, OUTCOME_PRODUCT);
    assert_int_equal(rule(t, "r2")->assign[0].outcome.number, 16);
    assert_int_equal(rule(t, "r4")->assign[0].outcome.kind, OUTCOME_INT);
    /* a word of any() has an index of its own in each input */
    const struct cond *any = &rule(t, "r5")->cond[1];
    assert_int_equal(any->form, COND_ANY);
    assert_int_equal(any->each[0].entry[0].value, 0);
    assert_int_equal(any->each[1].entry[0].value, 1);
    const struct outcome *f = &rule(t, "f")->assign[0].outcome;
    assert_int_equal(f->ncand, 3);
    assert_int_equal(f->cand[0].hi, 8);
    assert_int_equal(f->cand[2].value, VALUE_NONE);
    assert_true(rule(t, "p")->assign[0].negated);
    assert_int_equal(rule(t, "p")->assign[0].outcome.cand[0].lo, 64);
}

static void test_tuples(void **state) {
    (void)state;
    struct table *t = good("[table t]\n[input dk]\ntype = int\n[input dv]\ntype = int\n[input arch]\ntype = name\n" ONE
                           "[set dims]\nof = (dk, dv)\nvalues = (192, 128), (576, 512), !(1..8, %16)\n"
                           "[rule r]\n(dk, dv) = @dims, (64, 64)\no = a\n"
                           "[needs a clause]\nif (arch, dk) = (A, >=64)\nif any(dk, dv) = 7\ndv = 1\n");
    assert_int_equal(t->set[0].ninput, 2);
    const struct cond *c = &rule(t, "r")->cond[0];
    assert_int_equal(c->form, COND_TUPLE);
    assert_int_equal(c->ninput, 2);
    assert_int_equal(c->entries.entry[0].set, 0);
    assert_int_equal(c->entries.entry[1].part[1].lo, 64);
    const struct rule *n = rule(t, "a clause");
    assert_true(n->cond[0].guard && n->cond[1].guard && !n->cond[2].guard);
    assert_int_equal(n->cond[0].entries.entry[0].part[1].lo, 64);
}

static void test_needs(void **state) {
    (void)state;
    struct table *t = good("[table t]\n[input kv]\ntype = enum\nvalues = bf16, fp8\n[input head]\ntype = int\n"
                           "[output p]\nvalues = fa3, triton, x\n[output d]\nvalues = fa3, mla\n"
                           "[set fast]\nof = p\nvalues = triton, fa3\n[set dense]\nof = kv\nvalues = bf16\n"
                           "[needs mla, triton both]\nhead = 64\n[needs p: fa3, @fast many]\nhead = 64\nfilter = no\n"
                           "unknown = abstain\n[needs d:fa3 tight]\nhead = 64\n"
                           "[grid kv-dtype]\ninput = kv\noutput = p\nif head = 64\nfa3 = @dense\n@fast = bf16, fp8\n"
                           "why = because\nsource = here\nfilter = no\n"
                           "[rule r]\np = triton\nd = mla\n");
    assert_int_equal(rule(t, "mla, triton both")->ntarget, 2);
    const struct rule *n = rule(t, "p: fa3, @fast many");
    assert_int_equal(n->ntarget, 2);
    assert_int_equal(n->target[0].value, 0);
    assert_int_equal(n->target[1].value, 1);
    assert_true(n->no_filter);
    assert_int_equal(n->unknown, 2);
    assert_int_equal(rule(t, "d:fa3 tight")->target[0].output, 1);
    const struct rule *g = rule(t, "kv-dtype fa3");
    assert_int_equal(g->kind, RULE_CLAUSE);
    assert_int_equal(g->ncond, 2);
    assert_true(g->cond[0].guard && !g->cond[1].guard);
    assert_string_equal(g->why, "because");
    assert_true(g->no_filter);
    g = rule(t, "kv-dtype @fast");
    assert_int_equal(g->ntarget, 2);
    assert_int_equal(g->cond[1].entries.count, 2);
}

static void test_rest(void **state) {
    (void)state;
    struct table *t =
        good("[table t]\ntiers = model, default\nowner = me\nreview = 2027-01-31\n"
             "[input arch]\ntype = name\n[input mla]\ntype = bool\n" ONE "[output q]\nvalues = z\n"
             "[set mla-archs]\nof = arch\nvalues = D\n[set idle]\nof = arch\nvalues = E\n"
             "[fact mla]\nof = arch\nyes = @mla-archs\neither = Pixtral\nwhy = w\nsource = s\n"
             "[rule one]\narch = A\no = a\nowner = me\nreview = 2028-02-29\nevidence = 3 %,\n    measured\n"
             "[rule two]\ntier = default\no = b\n[rule three]\nelse = yes\no = c\nq = z\n"
             "[rule four]\nelse = yes\ntier = model\narch = B\nq = z\n"
             "[refuse r]\narch = C\noutputs = q\nwhy = no\n[never n]\narch = F\nmla = yes\n"
             "[allow masked one]\narch = A\nwhy = faithful\n[allow incapable o]\nwhy = faithful\n"
             "[retired SGLANG_OLD]\ninstead = --new\nwhy = gone\n");
    assert_int_equal(t->ntier, 2);
    assert_int_equal(rule(t, "one")->tier, 0);
    assert_false(rule(t, "one")->tier_given);
    assert_string_equal(rule(t, "one")->evidence, "3 %, measured");
    assert_int_equal(rule(t, "one")->review_pos.col, 10);
    assert_int_equal(rule(t, "two")->tier, 1);
    assert_true(rule(t, "two")->tier_given);
    assert_int_equal(rule(t, "three")->tier, 1);
    assert_int_equal(rule(t, "four")->tier, 0);
    assert_int_equal(rule(t, "r")->kind, RULE_REFUSE);
    assert_int_equal(rule(t, "r")->output[0], 1);
    assert_int_equal(rule(t, "n")->kind, RULE_NEVER);
    assert_int_equal(rule(t, "n")->ncond, 2);
    assert_int_equal(t->nfact, 1);
    assert_int_equal(t->fact[0].input, 1);
    assert_int_equal(t->fact[0].of, 0);
    assert_int_equal(t->fact[0].either.count, 1);
    assert_int_equal(t->nallow, 2);
    assert_int_equal(t->allow[0].finding, FINDING_MASKED);
    assert_string_equal(t->allow[0].rule, "one");
    assert_int_equal(t->allow[0].ncond, 1);
    assert_string_equal(t->retired[0].instead, "--new");
    assert_true(t->set[0].used && !t->set[1].used);
}

static void test_vocabulary(void **state) {
    (void)state;
    struct table *t = good("[table nvidia]\nabout = SMs\n" SMS "[set big]\nof = sm\nvalues = @100f, 120\n");
    assert_int_equal(t->ngpu, 7);
    assert_int_equal(t->set[0].ninput, 0);
    assert_int_equal(t->set[1].part[0].entries.entry[0].set, 0);
}

/* What a table has so far is returned even with faults, and the faults are all told. */
static void test_no_table(void **state) {
    (void)state;
    assert_null(build("[input arch]\ntype = name\n"));
    assert_int_equal(m.nmsg, 1);
    assert_int_equal(m.msg[0].finding, FINDING_MISSING);
}

static void test_many(void **state) {
    (void)state;
    struct text t = {.arena = a};
    text_put(&t, "[table t]\n[input arch]\ntype = name\n[input n]\ntype = int\n" ONE);
    for (int i = 0; i < 5000; i++)
        text_printf(&t, "[rule r%d]\narch = A%d, A%d\nn = %d..%d\no = a > b\nsource = s\n", i, i, i + 1, i, i + 9);
    struct table *table = good(t.at);
    assert_int_equal(table->nrule, 5000);
    assert_int_equal(table->input[0].nvalue, 5001);
}

int main(void) {
    const struct CMUnitTest test[] = {
        cmocka_unit_test_setup_teardown(test_example, setup, teardown),
        cmocka_unit_test_setup_teardown(test_sm, setup, teardown),
        cmocka_unit_test_setup_teardown(test_ints, setup, teardown),
        cmocka_unit_test_setup_teardown(test_words, setup, teardown),
        cmocka_unit_test_setup_teardown(test_versions, setup, teardown),
        cmocka_unit_test_setup_teardown(test_lists, setup, teardown),
        cmocka_unit_test_setup_teardown(test_chains, setup, teardown),
        cmocka_unit_test_setup_teardown(test_tuples, setup, teardown),
        cmocka_unit_test_setup_teardown(test_needs, setup, teardown),
        cmocka_unit_test_setup_teardown(test_rest, setup, teardown),
        cmocka_unit_test_setup_teardown(test_vocabulary, setup, teardown),
        cmocka_unit_test_setup_teardown(test_no_table, setup, teardown),
        cmocka_unit_test_setup_teardown(test_many, setup, teardown),
    };
    return cmocka_run_group_tests(test, NULL, NULL) != 0;
}
