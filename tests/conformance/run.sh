#!/usr/bin/env bash
# The tables against the servers themselves: each folder here downloads the published package into out/, runs its own
# selection code, and compares every cell of a matrix with the compiled table.  `make conformance`; needs the network
# on its first run.  tests/conformance-sample looks at what was recorded, offline.
# usage: run.sh [SERVER...]
set -u
cd "$(dirname "$0")/../.." || exit 1
[ $# -gt 0 ] || set -- llamacpp sglang
mkdir -p out/log
pass=0 fail=0
for server in "$@"; do
    echo "---- $server"
    bash "tests/conformance/$server/run.sh" 2>&1 | tee "out/log/conformance-$server.txt"
    last=$(tail -n 1 "out/log/conformance-$server.txt")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]]; then
        pass=$((pass + BASH_REMATCH[1])) fail=$((fail + BASH_REMATCH[2]))
    else
        echo "FAILED: $server gave no result"
        fail=$((fail + 1))
    fi
done
echo "$pass passed, $fail failed"
exit $((fail > 0))
