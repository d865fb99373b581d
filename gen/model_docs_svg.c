/* model_docs_svg.c -- the SVG that Graphviz writes, made fit to stand inside a page.
 *
 * In:  the bytes of `dot -Tsvg`.  Out: the <svg> element alone: without the XML head and comments (they name a version
 * of Graphviz), without the titles that only hold the names of nodes, and with the tooltips as <title>, which browsers
 * and readers aloud know, instead of links that lead nowhere.
 */
#include "turnout.h"

#include <stdlib.h>
#include <string.h>

static bool starts(const char *at, const char *with) {
    return strncmp(at, with, strlen(with)) == 0;
}

/* Behind the next `end`, or the end of the text. */
static const char *behind(const char *at, const char *end) {
    const char *found = strstr(at, end);
    return found ? found + strlen(end) : at + strlen(at);
}

/* <a xlink:title="TEXT">: the text is escaped for an attribute, and so for an element. */
static const char *put_title(struct text *t, const char *at) {
    const char *from = behind(at, "xlink:title=\""), *end = strchr(from, '"');
    if (!end) {
        return at + strlen(at);
    }
    text_put(t, "<g><title>");
    text_add(t, from, (size_t)(end - from));
    text_put(t, "</title>");
    return behind(end, ">");
}

/* The head of the element; label is plain text, escaped here. */
static const char *put_head(struct text *t, const char *at, const char *label_html) {
    const char *end = strchr(at, '>'), *name = strstr(at, " xmlns");
    if (!end || !name || name > end) {
        return at + strlen(at);
    }
    text_put(t, "<svg role=\"img\" aria-label=\"");
    text_put(t, label_html);
    text_put(t, "\"");
    text_add(t, at + 4, (size_t)(name - at) - 4);
    /* on a narrow page it scrolls rather than shrink below this share of its size, at which its words can be read */
    const char *width = strstr(at, " width=\"");
    unsigned long points = width && width < name ? strtoul(width + 8, NULL, 10) : 0;
    text_printf(t, " style=\"min-width: %lupx\" xmlns=\"http://www.w3.org/2000/svg\">", points);
    return end + 1;
}

const char *docs_svg(struct arena *a, const char *svg, const char *label_html) {
    struct text t = {.arena = a};
    const char *at = strstr(svg, "<svg");
    if (!at || !strstr(at, "</svg>")) {
        return NULL;
    }
    at = put_head(&t, at, label_html);
    if (t.len == 0) {
        return NULL;
    }
    while (*at) {
        if (starts(at, "<!--")) {
            at = behind(at, "-->");
            at += *at == '\n';
        } else if (starts(at, "<title>")) {
            at = behind(at, "</title>");
            at += *at == '\n';
        } else if (starts(at, "<a xlink:title=")) {
            at = put_title(&t, at);
        } else if (starts(at, "</a>")) {
            text_put(&t, "</g>");
            at += 4;
        } else {
            text_add(&t, at++, 1);
        }
    }
    return t.at;
}
