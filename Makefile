# Turnout: two commands for everybody, `make demo` and `make check`; `make help` lists the rest.
# Everything made lies below out/ and can be deleted.  Packages that are missing are installed first (tests/deps.sh).

SHELL := /bin/bash
.DELETE_ON_ERROR:
.SUFFIXES:

CC ?= gcc
ifeq ($(origin CC),default)
CC := gcc
endif
WARN   := -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Wswitch-enum \
          -Wformat=2 -Werror
CFLAGS ?= -O2 -g
ALL    := -std=c11 -D_POSIX_C_SOURCE=200809L -Igen $(WARN) $(CFLAGS)
LIBS   := -linih -lm

SRC  := $(filter-out gen/main.c,$(wildcard gen/*.c))
OBJ  := $(SRC:gen/%.c=out/obj/%.o)
UNIT := $(patsubst tests/unit/%.c,out/tests/%,$(wildcard tests/unit/test_*.c))
TABLES := $(wildcard tables/*.ini)

.PHONY: all
all: out/bin/turnout

-include $(wildcard out/obj/*.d)

out/obj/%.o: gen/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL) -MMD -MP -c -o $@ $<

out/obj/libturnout.a: $(OBJ)
	@rm -f $@
	ar rcs $@ $^

out/bin/turnout: out/obj/main.o out/obj/libturnout.a
	@mkdir -p $(@D)
	$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# Unit tests are built with the sanitizers, so that every one of them is also a memory test.
SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
out/san/%.o: gen/%.c
	@mkdir -p $(@D)
	$(CC) $(ALL) -O1 $(SAN) -MMD -MP -c -o $@ $<
-include $(wildcard out/san/*.d)
out/san/libturnout.a: $(SRC:gen/%.c=out/san/%.o)
	@rm -f $@
	ar rcs $@ $^
out/san/turnout: out/san/main.o out/san/libturnout.a
	$(CC) $(CFLAGS) $(SAN) -o $@ $^ $(LIBS)
out/tests/test_%: tests/unit/test_%.c out/san/libturnout.a
	@mkdir -p $(@D)
	$(CC) $(ALL) -O1 $(SAN) -MMD -MP -o $@ $< out/san/libturnout.a $(LIBS) -lcmocka
-include $(wildcard out/tests/*.d)

.PHONY: unit clean
unit: $(UNIT)
	@for t in $(UNIT); do $$t 2>&1 | tail -n 3 || exit 1; done

clean:
	rm -rf out
