/* rows.c -- the rows of sink.c alone, for a header in bit rows. */
#include <stdio.h>

#include "sink.c"

int main(void) {
    return sink_rows();
}
