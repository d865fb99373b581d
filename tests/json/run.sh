#!/usr/bin/env bash
# The JSON target: valid by the schema that comes with it, and enough to answer: evaluate.py, which knows nothing of the
# compiler, gives the answer, the rule and the outcome of a user's choice of every test vector from the JSON alone.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout} src=tests/json out=out/json
passed=0 failed=0
mkdir -p $out
check() { local what=$1; shift; if "$@" >$out/log 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "json: FAILED: $what"; tail -n 12 $out/log | cut -c1-400 | sed 's/^/    /'; fi; }
refuse() { local what=$1; shift; if "$@" >$out/log 2>&1; then
    failed=$((failed + 1)); echo "json: FAILED: $what"; else passed=$((passed + 1)); fi; }
finish() {
    echo "$passed passed, $failed failed${1:-}"
    exit $((failed > 0))
}

# ---- the tables of this repository, every type and construct, hard words; and without diagrams
rm -rf $out/made $out/lines $out/again
tables=(tables/gemma4.ini tables/llamacpp.ini tables/sglang-attention.ini tests/header/{sink,chain,plain,early}.ini
    tests/constructs/*.ini tests/python/hard.ini)
for table in "${tables[@]}"; do
    check "compile $table" $turnout compile -I tables --target json -o $out/made "$table"
done
(cd tests && ../$turnout compile --target json -o ../$out/again ../tables/gemma4.ini) >/dev/null 2>&1
check 'the same from anywhere' cmp $out/made/gemma4.json $out/again/gemma4.json
check 'compile without diagrams' $turnout compile -I tables --max-nodes 3 --target json -o $out/lines tests/header/{sink,chain}.ini tables/gemma4.ini
check 'lines' grep -q '"lines"' $out/lines/gemma4.json

# ---- a validator, and versions to compare with, from PyPI
python=$out/venv/bin/python
if ! "$python" -c 'import jsonschema; from packaging import __version__ as v; assert v == "26.4"' 2>/dev/null; then
    { python3 -m venv $out/venv && $out/venv/bin/pip install --quiet --disable-pip-version-check jsonschema==4.23.0 packaging==26.4; } \
        >$out/venv.log 2>&1 || { echo "skipped: jsonschema and packaging cannot be installed (python3-venv, PyPI)"; finish ", 1 skipped"; }
fi
evaluate() { # FOLDER NAME
    "$python" -B $src/evaluate.py $out/made/turnout.schema.json "$1/$2.json" "$1/$2_vectors.json"
}
for vectors in $out/made/*_vectors.json $out/lines/*_vectors.json; do
    name=$(basename "$vectors" _vectors.json)
    check "$name: answers of the JSON" evaluate "$(dirname "$vectors")" "$name"
done

# ---- it sees a wrong answer, a wrong diagram, and what the schema does not allow
mkdir -p $out/wrong
cp $out/made/gemma4.json $out/wrong/
sed '0,/"value": "triton", "rule"/s//"value": "trtllm_mha", "rule"/' $out/made/gemma4_vectors.json >$out/wrong/gemma4_vectors.json
refuse 'a wrong answer passes' evaluate $out/wrong gemma4
cp $out/made/gemma4_vectors.json $out/wrong/
sed '0,/"value": "triton", "rule"/s//"value": "trtllm_mha", "rule"/' $out/made/gemma4.json >$out/wrong/gemma4.json
refuse 'a wrong terminal passes' evaluate $out/wrong gemma4
for edit in 's/"turnout": 1,/"turnout": 2,/' '0,/"type": "name"/s//"type": "names"/' 's/"override": "no"/"overrides": "no"/' \
    '0,/"root": [0-9]*/s//"root": -1/' 's/"refuses": true/"refuses": 1/'; do
    sed "$edit" $out/made/gemma4.json >$out/wrong/gemma4.json
    check "the edit '$edit' changes it" bash -c "! cmp -s $out/made/gemma4.json $out/wrong/gemma4.json"
    refuse "the schema takes '$edit'" evaluate $out/wrong gemma4
done

# ---- random tables of every construct, findings apart
make -s out/obj/libturnout.a
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Itests/property -O1 -o $out/random tests/constructs/random.c \
    tests/property/generate.c tests/property/gen_constructs.c out/obj/libturnout.a -linih -lm || exit 1
none="-Wno-gap -Wno-incapable -Wno-forbidden -Wno-exhausted -Wno-broken-pin -Wno-copied"
for ((seed = 40, n = 0; n < ${RANDOM_TABLES:-6} && seed < 2000; seed += 2)); do
    rm -rf $out/random$seed
    $out/random $seed >$out/t.ini
    $turnout compile $none --target json -o $out/random$seed $out/t.ini >/dev/null 2>&1 && [ -e $out/random$seed/t_vectors.json ] || continue
    n=$((n + 1))
    check "random $seed: answers of the JSON" evaluate $out/random$seed t
done
finish
