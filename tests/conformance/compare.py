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
import tempfile
import threading

import boxes

turnout, table, sample = sys.argv[1:4]


def lines():
    """The rows of the sample, its head first; a whole matrix does not fit into memory."""
    with (gzip.open if sample.endswith(".gz") else open)(sample, "rt", newline="", encoding="utf-8") as stream:
        yield from csv.reader(stream)


head = next(lines(), None) or sys.exit(f"{sample}: there is no row in it")
outputs = [name for name in head if name.startswith("=")]  # the columns of answers are marked: =kernel
inputs = head[:head.index(outputs[0])]
with tempfile.TemporaryFile() as said, subprocess.Popen(
        [turnout, "eval", table, "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=said) as run:

    def ask():
        try:
            with io.TextIOWrapper(run.stdin, encoding="utf-8", newline="") as stream:
                csv.writer(stream, lineterminator="\n").writerows(row[:len(inputs)] for row in lines())
        except BrokenPipeError:  # it has stopped: its exit status and what it said follow
            pass

    asking = threading.Thread(target=ask)
    asking.start()
    answers = csv.reader(io.TextIOWrapper(run.stdout, encoding="utf-8", newline=""))
    columns = {name: at for at, name in enumerate(next(answers, []))}
    wrong = []
    never = cells = 0
    rows = lines()
    next(rows)
    for got in answers:
        row = next(rows)
        mine = [got[columns[name[1:]]] for name in outputs]
        if mine[0] == "NEVER":  # the table says that this cell cannot occur
            never += 1
            continue
        cells += 1
        told = [f"{o[1:]}: the package {his}, the table {my}" for o, his, my in zip(outputs, row[len(inputs):], mine)
                if his not in ("-", my)]
        if told:
            wrong.append([*row[:len(inputs)], "; ".join(told)])
    asking.join()
    if run.wait():
        said.seek(0)
        sys.exit(said.read().decode() or f"eval: exit {run.returncode}")
if next(rows, None) is not None:
    sys.exit(f"{table}: eval has answered {cells + never} rows, and there are more")
print(f"{os.path.basename(table)}: {cells} cells by turnout eval, {len(wrong)} differ"
      + (f"; {never} more cannot occur" if never else ""))
if wrong:
    bad = {tuple(row[:-1]) for row in wrong}
    boxes.show(inputs, wrong, [row for row in (line[:len(inputs)] for line in lines()) if row != inputs and tuple(row) not in bad])
    sys.exit(1)
