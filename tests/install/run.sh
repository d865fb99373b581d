#!/usr/bin/env bash
# make install, and each build system with a sample project that is built from the installed copy: it gives the right
# answer, compiles the table when table, vocabulary or template have changed, and not otherwise.  Also the man page, the
# completion, the hooks, and that one compilation reads only what its depfile names and writes the same bytes anywhere.
set -u
cd "$(dirname "$0")/../.."
unset MAKEFLAGS MFLAGS MAKELEVEL # of a `make check` around this
here=$PWD/tests/install
mkdir -p out/scratch && work=$(mktemp -d "$PWD/out/scratch/install.XXXXXX") || exit 1 # two runs at once do not meet
trap 'rm -rf "$work"' EXIT
passed=0 failed=0 skipped=0
pass() { passed=$((passed + 1)); }
fail() { failed=$((failed + 1)); echo "install: FAILED: $1"; sed 's/^/    /' "$work/log" | tail -n 30; }
skip() { skipped=$((skipped + 1)); echo "install: skipped: $1"; }
check() { local what=$1; shift; if "$@" >"$work/log" 2>&1; then pass; else fail "$what"; fi; }
has() { command -v "$1" >/dev/null; }

# ---- install, uninstall ----
install_to() { make -s install PREFIX="$1" DESTDIR="${2:-}" CC="${CC:-gcc}"; }
prefix="$work/pre fix" # a blank: nothing may break on it
check 'make install' install_to "$prefix"
check 'DESTDIR' install_to /opt/turnout "$work/dest"
same_tree() { diff -r "$prefix" "$work/dest/opt/turnout"; }
check 'DESTDIR has the same files: no path is written into them' same_tree
no_path() { ! grep -rlI "$work" "$prefix"; }
check 'no path of the build in the installed files' no_path
moved() { mv "$work/dest/opt/turnout" "$work/moved" && (cd / && "$work/moved/bin/turnout" check "$work/moved/share/turnout/tables/gemma4.ini"); }
check 'an installed copy can be moved' moved
targets() {
    cd "$work/moved" && bin/turnout help targets >"$work/targets" && [ "$(grep -cE '^  (c|dot|json|probe|python|sglang) ' "$work/targets")" = 6 ] &&
        bin/turnout compile --target sglang -o made share/turnout/tables/sglang-attention.ini && python3 -B made/sglang_attention_vectors.py &&
        [ -e made/sglang_attention_shim.py ] && rm -r made
}
targets_there() { (targets); }
check 'an installed copy has every target' targets_there
gone() {
    touch "$work/moved/share/man/man1/other.1"
    make -s uninstall PREFIX="$work/moved" && [ "$(cd "$work/moved" && find . -type f)" = ./share/man/man1/other.1 ]
}
check 'make uninstall takes what it brought, and no more' gone
again() { install_to "$prefix" && [ ! -e "$prefix/share/turnout/templates/c/stale.in" ]; }
touch "$prefix/share/turnout/templates/c/stale.in"
check 'a template that is no more goes' again

# From here on turnout is counted: a line in $work/ran for each compilation.
mv "$prefix/bin/turnout" "$prefix/bin/turnout-counted"
cat >"$prefix/bin/turnout" <<END
#!/bin/sh
[ "\$1" != compile ] || echo compile >>'$work/ran'
exec "\$(dirname "\$0")/turnout-counted" "\$@"
END
chmod +x "$prefix/bin/turnout"
export PATH="$prefix/bin:$PATH" PKG_CONFIG_PATH="$prefix/share/pkgconfig" CMAKE_PREFIX_PATH="$prefix"

# ---- man page, completion, pkg-config ----
man=$prefix/share/man/man1/turnout.1
every_option() { # each option of the program has its place in the man page
    local option
    while read -r option; do
        grep -qF -- "\\fB\\-\\-${option//-/\\-}\\fR" "$man" || { echo "$option" && return 1; }
    done < <(sed -n 's/^OPTION([A-Z_]*, [^,]*, "\([^"]*\)".*/\1/p' gen/options.def)
}
check 'the man page has every option' every_option
every_finding() {
    local flag
    while read -r flag; do
        grep -qF -- "\\fB\\-W${flag//-/\\-}\\fR" "$man" || { echo "$flag" && return 1; }
    done < <(sed -n 's/^FINDING([A-Z_]*, "\([^"]*\)".*/\1/p' gen/findings.def)
}
check 'the man page has every finding' every_finding
if has groff; then
    typeset_clean() { groff -man -Tutf8 -ww -rLL=120n "$man" >"$work/page" 2>"$work/warn" && cat "$work/warn" && [ ! -s "$work/warn" ] && grep -q 'turnout compile' "$work/page"; }
    check 'the man page is clean roff' typeset_clean
else
    skip 'groff is not here'
fi
completes() { # LINE WORD: WORD is among what completes the last word of LINE
    local COMP_WORDS COMP_CWORD COMPREPLY
    # readline takes '=' for a word of its own
    read -ra COMP_WORDS <<<"${1//=/ = }"
    [[ $1 == *' ' ]] && COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _turnout
    printf '%s\n' "${COMPREPLY[@]}" | grep -qxF -- "$2" || { echo "'$1' gives: ${COMPREPLY[*]}" && return 1; }
}
# shellcheck disable=SC1091
check 'the completion is clean bash' bash -n "$prefix/share/bash-completion/completions/turnout"
. "$prefix/share/bash-completion/completions/turnout"
check 'completion: a command' completes 'turnout comp' compile
check 'completion: an option' completes 'turnout compile --dep' --depfile
check 'completion: a finding' completes 'turnout check -Wno-ga' -Wno-gap
check 'completion: a finding as an error' completes 'turnout check -Werror=ga' gap
check 'completion: an argument' completes 'turnout check --format sa' sarif
check 'completion: an argument behind =' completes 'turnout check --format=sa' sarif
check 'completion: a table' completes 'turnout check tables/gem' tables/gemma4.ini
check 'completion: a folder' completes 'turnout compile -o ta' tables
check 'completion: help' completes 'turnout help ex' explain
if has zsh; then
    zsh_functions=$prefix/share/zsh/site-functions
    check 'the completion is clean zsh' zsh -n "$zsh_functions/_turnout"
    zsh_completes() { zsh -f tests/install/complete.zsh "$zsh_functions" "$prefix/bin" "$1" "$2"; }
    check 'zsh: a command' zsh_completes 'turnout comp' 'turnout compile'
    check 'zsh: an option' zsh_completes 'turnout check --no-a' 'turnout check --no-allow'
    check 'zsh: a finding' zsh_completes 'turnout check -Werror=ga' 'turnout check -Werror=gap'
    check 'zsh: a table' zsh_completes 'turnout check tables/gem' 'turnout check tables/gemma4.ini'
else
    skip 'zsh is not here'
fi
if has fish; then
    fish_file=$prefix/share/fish/vendor_completions.d/turnout.fish
    fish_completes() { fish --no-config -c "source '$fish_file'; complete -C '$1'" | cut -f1 | grep -qxF -- "$2"; }
    check 'the completion is clean fish' fish --no-execute "$fish_file"
    check 'fish: a command' fish_completes 'turnout wh' which
    check 'fish: an option' fish_completes 'turnout compile --dep' --depfile
    check 'fish: a finding' fish_completes 'turnout check -Wno-ga' -Wno-gap
    check 'fish: an argument' fish_completes 'turnout check --format ' sarif
    check 'fish: a table' fish_completes 'turnout check tables/gem' tables/gemma4.ini
else
    skip 'fish is not here'
fi
helps() { # what a command's help lists is what it takes, and no more
    local command option taken
    while read -r command; do
        turnout help "$command" >"$work/help" || return 1
        while read -r option; do
            taken=yes
            turnout "$command" "--$option" x x x --none 2>&1 </dev/null | grep -qF "unknown option '$option" && taken=no
            grep -qE -- "--$option( |\$)" "$work/help" && [ $taken = yes ] && continue
            grep -qE -- "--$option( |\$)" "$work/help" || [ $taken = yes ] || continue
            echo "$command --$option: taken: $taken" && return 1
        done < <(sed -n 's/^OPTION([A-Z_]*, [^,]*, "\([^"]*\)".*/\1/p' gen/options.def | grep -vx 'help\|version')
    done < <(sed -n 's/^    {"\([a-z]*\)", .*/\1/p' gen/commands.c)
}
check 'help of each command lists the options that it takes' helps
refuses_form() { turnout help --nroff; [ $? -eq 2 ]; }
check 'help has no other form' refuses_form
if has pkg-config; then
    finds() { [ "$(realpath "$(pkg-config --variable=turnout turnout)")" = "$(realpath "$prefix/bin/turnout")" ] &&
        pkg-config --exists 'turnout >= 0.1'; }
    # pkg-config puts a backslash before the blank, which a shell would take away
    finds_blank() { [ "$(eval "realpath $(pkg-config --variable=turnout turnout)")" = "$prefix/bin/turnout" ]; }
    check 'pkg-config' bash -c "$(declare -f finds finds_blank); prefix='$prefix'; finds || finds_blank"
fi

# ---- the sample projects ----
ran() { [ -e "$work/ran" ] && wc -l <"$work/ran" || echo 0; }
# sample NAME: a fresh copy with its own installed vocabulary and templates
sample() {
    rm -rf "$work/$1" && cp -r "$here/${1%%-*}" "$work/$1" && mkdir -p "$work/$1/tables" &&
        cp "$here/app.c" "$work/$1/" && cp "$here/kernel.ini" "$work/$1/tables/"
    cp "$work/pristine"/nvidia.ini "$prefix/share/turnout/tables/"
    cp "$work/pristine"/header.h.in "$prefix/share/turnout/templates/c/"
}
mkdir "$work/pristine"
cp "$prefix/share/turnout/tables/nvidia.ini" "$prefix/share/turnout/templates/c/header.h.in" "$work/pristine/"
later() { sleep 0.05; } # two writes of one file are told apart
# step WHAT COMPILATIONS(-: any, +: at least one) REBUILT(yes|no) ANSWER: build, and look
step() {
    local what=$1 wanted=$2 rebuilt=$3 answer=$4 before after stamp got
    before=$(ran)
    stamp=$(stat -c %y "$app" 2>/dev/null)
    later
    if ! build >"$work/log" 2>&1; then fail "$name: $what: build" && return; fi
    after=$(($(ran) - before))
    case $wanted in
    +) [ $after -gt 0 ] || { echo 'the table was not compiled' >>"$work/log" && fail "$name: $what" && return; } ;;
    *) [ $after -eq "$wanted" ] || { echo "compiled $after times, $wanted expected" >>"$work/log" && fail "$name: $what" && return; } ;;
    esac
    got=$([ "$stamp" = "$(stat -c %y "$app")" ] && echo no || echo yes)
    [ "$got" = "$rebuilt" ] || { echo "app built again: $got, expected $rebuilt" >>"$work/log" && fail "$name: $what" && return; }
    got=$("$app" 90 1.2)
    if [ "$got" = "$answer" ]; then pass; else echo "answer '$got', expected '$answer'" >>"$work/log" && fail "$name: $what"; fi
}
# the story that every build system has to tell; once: how many compilations one change is
story() {
    local table=$work/$name/tables/kernel.ini once=$1
    step 'from nothing' "$once" yes 'fast fast'
    step 'nothing has changed' 0 no 'fast fast'
    echo '# a remark at the end' >>"$table"
    step 'a remark in the table' "$once" no 'fast fast'
    step 'nothing has changed since' 0 no 'fast fast'
    sed -i 's/^lib    = >=1.2$/lib    = >=1.3/' "$table"
    step 'another version' "$once" yes 'slow slow'
    echo '# a remark at the end' >>"$prefix/share/turnout/tables/nvidia.ini"
    step 'a remark in the vocabulary' "$once" no 'slow slow'
    sed -i 's|belongs to you|is yours|' "$prefix/share/turnout/templates/c/header.h.in"
    step 'a template' "$once" yes 'slow slow'
    step 'nothing has changed at all' 0 no 'slow slow'
    sed -i 's/^path   = slow$/path   = slwo/' "$table"
    later
    if build >"$work/log" 2>&1 || ! grep -q "kernel.ini:[0-9]*:[0-9]*: error: .*slwo.*did you mean 'slow'" "$work/log"; then
        fail "$name: a table with a fault stops the build"
    else
        pass
    fi
    sed -i 's/^path   = slwo$/path   = slow/' "$table"
    step 'mended' "$once" no 'slow slow'
    step 'nothing has changed after that' 0 no 'slow slow'
}
if has pkg-config; then
    name=make app=$work/make/app
    sample make
    build() { make -C "$work/make" TURNOUT=turnout; }
    story 1
else
    skip 'pkg-config is not here'
fi
for generator in Ninja 'Unix Makefiles'; do
    if ! has cmake || { [ "$generator" = Ninja ] && ! has ninja; }; then
        skip "CMake with $generator: not here"
        continue
    fi
    name=cmake-${generator%% *} app=$work/cmake-${generator%% *}/out/app
    sample "$name"
    check "$name: configure" cmake -S "$work/$name" -B "$work/$name/out" -G "$generator"
    build() { cmake --build "$work/$name/out"; }
    story 2
    says() { [ "$("$work/$name/out/start")" = slow ] && [ "$("$work/$name/out/again" 75 2.0)" = 'slow slow' ]; }
    check "$name: the other targets" says
    sed -i 's/^\[table kernel\]/[table renamed]/' "$work/$name/tables/kernel.ini"
    sed -i 's/kernel\.h/renamed.h/; s/KERNEL_/RENAMED_/g; s/kernel_/renamed_/g' "$work/$name/app.c"
    sed -i 's/kernel_/renamed_/g; s/KERNEL_/RENAMED_/g' "$work/$name/start.cc"
    later
    check "$name: another name of the table" build
    old_release() { echo 'cmake_minimum_required(VERSION 3.20)
project(x NONE)
find_package(Turnout 99)' >"$work/$name/CMakeLists.txt" && cmake -S "$work/$name" -B "$work/$name/out2" -G "$generator" 2>&1 | grep -q 'compatible with'; }
    check "$name: a release that is not there" old_release
done
if has meson && has ninja; then
    name=meson app=$work/meson/out/app
    sample meson
    check 'meson: configure' meson setup "$work/meson/out" "$work/meson"
    build() { ninja -C "$work/meson/out"; }
    story 1
else
    skip 'meson is not here'
fi

# ---- one compilation is an action that a build cache may keep ----
cd "$work" || exit 1
mkdir -p "$work/a/tables" "$work/b/deep er/tables"
cp "$here/kernel.ini" "$work/a/tables/" && cp "$here/kernel.ini" "$work/b/deep er/tables/"
anywhere() {
    (cd "$work/a" && turnout compile -o out tables/kernel.ini) &&
        (cd "$work/b/deep er" && env -i TZ=Asia/Kathmandu LANG=tr_TR.UTF-8 LC_ALL=C.UTF-8 HOME=/nowhere \
            "$prefix/bin/turnout-counted" compile -o out tables/kernel.ini) && diff -r "$work/a/out" "$work/b/deep er/out"
}
check 'the same bytes from any folder and environment' anywhere
if has strace; then
    declared() { # what is opened below the prefix and the table's folder is what the depfile names
        strace -f -e trace=open,openat -o "$work/trace" "$prefix/bin/turnout-counted" compile -o "$work/t" -MD "$work/t.d" \
            "$work/a/tables/kernel.ini" || return 1
        grep -oE '"[^"]+", O_RDONLY[^=]*\) = [0-9]+' "$work/trace" | cut -d'"' -f2 | grep -vE '^/(etc|lib|usr/lib|proc|sys)/' |
            xargs -d '\n' -n 1 realpath | sort -u >"$work/opened"
        sed -n '1s/^[^:]*: //p' "$work/t.d" | sed 's/\\ /\x01/g' | tr ' ' '\n' | tr '\001' ' ' |
            xargs -d '\n' -n 1 realpath | sort -u >"$work/named"
        diff "$work/opened" "$work/named"
    }
    check 'reads exactly the files that its depfile names' declared
    network() { ! strace -f -e trace=network "$prefix/bin/turnout-counted" compile -o "$work/t2" "$work/a/tables/kernel.ini" 2>&1 | grep -E 'socket|connect'; }
    check 'opens no socket' network
    runs_nothing() { [ "$(strace -f -e trace=execve,fork,vfork,clone,clone3 "$prefix/bin/turnout-counted" compile -o "$work/t3" "$work/a/tables/kernel.ini" 2>&1 | grep -cE '^(\[pid.*)?(execve|fork|vfork|clone)')" -eq 1 ]; }
    check 'runs no other program' runs_nothing
else
    skip 'strace is not here'
fi
if unshare -nm true 2>/dev/null && unshare -nm mount -o remount,bind,ro / 2>/dev/null; then
    mkdir -p "$work/only"
    sealed() { # everything but one folder is read-only, and there is no network
        unshare -nm bash -c 'mount -t tmpfs none "$1/only" && mount -o remount,bind,ro / && ! touch "$1/x" 2>/dev/null &&
            "$2/bin/turnout-counted" compile -o "$1/only" -MD "$1/only/d" "$1/a/tables/kernel.ini" && diff "$1/only/kernel.h" "$1/a/out/kernel.h"' \
            - "$work" "$prefix"
    }
    check 'on a read-only file system, without a network' sealed
else
    skip 'unshare is not allowed here'
fi

# ---- hooks ----
if has git; then
    mkdir "$work/repo" && cd "$work/repo" || exit 1
    git init -q . && git config user.name test && git config user.email test@localhost
    mkdir tables && cp "$here/kernel.ini" tables/ && turnout fmt tables/kernel.ini >/dev/null
    ln -s "$prefix/share/turnout/pre-commit" .git/hooks/pre-commit
    commit() { git add -A && git commit -q -m "$1"; }
    refused() { # WHAT ERE
        if commit "$1" >"$work/log" 2>&1 || ! grep -qE "$2" "$work/log"; then fail "hook: $1"; else pass; fi
        git reset -q --hard
    }
    check 'hook: a table that is fine' commit fine
    sed -i 's/^path *= slow$/path = slwo/' tables/kernel.ini
    refused 'a fault' "tables/kernel.ini:[0-9]+:.*slwo"
    sed -i 's/^path *= slow$/path = slow   /' tables/kernel.ini
    sed -i 's/^about */about=/' tables/kernel.ini
    refused 'another layout' 'turnout fmt FILE'
    sed -i 's/^path *= slow$/path = slwo/' tables/kernel.ini && echo x >other && git add other
    staged_only() { git commit -q -m 'another file'; }
    check 'hook: what is not staged does not count' staged_only
    git checkout -q -- tables && printf '[section]\nkey = 1\n' >other.ini
    check "hook: another program's file" commit other
    entries() { # each hook of .pre-commit-hooks.yaml takes files as pre-commit would give them
        local entry
        grep -c '^- id:' "$here/../../.pre-commit-hooks.yaml" | grep -qx 2 || return 1
        while read -r entry; do
            $entry tables/kernel.ini || return 1
        done < <(sed -n 's/^  entry: //p' "$here/../../.pre-commit-hooks.yaml")
    }
    check 'pre-commit: entries' entries
else
    skip 'git is not here'
fi

[ "$skipped" -gt 0 ] && skips=", $skipped skipped"
echo "$passed passed, $failed failed${skips:-}"
[ "$failed" -eq 0 ]
