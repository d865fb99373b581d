/* template.h -- what templates see, and the engine that fills them in.
 *
 * The model (model*.c) binds names to text, flags, lists, groups and bodies; a template names them:
 *
 *   @input.name@   @input.name:escape@   @@          text of a bound name; a literal '@'
 *   @for input ", "@TEXT@end@                        TEXT once per item, joined by ", "
 *   @if NAME@TEXT@else@TEXT@end@                     also `if not NAME`, `if NAME = word`, `if not NAME = word`
 *   @for level.path as input                         the items under another loop variable
 *   @for output.level / @if / @else / @end           the same on lines of their own; these lines leave no trace
 *   @body output.tree                                text written by recursion in C, indented as the marker
 *   @include FILE   @define NAME TEXT   @# comment   a part; a one-line text with markers, used as @NAME@
 *
 * Every bound name has two parts: the group or loop variable, and the name.  `@for output.level` binds `level.`.
 * In a loop over X, X.index (from 0), X.number (from 1), X.first and X.last are bound too, unless X has such a name.
 * Strict: a name that is not bound, an unknown escape, a define that nothing uses, an unclosed or surplus `@end`,
 * is an error with the template's file:line:col.
 */
#ifndef TURNOUT_TEMPLATE_H
#define TURNOUT_TEMPLATE_H

#include "turnout.h"

struct scope;
typedef void scope_fill(struct scope *item, const void *of, size_t index); /* binds the names of one item */
typedef void scope_write(struct text *into, const void *of);

/* template_scope.c: `name` and what it is bound to must outlive the scope. */
struct scope *scope_new(struct arena *a);
struct arena *scope_arena(const struct scope *s);
void scope_text(struct scope *s, const char *name, const char *text);
void scope_bytes(struct scope *s, const char *name, const void *bytes, size_t len);
void scope_number(struct scope *s, const char *name, int64_t number);
void scope_flag(struct scope *s, const char *name, bool flag);
void scope_list(struct scope *s, const char *name, size_t count, scope_fill *fill, const void *of);
void scope_group(struct scope *s, const char *name, struct scope *group);
/* The names that `fill` binds cost something, and few templates ask for one of them; of an item only. */
void scope_later(struct scope *s, scope_fill *fill, const void *of, size_t index);
void scope_all(struct scope *s, const struct scope *from); /* everything that `from` binds */
void scope_body(struct scope *s, const char *name, scope_write *write, const void *of);

/* Text escaped for a place, as the markers do it.  false: no such escape. */
bool template_escape(struct text *into, const char *escape, const char *bytes, size_t len, size_t indent);

/* Over all templates of all targets: is every name that the model binds used by one?  (a test asks) */
struct template_use {
    struct names bound, used; /* "level.bytes" */
    const char **name;        /* of bound, in the order first bound */
    size_t nname;
};

struct template_files {
    const char *folder; /* where @include looks */
    const char **path;  /* every file read, in order: for the depfile */
    size_t npath;
    struct template_use *use; /* NULL: not asked */
};
/* The file below f->folder, filled in from `root`.  false: messages were added. */
bool template_render(struct arena *a, struct msgs *m, struct template_files *f, const char *file,
                     const struct scope *root, struct text *into);
/* A file into memory and among the sources; NULL after a message. */
struct source *template_source(struct arena *a, struct msgs *m, const char *path);
/* For a target's `each` and `if`: a list (or flag) of the root or of one of its groups, by its name. */
struct template_items {
    const char *name; /* the loop variable */
    size_t count;
    scope_fill *fill;
    const void *of;
    bool found;
};
struct template_items template_items(struct arena *a, const struct scope *root, const char *name);
/* The root with one item under the loop variable's name. */
const struct scope *template_item(struct arena *a, const struct scope *root, const struct template_items *items,
                                  size_t index);
bool template_flag(const struct scope *root, const char *name, bool *flag); /* false: no such name */
/* The same for a line of text, such as the name of an output file. */
bool template_line(struct arena *a, struct msgs *m, const char *text, struct pos pos, const struct scope *root,
                   struct text *into);

/* model_place.c: "tables/gemma4.ini:41", without a line the path alone; "": no place.  The same on every machine. */
const char *product_place(struct arena *a, const struct sources *s, struct pos pos);

#endif
