"""What a newer release answers otherwise than the table, and a draft of the rules that would bring the table up to it.

usage: drift.py TURNOUT TABLE VERSION SAMPLE OUT     (SAMPLE: CSV of answers as in compare.py; OUT: where the draft is written)

Prints the difference as boxes (boxes.py), then one rule for each: its conditions are the columns that tell the box from
the cells that answer otherwise, its outcomes are what the release answers.  OUT/TABLE is the table with these rules in front, and is
compared with the same cells again.  A draft knows only the cells that were asked, so it is to be read, not to be merged
unseen.  Exit 0: no drift; 1: drift, and the draft agrees; 2: drift, and the draft does not agree.
"""
import csv
import gzip
import io
import os
import re
import subprocess
import sys

import boxes

turnout, table, version, sample, out = sys.argv[1:6]


def read(path):
    with (gzip.open if path.endswith(".gz") else open)(path, "rt", newline="", encoding="utf-8") as stream:
        head, *rows = list(csv.reader(stream))
    outputs = [name for name in head if name.startswith("=")]
    first = head.index(outputs[0])
    last = first + len(outputs)
    return head[:first], [name[1:] for name in outputs], [row[:last] for row in rows]


def ask(path, inputs, rows):
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(inputs)
    writer.writerows(row[:len(inputs)] for row in rows)
    run = subprocess.run([turnout, "eval", path, "-"], input=text.getvalue(), text=True, capture_output=True, check=False)
    answers = list(csv.DictReader(io.StringIO(run.stdout)))
    if len(answers) != len(rows):  # exit 1 with all answers: a rule of the draft is incapable somewhere, as check will say
        sys.exit(run.stderr or f"eval: exit {run.returncode}")
    return answers


def differences(path):
    """The cells whose answer differs: the cell, and for each output that does (output, the package's, the table's)."""
    wrong, compared = [], 0
    for row, got in zip(rows, ask(path, inputs, rows), strict=True):
        if got[outputs[0]] == "NEVER":
            continue
        compared += 1
        changed = [(o, t, got[o]) for o, t in zip(outputs, row[len(inputs):]) if t not in ("-", got[o])]
        if changed:
            wrong.append((tuple(row[:len(inputs)]), tuple(changed)))
    return wrong, compared


def drafts(wrong):
    """A box for each group of cells that changed alike.  It may hold a cell that has that answer already, and no other."""
    groups = {}
    for cell, changed in wrong:
        groups.setdefault(changed, []).append(cell)
    for changed, cells in sorted(groups.items(), key=lambda group: (-len(group[1]), group[0])):
        now = {len(inputs) + outputs.index(o): new for o, new, _ in changed}
        others = {tuple(row[:len(inputs)]) for row in rows if any(row[i] not in ("-", new) for i, new in now.items())}
        values = [sorted({cell[i] for cell in cells}) for i in range(len(inputs))]
        rest = list(cells)
        while rest:
            box = boxes.grow_in_sample(rest[0], values, others)
            inside = {c for c in rest if all(b is None or v in b for v, b in zip(c, box))}
            rest = [c for c in rest if c not in inside]
            yield changed, box, len(inside)


def rule(number, changed, box, cells):
    key = next((name for name, kind in kinds.items() if kind == "version" and name == versions), None)
    lines = [("tier", tiers[0])] if tiers else []
    lines += [("since", version)] if key else []
    for name, allowed in zip(inputs, box):
        if allowed is None or name == key:
            continue
        one = "==" if kinds.get(name) == "version" and allowed != {"absent"} else ""
        joint = " | " if kinds.get(name) == "version" else ", "
        lines.append((name, joint.join(v if v == "absent" else one + v for v in sorted(allowed, key=natural))))
    lines += [(o, 'ERROR "the release refuses this"' if new == "ERROR" else new) for o, new, _ in changed]
    lines += [("why", f"{package} {version} answers so in {cells} of the cells asked; the table said "
                      + ", ".join(sorted({old for _, _, old in changed}))),
              ("source", f"{package} {version}, by tests/conformance")]
    width = max(len(name) for name, _ in lines)
    return f"[rule drift-{number}]\n" + "".join(f"{name:<{width}} = {value}\n" for name, value in lines)


def natural(value):
    return (not value.isdigit(), value.zfill(9))


inputs, outputs, rows = read(sample)
with open(table, encoding="utf-8") as stream:
    text = stream.read()
kinds = dict(re.findall(r"^\[input (\S+)\]\n(?:.+\n)*?type +=\s*(\w+)", text, re.M))
versions = (re.findall(r"^versions +=\s*(\S+)", text, re.M) or [None])[0]
tiers = [t.strip() for t in (re.findall(r"^tiers +=\s*(.+)", text, re.M) or [""])[0].split(",") if t.strip()]
package = versions or os.path.basename(table)[:-4]
wrong, compared = differences(table)
print(f"{os.path.basename(table)}: {package} {version} answers {len(wrong)} of {compared} cells otherwise")
if not wrong:
    sys.exit(0)
found = list(drafts(wrong))
for changed, box, cells in found:
    where = " ".join(f"{n}={'|'.join(sorted(b, key=natural))}" for n, b in zip(inputs, box) if b is not None and n != versions)
    print(f"  {where}\n      " + "; ".join(f"{o}: {old} -> {answer}" for o, answer, old in changed) + f", {cells} cells")
print("\ndraft of the rules to change:\n")
new = [rule(number, changed, box, cells) for number, (changed, box, cells) in enumerate(found, 1)]
print("\n".join(new))
os.makedirs(out, exist_ok=True)
draft = os.path.join(out, os.path.basename(table))
first = re.search(r"^\[rule ", text, re.M).start()
with open(draft, "w", encoding="utf-8") as stream:
    stream.write(text[:first] + "\n".join(new) + "\n" + text[first:])
for name in re.findall(r"^use +=\s*(.+)", text, re.M):
    for used in name.split(","):
        with open(os.path.join(os.path.dirname(table), used.strip()), encoding="utf-8") as source, \
                open(os.path.join(out, used.strip()), "w", encoding="utf-8") as stream:
            stream.write(source.read())
left = len(differences(draft)[0])
print(f"{os.path.relpath(draft)}: {len(new)} rules in front, {left} cells differ after")
sys.exit(2 if left else 1)
