# judge.sh -- sourced by suites with golden/NAME files: one run against its golden file.
# Calls pass or fail of the suite; $out is its folder of results.  BLESS=1 rewrites the golden file.
# shellcheck shell=bash disable=SC2154

judge() { # NAME STATUS-FOUND STATUS-ASKED-FOR: $out/NAME is what was printed
    if [ -n "${BLESS:-}" ] && ! cmp -s "$out/$1" "golden/$1"; then
        cp "$out/$1" "golden/$1" && echo "blessed $1"
    fi
    if [ "$2" != "$3" ]; then
        fail "$1: exit status $2, not $3"
    elif diff -u "golden/$1" "$out/$1"; then
        pass
    else
        fail "$1"
    fi
}
