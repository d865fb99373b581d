#!/usr/bin/env bash
# `turnout which` on configurations that the published transformers package creates, without a network but for the
# package itself: at least 20 architectures of the tables, see models.py.  Part of `make slow`.
set -u
cd "$(dirname "$0")/../.." || exit 1
version=5.24.0 # of which answers.txt was made
work=out/which-transformers
mkdir -p "$work"
if [ ! -x "$work/venv/bin/python" ] || [ "$(cat "$work/version" 2>/dev/null)" != "$version" ]; then
    python3 -m venv "$work/venv" && "$work/venv/bin/pip" install -q --disable-pip-version-check "transformers==$version" >"$work/pip.log" 2>&1 &&
        echo $version >"$work/version"
fi
if [ "$(cat "$work/version" 2>/dev/null)" != "$version" ]; then
    echo "skipped: transformers $version cannot be installed: $(tail -n 1 "$work/pip.log")"
    echo '0 passed, 0 failed, 1 skipped'
    exit 0
fi
rm -rf "$work/models"
"$work/venv/bin/python" tests/which-transformers/models.py "${TURNOUT:-out/bin/turnout}" tables "$work/models" tests/which-transformers/answers.txt 2>"$work/err"
status=$?
[ $status -eq 0 ] || tail -n 5 "$work/err"
exit $status
