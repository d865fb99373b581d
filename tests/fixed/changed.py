"""changed.py TURNOUT NAME [FOLDER]: is NAME-fixed.ini the proposal that it says it is?

Every cell that it answers otherwise than NAME.ini selected a value that could not run; none does after; and what can run
has not changed.  Asked of `turnout diff`, which is exact:
  cells    the values that are taken (--first): the old one must be incapable; of an output that is a copy (`runs`), that
           or an error
  choices  every value as a choice of the user (`override = check`): no difference, or a clause is not what it was
Large tables are asked for each `api` on its own, and without outputs that are copies: their rules are the same.  The boxes
of a change may be too many to be listed.  Then, and for the order of `ranked` lists, the sections speak: one that
`replaces` may only lose `filter = no` (needs) or gain `exhausted = next` (rule), and what is added may only be an error
that comes last; so a list keeps its order, loses what cannot run, and a value that can run stays.
Prints what is wrong, a line each; else the cells changed, and of the boxes listed how many end without a kernel.
"""
import json
import pathlib
import re
import subprocess
import sys

turnout, name = sys.argv[1], sys.argv[2]
tables = pathlib.Path(sys.argv[3] if len(sys.argv) > 3 else "tables")
LARGE = {"flashinfer-prefill", "flashinfer-decode"}
work = pathlib.Path("out/scratch/fixed/asked")
work.mkdir(parents=True, exist_ok=True)
wrong = []


def settle():
    if wrong:
        print("\n".join(wrong[:5]))
        sys.exit(1)


def sections(text):
    """{head: its keys}, in order; comments do not count."""
    found = {}
    for part in re.split(r"^(?=\[)", re.sub(r"^#.*\n", "", text, flags=re.M), flags=re.M):
        if part.startswith("["):
            head, *lines = re.sub(r"\n[ \t]+", " ", part).split("\n")
            found[head] = [re.sub(r" *= *", " = ", line, count=1) for line in lines if line.strip()]
    return found


def text_of(parts):
    return "".join("\n".join([head, *lines]) + "\n\n" for head, lines in parts.items())


faithful, fixed = (sections((tables / f"{each}.ini").read_text()) for each in (name, name + "-fixed"))
stacked = any("replaces = yes" in lines for lines in fixed.values())
known = {head.strip("[]").split()[1]: [line[5:] for line in lines if line.startswith("as = ")]
         for head, lines in faithful.items() if head.startswith("[output ")}


def sets(lines, what):
    return any(line.startswith(f"{what} = ") for line in lines)


rules = [lines for head, lines in faithful.items() if head.startswith("[rule ")]
following = {output for output in known for other, names in known.items() if other != output and names
             and any(sets(rule, output) and f"{output} = <{names[0]}>" in rule for rule in rules)}
aside = following if name in LARGE else set()

# ---- the sections of a table that stands on the faithful one

shape = []
tiers = [line[8:].split(", ") for line in fixed[f"[table {name}-fixed]"] if line.startswith("tiers = ")]
for head, lines in fixed.items() if stacked else []:
    kind, told = head[1:].split()[0], []
    if "replaces = yes" in lines:
        before, after = set(faithful.get(head, [])), set(lines) - {"replaces = yes"}
        if kind == "needs" and before - after != {"filter = no"} or after - before - {"exhausted = next"}:
            told.append("is not what it replaces but for `filter = no`")
        if kind == "rule" and before - after or kind not in ("needs", "rule"):
            told.append("is not what it replaces but for `exhausted = next`")
    elif kind == "rule":
        last = [tier for tier in tiers[0][-1:] if f"tier = {tier}" in lines] if tiers else ["at the end"]
        if not last or any(sets(lines, output) and not re.search(rf"^{output} = ERROR", "\n".join(lines), flags=re.M)
                           for output in known):
            told.append("is new, and no error that comes last")
    elif kind not in ("table", "allow"):
        told.append("is new, and no rule")
    shape += [f"{head} {words}" for words in told]

# ---- the cells


def asked(parts, edit):
    return {head: edit(head, lines) for head, lines in parts.items()
            if not any(head.startswith((f"[output {output}]", f"[needs {output}:"))
                       or head.startswith("[rule ") and sets(lines, output) for output in aside)}


def diff(edit, api):
    for each, parts in ((name, faithful), (name + "-fixed", fixed)):
        text = text_of(asked(parts, edit))
        if api and parts is faithful:
            text += f"[never asked-apart]\napi = !{api}\n"
        (work / f"{each}.ini").write_text(text)
    run = subprocess.run([turnout, "diff", "-I", "tables", "--format", "json", "--findings", "no", "--first", "--max-boxes",
                          "500" if stacked else "1000000", str(work / f"{name}.ini"), str(work / f"{name}-fixed.ini")],
                         capture_output=True, text=True)
    if run.returncode not in (0, 1) or not run.stdout:
        sys.exit(f"{name}: {run.stderr or run.stdout}")
    return json.loads(run.stdout)["outputs"]


def as_it_is(_, lines):
    return lines


def choosable(head, lines):
    """Every output without an order, its values as choices of a user."""
    if not head.startswith("[output "):
        return lines
    return [line for line in lines if not line.startswith(("override = ", "ranked = "))] + ["override = check"]


apis = [line[9:].split(", ") for line in faithful.get("[input api]", []) if line.startswith("values = ")] if aside else []
cells = boxes = errors = 0
for api in apis[0] if apis else [None]:
    for part in diff(as_it_is, api):
        if part["view"] != "cells":
            continue
        if part["at_least"] or part["added"] or part["removed"] or part["hidden"] and not stacked:
            wrong.append(f"{part['output']}: not compared whole")
        for change in part["changes"]:
            before, after = change["old"]["outcome"], change["new"]["outcome"]
            if before != "incapable" and not (before == "error" and part["output"] in following):
                wrong.append(f"{part['output']}: {change['where']}: {change['cells']} cells were {before} "
                             f"{change['old'].get('value', '')}")
            if after not in ("value", "error", "none"):
                wrong.append(f"{part['output']}: {change['where']}: {change['cells']} cells are {after}")
            errors += after != "value" and part["output"] not in following
        if part["output"] not in following:
            cells += part["cells"]
            boxes += len(part["changes"])
settle()

for api in apis[0] if apis else [None]:
    for part in diff(choosable, api):
        if part["view"] == "choice" and part["cells"]:
            wrong.append(f"{part['output']}: {part['choice']} as a choice: {part['changes'][0]['where']}: {part['cells']} "
                         "cells can run where they could not, or the reverse")
settle()

check = subprocess.run([turnout, "check", "-I", "tables", "--no-allow", "--notes", str(tables / f"{name}-fixed.ini")],
                       capture_output=True, text=True)
wrong += [line for line in (check.stdout + check.stderr).splitlines() if "error: " in line or "[-Wincapable]" in line]
wrong += shape
if not cells:
    wrong.append("nothing has changed")
settle()
print(f"{name}-fixed.ini: {cells:.16g} cells changed; {errors} of {boxes} boxes to no kernel")
