"""Writes a C program that compares the compiled header of a table with the rows of a CSV on its standard input.

usage: header.py TABLE CSV-HEAD     (CSV-HEAD: the first line of the CSV)

Columns: the inputs; `=OUTPUT`, the answer; `ranked:OUTPUT`, the whole order; `fails:VALUE`, the clauses that refuse a
value, which the header names one by one in its check of a user's choice; `reason:VALUE`, the first of them in the file
(`-`: the package did not ask that value); `later:WORD`,
whether the choice fails its clause kernel-WORD.  A clause is told by the word of its name
that is not the value, up to a point: `needs FLASH_ATTN head-size.fa4` is head-size.  Where the package says `import`
it has looked no further, and the header's list must hold that.  Clauses named kernel-... are what its code asserts later:
the selection does not know them.
"""
import os
import re
import sys

table, head = sys.argv[1], sys.argv[2].split(",")
text = open(table, encoding="utf-8").read()
name = os.path.basename(table)[:-4]
p = re.sub(r"\W", "_", name)
sections = dict(part.split("]\n", 1) for part in re.split(r"^\[", text, flags=re.M)[1:])
types = {section[6:]: re.search(r"^type *= *(\w+)", keys, re.M)[1] for section, keys in sections.items()
         if section.startswith("input ") and not re.search("^from ", keys, re.M)}
ranked = [column.split(":")[1] for column in head if column.startswith("ranked:")]
inputs = [column for column in head if not re.match("=|ranked:|fails:|reason:|later:", column)]
assert set(inputs) == set(types), f"the columns are not the inputs of {table}: {set(inputs) ^ set(types)}"


def argument(column):
    parse = f"{p}_{column}_id" if types[column] in ("name", "enum") else f"{p}_{column}_parse"
    return f"{parse}(cell[{head.index(column)}], {p.upper()}_NUL)"


kinds = {"version": "unsigned long long"}
declare = "".join(f"        const {kinds.get(types[c], 'int')} v_{c} = {argument(c)};\n" for c in types)
arguments = ", ".join(f"v_{c}" for c in types)
body = []
for index, column in enumerate(head):
    if column.startswith("="):
        o = column[1:]
        show = "number" if re.search(r"^type *= *int", sections[f"output {o}"], re.M) else f"{p}_{o}_name"
        body.append(f"        same({index}, {show}({p}_{o}_at({arguments})));")
    elif column.startswith("ranked:"):
        o = column[7:]
        body.append(f"""        text[0] = '\\0';
        for (int i = 0, value; (value = {p}_{o}_ranked(i, {arguments})) != {p.upper()}_{o.upper()}_ERROR || i == 0; i++) {{
            add({p}_{o}_name(value));
            if (value == {p.upper()}_{o.upper()}_ERROR) {{
                break;
            }}
        }}
        same({index}, text);""")
    elif column.startswith("fails:"):
        o, value = ranked[0] if ranked else head[[c[0] for c in head].index("=")][1:], column[6:]
        body.append(f"""        failing = {p}_{o}_check({p.upper()}_{o.upper()}_{re.sub(chr(92) + 'W', '_', value).upper()}, {arguments});
        nclause = 0;
        for (int bit = 0; bit < 64; bit++) {{
            if (failing >> bit & 1) {{
                clause({p}_clause_name({p}_{o}_clause({p.upper()}_{o.upper()}_{re.sub(chr(92) + 'W', '_', value).upper()}, bit)), "{value}");
            }}
        }}
        reasons({index});""")
    elif column.startswith("later:"):
        o = ranked[0]
        body.append(f"""        failing = {p}_{o}_check({p}_{o}_at({arguments}), {arguments});
        found_later = 0;
        for (int bit = 0; bit < 64 && {p}_{o}_at({arguments}) != {p.upper()}_{o.upper()}_ERROR; bit++) {{
            found_later |= failing >> bit & 1 &&
                           strstr({p}_clause_name({p}_{o}_clause({p}_{o}_at({arguments}), bit)), " kernel-{column[6:]}") != NULL;
        }}
        same({index}, found_later ? "yes" : "no");""")
    elif column.startswith("reason:"):
        o, value = ranked[0], f"{p.upper()}_{ranked[0].upper()}_{column[7:].upper()}"
        body.append(f"""        failing = {p}_{o}_check({value}, {arguments});
        text[0] = '\\0';
        for (int bit = 0; bit < 64; bit++) {{
            if (failing >> bit & 1 && first({p}_clause_name({p}_{o}_clause({value}, bit)))) {{
                break;
            }}
        }}
        same({index}, strcmp(cell[{index}], "-") == 0 ? "-" : text);""")
print(f"""#define {p.upper()}_RESOLVE
#define {p.upper()}_EXPLAIN
#include "{name}.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {{ COLUMNS = {len(head)} }};
static const char word[COLUMNS] = {{{", ".join(str(int(c[0] == "=" or types.get(c) == "enum")) for c in head)}}}; /* unset is one of its own */
static const char *cell[COLUMNS];
static char text[4096], found[64][64];
static int bad, nclause, found_later;

static void tell(int column, const char *got) {{
    if (bad++ < 20) {{
        for (int i = 0; i < {len(inputs)}; i++) {{
            printf("%s,", cell[i] ? cell[i] : "absent");
        }}
        printf(" column %d: the package %s, the header %s\\n", column + 1, cell[column], got);
    }}
}}
static void same(int column, const char *got) {{
    if (strcmp(cell[column], "-") != 0 && strcmp(cell[column], got) != 0) {{ /* -: not told */
        tell(column, got);
    }}
}}
static const char *number(int value) {{ /* of an output whose values are numbers */
    snprintf(text, sizeof text, "%d", value);
    return value == -1 ? "ERROR" : value == -2 ? "NONE" : text;
}}
static void add(const char *word) {{
    if (text[0]) {{
        strcat(text, " ");
    }}
    strcat(text, word);
}}
static int by_text(const void *x, const void *y) {{
    return strcmp(x, y);
}}
/* the word that is not the value, up to a point, once */
static void clause(const char *whole, const char *value) {{
    char copy[128];
    snprintf(copy, sizeof copy, "%s", whole);
    for (char *word = strtok(copy, " ,"); word; word = strtok(NULL, " ,")) {{
        size_t len = strlen(word);
        if (strcmp(word, value) == 0 || word[len - 1] == ':' || strncmp(word, "kernel-", 7) == 0) {{
            continue;
        }}
        word[strcspn(word, ".")] = '\\0';
        for (int i = 0; i < nclause; i++) {{
            if (strcmp(found[i], word) == 0) {{
                return;
            }}
        }}
        snprintf(found[nclause++], sizeof found[0], "%s", word);
    }}
}}
/* keeps the word of a clause, its last, up to a point; false: it is none that the selection knows */
static int first(const char *whole) {{
    const char *word = strrchr(whole, ' ') ? strrchr(whole, ' ') + 1 : whole;
    snprintf(text, sizeof text, "%.*s", (int)strcspn(word, "."), word);
    if (strncmp(word, "kernel-", 7) == 0) {{
        text[0] = '\\0';
    }}
    return text[0] != '\\0';
}}
static void reasons(int column) {{
    qsort(found, (size_t)nclause, sizeof found[0], by_text);
    text[0] = '\\0';
    for (int i = 0; i < nclause; i++) {{
        if (strcmp(cell[column], "import") == 0 && strcmp(found[i], "import") == 0) {{
            return;
        }}
        add(found[i]);
    }}
    same(column, text);
}}

int main(void) {{
    static char line[1 << 16];
    unsigned long long failing = 0;
    long cells = 0;
    (void)failing, (void)number, (void)add, (void)clause, (void)reasons, (void)first, (void)by_text, (void)found_later;
    while (fgets(line, sizeof line, stdin)) {{
        line[strcspn(line, "\\n")] = '\\0';
        char *at = line;
        for (int i = 0; i < COLUMNS; i++) {{
            char *comma = strchr(at, ',');
            if (comma) {{
                *comma = '\\0';
            }} else if (i + 1 != COLUMNS) {{
                return printf("line %ld: not %d columns\\n", cells + 1, COLUMNS), 2;
            }}
            cell[i] = !word[i] && (strcmp(at, "absent") == 0 || strcmp(at, "unset") == 0) ? NULL : at;
            at = comma ? comma + 1 : at;
        }}
{declare}{chr(10).join(body)}
        cells++;
    }}
    printf("{name}.h: %ld cells, %d differ\\n", cells, bad);
    return bad > 0 || cells == 0;
}}""")
