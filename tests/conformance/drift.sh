#!/usr/bin/env bash
# The newest published release of each package, through the harness: what the table says and the code now does otherwise,
# and a draft of the rules to change (drift.py), in out/drift.  `make drift`; needs the network.
# usage: drift.sh [SERVER[=VERSION]...]     (without: sglang and llamacpp, the newest release of each)
# Exit 0: no drift; 1: drift, or a release that the harness does not fit any more; 3: no package index.
set -u
cd "$(dirname "$0")/../.." || exit 1
[ $# -gt 0 ] || set -- sglang llamacpp
mkdir -p out/drift out/conformance
[ -x out/conformance/venv/bin/pip ] || python3 -m venv out/conformance/venv || exit 1
status=0
for server in "$@"; do
    version=${server#*=}
    server=${server%%=*}
    case $server in
    sglang) package=sglang ;;
    llamacpp) package=llama-cpp-python ;;
    *) echo "drift: no harness for '$server'" >&2 && exit 2 ;;
    esac
    compared=$(sed -nE 's/^version=\$\{[A-Z_]+:-([^}]*)\}$/\1/p' "tests/conformance/$server/run.sh")
    if [ "$version" = "$server" ]; then
        version=$(out/conformance/venv/bin/python -m pip index versions --disable-pip-version-check --retries 2 "$package" \
            2>out/drift/log | sed -nE '1s/.*\(([^)]*)\)$/\1/p')
        [ -n "$version" ] || { echo "skipped: $package: the package index cannot be reached" && exit 3; }
        if [ "$version" = "$compared" ]; then
            echo "$package $version is the newest release, and the one that the tables were compared with"
            continue
        fi
    fi
    echo "---- $package $version, compared was $compared"
    DRIFT=$version bash "tests/conformance/$server/run.sh" || status=1
done
exit $status
