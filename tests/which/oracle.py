"""oracle.py TURNOUT FOLDER ROUNDS: random expressions of [from config.json] over random documents, evaluated here and by
`turnout which`.  Prints how many values were compared."""
import fnmatch
import json
import math
import random
import subprocess
import sys

turnout, folder, rounds = sys.argv[1], sys.argv[2], int(sys.argv[3])
rng = random.Random(20250101)
KEYS = ["a", "b", "c", "sub", "list", "odd key"]
WITHIN = [["text_config"], ["sub", "c"]]
NOTHING = None


# ---- documents
def document(depth):
    kind = rng.randrange(10 if depth else 6)
    if kind == 0:
        return None
    if kind == 1:
        return rng.choice([True, False])
    if kind == 2:
        return rng.choice([1.5, 2.0, -0.25, 1e15, 12345678901234567890123.0])
    if kind in (3, 4):
        return rng.choice([0, 1, 2, 3, 8, 64, 128, -5])
    if kind == 5:
        return rng.choice(["A", "B", "NVFP4", "W4A16_NVFP4", "8", "FP8", "yes"])
    if kind in (6, 7):
        return [document(depth - 1) for _ in range(rng.randrange(4))]
    return {key: document(depth - 1) for key in rng.sample(KEYS, rng.randrange(1, len(KEYS)))}


def whole_document():
    d = {key: document(3) for key in rng.sample(KEYS, rng.randrange(2, len(KEYS)))}
    if rng.random() < 0.6:
        d["text_config"] = {key: document(2) for key in rng.sample(KEYS, rng.randrange(1, len(KEYS)))}
    return d


# ---- paths
def matches(at, steps):
    if at is None:
        return
    if not steps:
        yield at
        return
    kind, what = steps[0]
    if kind == "key" and isinstance(at, dict):
        yield from matches(at.get(what), steps[1:])
    elif kind == "index" and isinstance(at, list) and what < len(at):
        yield from matches(at[what], steps[1:])
    elif kind == "every":
        for member in at if isinstance(at, list) else at.values() if isinstance(at, dict) else []:
            yield from matches(member, steps[1:])


def found(root, steps, at_root):
    for within in WITHIN:
        for base in [] if at_root else list(matches(root, [("key", k) for k in within]))[:1]:
            all_there = list(matches(base, steps))
            if all_there:
                return all_there
    return list(matches(root, steps))


def scalar(x):
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, float):
        whole = abs(x) < 2**53 and x == math.floor(x)
        return int(x) if whole else "%.17g" % x
    return x if isinstance(x, (int, str)) else NOTHING


def text(v):
    return v if v is NOTHING else str(v)


# ---- expressions: each is (written, evaluate)
def path(quotes=True):
    steps, written, at_root = [], "", rng.random() < 0.2
    for i in range(rng.randrange(1, 4)):
        kind = rng.randrange(8)
        if kind < 5:
            key = rng.choice(KEYS[:5])
            written += ("." if steps or at_root else "") + key
            steps.append(("key", key))
        elif kind == 5 and quotes:
            written += ("." if at_root and not steps else "") + '["odd key"]'
            steps.append(("key", "odd key"))
        elif kind == 6:
            index = rng.randrange(3)
            written += ("." if at_root and not steps else "") + f"[{index}]"
            steps.append(("index", index))
        elif steps or at_root:
            steps.append(("every", None))
            written += ".*"
    if not steps:
        return path(quotes)
    return written, steps, at_root


def factor(depth, quotes):
    kind = rng.randrange(9)
    if kind == 0:
        n = rng.randrange(1, 130)
        return str(n), lambda d: n, True
    if kind == 1 and quotes:
        parts = [(rng.choice(["", "w", "x "]), value(0, False)) for _ in range(rng.randrange(1, 3))] if depth else []
        tail = rng.choice(["A", "8", "B c", "\\\\", "\\\""])

        def join(d):
            out = ""
            for before, part in parts:
                v = part[1](d)
                if v is NOTHING:
                    return NOTHING
                out += before + text(v)
            return out + tail.replace("\\\"", '"').replace("\\\\", "\\")
        return '"' + "".join(b + "{" + p[0] + "}" for b, p in parts) + tail + '"', join, True
    if kind == 2 and depth:
        inner = factor(depth - 1, quotes)
        there = inner[3] if len(inner) > 3 else lambda d: inner[1](d) is not NOTHING
        return "exists " + inner[0], lambda d: "yes" if there(d) else "no", True
    if kind == 3 and depth:
        inner = value(depth - 1, quotes)
        return "(" + inner[0] + ")", inner[1], True, inner[2]
    written, steps, at_root = path(quotes)

    def look(d):
        all_there = found(d, steps, at_root)
        return scalar(all_there[0]) if all_there else NOTHING
    return written, look, False, lambda d: bool(found(d, steps, at_root)), (steps, at_root)


def arithmetic(op, x, y):
    if x is NOTHING or y is NOTHING or not isinstance(x, int) or not isinstance(y, int):
        return NOTHING
    if op in "/%" and y <= 0:
        return NOTHING
    if op == "/":
        return abs(x) // y * (1 if x >= 0 else -1)
    if op == "%":
        return abs(x) % y * (1 if x >= 0 else -1)
    out = x + y if op == "+" else x * y
    return out if -2**63 <= out < 2**63 else NOTHING


def chain(depth, quotes, one, ops):
    e = one(depth, quotes)
    for _ in range(rng.randrange(2) if rng.random() < 0.4 else 0):
        op, x, y = rng.choice(ops), e, one(depth, quotes)
        e = (f"{x[0]} {op} {y[0]}", lambda d, x=x, y=y, op=op: arithmetic(op, x[1](d), y[1](d)), True)
    return e


def product(depth, quotes):
    return chain(depth, quotes, factor, "*/%")


def total(depth, quotes):
    return chain(depth, quotes, product, "+")


def test(depth, quotes):
    x = total(depth, quotes)
    kind = rng.randrange(8)
    if kind > 2:
        return x
    y = total(depth, quotes)
    if kind == 2 and len(x) > 4:
        steps, at_root = x[4]

        def has(d):
            wanted, all_there = text(y[1](d)), found(d, steps, at_root)
            if wanted is NOTHING or not all_there:
                return NOTHING
            for at in all_there:
                members = at if isinstance(at, list) else [at]
                if isinstance(at, dict) and wanted in at:
                    return "yes"
                if wanted in [text(scalar(m)) for m in members if not isinstance(m, (dict, list)) and m is not None]:
                    return "yes"
            return "no"
        return f"{x[0]} has {y[0]}", has, True
    word = "is" if kind else "is not"

    def compare(d):
        p, q = text(x[1](d)), text(y[1](d))
        return NOTHING if p is NOTHING or q is NOTHING else "yes" if (p == q) == (word == "is") else "no"
    return f"{x[0]} {word} {y[0]}", compare, True


def alternative(depth, quotes):
    x = test(depth, quotes)
    if not quotes or rng.random() < 0.7:
        return x
    pairs = [(rng.choice(["*FP4*", "8", "A", "y*", "*", "else", "1*8", "*0"]), rng.choice(["nvfp4", "w", "64"])) for _ in range(rng.randrange(1, 4))]

    def mapped(d):
        v = text(x[1](d))
        for pattern, word in pairs if v is not NOTHING else []:
            if pattern == "else" or fnmatch.fnmatchcase(v, pattern):
                return word
        return NOTHING
    return x[0] + ": " + ", ".join(f"{p} -> {w}" for p, w in pairs), mapped, True


def value(depth, quotes):
    alts = [alternative(depth, quotes) for _ in range(rng.choice([1, 1, 2, 3]))]

    def first(d):
        for a in alts:
            v = a[1](d)
            if v is not NOTHING:
                return v
        return NOTHING

    def there(d):
        return any(a[3](d) if len(a) > 3 else a[1](d) is not NOTHING for a in alts)
    return " | ".join(a[0] for a in alts), first, there


compared = said = 0
for r in range(rounds):
    inputs = [value(2, True) for _ in range(30)]
    names = [f"x{i}" for i in range(len(inputs))]
    table = "[table random]\n" + "".join(f"[input {n}]\ntype = name\ndefault = other\n" for n in names)
    table += "[output o]\nvalues = v\n[rule r]\nelse = yes\no = v\n[from config.json]\nwithin = " + ", ".join(".".join(w) for w in WITHIN) + "\n"
    table += "".join(f"{n} = {e[0]}\n" for n, e in zip(names, inputs))
    open(f"{folder}/random.ini", "w").write(table)
    laid = subprocess.run([turnout, "fmt", "-"], input=table, capture_output=True, text=True)
    assert laid.returncode == 0, laid.stderr
    open(f"{folder}/laid.ini", "w").write(laid.stdout)
    again = subprocess.run([turnout, "fmt", "-"], input=laid.stdout, capture_output=True, text=True)
    assert again.stdout == laid.stdout, "fmt is not idempotent"
    for k in range(4):
        doc = whole_document()
        json.dump(doc, open(f"{folder}/random.json", "w"))
        out = subprocess.run([turnout, "which", "--format=json", f"{folder}/{'laid' if k % 2 else 'random'}.ini", f"{folder}/random.json"],
                             capture_output=True, text=True)
        assert out.returncode == 0, out.stderr + out.stdout[:500] + table
        read = {e["input"]: e["value"] for e in json.loads(out.stdout)["read"]}
        for name, e in zip(names, inputs):
            wanted = text(e[1](doc))
            assert read.get(name) == wanted, f"{name} = {e[0]}\n{json.dumps(doc)}\nturnout: {read.get(name)!r}, here: {wanted!r}"
            compared += 1
            said += wanted is not NOTHING
assert said * 10 > compared, f"only {said} of {compared} say something"
print(compared)
