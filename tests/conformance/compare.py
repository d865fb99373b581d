"""Recorded or fresh answers of a package against `turnout eval`: exit 1 when one cell differs, and the boxes of those
that do.

usage: compare.py TURNOUT TABLE SAMPLE       (SAMPLE: CSV, or CSV in gzip; inputs first, then one column per output,
                                             whose heads start with '='; an answer '-' is not compared)
"""
import csv
import gzip
import io
import os
import subprocess
import sys

import boxes

turnout, table, sample = sys.argv[1:4]
with (gzip.open if sample.endswith(".gz") else open)(sample, "rt", newline="", encoding="utf-8") as stream:
    head, *rows = list(csv.reader(stream))
outputs = [name for name in head if name.startswith("=")]  # the columns of answers are marked: =kernel
inputs = head[:head.index(outputs[0])]
asked = io.StringIO()
writer = csv.writer(asked, lineterminator="\n")
writer.writerow(inputs)
writer.writerows(row[:len(inputs)] for row in rows)
run = subprocess.run([turnout, "eval", table, "-"], input=asked.getvalue(), text=True, capture_output=True, check=False)
if run.returncode:
    sys.exit(run.stderr or f"eval: exit {run.returncode}")
wrong = []
never = 0
for row, got in zip(rows, csv.DictReader(io.StringIO(run.stdout)), strict=True):
    if got[outputs[0][1:]] == "NEVER":  # the table says that this cell cannot occur
        never += 1
        continue
    told = [f"{o[1:]}: the package {row[len(inputs) + i]}, the table {got[o[1:]]}" for i, o in enumerate(outputs)
            if row[len(inputs) + i] not in ("-", got[o[1:]])]
    if told:
        wrong.append([*row[:len(inputs)], "; ".join(told)])
print(f"{os.path.basename(table)}: {len(rows) - never} cells by turnout eval, {len(wrong)} differ"
      + (f"; {never} more cannot occur" if never else ""))
if wrong:
    bad = {tuple(row[:-1]) for row in wrong}
    boxes.show(inputs, wrong, [row[:len(inputs)] for row in rows if tuple(row[:len(inputs)]) not in bad])
    sys.exit(1)
