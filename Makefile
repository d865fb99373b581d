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
LIBS   := -linih -ljansson -lm
# One short line per step; V=1 prints the commands.
Q := $(if $(V),,@)
say = $(if $(V),,@echo '  $(1)')

SRC  := $(filter-out gen/main.c,$(wildcard gen/*.c))
OBJ  := $(SRC:gen/%.c=out/obj/%.o)
UNIT := $(patsubst tests/unit/%.c,out/tests/%,$(wildcard tests/unit/test_*.c))
TABLES := $(wildcard tables/*.ini)

.PHONY: all
all: out/bin/turnout

-include $(wildcard out/obj/*.d)

out/obj/%.o: gen/%.c
	@mkdir -p $(@D)
	$(call say,cc $<)
	$(Q)$(CC) $(ALL) -MMD -MP -c -o $@ $<

out/obj/libturnout.a: $(OBJ)
	@rm -f $@
	$(Q)ar rcs $@ $^

out/bin/turnout: out/obj/main.o out/obj/libturnout.a
	@mkdir -p $(@D)
	$(call say,ld $@)
	$(Q)$(CC) $(CFLAGS) -o $@ $^ $(LIBS)

# Unit tests are built with the sanitizers, so that every one of them is also a memory test.
SAN := -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer
out/san/%.o: gen/%.c
	@mkdir -p $(@D)
	$(call say,cc $< (sanitized))
	$(Q)$(CC) $(ALL) -O1 $(SAN) -MMD -MP -c -o $@ $<
-include $(wildcard out/san/*.d)
out/san/libturnout.a: $(SRC:gen/%.c=out/san/%.o)
	@rm -f $@
	$(Q)ar rcs $@ $^
out/san/turnout: out/san/main.o out/san/libturnout.a
	$(call say,ld $@)
	$(Q)$(CC) $(CFLAGS) $(SAN) -o $@ $^ $(LIBS)
out/tests/test_%: tests/unit/test_%.c out/san/libturnout.a
	@mkdir -p $(@D)
	$(call say,ld $@)
	$(Q)$(CC) $(ALL) -O1 $(SAN) -MMD -MP -o $@ $< out/san/libturnout.a $(LIBS) -lcmocka
-include $(wildcard out/tests/*.d)

.PHONY: unit demo demo-built docs check check-built slow conformance conformance-built property lint clean help
unit: $(UNIT)
	@bash tests/check.sh $(notdir $(UNIT))

demo:
	@bash tests/deps.sh demo
	@$(MAKE) --no-print-directory demo-built

# Every table compiled (but sglang-user-start.ini, whose 20 chained inputs take half a minute), every picture drawn, and the
# answer that the project started from.
COMPILED := $(filter-out tables/nvidia.ini tables/sglang-user-start.ini,$(TABLES))
demo-built: out/bin/turnout
	out/bin/turnout compile -o out $(COMPILED)
	@for dot in out/*.dot; do dot -Tsvg -o "$${dot%.dot}.svg" "$$dot" && echo "drew $${dot%.dot}.svg"; done
	@out/bin/turnout explain -q tables/gemma4.ini arch=Gemma4ForConditionalGeneration sm=100 flashinfer=0.6.10.post1

# A page per table, as HTML and as Markdown, and the tutorial.
docs: out/bin/turnout
	@bash tests/deps.sh demo
	out/bin/turnout docs -o out/docs $(TABLES)
	@mkdir -p out/docs/tutorial && cp templates/tutorial/* out/docs/tutorial/ && echo 'copied out/docs/tutorial'

check:
	@bash tests/deps.sh check
	@$(MAKE) --no-print-directory -j2 check-built
check-built: out/bin/turnout out/san/turnout $(UNIT)
	@set -o pipefail; mkdir -p out/log; bash tests/check.sh | tee out/log/check.txt

# What .ci/run adds to `make check`, beside `make conformance`.
SLOW := $(wildcard $(addsuffix /run.sh,$(addprefix tests/,fuzz which-transformers docs-browser)))
slow: out/bin/turnout
	@bash tests/deps.sh slow
	@set -o pipefail; mkdir -p out/log; bash tests/check.sh $(notdir $(patsubst %/run.sh,%,$(SLOW))) | tee out/log/slow.txt

# The servers' own selection code, downloaded, against the tables; RECORD=1 records what tests/conformance-sample reads.
# Skipped, and told so, where the package index cannot be reached.  SERVERS='which llamacpp': these alone.
conformance:
	@bash tests/deps.sh check
	@$(MAKE) --no-print-directory conformance-built
conformance-built: out/bin/turnout
	@set -o pipefail; mkdir -p out/log; bash tests/conformance/run.sh $(SERVERS) | tee out/log/conformance.txt

# The real tables by size, as README.md shows them.
SIZED := gemma4 llamacpp llamacpp-mulmat sglang sglang-start sglang-attention sglang-models
.PHONY: sizes
sizes: out/bin/turnout
	@bash tests/conformance/sizes.sh --times $(SIZED)

# The newest release of each package against the tables: the difference, and a draft of the rules to change (out/drift).
.PHONY: drift
drift: out/bin/turnout
	@bash tests/conformance/drift.sh

# As in `make check`, but 10,000 random tables.
property: out/obj/libturnout.a
	@bash tests/property/run.sh 10000

# Every figure beside its peers, which are installed when they are missing: out/bench.md, out/bench.json.  Minutes.
.PHONY: bench
bench: out/bin/turnout out/obj/libturnout.a
	@bash tests/bench/run.sh

lint: out/bin/turnout
	@bash tests/lint/run.sh

# ---- install: PREFIX is where it will run, DESTDIR a folder in front of that for packagers -----------------------
PREFIX  ?= /usr/local
DESTDIR ?=
ROOT    := $(DESTDIR)$(PREFIX)
# Everything below it; the program finds share/turnout from where it lies, so that the tree can be moved.
INSTALLED := bin/turnout share/man/man1/turnout.1 share/bash-completion/completions/turnout \
             share/zsh/site-functions/_turnout share/fish/vendor_completions.d/turnout.fish \
             share/pkgconfig/turnout.pc share/cmake/Turnout/TurnoutConfig.cmake \
             share/cmake/Turnout/TurnoutConfigVersion.cmake

.PHONY: install uninstall
install: out/bin/turnout
	$(call say,install $(ROOT))
	$(Q)rm -rf "$(ROOT)/share/turnout"
	$(Q)find templates tables -path templates/install -prune -o -type f -print | while read -r f; do \
	    install -D -m 644 "$$f" "$(ROOT)/share/turnout/$$f" || exit 1; done
	$(Q)install -D -m 755 templates/install/pre-commit "$(ROOT)/share/turnout/pre-commit"
	$(Q)install -D -m 644 templates/install/TurnoutConfig.cmake "$(ROOT)/share/cmake/Turnout/TurnoutConfig.cmake"
	$(Q)mkdir -p out/install && out/bin/turnout help --man >out/install/turnout.1 && \
	    out/bin/turnout help --bash >out/install/turnout && out/bin/turnout help --zsh >out/install/_turnout && \
	    out/bin/turnout help --fish >out/install/turnout.fish
	$(Q)for f in turnout.pc TurnoutConfigVersion.cmake; do \
	    sed "s/@VERSION@/$$(out/bin/turnout --version | cut -d' ' -f2)/" "templates/install/$$f.in" >"out/install/$$f"; done
	$(Q)install -D -m 644 out/install/turnout.1 "$(ROOT)/share/man/man1/turnout.1"
	$(Q)install -D -m 644 out/install/turnout "$(ROOT)/share/bash-completion/completions/turnout"
	$(Q)install -D -m 644 out/install/_turnout "$(ROOT)/share/zsh/site-functions/_turnout"
	$(Q)install -D -m 644 out/install/turnout.fish "$(ROOT)/share/fish/vendor_completions.d/turnout.fish"
	$(Q)install -D -m 644 out/install/turnout.pc "$(ROOT)/share/pkgconfig/turnout.pc"
	$(Q)install -D -m 644 out/install/TurnoutConfigVersion.cmake "$(ROOT)/share/cmake/Turnout/TurnoutConfigVersion.cmake"
	$(Q)install -D -m 755 out/bin/turnout "$(ROOT)/bin/turnout"

uninstall:
	$(call say,uninstall $(ROOT))
	$(Q)for f in $(INSTALLED); do rm -f "$(ROOT)/$$f"; done
	$(Q)rm -rf "$(ROOT)/share/turnout"
	$(Q)if [ -d "$(ROOT)/share/cmake/Turnout" ]; then rmdir --ignore-fail-on-non-empty "$(ROOT)/share/cmake/Turnout"; fi

help:
	@echo 'make demo   build, compile every table, draw the pictures, print the first answer'
	@echo 'make check  all tests; make unit, make lint: parts of them; make slow: the ones that take minutes'
	@echo 'make docs   a page per table in out/docs'
	@echo 'make install PREFIX=/usr/local DESTDIR=; make uninstall'
	@echo 'make conformance, make drift: the tables against the published packages, and against their newest releases'
	@echo 'make bench  times, instructions and sizes beside those of other tools'
	@echo 'make        out/bin/turnout; make clean: removes out/'

clean:
	rm -rf out
