#!/usr/bin/env bash
# deps.sh demo|check|slow: installs the Debian packages that the target needs and that are missing, saying so first.
# Without the rights to, it prints the one command that does it and fails.
set -euo pipefail
need=(gcc:gcc libc6-dev:- libinih-dev:- libjansson-dev:- graphviz:dot)
if [ "${1:-demo}" = check ]; then
    need+=(g++:g++ clang:clang clang-format:clang-format libclang-rt-14-dev:- tcc:tcc libcmocka-dev:-
        pkg-config:pkg-config python3-venv:- valgrind:valgrind binutils:objdump cmake:cmake ninja-build:ninja
        meson:meson groff-base:groff strace:strace lua5.4:lua5.4)
fi

if [ "${1:-demo}" = slow ]; then
    need+=(chromium:chromium python3:python3 python3-venv:-)
fi

installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

missing=()
for pair in "${need[@]}"; do
    package=${pair%%:*} program=${pair##*:}
    if installed "$package" || { [ "$program" != - ] && command -v "$program" >/dev/null; }; then
        continue
    fi
    missing+=("$package")
done
[ ${#missing[@]} -eq 0 ] && exit 0

command="apt-get update && apt-get install -y --no-install-recommends ${missing[*]}"
if [ "$(id -u)" -ne 0 ]; then
    echo "turnout: these Debian packages are missing: ${missing[*]}" >&2
    echo "turnout: install them with: sudo sh -c '$command'" >&2
    exit 1
fi
echo "turnout: installing the missing Debian packages: ${missing[*]}"
export DEBIAN_FRONTEND=noninteractive
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    tail -n 20 "$log" >&2
    echo "turnout: this failed: $command" >&2
    exit 1
fi
