/* probe_print.c -- a probe for people (one line each) and for scripts (one JSON object).
 *
 * Names come from a driver and from files of other packages: no control character reaches a terminal.
 */
#include "probe.h"

#include "msg.h"

#include <string.h>

/* A text of foreign origin on a terminal. */
static const char *clean(struct arena *a, const char *text) {
    char *copy = arena_strdup(a, text, strlen(text));
    for (char *at = copy; *at; at++) {
        *at = (unsigned char)*at < ' ' || *at == 127 ? '?' : *at;
    }
    return copy;
}

static void text_driver(const struct probe *p, FILE *out) {
    const struct probe_driver *d = &p->driver;
    const char *left = d->version ? "" : "NVIDIA, of unknown release";
    if (d->state == PROBE_READY || d->version || d->cuda) {
        fprintf(out, "%-12s %s%s%s%s%s\n", "driver", d->version ? d->version : left, d->cuda ? " (CUDA " : "",
                d->cuda ? d->cuda : "", d->cuda ? ")" : "", d->state == PROBE_READY ? "" : ", without a device");
    } else {
        fprintf(out, "%-12s %s\n", "driver", probe_state_name[d->state]);
    }
    for (size_t i = 0; i < d->ndevice; i++) {
        const struct probe_device *device = &d->device[i];
        fprintf(out, "device %-5zu %s, ", i, clean(p->arena, device->name));
        if (device->sm > 0) {
            fprintf(out, "sm_%d%s%s\n", device->sm, device->uuid ? ", " : "", device->uuid ? device->uuid : "");
        } else {
            fprintf(out, "does not answer\n");
        }
    }
}

void probe_text(const struct probe *p, FILE *out) {
    text_driver(p, out);
    for (size_t i = 0; i < p->nlibrary; i++) {
        const struct probe_library *l = &p->library[i];
        if (l->version) {
            fprintf(out, "%-12s %s (%s in %s)\n", l->name, clean(p->arena, l->version), l->package,
                    clean(p->arena, l->folder));
        } else {
            fprintf(out, "%-12s absent\n", l->name);
        }
    }
}

static void put(FILE *out, const char *key, const char *text) {
    fprintf(out, "\"%s\": ", key);
    if (text) {
        json_quoted(out, text);
    } else {
        fputs("null", out);
    }
}

static void json_words(const struct probe *p, bool error, FILE *out) {
    const char *comma = "";
    for (size_t i = 0; i < p->nword; i++) {
        if (p->word[i].error == error) {
            fputs(comma, out);
            json_quoted(out, p->word[i].text);
            comma = ", ";
        }
    }
}

static void json_devices(const struct probe *p, FILE *out) {
    for (size_t i = 0; i < p->driver.ndevice; i++) {
        const struct probe_device *d = &p->driver.device[i];
        fprintf(out, "%s\n  {\"index\": %zu, ", i > 0 ? "," : "", i);
        put(out, "name", d->name);
        fprintf(out, d->sm > 0 ? ", \"sm\": %d, " : ", \"sm\": null, ", d->sm);
        put(out, "uuid", d->uuid);
        fputs("}", out);
    }
}

void probe_json(const struct probe *p, FILE *out) {
    fputs("\"driver\": {", out);
    put(out, "state", probe_state_name[p->driver.state]);
    fputs(", ", out);
    put(out, "version", p->driver.version);
    fputs(", ", out);
    put(out, "cuda", p->driver.cuda);
    fputs("},\n \"devices\": [", out);
    json_devices(p, out);
    fputs("],\n \"libraries\": [", out);
    for (size_t i = 0; i < p->nlibrary; i++) {
        const struct probe_library *l = &p->library[i];
        fputs(i > 0 ? ",\n  {" : "\n  {", out);
        put(out, "name", l->name);
        fputs(", ", out);
        put(out, "package", l->package);
        fputs(", ", out);
        put(out, "version", l->version);
        fputs(", ", out);
        put(out, "folder", l->folder);
        fputs("}", out);
    }
    fputs("],\n \"warnings\": [", out);
    json_words(p, false, out);
    fputs("],\n \"errors\": [", out);
    json_words(p, true, out);
    fputs("]", out);
}

void probe_json_cells(const struct probe *p, const struct loaded *l, const struct probe_cell *cell,
                      struct question *const *q, size_t ncell, FILE *out) {
    fputs(",\n ", out);
    put(out, "table", l->table->name);
    fputs(",\n \"cells\": [", out);
    for (size_t i = 0; i < ncell; i++) {
        const char *comma = "";
        fputs(i > 0 ? ",\n  {" : "\n  {", out);
        if (p->driver.ndevice > 0) {
            fprintf(out, "\"device\": %zu, ", i);
        }
        fputs("\"inputs\": {", out);
        for (size_t k = 0; k < l->table->ninput; k++) {
            if (cell[i].text[k]) {
                fputs(comma, out);
                put(out, l->table->input[k].name, cell[i].text[k]);
                comma = ", ";
            }
        }
        fputs("}", out);
        probe_answer_json(q[i], out);
        fputs("}", out);
    }
    fputs("]", out);
}
