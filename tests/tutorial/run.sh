#!/usr/bin/env bash
# The tutorial (templates/tutorial): every command is run, and every output shown is the real one; `make docs` copies it.
# BLESS=1 rewrites the outputs: read the difference before committing it.
set -u
cd "$(dirname "$0")/../.." || exit 1
command -v python3 >/dev/null || { echo 'skipped: no python3' && echo '0 passed, 0 failed, 1 skipped' && exit 0; }
mkdir -p out/scratch
python3 tests/tutorial/run.py templates/tutorial/*.md >out/scratch/tutorial.log 2>&1
status=$?
cat out/scratch/tutorial.log
bad=0
for page in templates/tutorial/*.md; do
    grep -q "$(basename "$page")" README.md templates/tutorial/README.md || { echo "FAILED: nothing leads to $page" && bad=1; }
done
[ $status -eq 0 ] && [ $bad -eq 0 ]
