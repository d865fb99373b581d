"""Mismatches as boxes, not as rows: the columns that are equal over a group of them are named, the others are left out.

usage: boxes.py FILE [MOST]     FILE: CSV, the columns of a cell and last what differs; every cell of a product that is
                                not in FILE agrees.  At most MOST boxes are printed (12).
show(): the same for a sample, where the rows that agree are known instead.

A box grows from the first row that no box has taken, one column at a time: first to all values, else to each other value
of the mismatches, as long as nothing in it agrees.
"""
import csv
import itertools
import sys


def grow_in_product(seed, values, cells):
    """All cells of a product were compared: the box may hold mismatches only."""
    box = [[v] for v in seed]
    for i in range(len(seed)):
        box[i] = [v for v in values[i] if all(c in cells for c in itertools.product(*box[:i], [v], *box[i + 1:]))]
    return [None if len(b) == len(v) and len(v) > 1 else set(b) for b, v in zip(box, values)]


def grow_in_sample(seed, values, others):
    """Some cells were compared: the box may hold none of `others`."""
    box = [{v} for v in seed]
    # in how many columns does a row stick out of the box; growing a column takes one away
    out = {row: {i for i, v in enumerate(row) if v != seed[i]} for row in others}
    # columns of few values first: what is left to tell the box apart is then the model and the GPU, not a flag
    for i in sorted(range(len(seed)), key=lambda i: len({row[i] for row in others})):
        near = {row[i] for row, columns in out.items() if columns == {i}}
        if not near:
            box[i] = None
            for columns in out.values():
                columns.discard(i)
        else:
            box[i] |= set(values[i]) - near
            for row, columns in out.items():
                if row[i] in box[i]:
                    columns.discard(i)
    return box


def show(names, rows, agree=None, most=12):
    """Prints the boxes of `rows` (cells, and last what differs); `agree`: the cells that were compared and agree."""
    values = [sorted({row[i] for row in rows}, key=lambda v: (not v.isdigit(), v.zfill(9))) for i in range(len(names))]
    groups = {}
    for row in rows:
        groups.setdefault(row[-1], []).append(tuple(row[:-1]))
    shown = left = 0
    for what, cells in sorted(groups.items(), key=lambda group: -len(group[1])):
        print(f"{len(cells)} cells: {what}")
        rest, known = list(cells), set(cells)
        others = None if agree is None else {*map(tuple, agree), *(tuple(r[:-1]) for r in rows if r[-1] != what)}
        while rest and shown < most:
            seed = rest[0]
            box = grow_in_product(seed, values, known) if others is None else grow_in_sample(seed, values, others)
            inside = [c for c in rest if all(b is None or v in b for v, b in zip(c, box))]
            taken = set(inside)
            rest = [c for c in rest if c not in taken]
            shown += 1
            told = [f"{n}={'|'.join(v for v in vs if v in b)}" for n, b, vs in zip(names, box, values) if b is not None]
            print(f"    {len(inside)} cells: " + " ".join(told))
        left += len(rest)
    if left:
        print(f"and {left} cells in other boxes")


if __name__ == "__main__":
    with open(sys.argv[1], newline="", encoding="utf-8") as stream:
        head, *lines = list(csv.reader(stream))
    show(head[:-1], lines, most=int(sys.argv[2]) if len(sys.argv) > 2 else 12)
