# start.sh -- what each SERVER/run.sh begins with (sourced): verdicts, their sum, and the published package.
# In: $work, where logs go.  fetch.sh makes the interpreter $python on the first download.
# shellcheck shell=bash disable=SC2154
python=out/conformance/venv/bin/python
mkdir -p "$work" out/conformance/download
# a package is compiled once, not once for each machine of a matrix; its folder stays as it was unpacked
export PYTHONDONTWRITEBYTECODE= PYTHONPYCACHEPREFIX=out/conformance/pycache

pass=0 fail=0
ok() { pass=$((pass + 1)); }
no() { # WHAT [LOG]
    fail=$((fail + 1))
    printf 'FAILED: %s\n' "$1"
    [ -z "${2:-}" ] || head -n 40 "$2" | sed 's/^/    /'
}
skipped() { # nothing can be said without the package
    echo "skipped: $1"
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
}
finish() {
    echo "$pass passed, $fail failed"
    exit $((fail > 0))
}

fetch() { # PACKAGE VERSION [PIP-OPTION...]: its file, in $package
    package=$(bash tests/conformance/fetch.sh "$@" 2>"$work/log")
    case $? in
    0) ;;
    3) skipped "$1 $2: the package index cannot be reached" ;;
    *) no "download of $1 $2" "$work/log"; finish ;;
    esac
}
unpack() { # FOLDER PACKAGE VERSION [PIP-OPTION...]: the Python of a wheel, once
    local folder=$1
    shift
    [ -d "$folder" ] && return
    fetch "$@"
    python3 - "$folder" "$package" <<'P' || finish
import sys, zipfile
wheel = zipfile.ZipFile(sys.argv[2])
wheel.extractall(sys.argv[1], [name for name in wheel.namelist() if name.endswith(".py")])
P
}
modules() { # MODULE...: the few small ones that are real; false: they cannot be installed, see $work/log
    "$python" -c "import $(IFS=, && echo "$*")" 2>/dev/null && return
    { [ -x "$python" ] || python3 -m venv out/conformance/venv; } >"$work/log" 2>&1 &&
        "$python" -m pip install --quiet --disable-pip-version-check --retries 2 "$@" >"$work/log" 2>&1
}
