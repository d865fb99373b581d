"""compare.py TURNOUT TABLES SAID MODELS: what `turnout which` reads against SAID (models.py).

A value that is not in a model's files is the table's default for `no`; a number that is not there is not compared, and
counted.  SGLang asks for the widths of K and V of models without MLA only, so the others are left out there.  The last
line counts.
"""
import json
import pathlib
import subprocess
import sys

turnout, tables, said, models = sys.argv[1:5]
passed = failed = silent = 0


def read_by(table, model):
    done = subprocess.run([turnout, "which", "--format=json", "--all", f"{tables}/{table}.ini", str(pathlib.Path(models) / model)], capture_output=True, text=True)
    if not done.stdout:
        print(f"FAILED: {model}: {done.stderr[:200]}")
        return {}
    return {e["input"]: e["value"] for e in json.loads(done.stdout)["read"]}


document = json.load(open(said))
for model, want in document["quantized"].items():
    got = read_by("gemma4", model).get("quantization")
    passed, failed = passed + (got == want["quantization"]), failed + (got != want["quantization"])
    if got != want["quantization"]:
        print(f"FAILED: {model}: quantization: read {got}, SGLang has {want['quantization']}")
for arch, want in document["said"].items():
    read = read_by("sglang-attention", arch)
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
