#!/usr/bin/env bash
# The tables against the servers themselves: each folder here downloads the published package into out/, runs its own
# selection code, and compares every cell of a matrix with the compiled table.  `make conformance`; needs the network
# on its first run, and says "skipped" where the package index cannot be reached.  tests/conformance-sample looks at
# what was recorded, offline.
# usage: run.sh [SERVER...]     (without: every folder here that has a run.sh)
set -u
cd "$(dirname "$0")/../.." || exit 1
if [ $# -eq 0 ]; then
    mapfile -t servers < <(printf '%s\n' tests/conformance/*/run.sh | cut -d/ -f3)
    set -- "${servers[@]}"
fi
mkdir -p out/log
pass=0 fail=0 skip=0
for server in "$@"; do
    echo "---- $server"
    start=$(date +%s)
    bash "tests/conformance/$server/run.sh" 2>&1 | tee "out/log/conformance-$server.txt"
    last=$(tail -n 1 "out/log/conformance-$server.txt")
    if [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed(,\ ([0-9]+)\ skipped)? ]]; then
        pass=$((pass + BASH_REMATCH[1])) fail=$((fail + BASH_REMATCH[2])) skip=$((skip + ${BASH_REMATCH[4]:-0}))
    else
        echo "FAILED: $server gave no result"
        fail=$((fail + 1))
    fi
    echo "$server: $(($(date +%s) - start)) s"
done
echo "$pass passed, $fail failed$([ $skip -eq 0 ] || echo ", $skip skipped")"
exit $((fail > 0))
