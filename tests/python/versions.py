"""The module's versions against `packaging` with prereleases=True.

usage: versions.py table >TABLE.ini     one output per specifier: does it take the version?
       versions.py check FOLDER         asks the module that was made of it, and packaging; and the order of pairs
"""
import itertools
import random
import sys

from packaging.specifiers import SpecifierSet
from packaging.version import InvalidVersion, Version

SPECIFIERS = [
    ">=1.0", ">1.0", "<=1.0", "<1.0", "==1.0", "!=1.0", "~=1.0", "==1.*", "!=1.0.*", ">1.0.post1", "<1.0.post1", ">1.0rc1",
    "<1.0rc1", ">=1.0.dev3", "<=1.0a2", "~=1.0.post1", "==1!2.0", ">=1!0", "==1.0+cu128", "!=1.0+local.7", ">=0.6.10.post1",
    ">=0.6.10.post1, <0.7", ">1.0a1.post2", "<1.0.dev0", ">=1.0.0.0.1", "==0.*", ">=2024.1", "~=2.2.post3", "<=1.0+0",
]
SPECIFIERS.remove("<=1.0+0")  # a local part follows == and != only


def versions():
    r = random.Random(7)
    releases = ["0", "0.6.10", "0.7", "1", "1.0", "1.0.0", "1.0.1", "1.1", "1.0.0.0.1", "2.2", "2024.1", "1!0", "1!2.0", "1!2.0.0", "99999999999999999999"]
    pre = ["", "a1", "a2", "b1", "rc1", "rc2", "-alpha.1", "C1", "_beta2", "pre3", "preview4"]
    post = ["", ".post1", ".post2", "-1", ".rev3", "r3", ".post"]
    dev = ["", ".dev0", ".dev3", "dev"]
    local = ["", "+cu128", "+local.7", "+0", "+CU128", "+local-7.1"]
    every = ["".join(p) for p in itertools.product(releases, pre, post, dev, local)]
    return r.sample(every, 4000) + [" v1.0\n", "V1.0", "1.0.", "1.0..1", "x1", "", "1.0+", "1.0+a..b", "1_0", "1.0.post1.post2", "\u00a01.0", "1.0\u2003", "१.0"]


def table():
    print("[table versions]\nabout = versions\n[input v]\ntype = version\n")
    for i, s in enumerate(SPECIFIERS):
        print(f"[output o{i}]\nvalues = yes, no\n[rule yes{i}]\nv = {s}\no{i} = yes\n[rule no{i}]\nelse = yes\no{i} = no\n")


def parsed(text):
    try:
        return Version(text)
    except InvalidVersion:
        return None


def check(folder):
    sys.path.insert(0, folder)
    import versions as module
    sets = [SpecifierSet(s) for s in SPECIFIERS]
    checks = wrong = 0
    good = []
    for text in versions():
        version = parsed(text)
        for i, s in enumerate(sets):
            try:
                found = getattr(module, f"select_o{i}")(v=text)
            except module.Refused:
                found = None
            want = None if version is None else "yes" if s.contains(version, prereleases=True) else "no"
            checks += 1
            if found != want:
                wrong += 1
                print(f"{SPECIFIERS[i]} of {text!r}: {found}, required {want}")
        if version is not None:
            good.append((version, module.Version(text)))
    pairs = random.Random(1)
    for _ in range(20000):
        (a, x), (b, y) = pairs.choice(good), pairs.choice(good)
        checks += 1
        if ((a > b) - (a < b), a == b) != ((x.key("pep440") > y.key("pep440")) - (x.key("pep440") < y.key("pep440")), x == y):
            wrong += 1
            print(f"order of {a} and {b}")
    print(f"{checks} questions, {wrong} wrong")
    return wrong > 0


sys.exit(table() if sys.argv[1] == "table" else check(sys.argv[2]))
