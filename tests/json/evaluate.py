"""Answers the test vectors from the JSON of a table alone, and settles a user's choices with it.

usage: evaluate.py SCHEMA TABLE.json VECTORS.json

Shares no code with the compiler or with any other target; versions are compared by `packaging`.  Prints each
difference and "N rows, M choices"; exit 1 when there is a difference or the table does not fit its schema.
"""
import json
import sys

import jsonschema
from packaging.version import InvalidVersion, Version

schema, table, vectors = (json.load(open(path)) for path in sys.argv[1:4])
jsonschema.Draft202012Validator.check_schema(schema)
jsonschema.Draft202012Validator(schema).validate(table)

inputs = {i["name"]: i for i in table["inputs"]}
NONE, ERROR = "none", "error"


def special(i, word):
    return next((k for k, a in enumerate(i["atoms"]) if a.get("special") == word), None)


def has(runs, atom):
    return any(first <= atom <= last for first, last in runs)


def inside(box, atoms):
    return all(has(runs, atoms[name]) for name, runs in box.items())


def parsed(i, text):
    if i["scheme"] == "pep440":
        return Version(text)
    release = text.split(".")
    if i["scheme"] != "release" and len(release) == 1 and len(text) >= 4:
        digits = (1, 2) if i["scheme"] == "cuda" else (2, 1 if len(text) == 4 else 2)
        release = [text[:-sum(digits)], text[-sum(digits):-digits[0]], text[-digits[0]:]]
    version = Version(text if len(release) == len(text.split(".")) else ".".join(release))
    return Version(f"{version.epoch}!{'.'.join(map(str, version.release))}")


def above(version, cut):
    base, side = Version(cut[0]), cut[1]
    if side == 2:
        return Version(version.base_version) > base
    return version >= base if side == -1 else version > base


def number_atom(i, number):
    if not i["range"][0] <= number <= i["range"][1]:
        return None
    piece = sum(bound <= number for bound in i["bounds"])
    divides = sum(1 << k for k, m in enumerate(i["moduli"]) if number % m == 0)
    return next((k for k, a in enumerate(i["atoms"]) if a.get("piece") == piece and a.get("divides") == divides), None)


def atom_of(i, value):
    """Of what a vector or an output has: a text, a number, null."""
    if value in (NONE, ERROR) and "output" in i:
        return special(i, "none" if value == NONE else "ERROR")
    if value is None:
        return next(k for k in (special(i, w) for w in ("absent", "none", "unset")) if k is not None)
    if i["type"] == "int":
        return number_atom(i, int(value))
    if i["type"] == "sm":
        known = {a["from"]: k for k, a in enumerate(i["atoms"]) if "from" in a}
        return special(i, "newer") if int(value) > max(known) else known.get(int(value))
    if i["type"] == "version":
        try:
            version = parsed(i, value)
        except InvalidVersion:
            return None
        return sum(above(version, cut) for cut in i["cuts"]) + (special(i, "absent") is not None)
    for k, atom in enumerate(i["atoms"]):
        if atom["label"] == value and "prefix" not in atom and atom.get("special", value) == value:
            return k
    if value in i["aliases"]:
        return i["aliases"][value]
    prefix = max((a["prefix"] for a in i["atoms"] if value.startswith(a.get("prefix", "\0"))), key=len, default=None)
    if prefix is not None:
        return next(k for k, a in enumerate(i["atoms"]) if a.get("prefix") == prefix)
    return special(i, "other")


BAD = "a quotient that there is not"


def combine(op, x, y):
    """Towards zero, as in C; a divisor is positive."""
    if op in "+*":
        return x + y if op == "+" else x * y
    if y <= 0:
        return BAD
    quotient = abs(x) // y * (1 if x >= 0 else -1)
    return quotient if op == "/" else x - quotient * y


def derive(values):
    """Derived inputs from their factors; None: a factor is unset."""
    for _ in inputs:
        for name, i in inputs.items():
            if "derived" not in i:
                continue
            left, right = i["derived"]["left"], i["derived"]["right"]
            x = values.get(left)
            y = values.get(right) if isinstance(right, str) else right
            if x in (None, NONE, ERROR) or y in (None, NONE, ERROR):
                values[name] = None
                continue
            values[name] = BAD if BAD in (x, y) else combine(i["derived"]["op"], int(x), int(y))


def atoms_of(values):
    """Of every input that stands already."""
    atoms = {}
    for name, i in inputs.items():
        if name in values:
            try:
                atoms[name] = None if values[name] == BAD else atom_of(i, values[name])
            except StopIteration:
                atoms[name] = None
    return {name: -1 if atom is None else atom for name, atom in atoms.items()}


def walk(diagram, atoms):
    if "lines" in diagram:
        return next((line for line in diagram["lines"] if inside(line["when"], atoms)), {"is": diagram["rest"], "rule": 0})
    at, count = diagram["root"], len(diagram["terminals"])
    while at >= count:
        node = diagram["nodes"][at - count]
        at = next((to for to, runs in node["edges"] if has(runs, atoms[node["input"]])), None)
        if at is None:
            return {"is": "error", "rule": 0}
    return diagram["terminals"][at]


def decided(output, values):
    end = walk(output["value"], atoms_of(values))
    if end["is"] != "value":
        return end["is"]
    return end["value"] * int(values[end["times"]]) if "times" in end else end["value"]


def rule(output, values):
    """Its number; -1: none, because another output has no value."""
    end = walk(output["rule"], atoms_of(values))
    return -1 if "upstream" in end else end["rule"]


def asked(answer, want):
    if answer == ERROR:
        return False
    if isinstance(answer, str):
        return (None if answer == NONE else answer) in want["values"] or (answer == NONE and (None in want["numbers"]) != want["not"])
    hit = any(tests and all(t["not"] != (answer % t["multiple"] == 0 if "multiple" in t else t["from"] <= answer <= t["to"]) for t in tests)
              for tests in want["numbers"])
    return hit != want["not"]


def against(output, value, values, before):
    """What speaks against a value: clauses that fail, forbids that are hit."""
    atoms = atoms_of(values)
    found = [c for c in output["needs"].get(value, []) if any(inside(b, atoms) for b in table["clauses"][c - 1]["fails"])] \
        if isinstance(value, str) else []
    then = dict(values)
    if output["input"]:
        then[output["input"]] = value
        derive(then)
    atoms, answers = atoms_of(then), {**before, output["name"]: value}
    return found + [f for f in output["forbids"] if any(inside(b, atoms) for b in f["boxes"])
                    and all(asked(answers[a["output"]], a) for a in f["answers"])]


def settle(output, values, before, wanted):
    usual = decided(output, values)
    if wanted is None or output["override"] == "no":
        return usual, "DECIDED"
    number = rule(output, values)
    stopped = (number == 0 and usual == ERROR) or (number > 0 and table["rules"][number - 1]["refuses"])
    fits = wanted in output["values"] if "values" in output else output["range"][0] <= wanted <= output["range"][1]
    if not stopped and fits and (output["override"] == "keep" or not against(output, wanted, values, before)):
        return wanted, "CHOSEN"
    if not stopped and output["override"] == "fallback":
        return usual, "FELL_BACK"
    return ERROR, "REFUSED"


def carry(output, values, value):
    if output["input"]:
        values[output["input"]] = value
        derive(values)


wrong = 0
for row in vectors["rows"]:
    values = dict(zip(vectors["inputs"], row["cell"]))
    derive(values)
    for output, want in zip(table["outputs"], row["answers"]):
        value, number = decided(output, values), rule(output, values)
        name = table["rules"][number - 1]["name"] if number > 0 else ""
        if (value, name) != (want.get("value", want["is"]), want["rule"]):
            wrong += 1
            print(f"{output['name']} of {row['cell']} is {value} by '{name}', required {want}")
        carry(output, values, value)
for row in vectors["choices"]:
    values, before = dict(zip(vectors["inputs"], row["cell"])), {}
    derive(values)
    for output, want in zip(table["outputs"], row["outcomes"]):
        found = settle(output, values, before, want.get("chosen"))
        if found != (want.get("value", want["is"]), want["how"]):
            wrong += 1
            print(f"{output['name']} of {row['cell']} is {found}, required {want}")
        before[output["name"]] = found[0]
        carry(output, values, found[0])
print(f"{len(vectors['rows'])} rows, {len(vectors['choices'])} choices, {wrong} differ")
sys.exit(wrong > 0)
