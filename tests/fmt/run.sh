#!/usr/bin/env bash
# `turnout fmt`: over every table of the tree, idempotent, comments kept, meaning unchanged (the boxes and plans of
# `check --dump` are the same), other blanks give the same layout; NAME.ugly becomes NAME.ini; exit statuses.
# BLESS=1 rewrites the .ini files of this folder.
set -u
cd "$(dirname "$0")/../.."
turnout=$PWD/${TURNOUT:-out/bin/turnout}
plain=$turnout # hundreds of runs without the sanitizers, the rest with them
[ -x out/san/turnout ] && [ -z "${TURNOUT:-}" ] && turnout=$PWD/out/san/turnout
here=$PWD/tests/fmt out=$PWD/out/fmt
passed=0 failed=0 skipped=0
rm -rf "$out" && mkdir -p "$out"

pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "fmt: FAILED: $*"; }
same() { if cmp -s "$2" "$3"; then pass; else fail "$1"; diff "$2" "$3" | head -n 10; fi; }
comments() { grep -E '^[[:space:]]*[#;]' "$1" | sed 's/^[[:space:]]*//; s/[[:space:]]*$//' | sort; }
meaning() { # of a table: its boxes and plans, or that it is at fault
    "$plain" check -I tables --dump=boxes "$1" 2>/dev/null && "$plain" check -I tables --dump=plan "$1" 2>/dev/null ||
        echo "at fault"
}

# ---- goldens
for ugly in "$here"/*.ugly; do
    name=$(basename "$ugly" .ugly)
    "$turnout" fmt - <"$ugly" >"$out/$name" 2>&1 || fail "$name: exit status $?"
    if [ -n "${BLESS:-}" ] && ! cmp -s "$out/$name" "$here/$name.ini"; then
        cp "$out/$name" "$here/$name.ini" && echo "blessed $name.ini"
    fi
    same "$name" "$here/$name.ini" "$out/$name"
done

# ---- every table that fmt takes; the folders of a table and its neighbours are copied, since `use` names them
cp -r tables tests "$out/" 2>/dev/null
find "$out/tables" "$out/tests" ! -name '*.ini' -type f -delete
taken=0
while read -r table; do
    copy=$out/$table
    "$plain" fmt - <"$table" >"$out/once" 2>/dev/null || continue # a fault of text
    taken=$((taken + 1))
    "$plain" fmt - <"$out/once" >"$out/twice" 2>"$out/err" || fail "$table: refused the second time: $(head -n 1 "$out/err")"
    same "$table: a second run changes it" "$out/once" "$out/twice"
    comments "$table" >"$out/before" && comments "$out/once" >"$out/after"
    same "$table: comments" "$out/before" "$out/after"
    awk -v seed=$((taken * 7919)) -f "$here/uglify.awk" "$table" >"$out/ugly"
    "$plain" fmt - <"$out/ugly" >"$out/again" 2>"$out/err" || fail "$table: other blanks: $(head -n 1 "$out/err")"
    same "$table: with other blanks" "$out/once" "$out/again"
    if ! cmp -s "$table" "$out/once"; then
        meaning "$table" >"$out/before"
        cp "$out/once" "$copy"
        (cd "$out" && meaning "$table") >"$out/after"
        same "$table: its meaning" "$out/before" "$out/after"
    fi
    cp "$out/ugly" "$copy"
done < <(find tables tests -name '*.ini' | sort)
[ "$taken" -ge 100 ] && pass || fail "only $taken tables were taken"

# ... and back: the whole tree was made ugly, so that tables use ugly vocabularies
while read -r table; do
    "$plain" fmt - <"$table" >/dev/null 2>&1 || continue
    meaning "$table" >"$out/before"
    (cd "$out" && meaning "$table") >"$out/after"
    same "$table: its meaning with other blanks" "$out/before" "$out/after"
done < <(find tables tests/explain tests/header tests/names tests/golden -name '*.ini' | sort)

# the tables that come with the program are in the layout
"$plain" fmt --check tables/*.ini && pass || fail "a table of this project"

# ---- the command
cd "$out" || exit 1
status() { # NAME STATUS PATTERN COMMAND...
    local name=$1 want=$2 pattern=$3 got
    shift 3
    "$@" >std 2>err </dev/null
    got=$?
    [ "$got" = "$want" ] || { fail "$name: exit status $got, not $want"; cat std err; return; }
    [ -z "$pattern" ] || cat std err | grep -qE "$pattern" && pass || { fail "$name: no line matches $pattern"; cat std err; }
}
ugly='[table  t]\nabout=x\n'
nice='[table t]\nabout = x\n'
printf "$nice" >nice.ini && printf "$ugly" >ugly.ini && printf '[table t\n' >bad.ini
status "check: in the layout" 0 '' "$turnout" fmt --check nice.ini
status "check: not in it" 1 '^ugly.ini: not in the layout' "$turnout" fmt --check nice.ini ugly.ini
[ "$(cat ugly.ini)" = "$(printf "$ugly")" ] && pass || fail "--check wrote"
status "no file" 2 'at least one file' "$turnout" fmt
status "a file that is absent" 3 "cannot read 'absent.ini'" "$turnout" fmt absent.ini nice.ini
status "a folder" 3 "cannot read '.'" "$turnout" fmt .
status "a fault of text" 1 '^bad.ini:1:1: error: section has no' "$turnout" fmt bad.ini
[ "$(cat bad.ini)" = '[table t' ] && pass || fail "a file with a fault was written"
chmod 640 ugly.ini && ln -sf ugly.ini link.ini
status "written, through a link, beside one at fault" 1 '^link.ini: laid out anew' "$turnout" fmt bad.ini link.ini
[ -L link.ini ] && [ "$(stat -c %a ugly.ini)" = 640 ] && cmp -s ugly.ini nice.ini && pass || fail "the link, mode or text"
status "again: nothing to do" 0 '' "$turnout" fmt ugly.ini && [ ! -s std ] && pass || fail "it speaks of a file that is the same"
printf "$ugly" | "$turnout" fmt --check - >std 2>err
[ $? = 1 ] && [ "$(cat std)" = "<stdin>: not in the layout that 'turnout fmt' writes" ] && pass || fail "--check of standard input"
printf "$ugly" | "$turnout" fmt - 2>err | cmp -s - nice.ini && pass || fail "standard input"
printf "$ugly" | "$turnout" fmt --format=json - >std 2>err
[ $? = 2 ] && pass || fail "JSON and the text of standard input at once"
printf "use = gone.ini\n" >>nice.ini && sed -i 's/^use/use  /; s/^about/about/' nice.ini
status "files that are used need not be there" 0 '' "$turnout" fmt --check nice.ini
printf '[table t]\nuse = gone.ini\n\n[rule r]\nreplaces = yes\nwhy      = theirs\n' >replaces.ini
status "nor what is replaced of them" 0 '' "$turnout" fmt --check replaces.ini
printf 'x' | "$turnout" fmt - >std 2>err
[ $? = 1 ] && [ ! -s std ] && grep -q '^<stdin>:1:1: error: ' err && pass || fail "a fault in standard input"
: >empty.ini
status "an empty file" 0 '' "$turnout" fmt --check empty.ini
printf '[table t]\r\nabout = x\r\n' >crlf.ini
status "carriage returns are for their author to remove" 1 'carriage return' "$turnout" fmt crlf.ini
if command -v jq >/dev/null; then
    printf "$ugly" >ugly.ini
    "$turnout" fmt --check --format=json ugly.ini bad.ini empty.ini absent.ini >std 2>err
    [ $? = 3 ] && [ ! -s err ] && [ "$(jq -c '[.files[].differs], .errors' std | tr '\n' ' ')" = '[true,false] 2 ' ] && pass ||
        { fail "JSON"; cat std err; }
else
    skipped=$((skipped + 1))
fi

echo "$passed passed, $failed failed$([ $skipped -gt 0 ] && echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
