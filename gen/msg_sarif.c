/* msg_sarif.c -- messages as SARIF 2.1.0, what code hosts show beside a change.
 *
 * In:  sorted messages, all of them.  Out: one run; every finding kind is a rule, in the order of findings.def, so
 * that ruleIndex is the finding's number.  Guaranteed: valid against the 2.1.0 schema for any bytes in a table.
 * Columns count UTF-16 units in SARIF unless said otherwise; a table is ASCII but for its prose, so columns of
 * messages after such a character are recounted.
 */
#include "msg.h"

#include <string.h>

/* UTF-16 units in `len` bytes: a tail byte adds none, a character beyond U+FFFF (four bytes) is two. */
static uint32_t utf16_units(const char *at, size_t len) {
    uint32_t units = 0;
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)at[i];
        units += (c & 0xC0) == 0x80 ? 0 : c >= 0xF0 ? 2 : 1;
    }
    return units;
}

/* A URI reference has no spaces, quotes, or bytes above 127: those are written as %XX. */
static void put_uri(const struct printed *p, const char *path) {
    struct text uri = {.arena = p->msgs->arena};
    for (const char *c = path; *c; c++) {
        bool plain = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') || (*c >= '0' && *c <= '9');
        text_printf(&uri, plain || strchr("/._-~", *c) ? "%c" : "%%%02X", (unsigned char)*c);
    }
    json_quoted(p->out, uri.at ? uri.at : "");
}

/* From bytes to UTF-16 units; a mark that runs past its line ends with it. */
static void put_region(const struct printed *p, struct pos pos, uint32_t mark) {
    const struct source *s = &p->msgs->sources->file[pos.file];
    fprintf(p->out, ", \"region\": {\"startLine\": %u", pos.line);
    if (pos.col && pos.line <= s->nline) {
        const char *line = s->line[pos.line - 1];
        size_t len = (size_t)(s->line[pos.line] - line), before = pos.col - 1 < len ? pos.col - 1 : len;
        size_t under = mark < len - before ? mark : len - before;
        uint32_t col = utf16_units(line, before) + 1;
        fprintf(p->out, ", \"startColumn\": %u, \"endColumn\": %u", col, col + utf16_units(line + before, under));
    }
    fputc('}', p->out);
}

/* text: of a related location; NULL for the location of the result itself. */
static void put_location(const struct printed *p, struct pos pos, uint32_t mark, const char *text) {
    fputs("{\"physicalLocation\": {\"artifactLocation\": {\"uri\": ", p->out);
    put_uri(p, msg_path(p->msgs, pos));
    fputc('}', p->out);
    if (pos.line) {
        put_region(p, pos, mark);
    }
    fputc('}', p->out);
    if (text) {
        fputs(", \"message\": {\"text\": ", p->out);
        json_quoted(p->out, text);
        fputc('}', p->out);
    }
    fputc('}', p->out);
}

/* Second places of a message. */
static void put_related(const struct printed *p, const struct msg *msg) {
    const char *comma = "";
    for (size_t i = 0; i < msg->nnote; i++) {
        if (msg_path(p->msgs, msg->note[i].pos)) {
            fputs(*comma ? comma : ",\n    \"relatedLocations\": [", p->out);
            put_location(p, msg->note[i].pos, 1, msg->note[i].text);
            comma = ", ";
        }
    }
    fputs(*comma ? "]" : "", p->out);
}

/* Notes without a place belong to the message itself, so that none is lost. */
static void put_message(const struct printed *p, const struct msg *msg) {
    struct text all = {.arena = p->msgs->arena};
    text_put(&all, msg->text);
    for (size_t i = 0; i < msg->nnote; i++) {
        if (!msg_path(p->msgs, msg->note[i].pos)) {
            text_printf(&all, "\n%s", msg->note[i].text);
        }
    }
    fputs("\"message\": {\"text\": ", p->out);
    json_quoted(p->out, all.at);
    fputc('}', p->out);
}

/* Always an object, empty when nothing applies: the schema takes both. */
static void put_properties(const struct printed *p, const struct msg *msg) {
    const char *const name[] = {"rule", "output", "witness"}, *const value[] = {msg->rule, msg->output, msg->witness};
    const char *comma = "";
    fputs(",\n    \"properties\": {", p->out);
    for (size_t i = 0; i < 3; i++) {
        if (value[i]) {
            fprintf(p->out, "%s\"%s\": ", comma, name[i]);
            json_quoted(p->out, value[i]);
            comma = ", ";
        }
    }
    if (msg->cells >= 0) {
        fprintf(p->out, "%s\"cells\": %.17g, \"atLeast\": %s", comma, msg->cells, msg->at_least ? "true" : "false");
        comma = ", ";
    }
    if (msg->share >= 0) {
        fprintf(p->out, "%s\"share\": %.6g", comma, msg->share);
    }
    fputc('}', p->out);
}

/* A result without a location is legal: a fault of the command line.  An answer is information, of no rule. */
static void put_result(const struct printed *p, const struct msg *msg) {
    if (msg->finding == FINDING_COUNT) {
        fputs("   {\"kind\": \"informational\", \"level\": \"none\", ", p->out);
    } else {
        fprintf(p->out, "   {\"ruleId\": \"%s\", \"ruleIndex\": %d, \"level\": \"%s\", ",
                finding_info[msg->finding].flag, (int)msg->finding, level_name[msg->level]);
    }
    put_message(p, msg);
    if (msg_path(p->msgs, msg->pos)) {
        fputs(",\n    \"locations\": [", p->out);
        put_location(p, msg->pos, msg->len, NULL);
        fputc(']', p->out);
    }
    put_related(p, msg);
    put_properties(p, msg);
    if (msg->allowed) {
        fputs(",\n    \"suppressions\": [{\"kind\": \"inSource\", \"justification\": ", p->out);
        json_quoted(p->out, msg->allowed);
        fputs("}]", p->out);
    }
    fputc('}', p->out);
}

/* The driver names no version and the run no time: the same findings give the same bytes. */
void msg_print_sarif(const struct printed *p) {
    fputs("{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\",\n \"version\": \"2.1.0\",\n \"runs\": [{\n"
          "  \"columnKind\": \"utf16CodeUnits\",\n  \"tool\": {\"driver\": {\"name\": \"turnout\", \"rules\": [\n",
          p->out);
    for (size_t f = 0; f < FINDING_COUNT; f++) {
        fprintf(p->out, "   {\"id\": \"%s\", \"shortDescription\": {\"text\": ", finding_info[f].flag);
        json_quoted(p->out, finding_info[f].about);
        fprintf(p->out, "}, \"defaultConfiguration\": {\"level\": \"%s\"}}%s\n",
                finding_info[f].level == LEVEL_OFF ? "none" : level_name[finding_info[f].level],
                f + 1 < FINDING_COUNT ? "," : "");
    }
    fputs("  ]}},\n  \"results\": [", p->out);
    for (size_t i = 0; i < p->nmsg; i++) {
        fputs(i ? ",\n" : "\n", p->out);
        put_result(p, p->msg[i]);
    }
    fputs("]\n }]\n}\n", p->out);
}
