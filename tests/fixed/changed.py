"""changed.py TURNOUT NAME [FOLDER]: is NAME-fixed.ini the proposal that it says it is?

Every cell that it answers otherwise than NAME.ini selected a value that could not run; none does after; and what can run
has not changed.  Asked of `turnout diff`, which is exact, in three ways:
  cells    the values that are taken (--first): the old one must be incapable.  An output that follows another one (`as`)
           may have said the error that came of it, in a cell in which the other one changed
  choices  every value as a choice of the user (`override = check`): no difference, or a clause is not what it was
  orders   of a `ranked` output: what is left stands in the order in which it stood.  Not asked where only clauses have
           been replaced: the lists are the same, and lose what the clauses take out
Prints what is wrong, a line each; else the cells changed, those of them that are an error now, and the boxes.
"""
import csv
import io
import json
import pathlib
import re
import subprocess
import sys

turnout, name = sys.argv[1], sys.argv[2]
tables = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "tables")
work = pathlib.Path("out/scratch/fixed/choices")
work.mkdir(parents=True, exist_ok=True)
wrong = []
faithful, fixed = ((tables / f"{each}.ini").read_text() for each in (name, name + "-fixed"))


def sections(text):
    return [section for section in re.split(r"^(?=\[)", text, flags=re.M) if section.startswith("[")]


def keys(section):
    return set(re.findall(r"^(\w+) *=", section, flags=re.M))


def diff(folder, *options):
    run = subprocess.run([turnout, "diff", "-I", "tables", "--format", "json", "--findings", "no", "--max-boxes", "1000000",
                          *options, str(folder / f"{name}.ini"), str(folder / f"{name}-fixed.ini")],
                         capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        sys.exit(f"{name}: {run.stderr or run.stdout}")
    return json.loads(run.stdout)["outputs"]


def whole(part):
    return not (part["at_least"] or part["hidden"] or part["added"] or part["removed"])


# outputs that read another one, under its `as`
known = {}
for section in sections(faithful):
    if match := re.match(r"\[output (\S+)\]", section):
        known[match[1]] = (re.findall(r"^as *= (\S+)", section, flags=re.M) or [None])[0]
rules = [keys(section) for section in sections(faithful) if section.startswith("[rule")]
follows = {output: [other for other, known_as in known.items()
                    if known_as and other != output and any({output, known_as} <= rule for rule in rules)]
           for output in known}


def answer(table, witness, output):
    """What `eval` says of that output in one cell; what the witness does not name is left to the defaults."""
    given = dict(word.split("=", 1) for word in witness.split(" ") if word.split("=")[0] not in known.values())
    run = subprocess.run([turnout, "eval", "-I", "tables", str(tables / f"{table}.ini"), "-"], capture_output=True,
                         text=True, input=",".join(given) + "\n" + ",".join(given.values()) + "\n")
    rows = list(csv.DictReader(io.StringIO(run.stdout)))
    return rows[0][output] if rows else sys.exit(f"{table}: {witness}: {run.stderr}")


def settle():
    if wrong:
        print("\n".join(wrong[:5]))
        sys.exit(1)


cells = errors = boxes = 0
for part in diff(tables, "--first"):
    if part["view"] != "cells":
        continue
    output = part["output"]
    if not whole(part):
        wrong.append(f"{output}: not compared whole")
    for change in part["changes"]:
        before, after = change["old"]["outcome"], change["new"]["outcome"]
        good = before == "incapable"
        if before == "error" and follows[output]:
            good = any(answer(name, change["witness"], other) != answer(f"{name}-fixed", change["witness"], other)
                       for other in follows[output])
        if not good:
            wrong.append(f"{output}: {change['where']}: {change['cells']} cells were {before} "
                         f"{change['old'].get('value', '')}")
        if after not in ("value", "error", "none"):
            wrong.append(f"{output}: {change['where']}: {change['cells']} cells are {after}")
        if not follows[output] and after != "value":
            errors += change["cells"] - change["also_above"]
    if not follows[output]:
        cells += part["cells"]
        boxes += len(part["changes"])
settle()


def choosable(text):
    """Every output without an order, its values as choices of a user; and not more."""
    text = re.sub(r"^(override|ranked) *= .*\n", "", text, flags=re.M)
    return "".join(re.sub(r"^(values *=)", r"override = check\n\1", part, flags=re.M) if part.startswith("[output") else part
                   for part in re.split(r"^(?=\[)", text, flags=re.M))


for each, text in ((name, faithful), (name + "-fixed", fixed)):
    (work / f"{each}.ini").write_text(choosable(text))
for part in diff(work, "--first"):
    if part["view"] == "choice" and part["cells"]:
        wrong.append(f"{part['output']}: {part['choice']} as a choice: {part['changes'][0]['where']}: {part['cells']} cells "
                     "can run where they could not, or the reverse")
settle()

mended = {section.split(maxsplit=1)[0] for section in sections(fixed)}
ordered = re.search(r"^ranked", faithful, flags=re.M) and not mended <= {"[table", "[needs"}
for part in diff(tables) if ordered else []:
    if part["view"] != "cells" or follows[part["output"]]:
        continue
    if not whole(part):
        wrong.append(f"{part['output']}: the orders are not compared whole")
    for change in part["changes"]:
        before = change["old"].get("value", "").split(" > ")
        after = change["new"].get("value", "").split(" > ") if change["new"]["outcome"] == "value" else []
        left = iter(before)
        if not all(value in left for value in after):
            wrong.append(f"{part['output']}: {change['where']}: {' > '.join(before)} became {' > '.join(after)}")

check = subprocess.run([turnout, "check", "-I", "tables", "--no-allow", "--notes", str(tables / f"{name}-fixed.ini")],
                       capture_output=True, text=True)
wrong += [line for line in (check.stdout + check.stderr).splitlines() if "error: " in line or "[-Wincapable]" in line]

settle()
print(f"{name}-fixed.ini: {cells} cells changed, {errors} of them to no kernel; {boxes} boxes")
