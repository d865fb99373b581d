#!/usr/bin/env bash
# fetch.sh PACKAGE VERSION [PIP-OPTION...]: the published file of a package in out/conformance/download; prints its path.
# Exit 3 when the package index cannot be reached (`skipped`), 1 when it answers and has no such file.
set -u
cd "$(dirname "$0")/../.." || exit 1
package=$1 version=$2
shift 2
files=out/conformance/download
found() { find "$files" -maxdepth 1 -name "${package//-/_}-$version[-.]*" -size +0 | sort | head -n 1; }
mkdir -p "$files"
if [ -z "$(found)" ]; then
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    [ -x out/conformance/venv/bin/pip ] || python3 -m venv out/conformance/venv >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
    if ! out/conformance/venv/bin/pip download --quiet --disable-pip-version-check --retries 2 --no-deps "$@" -d "$files" \
        "$package==$version" >"$log" 2>&1; then
        cat "$log" >&2
        # pip says "no matching distribution" in both cases; only without an index it has retried a connection
        grep -qE 'connection broken|Connection refused|NewConnectionError|ProxyError|timed out|name resolution|SSLError' "$log" && exit 3
        exit 1
    fi
fi
found
