#!/usr/bin/env bash
# header.sh TABLE CSV FOLDER: compiles tables/TABLE.ini, and compares its header with every row (header.py).
set -eu
turnout=${TURNOUT:-out/bin/turnout}
"$turnout" compile -o "$3" "tables/$1.ini" >/dev/null
python3 "$(dirname "$0")/header.py" "tables/$1.ini" "$(head -n 1 "$2")" >"$3/$1-rows.c"
gcc -std=c11 -O1 -I"$3" -o "$3/$1-rows" "$3/$1-rows.c"
tail -n +2 "$2" | "$3/$1-rows"
