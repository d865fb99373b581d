"""compare.py TURNOUT TABLE SAID MODELS: what `turnout which` reads against SAID (models.py).

A value that is not in a model's files is the table's default for `no`; a number that is not there is not compared, and
counted.  SGLang asks for the widths of K and V of models without MLA only, so the others are left out there.  The last
line counts.
"""
import json
import pathlib
import subprocess
import sys

turnout, table, said, models = sys.argv[1:5]
passed = failed = silent = 0
for arch, want in json.load(open(said))["said"].items():
    done = subprocess.run([turnout, "which", "--format=json", "--all", table, str(pathlib.Path(models) / arch)], capture_output=True, text=True)
    if not done.stdout:
        print(f"FAILED: {arch}: {done.stderr[:200]}")
        failed += 1
        continue
    read = {e["input"]: e["value"] for e in json.loads(done.stdout)["read"]}
    for name, value in want.items():
        if name == "asymmetric" and want["mla"] == "yes":
            continue
        got = read.get(name, "no" if value in ("yes", "no") else None)
        if got is None:
            silent += 1
            continue
        passed, failed = passed + (got == value), failed + (got != value)
        if got != value:
            print(f"FAILED: {arch}: {name}: read {got}, SGLang has {value}")
print(f"{silent} numbers are not in the files")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
