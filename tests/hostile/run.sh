#!/usr/bin/env bash
# hostile/run.sh: bad input through the built program.  Each case: the documented exit status, the clear error at its
# place, as many errors as there are faults, no partial output, no crash and no leak.
set -u
shopt -s lastpipe # counts survive `... | table`
cd "$(dirname "$0")/../.."
turnout=$PWD/${TURNOUT:-out/bin/turnout}
plain=$PWD/out/bin/turnout
[ -n "${TURNOUT:-}" ] || [ ! -x out/san/turnout ] || turnout=$PWD/out/san/turnout # the one that sees leaks
export TURNOUT_TEMPLATES=$PWD/templates
if [ ! -x "$turnout" ]; then
    echo "no program: run make first"
    echo "0 passed, 1 failed"
    exit 1
fi
dir=$(mktemp -d "$PWD/out/hostile.XXXXXX") && cd "$dir" || exit 1 # two runs at once do not meet
trap 'cd / && rm -rf "$dir"' EXIT
passed=0 failed=0 skipped=0

good='[table t]
about = a small table

[input arch]
type = name

[output backend]
values = fast, slow

[rule one]
arch    = A
backend = fast
why     = measured
source  = here

[rule rest]
else    = yes
backend = slow
why     = works everywhere
source  = here
'

# verdict NAME PROBLEM: counts; prints the run when PROBLEM is not empty
verdict() {
    if [ -z "$2" ]; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED $1: $2"
        head -n 12 err | cut -c 1-200 | sed 's/^/    /'
    fi
}

# left: files below out/ that a failing run must not leave
left() { find out -type f 2>/dev/null | head -n 1; }

# expect NAME STATUS ERRORS PATTERN COMMAND...: PATTERN is a regular expression for one line of the diagnostics, ERRORS
# their number (+: one or more)
expect() {
    local name=$1 status=$2 errors=$3 pattern=$4 got n problem=
    shift 4
    rm -rf out
    timeout 60 "$@" >std 2>err
    got=$?
    n=$(grep -c ' error: ' err)
    [ "$got" = "$status" ] || problem="exit status $got, not $status"
    [ "$errors" = + ] && [ "$n" -gt 0 ] && errors=$n
    [ "$n" = "$errors" ] || problem="$problem; $n errors, not $errors"
    [ -z "$pattern" ] || grep -qE "$pattern" err || problem="$problem; no line matches: $pattern"
    [ "$status" = 0 ] || [ -z "$(left)" ] || problem="$problem; left $(left)"
    grep -q 'Sanitizer\|runtime error' err && problem="$problem; sanitizer report"
    verdict "$name" "$problem"
}

# table NAME STATUS ERRORS PATTERN: standard input is the table; both commands must judge it alike
table() {
    cat >t.ini
    expect "$1 (check)" "$2" "$3" "$4" "$turnout" check t.ini
    expect "$1 (compile)" "$2" "$3" "$4" "$turnout" compile -o out t.ini
}

# append NAME STATUS ERRORS PATTERN TEXT: the small table and more text (backslashes as in printf); @N in PATTERN is
# the N-th line of that text
lines=$(grep -c '' <<<"${good%?}")
append() {
    local pattern=$4 n
    for n in 1 2 3; do pattern=${pattern//@$n/$((lines + n))}; done
    { printf '%s' "$good"; printf "$5"; } | table "$1" "$2" "$3" "$pattern"
}

# ---- the small table itself is fine, also without its last line end
printf '%s' "$good" >t.ini
expect "good" 0 0 '' "$turnout" check t.ini
printf '%s' "${good%?}" >t.ini
expect "no last line end" 0 0 '' "$turnout" check t.ini

# ---- text that is no table
printf '' | table "empty file" 1 1 '^t\.ini:?[0-9:]* error: .*\[table'
printf '\n\n; nothing\n' | table "comments only" 1 1 '^t\.ini.* error: .*\[table'
head -c 5000 /bin/ls | table "an executable" 1 1 '^t\.ini:1:[0-9]+: error: NUL byte'
printf '%s' "$good" | iconv -t UTF-16 | table "UTF-16" 1 1 '^t\.ini:1:[0-9]+: error: NUL byte: the file is UTF-16'
printf '%s\0' "$good" | table "NUL at the end" 1 1 '^t\.ini:21:1: error: NUL byte'
printf '\357\273\277%s' "$good" | table "BOM" 1 1 '^t\.ini:1: error: .*byte order mark'
printf '%s' "$good" | sed 's/$/\r/' | table "CRLF" 1 1 '^t\.ini:1:10: error: .*carriage return'
printf '%s' "$good" | tr '\n' '\r' | table "CR alone" 1 1 '^t\.ini:1:10: error: .*carriage return'
append "control character" 1 1 '^t\.ini:@1:13: error: control character 0x1b' 'evidence = a\033[31mX\n'
append "no UTF-8" 1 1 '^t\.ini:@1:3: error: byte 0xff is not UTF-8' '# \377\n'
printf 'arch = A\nother = B\n%s' "$good" | table "key before sections" 1 1 '^t\.ini:1:1: error: key before the first section'

# ---- lines that inih would take or lose without a word
append "colon for equals" 1 1 '^t\.ini:@1:7: error: .:. before .=.' 'owner : me\n'
append "no equals" 1 1 '^t\.ini:@1:1: error: line is no section' 'backend fast\n'
append "no key" 1 1 '^t\.ini:@1:1: error: no key before .=.' '= fast\n'
append "semicolon in a value" 1 1 '^t\.ini:@1:14: error: .*cut the value' 'evidence = a ; b\n'
append "semicolon in a continuation" 1 1 '^t\.ini:@2:5: error: .*cut the value' 'evidence = a\n  b ; c\n'
append "indented key" 1 1 '^t\.ini:@1:3: error: indented line' '  owner = me\n'
append "indented section" 1 1 '^t\.ini:@1:3: error: indented line' '  [rule x]\n'
append "section without end" 1 1 '^t\.ini:@1:1: error: section has no .\].' '[never x\narch = B\n'
append "section of 60 bytes" 1 1 '^t\.ini:@1:2: error: section name has 60 bytes' "[never $(printf 'x%.0s' {1..54})]\narch = B\n"
append "section with text behind" 1 1 '^t\.ini:@1:11: error: text after' '[never x] owner = me\narch = B\n'
append "section of nothing" 1 1 '^t\.ini:@1:1: error: section has no name' '[]\n'
append "section twice" 1 1 '^t\.ini:@1:1: error: section \[rule one\] is there already' '[rule one]\narch = B\nbackend = slow\n'
append "the first section is shown" 1 1 '^t\.ini:10:1: note: ' '[rule one]\narch = B\nbackend = slow\n'
append "key twice" 1 1 '^t\.ini:@1:1: error: key .why. is already' 'why = other\n'
append "the first key is shown" 1 1 '^t\.ini:19:1: note: ' 'why = other\n'
append "key of 200 bytes" 1 1 '^t\.ini:@1:1: error: key is longer' "$(printf 'k%.0s' {1..200}) = 1\n"

# ---- large
{ printf '%sowner = ' "$good"; head -c 1000000 /dev/zero | tr '\0' x; echo; } |
    table "a line of 1 MB" 1 1 '^t\.ini:21:1: error: line is longer than 64 KiB'
{ printf '%s[set s]\nof = arch\nvalues = V0' "$good"; awk 'BEGIN {for (i = 1; i <= 60000; i++) printf ",\n  V%d", i}'; printf '\n'; printf '[rule s]\narch = @s, A2\nbackend=slow\nwhy=w\nsource=s\n'; } >t.ini
expect "a value of 60,000 lines" 0 0 '' "$turnout" check t.ini
if [ -x "$plain" ]; then # the sanitizers need more memory than the limit
    expect "no memory left" 3 1 '^turnout: error: out of memory' bash -c "ulimit -v 24000; exec '$plain' check t.ini"
fi
{ printf '%s' "$good"; for i in $(seq 300); do printf 'nonsense %s\n' "$i"; done; } >t.ini
expect "300 errors: 100 shown, the rest counted" 1 101 '^turnout: error: 200 more of the same kind' "$turnout" check t.ini

# ---- truncated at every seventh byte: fine or told, never a crash, an empty message or a file
problem=
for n in $(seq 0 7 $((${#good} - 1))); do
    printf '%s' "${good:0:n}" >t.ini
    rm -rf out
    timeout 60 "$turnout" compile -o out t.ini >std 2>err
    status=$?
    case $status in
    0) [ -n "$(left)" ] || problem="$problem; $n bytes: nothing written" ;;
    1) [ -z "$(left)" ] && grep -qE '^t\.ini(:[0-9]+(:[0-9]+)?)?: error: .+ \[-W' err || problem="$problem; $n bytes: no error" ;;
    *) problem="$problem; $n bytes: status $status" ;;
    esac
done
verdict "truncated tables" "$problem"

# ---- files
rm -rf out
expect "no such file" 3 1 "^none\.ini: error: cannot read 'none\.ini': no such file" "$turnout" check none.ini
expect "a folder" 3 1 "^\.: error: cannot read '\.': is a directory" "$turnout" compile -o out .
printf '%s' "$good" >t.ini
expect "one good, one missing" 3 1 '^none\.ini: error: ' "$turnout" check t.ini none.ini
if [ "$(id -u)" -ne 0 ]; then
    printf '%s' "$good" >secret.ini && chmod 0 secret.ini
    expect "no permission" 3 1 '^secret\.ini: error: .*permission denied' "$turnout" check secret.ini
    rm -f secret.ini
else
    skipped=$((skipped + 1)) # root reads everything
fi

use() { printf '[table t]\nuse = %s\n' "$1"; printf '%s' "$good" | tail -n +2; }
mkdir -p sub/deep
printf '[table other]\nabout = o\n' >other.ini
use "none.ini" | table "used file is missing" 3 1 "^t\.ini:2:7: error: cannot find 'none\.ini'"
use "/etc/passwd" | table "used file is absolute" 1 1 "^t\.ini:2:7: error: '/etc/passwd' is outside"
use "../x/other.ini" | table "used file is outside" 1 1 "^t\.ini:2:7: error: '\.\./x/other\.ini' is outside"
use "sub/../../x.ini" | table "used file climbs out" 1 1 "^t\.ini:2:7: error: .* is outside"
use "sub" | table "used file is a folder" 3 1 "^t\.ini:2:7: error: cannot read 'sub': is a directory"
use "t.ini" | table "a table that uses itself" 1 1 "^t\.ini:2:7: error: .*cycle: t\.ini uses t\.ini"
printf '[table a]\nuse = deep/b.ini\n' >sub/a.ini
printf '[table b]\nuse = t.ini\n' >sub/deep/b.ini
use "sub/a.ini" >t.ini
expect "a cycle of three" 1 1 '^sub/deep/b\.ini:2:7: error: .*cycle: t\.ini uses sub/a\.ini uses sub/deep/b\.ini uses .*t\.ini' \
    "$turnout" check -I . t.ini
use "other.ini, other.ini, ./other.ini" >t.ini
expect "a file used three times" 0 0 '' "$turnout" check t.ini

# ---- several tables in a run
printf '%s' "$good" >t.ini
printf '# nothing\n' >empty.ini
expect "a fault without a place is in its own file" 1 1 "^empty\.ini: error: 'empty\.ini' has no \[table NAME\]" \
    "$turnout" check t.ini empty.ini

sed 's/measured/guessed/' t.ini >twin.ini
expect "two tables of one name" 1 1 "^twin\.ini:1:1: error: 'made/t\..*' is made from 't\.ini' in this run already" \
    "$turnout" compile -o made t.ini twin.ini
grep -q 'from t\.ini' made/t.h && verdict "the first of them stands" "" || verdict "the first of them stands" "replaced"
expect "pages of two tables of one name" 1 1 "^twin\.ini:1:1: error: 'pages/t\.html' is made from 't\.ini' in this run" \
    "$turnout" docs --no-pictures -o pages t.ini twin.ini
grep -q measured pages/t.md && verdict "the first pages stand" "" || verdict "the first pages stand" "replaced"
expect "one table twice" 0 0 '' "$turnout" compile -o made t.ini ./t.ini
cp t.ini kept.ini
expect "a depfile in place of the table" 1 1 "the depfile 't\.ini' would destroy 't\.ini'" \
    "$turnout" compile -o made -MD t.ini t.ini
expect "a depfile in place of the header" 1 1 "the depfile 'made/t\.h' would destroy 'made/t\.h'" \
    "$turnout" compile -o made -MD made/t.h t.ini
cp t.ini made/t.h
expect "a header in place of its table" 1 1 "writing 'made/t\.h' would destroy 'made/t\.h', which is read" \
    "$turnout" compile -o made made/t.h
cmp -s t.ini kept.ini && cmp -s made/t.h kept.ini && verdict "tables stand" "" || verdict "tables stand" "changed"
expect "no folder to write to" 2 1 "output takes a folder, not ''" "$turnout" compile -o '' t.ini
expect "no folder for pages" 2 1 "output takes a folder, not ''" "$turnout" docs -o '' t.ini

# ---- output that cannot be written
rm -rf out file && echo x >file
expect "output below a file" 3 + "cannot write 'file/" "$turnout" compile -o file t.ini
rm -f pipe && mkfifo pipe
expect "output below a pipe" 3 + "cannot write 'pipe/" "$turnout" compile -o pipe t.ini
[ "$(cat file)" = x ] && verdict "the file in the way is untouched" "" || verdict "the file in the way is untouched" "changed"
if [ -w /dev/full ]; then
    timeout 60 "$turnout" help >/dev/full 2>err
    status=$?
    [ $status = 3 ] && verdict "help to a full disk" "" || verdict "help to a full disk" "exit status $status, not 3"
fi

# ---- usage
expect "no command" 2 0 '' "$turnout"
for day in 2026-02-30 2026-13-01 2026-00-10 ----------; do
    expect "no day: $day" 2 1 "today takes a date such as 2026-12-31, not '$day'" "$turnout" check --today="$day" t.ini
done
expect "unknown command" 2 1 "unknown command 'chekc'.*did you mean 'check'" "$turnout" chekc
expect "unknown option" 2 1 'error: ' "$turnout" check --nothing t.ini
expect "unknown finding" 2 1 'error: .*-Wnothing' "$turnout" check -Wnothing t.ini
expect "a fault of text cannot be off" 2 1 'error: ' "$turnout" check -Wno-syntax t.ini
expect "no table" 2 1 'error: ' "$turnout" check

# ---- machine formats stay well-formed whatever the table holds
if command -v python3 >/dev/null; then
    printf '[table "\\ \303\274 \1]\n\377"=\\\n' >'q "\.ini'
    for format in json sarif; do
        "$turnout" check --format=$format 'q "\.ini' >std 2>err
        python3 -c 'import json, sys; json.load(open("std", encoding="utf-8"))' 2>>err &&
            verdict "$format of odd bytes" "" || verdict "$format of odd bytes" "is no JSON"
    done
else
    skipped=$((skipped + 2))
fi

echo "$passed passed, $failed failed, $skipped skipped"
[ "$failed" -eq 0 ]
