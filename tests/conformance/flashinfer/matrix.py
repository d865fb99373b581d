"""The cells that the harnesses beside ask about, and the loop over them.

A space maps an input, or several together, to the values that are multiplied; a cell maps each input to one value.
"""
import itertools
import sys

import stubs
import world

DTYPES = {"fp16": "float16", "bf16": "bfloat16", "fp32": "float32", "e4m3": "float8_e4m3fn", "e5m2": "float8_e5m2", "nvfp4": "uint8"}


def types(*names):
    """The package's dtype of each name."""
    return {name: world.DTYPES[DTYPES[name]] for name in names}


def cell(names, values):
    one = {}
    for name, value in zip(names, values):
        one.update(zip(name, value) if isinstance(name, tuple) else [(name, value)])
    return one


def products(space):
    """Every cell of a space."""
    return (cell(space, values) for values in itertools.product(*space.values()))


def draws(spaces, count, dice):
    """So many cells at random of all values that the spaces name together."""
    whole = {}
    for space in spaces:
        for names, values in space.items():
            whole.setdefault(names, []).extend(values)
    return (cell(whole, [dice.choice(values) for values in whole.values()]) for _ in range(count))


def by_libraries(rows, libraries, machine_of):
    """The rows, those of the same libraries one after the other; machine_of installs these first."""
    def key(row):
        return [row[name] for name in libraries]

    for _, alike in itertools.groupby(sorted(rows, key=key), key):
        first = next(alike)
        machine_of(first)
        yield first
        yield from alike


def decided(answer, *question):
    """The answer to a question; ends the run when a stub was asked for it."""
    stubs.COUNTED.clear()
    given = answer(*question)
    if stubs.COUNTED:
        sys.exit(f"a stub decided in {' '.join(map(str, question))}: {stubs.COUNTED[:3]}")
    return given
