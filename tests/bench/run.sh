#!/bin/bash
# make bench: installs the peers that are missing (Debian and PyPI), builds, and measures everything in one run.
# BENCH_SIZES="100 1000" measures these numbers of rules only, BENCH_PARTS="compiler" this part of it.
set -eu
out=out/bench
mkdir -p $out
need=()
for pair in gperf:gperf llvm-tblgen:llvm llvm-config:llvm sqlite3:sqlite3 valgrind:valgrind clang:clang python3:python3; do
    command -v "${pair%%:*}" >/dev/null || need+=("${pair##*:}")
done
python3 -c 'import ensurepip' 2>/dev/null || need+=(python3-venv)
if [ ${#need[@]} -gt 0 ]; then
    echo "bench: installing ${need[*]}"
    sudo=; [ "$(id -u)" = 0 ] || sudo=sudo
    { $sudo apt-get update && $sudo apt-get install -y --no-install-recommends "${need[@]}"; } >$out/apt.log 2>&1 ||
        echo 'bench: some peers could not be installed and are left out'
fi
python=python3
if [ ! -x $out/venv/bin/python ]; then
    { python3 -m venv $out/venv && $out/venv/bin/pip install -q zen-engine; } >$out/pip.log 2>&1 ||
        echo 'bench: zen-engine could not be installed and is left out'
fi
[ -x $out/venv/bin/python ] && python=$out/venv/bin/python
flags='-std=c11 -D_POSIX_C_SOURCE=200809L -O2 -Igen'
cc $flags -o $out/generate tests/bench/generate.c
cc $flags -o $out/inih tests/bench/inih.c -linih
cc $flags -o $out/peak tests/bench/peak.c
cc $flags -o $out/floor tests/bench/floor.c -linih
cc $flags -o $out/hash tests/bench/hash.c out/obj/libturnout.a -linih -lm
cc $flags -o $out/stages tests/bench/stages.c out/obj/libturnout.a -linih -lm
exec $python tests/bench/bench.py
