#!/bin/sh
# git-diff.sh [PATTERN...]: in this repository, `git diff` shows the cells of a table that changed, and `git log -p` the
# lines of cells.  PATTERN says which files are tables (default: *.ini); anything else among them is shown as a patch.
#   git diff --no-ext-diff, git log -p --no-textconv    the plain patch
#   git log -p --ext-diff                               the cells instead of lines of cells
# Both look for the files that a table uses beside it and beside the program; FOLDERS='tables more' names others.
set -e
options=
for folder in ${FOLDERS:-}; do
    options="$options -I $folder"
done
git config diff.turnout.command "turnout diff --git$options"
git config diff.turnout.textconv "turnout diff --cells$options"
git config diff.turnout.cachetextconv false
attributes=$(git rev-parse --git-dir)/info/attributes
mkdir -p "${attributes%/*}"
for pattern in "${@:-*.ini}"; do
    grep -qxF "$pattern diff=turnout" "$attributes" 2>/dev/null || echo "$pattern diff=turnout" >>"$attributes"
done
echo "git diff and git log -p show cells now; to share it, put '*.ini diff=turnout' into .gitattributes"
