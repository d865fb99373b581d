/* Forbids that a user's choice hits: named, with what they are for. */
#define FORBID_PAGE_SIZE_EXPLAIN
#define FORBID_PAGE_SIZE_RESOLVE
#include "forbid-page-size.h"

#include <stdio.h>
#include <string.h>

static int wrong;

static void expect(int holds, const char *what) {
    if (!holds) {
        printf("forbid-page-size: %s\n", what);
        wrong++;
    }
}

int main(void) {
    struct forbid_page_size_in in = {100, 1};
    struct forbid_page_size_choices user;
    struct forbid_page_size_out out;
    memset(&user, 0, sizeof user);
    user.page_given = 1;
    user.page = 128;
    expect(!forbid_page_size_resolve(&in, &user, &out), "refused");
    expect(out.page.how == FORBID_PAGE_SIZE_REFUSED && out.page.forbidden[0] == 3, "both of them");
    expect(strcmp(forbid_page_size_forbid_name(forbid_page_size_page_forbid(1)), "speculation") == 0, "its name");
    expect(strcmp(forbid_page_size_forbid_why(forbid_page_size_page_forbid(0)),
                  "kernels exist for pages of 16, 32 and 64 tokens") == 0,
           "what it is for");
    user.page = 32;
    expect(forbid_page_size_resolve(&in, &user, &out) && out.page.value == 32, "allowed");
    user.page = 1;
    user.attention = FORBID_PAGE_SIZE_ATTENTION_TRITON;
    expect(forbid_page_size_resolve(&in, &user, &out) && out.page.value == 1, "allowed beside another backend");
    user.page = 48;
    user.radix = FORBID_PAGE_SIZE_RADIX_NO;
    expect(forbid_page_size_resolve(&in, &user, &out), "kept, unchecked");
    expect(out.radix.how == FORBID_PAGE_SIZE_CHOSEN && out.radix.forbidden[0] == 1, "and yet told");
    user.page = 129;
    expect(!forbid_page_size_resolve(&in, &user, &out) && out.page.how == FORBID_PAGE_SIZE_REFUSED, "out of range");
    expect(forbid_page_size_page_forbidden(1, 100, 0) == 1 && forbid_page_size_page_forbidden(64, 100, 1) == 0 &&
               forbid_page_size_page_forbidden(1, 90, 0) == 0,
           "asked directly");
    return wrong != 0;
}
