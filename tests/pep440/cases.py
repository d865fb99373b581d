"""Writes the cases of the PEP 440 differential test: what `packaging` says, from one fixed seed.

Lines (texts with every byte outside '!'..'~', and '%', as %XX):
  V text normal          a version and its normal form, or '-' where it is none; the valid ones are numbered from 0
  R i rank               rank of version i without its local part among all, or '-' where the 64-bit key has no room
  O i j sign             order of two versions
  S spec i,j,... 010...  a specifier and whether it contains these versions (prereleases=True)
  C spec,spec i,... 01.. a specifier set
  T spec i,j,... 010...  a specifier under the scheme `release`: packaging on epoch and release only
  U, W                   the same under the schemes `cudnn` and `cuda`: packaging on the decoded release
  X spec                 no specifier
"""
import itertools
import random
import sys

import packaging
from packaging.specifiers import InvalidSpecifier, Specifier, SpecifierSet
from packaging.version import InvalidVersion, Version

assert packaging.__version__ == "26.4", packaging.__version__
rng = random.Random(440)
SPACE = ["", "", "", "", " ", "\t", "\n ", "\r\n", "\x0b", "\x1c", "\x1f", "\x85", "\xa0", "\u1680", "\u2003", "\u2028",
         "\u2029", "\u202f", "\u205f", "\u3000 "]
NUMBERS = ["0", "0", "1", "1", "2", "3", "9", "10", "11", "14", "15", "31", "32", "99", "100", "254", "255", "256",
           "2047", "2048", "33554430", "33554431", "20260101", "4294967295", "4294967296", "18446744073709551615",
           "18446744073709551616", "1" + "0" * 40, "9" * 40]
PRE = ["a", "b", "rc", "alpha", "beta", "c", "pre", "preview"]
POST = ["post", "rev", "r"]
LOCALS = ["cu128", "cu129", "1", "2", "10", "abc", "abd", "ab", "0a", "00a", "007", "7", "a1", "1a", "z", "9" * 25,
          "1" + "0" * 24]


def number():
    return rng.choice(NUMBERS) if rng.random() < 0.35 else str(rng.randrange(4))


def spelled(word):
    return "".join(c.upper() if rng.random() < 0.1 else c for c in word)


def zeros(digits):
    return "0" * rng.randrange(1, 4) + digits if digits and rng.random() < 0.05 else digits


def parts():
    """A version as a dict of its parts; most are small so that random ones meet."""
    p = {"epoch": number() if rng.random() < 0.08 else "", "release": [number() for _ in range(rng.randrange(1, 5))]}
    p["pre"] = (rng.choice(PRE), rng.choice(["", number(), number()])) if rng.random() < 0.35 else None
    p["post"] = (rng.choice(POST + ["-"]), rng.choice(["", number(), number()])) if rng.random() < 0.35 else None
    p["dev"] = rng.choice(["", number(), number()]) if rng.random() < 0.3 else None
    p["local"] = [rng.choice(LOCALS) for _ in range(rng.randrange(1, 4))] if rng.random() < 0.25 else []
    return p


def mutated(p):
    """A near neighbour: one or two parts are replaced, dropped, or counted up or down."""
    q = dict(p, release=list(p["release"]), local=list(p["local"]))
    for _ in range(rng.randrange(1, 3)):
        other = parts()
        which = rng.choice(["release", "release", "pre", "post", "post", "dev", "dev", "local", "epoch", "count", "drop"])
        if which == "count":
            i = rng.randrange(len(q["release"]))
            q["release"][i] = str(max(0, int(q["release"][i]) + rng.choice([-1, 1])))
        elif which == "drop":
            q["pre"] = q["post"] = q["dev"] = None
        elif which == "release":
            if rng.random() < 0.5:
                q["release"] = q["release"] + [rng.choice(["0", "0", "1"])]
            elif len(q["release"]) > 1:
                q["release"] = q["release"][:-1]
        elif which == "local" and q["local"] and rng.random() < 0.5:
            q["local"] = q["local"] + [rng.choice(LOCALS)]
        else:
            q[which] = other[which]
    return q


def written(p, plain=False):
    """One of the spellings of a version."""
    sep = (lambda: "") if plain else (lambda: rng.choice(["", "", ".", "-", "_"]))
    text = (zeros(p["epoch"]) + "!") if p["epoch"] else ""
    text += ".".join(zeros(n) for n in p["release"])
    if p["pre"]:
        text += sep() + spelled(p["pre"][0]) + sep() + zeros(p["pre"][1])
    if p["post"]:
        if p["post"][0] == "-":
            text += "-" + (p["post"][1] or "0")
        else:
            text += (sep() or ".") + spelled(p["post"][0]) + sep() + zeros(p["post"][1])
    if p["dev"] is not None:
        text += (sep() or ".") + spelled("dev") + sep() + zeros(p["dev"])
    if p["local"]:
        text += "+" + rng.choice([".", "-", "_"]).join(spelled(x) for x in p["local"])
    if not plain and rng.random() < 0.1:
        text = rng.choice("vV") + text
    if not plain and rng.random() < 0.1:
        text = rng.choice(SPACE) + text + rng.choice(SPACE)
    return text


def broken(text):
    """A text one edit away from another: often no version any more, sometimes another one."""
    i = rng.randrange(len(text) + 1)
    junk = rng.choice(list("0123!.-_+*abcdeprvt \t\n\u00e9\u017f\u0660~=") + ["rc", "post", "dev", ".*", "--", "1!"])
    if rng.random() < 0.1:
        i = rng.choice([0, len(text)])  # almost, but no white space
        junk = rng.choice("\u00a1\u0084\u167f\u1681\u1780\u200b\u2027\u202a\u202e\u2030\u205e\u2060\u2041\u3001\u30ff\u4e00\ufeff\x08\x0e\x1b")
    return rng.choice([text[:i] + junk + text[i:], text[:i] + text[i + 1:], text[:i] + junk + text[i + 1:], text[:i]])


def escaped(text):
    return "".join(chr(b) if 33 <= b <= 126 and b != 37 else "%%%02X" % b for b in text.encode("utf-8")) or "%"


def parsed(text):
    try:
        return Version(text)
    except InvalidVersion:
        return None


def fits(v):
    """Room for the key: major 11 | minor 8 | patch 8 | phase 3 | pre 5 | post 4 | dev 25 bits."""
    major, minor, patch, *rest = [*v.release, 0, 0]
    if not any(v.release) and v.pre is None and v.post is None and v.dev is not None:
        return False  # 0.0.0.devN: keys below 2^32 mean other things
    return (v.epoch == 0 and major < 2048 and minor < 256 and patch < 256 and not any(rest)
            and (v.pre is None or v.pre[1] < 32) and (v.post is None or v.post < 15)
            and (v.dev is None or v.dev < 2**25 - 1))


out = sys.stdout
versions = []  # (parts or None, Version)


def put_version(text, p):
    v = parsed(text)
    out.write(f"V {escaped(text)} {escaped(str(v)) if v else '-'}\n")
    if v:
        versions.append((p, v))
        return len(versions) - 1
    return None


def put_checks(kind, spec, chosen, contains):
    bits = "".join("1" if contains(versions[i][1]) else "0" for i in chosen)
    out.write(f"{kind} {escaped(spec)} {','.join(map(str, chosen))} {bits}\n")


def random_spec(p):
    """A specifier near the version with these parts; some are none."""
    op = rng.choice([">=", "<=", ">", "<", "==", "!=", "~=", "==", "!="])
    q = dict(p)
    if op not in ("==", "!=") and rng.random() < 0.97:
        q["local"] = []
    text = written(q)
    if op in ("==", "!=") and rng.random() < 0.4:
        text = written(dict(q, pre=None, post=None, dev=None, local=[])).rstrip() + ".*"
    if rng.random() < 0.03:
        text = broken(text)
    return op + rng.choice(["", "", "", " ", "\u2003"]) + text


def valid_spec(spec):
    try:
        return Specifier(spec)
    except InvalidSpecifier:
        return None


N_POOL, N_BROKEN, N_ORDER, N_SPEC, PER_SPEC = 6000, 30000, 120000, 4200, 110
pool = [parts() for _ in range(N_POOL)]
for p in pool:
    put_version(written(p), p)
for _ in range(N_BROKEN):
    put_version(broken(written(rng.choice(pool))), None)

for _ in range(N_ORDER // 2):
    i = rng.randrange(N_POOL)
    near = put_version(written(mutated(pool[i])), None) if rng.random() < 0.1 else None
    for j in (rng.randrange(len(versions)), near if near is not None else rng.randrange(len(versions))):
        a, b = versions[i][1], versions[j][1]
        out.write(f"O {i} {j} {(a > b) - (a < b)}\n")

done = 0
while done < N_SPEC:
    p = rng.choice(pool)
    spec = random_spec(p)
    s = valid_spec(spec)
    if s is None:
        out.write(f"X {escaped(spec)}\n")
        continue
    done += 1
    near = [i for i in (put_version(written(mutated(p)), None) for _ in range(30)) if i is not None]
    base = parsed(str(s.version).removesuffix(".*"))
    family = [put_version(str(base.public) + tail, None) if parsed(str(base.public) + tail) else None
              for tail in ("", ".dev0", ".post0", ".post1", "+cu128", ".post0+1", ".dev1", ".0", ".0.0.1", "a0", "rc1")]
    near += [i for i in family if i is not None]
    chosen = near + [rng.randrange(len(versions)) for _ in range(PER_SPEC - len(near))]
    put_checks("S", spec, chosen, lambda v: s.contains(v, prereleases=True))
    if s.operator in (">=", "<=", ">", "<", "==", "!=", "~=") and base.public == base.base_version and not base.local:
        few = chosen[::4]
        put_checks("T", spec, few, lambda v: s.contains(Version(v.base_version), prereleases=True))

for _ in range(1500):
    p = rng.choice(pool)
    specs = [random_spec(p if rng.random() < 0.5 else mutated(p)) for _ in range(rng.randrange(2, 5))]
    if all(valid_spec(s) and "," not in s for s in specs):
        both = SpecifierSet(",".join(specs))
        chosen = [rng.randrange(len(versions)) for _ in range(60)]
        put_checks("C", ",".join(specs), chosen, lambda v: both.contains(v, prereleases=True))

# Vendor integers and dotted texts beside each other.
MAJORS = [1, 4, 7, 8, 9, 10, 11, 12, 13, 99, 100, 999, 1000, 2047, 2048, 20479, 20480, 10**12]


def decoded(v, cuda):
    """cuDNN: major * 10000 + minor * 100 + patch, before 9 major * 1000 + ...; CUDA: major * 1000 + minor * 10."""
    r, n = v.release, v.release[0]
    if len(r) == 1 and n >= 1000:
        if cuda:
            r = (n // 1000, n // 10 % 100) + ((n % 10,) if n % 10 else ())
        else:
            r = (n // 1000, n // 100 % 10, n % 100) if n < 10000 else (n // 10000, n // 100 % 100, n % 100)
    return f"{v.epoch}!" + ".".join(map(str, r))


def vendor_text(cuda):
    major, minor, patch = rng.choice(MAJORS), rng.choice([0, 0, 1, 2, 5, 8, 9, 10, 19, 99]), rng.choice([0, 0, 1, 5, 9])
    if rng.random() < 0.5:
        n = major * 1000 + minor * 10 + patch if cuda else (
            major * 1000 + minor % 10 * 100 + patch if major < 9 else major * 10000 + minor * 100 + patch)
        return zeros(str(n))
    return ".".join(map(str, [major, minor, patch, rng.choice([0, 1, 2])][:rng.randrange(1, 5)]))


for kind, cuda in (("U", False), ("W", True)):
    index = []
    for _ in range(600):
        i = put_version(vendor_text(cuda) + rng.choice(["", "", "", "", "+cu12", ".post1", "rc1", ".0"]), None)
        index.append(i)
    for _ in range(500):
        op, text = rng.choice([">=", "<=", ">", "<", "==", "!=", "~="]), vendor_text(cuda)
        if op in ("==", "!=") and rng.random() < 0.4:
            text += ".*"
        spec = valid_spec(op + decoded(Version(text.removesuffix(".*")), cuda) + (".*" if ".*" in text else ""))
        if spec is not None:
            put_checks(kind, op + text, rng.sample(index, 60),
                       lambda v: spec.contains(Version(decoded(v, cuda)), prereleases=True))

# Fixed corners: each operator around each of these.
corners = ["0", "0.dev0", "0a0", "0.post0", "0.0.1", "1", "1.0", "1.0.0", "1.dev0", "1.dev1", "1a0", "1a0.dev0", "1a1",
           "1a1.post0", "1a1.post0.dev0", "1a2.dev0", "1b0.dev0", "1b0", "1rc1", "1rc1.post1", "1rc2.dev0", "1.post0",
           "1.post0.dev0", "1.post0.dev1", "1.post1", "1.post1.dev0", "1.0.0.1", "1.0.1.dev0", "1.1.dev0", "1.1", "2",
           "1!0", "1!0.dev0", "1!1.post1", "1.7.post1", "1.7rc1", "1.7", "0.6.10.post1", "0.6.10"]
whole = corners + [c + t for c in corners for t in ("+a", "+1", "+1.a", "+a.1")]
index = [put_version(c, None) for c in whole]
for op, c in itertools.product((">=", "<=", ">", "<", "==", "!=", "~=", "=="), whole):
    for text in (op + c, op + c + ".*"):
        s = valid_spec(text)
        if s is None:
            out.write(f"X {escaped(text)}\n")
        else:
            put_checks("S", text, index, lambda v: s.contains(v, prereleases=True))

order = sorted({v.__replace__(local=None) for _, v in versions})
rank, last = {}, None
for n, v in enumerate(order):
    rank[v] = n
for i, (_, v) in enumerate(versions):
    public = v.__replace__(local=None)
    out.write(f"R {i} {rank[public] if fits(v) else '-'}\n")
