#!/usr/bin/env bash
# What tables/sglang-attention.ini and gemma4.ini read from a model's files, against SGLang's own ModelConfig, for every architecture
# that the published transformers package can configure: see models.py and compare.py.
set -u
cd "$(dirname "$0")/../../.." || exit 1
turnout=${TURNOUT:-out/bin/turnout}
version=${SGLANG:-0.5.23}
work=out/conformance/which
root=out/conformance/sglang/$version
. tests/conformance/start.sh
unpack "$root" sglang "$version"
python=$work/venv/bin/python # with transformers
needs='transformers==5.24.0 msgspec numpy packaging typing_extensions'
if [ "$(cat "$work/needs" 2>/dev/null)" != "$needs" ]; then
    # shellcheck disable=SC2086
    { python3 -m venv "$work/venv" && "$python" -m pip install --quiet --disable-pip-version-check $needs && echo "$needs" >"$work/needs"; } \
        >"$work/log" 2>&1 || { no "$needs" "$work/log"; finish; }
fi
rm -rf "$work/models"
if "$python" -W ignore tests/conformance/which/models.py "$root" "$work/models" >"$work/said.json" 2>"$work/log"; then
    python3 tests/conformance/which/compare.py "$turnout" tables "$work/said.json" "$work/models" >"$work/log" 2>&1
    grep -E '^FAILED|not in the files' "$work/log"
    last=$(tail -n 1 "$work/log")
    [[ $last =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed ]] && pass=${BASH_REMATCH[1]} fail=${BASH_REMATCH[2]} || no 'compare.py' "$work/log"
else
    no 'models.py' "$work/log"
fi
[ "$pass" -ge 1000 ] || { echo "FAILED: only $pass values were compared" && fail=$((fail + 1)); }
finish
