#!/usr/bin/env bash
# The Python target: one typed module per table that needs nothing but Python, the vectors of the header under pytest and
# without it, mypy --strict, versions as packaging has them, names and text that Python reads otherwise, random tables.
set -u
cd "$(dirname "$0")/../.."
turnout=${TURNOUT:-out/bin/turnout} src=tests/python out=out/python
passed=0 failed=0 skipped=0
mkdir -p $out
check() { local what=$1; shift; if "$@" >$out/log 2>&1; then passed=$((passed + 1)); else
    failed=$((failed + 1)); echo "python: FAILED: $what"; tail -n 12 $out/log | cut -c1-400 | sed 's/^/    /'; fi; }
refuse() { local what=$1; shift; if "$@" >$out/log 2>&1; then
    failed=$((failed + 1)); echo "python: FAILED: $what"; else passed=$((passed + 1)); fi; }

# ---- mypy, pytest and packaging, from PyPI; without them the rest still runs
python=$out/venv/bin/python
tools=1
if ! "$python" -c 'import mypy, pytest; from packaging import __version__ as v; assert v == "26.4"' 2>/dev/null; then
    { python3 -m venv $out/venv &&
        $out/venv/bin/pip install --quiet --disable-pip-version-check mypy==1.18.2 pytest==8.4.2 packaging==26.4; } \
        >$out/venv.log 2>&1 || { tools=0; skipped=$((skipped + 1)); echo "skipped: mypy, pytest and packaging cannot be installed (python3-venv, PyPI)"; }
fi

# ---- the modules: the tables of this repository, every type and construct, hard words
made=$out/made
rm -rf $made $out/again $out/rows $out/shim
tables=(tables/gemma4.ini tables/llamacpp.ini tables/llamacpp-fixed.ini tables/sglang-attention.ini tables/sglang-models.ini
    tests/header/{sink,chain,plain,early}.ini tests/constructs/*.ini $src/hard.ini)
for table in "${tables[@]}"; do
    check "compile $table" $turnout compile -I tables --target python -o $made "$table"
done
# the same bytes from another folder
(cd tests && ../$turnout compile --target python -o ../$out/again ../tables/gemma4.ini ../tables/sglang-attention.ini) >/dev/null 2>&1
for module in gemma4 sglang_attention; do
    check "$module is the same from anywhere" cmp $made/$module.py $out/again/$module.py
    check "$module's vectors are the same from anywhere" cmp $made/${module}_vectors.py $out/again/${module}_vectors.py
done
# where a diagram passes its limit: rows of bits
check 'compile without diagrams' $turnout compile -I tables --max-nodes 3 --target python -o $out/rows tests/header/{sink,chain}.ini \
    tables/gemma4.ini tests/constructs/flashinfer-ranked.ini
check 'rows of bits' grep -q '= _Bits(' $out/rows/gemma4.py

# ---- vectors: with nothing but Python itself
for vectors in $made/*_vectors.py $out/rows/*_vectors.py; do
    name=$(basename "$vectors" _vectors.py)
    check "$name: vectors pass" python3 -W error -B -s "$vectors"
done
sed '0,/"triton", "gemma4"/s//"trtllm_mha", "gemma4"/' $made/gemma4_vectors.py >$out/wrong_vectors.py
refuse 'a wrong answer passes' env PYTHONPATH=$made python3 -B $out/wrong_vectors.py
sed '0,/"triton", "gemma4"/s//"triton", "others"/' $made/gemma4_vectors.py >$out/wrong_vectors.py
refuse 'a wrong rule passes' env PYTHONPATH=$made python3 -B $out/wrong_vectors.py
sed '0,/"CHOSEN"/s//"REFUSED"/' $made/hard_words_vectors.py >$out/wrong_vectors.py
refuse 'a wrong choice passes' env PYTHONPATH=$made python3 -B $out/wrong_vectors.py
check 'as a server uses it' env PYTHONPATH=$made python3 -W error -B $src/use.py
check 'several devices' env PYTHONPATH=$made python3 -W error -B $src/devices.py
sed 's/if all(value in order for order in others)/if True/' $made/several_devices.py >$out/rows/several_devices.py
refuse 'the first device decides for all' env PYTHONPATH=$out/rows python3 -B $src/devices.py
rm $out/rows/several_devices.py
check 'compile the shim for SGLang' $turnout compile --target sglang -o $out/shim tables/gemma4.ini tables/sglang-attention.ini
check 'the shim fills what is unset, and says why' env PYTHONPATH=$out/shim python3 -W error -B $src/shim.py
check 'as Python 3.9 reads it, and only with its own library' python3 - $made/*.py <<'P'
import ast, sys
local = {"module"} | {path.rsplit("/", 1)[1][:-3] for path in sys.argv[1:]}
for path in sys.argv[1:]:
    for node in ast.walk(ast.parse(open(path, encoding="ascii").read(), path, feature_version=(3, 9))):
        names = [a.name for a in node.names] if isinstance(node, ast.Import) else [node.module] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            own = name in local and path.endswith("_vectors.py")
            assert own or name in ("__future__", "bisect", "dataclasses", "re", "typing"), f"{path} imports {name}"
P

# ---- types, pytest, packaging
if [ $tools = 1 ]; then
    strict="$python -m mypy --strict --python-version 3.9 --no-error-summary --cache-dir $out/mypy"
    check 'mypy --strict' env MYPYPATH=$made $strict $made/*.py $src/use.py $src/devices.py
    check 'mypy --strict, rows of bits' $strict $out/rows/gemma4.py
    check 'mypy --strict, the shim' $strict --ignore-missing-imports $out/shim/*_shim.py
    refuse 'mypy takes what is wrong' env MYPYPATH=$made $strict $src/misuse.py
    expected=$(grep -c '  # ' $src/misuse.py) found=$(grep -oE '^[^:]*misuse.py:[0-9]+: error' $out/log | sort -u | wc -l)
    check "every line of misuse.py is an error: $found of $expected" [ "$found" -eq "$expected" ]
    check 'pytest' $python -m pytest -q -p no:cacheprovider $made/gemma4_vectors.py $made/chain_vectors.py
    $python $src/versions.py table >$out/versions.ini
    check 'compile versions' $turnout compile --target python -o $out/versions $out/versions.ini
    check 'versions as packaging has them' $python -B $src/versions.py check $out/versions
    tail -n 1 $out/log
fi

# ---- random tables of every construct, findings apart
make -s out/obj/libturnout.a
gcc -std=c11 -D_POSIX_C_SOURCE=200809L -Igen -Itests/property -O1 -o $out/random tests/constructs/random.c \
    tests/property/generate.c tests/property/gen_constructs.c out/obj/libturnout.a -linih -lm || exit 1
none="-Wno-gap -Wno-incapable -Wno-forbidden -Wno-exhausted -Wno-broken-pin -Wno-copied"
for ((seed = 40, n = 0; n < ${RANDOM_TABLES:-6} && seed < 2000; seed += 2)); do
    dir=$out/random$seed
    rm -rf "$dir"
    $out/random $seed >$out/t.ini
    $turnout compile $none --target python -o "$dir" $out/t.ini >/dev/null 2>&1 && [ -e "$dir/t_vectors.py" ] || continue
    n=$((n + 1))
    check "random $seed: vectors pass" python3 -B "$dir/t_vectors.py"
done
echo "$passed passed, $failed failed$([ $skipped -gt 0 ] && echo ", $skipped skipped")"
[ "$failed" -eq 0 ]
