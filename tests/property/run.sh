#!/usr/bin/env bash
# run.sh [TABLES [SEED]]: random small tables, every cell decided by the words of the language, against decide(), the
# plan and every finding.  1,000 tables by default; `make property` takes 10,000.  A difference prints its table.
set -u
cd "$(dirname "$0")/../.."
program=out/tests/property/property
mkdir -p "$(dirname "$program")"
make -s out/obj/libturnout.a || { echo "0 passed, 1 failed"; exit 1; }
${CC:-gcc} -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Itests/property -O2 -g -Wall -Wextra -Wpedantic -Wshadow \
    -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla -Werror \
    -o "$program" tests/property/*.c out/obj/libturnout.a -linih -lm || { echo "0 passed, 1 failed"; exit 1; }
"$program" "${1:-${TABLES:-1000}}" "${2:-1}"
