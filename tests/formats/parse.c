/* Reads standard input as one JSON text with jansson, which refuses invalid UTF-8, repeated keys and text behind it. */
#include <jansson.h>

int main(void) {
    json_error_t error;
    json_t *root = json_loadf(stdin, JSON_REJECT_DUPLICATES, &error);
    if (!root) {
        fprintf(stderr, "%d:%d: %s\n", error.line, error.column, error.text);
        return 1;
    }
    json_decref(root);
    return 0;
}
