/* table_names.c -- names as C identifiers: what would not compile in a header is an error here.
 */
#include "table.h"

void table_names(struct build *b) {
    (void)b;
}
