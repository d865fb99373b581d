"""bench.py -- every figure of the table in README, measured in one run: prints it, writes out/bench.md and out/bench.json.

Times are processor times, the median of five runs of what is compared and the least of several of the rest, of one
process at a time; instructions are counted by callgrind and repeat exactly.  A peer that is not installed is left out.
"""
import importlib.util
import json
import math
import os
import random
import re
import shutil
import sqlite3
import statistics
import subprocess
import sys
import time

OUT = "out/bench"
SIZES = [int(n) for n in os.environ.get("BENCH_SIZES", "100 1000 10000 100000").split()]
PARTS = os.environ.get("BENCH_PARTS", "compiler header python").split()
rows = []  # (what, size, unit, value, peer, peer's value)


def row(what, size, unit, value, peer="", other=None):
    rows.append({"what": what, "rules": size, "unit": unit, "value": value, "peer": peer, "peer_value": other,
                 "ratio": round(value / other, 2) if other else None})
    print(f"{what:44} {size:>7} {value:>12.4g} {unit:5}"
          + (f"  {peer} {other:.4g}, ratio {value / other:.2f}" if other else ""), flush=True)


def run(*command, runs=3, ok=(0, 1), median=False, **more):
    """Least (or median) seconds of user and system time of a command, and what it prints."""
    best, out, all_of = 1e9, "", []
    for _ in range(runs):
        p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)
        out = p.stdout.read()
        _, status, used = os.wait4(p.pid, 0)
        p.returncode = os.waitstatus_to_exitcode(status)
        if p.returncode not in ok:
            sys.exit(f"bench: {' '.join(command)}: status {p.returncode}\n{out[:2000]}")
        all_of.append(used.ru_utime + used.ru_stime)
        best = min(all_of)
        if best > 5:
            break
    return statistics.median(all_of) if median else best, out


def peak(*command):
    """Most megabytes of a command at once, told by a small program: what this one forks is counted with its own memory."""
    return int(subprocess.run([f"{OUT}/peak", *command], capture_output=True, text=True, check=True).stdout) / 1024


def names_of(n):
    return min(max(n // 10, 100), 10000)


def cells(n, count=2000):
    r = random.Random(n)
    sms = [50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86, 87, 89, 90, 100, 101, 103, 110, 120, 121]
    return [(f"A{r.randrange(names_of(n)):05}", str(r.choice(sms)), f"0.{r.randrange(13)}.{r.randrange(4)}",
             f"q{r.randrange(16):02}", r.choice(["yes", "no"])) for _ in range(count)]


def callgrind(*command):
    """Instructions of a run; None where valgrind is not here."""
    if not shutil.which("valgrind"):
        return None
    e = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", *command], capture_output=True,
                       text=True)
    return int(re.search(r"Collected : (\d+)", e.stderr).group(1))


def growth(n):
    """The exponent of time in the number of rules, from the size before this one."""
    for hit in ("first", "specific"):
        t = {r["rules"]: r["value"] for r in rows if r["what"] == f"check, hit = {hit}"}
        before = max((m for m in t if 1000 <= m < n), default=None)
        if before:
            row(f"check, hit = {hit}: exponent from {before}", n, "", math.log(t[n] / t[before]) / math.log(n / before))


def compiler(n):
    ini = f"{OUT}/{n}.ini"
    for hit in ("first", "specific"):
        with open(ini, "w") as f:
            subprocess.run([f"{OUT}/generate", str(n), str(names_of(n)), "0", "1", hit], stdout=f, check=True)
        size = os.path.getsize(ini)
        alone, _ = run(f"{OUT}/inih", ini, runs=5, median=True)
        t, _ = run("out/bin/turnout", "check", ini, runs=5, median=True)
        row(f"check, hit = {hit}", n, "s", t, "inih alone", max(alone, 0.0005))
        row(f"check, hit = {hit}: memory", n, "MB", peak("out/bin/turnout", "check", ini), "the file", size / 1048576)
        _, out = run(f"{OUT}/stages", ini, "tables", runs=1)
        for name, ms, _ in (line.split() for line in out.splitlines()):
            row(f"check, hit = {hit}: {name}", n, "ms", float(ms))
    with open(ini, "w") as f:
        subprocess.run([f"{OUT}/generate", str(n), str(names_of(n))], stdout=f, check=True)
    with open(f"{OUT}/{n}.changed.ini", "w") as f:
        subprocess.run([f"{OUT}/generate", str(n), str(names_of(n)), str(n // 100)], stdout=f, check=True)
    t, _ = run("out/bin/turnout", "diff", ini, f"{OUT}/{n}.changed.ini")
    row("diff, one rule of 100 changed", n, "s", t, "inih alone, twice", max(2 * alone, 0.0005))
    row("diff: memory", n, "MB", peak("out/bin/turnout", "diff", ini, f"{OUT}/{n}.changed.ini"), "the files", 2 * size / 1048576)
    for mode, what in (("copy", "values kept"), ("names", "and their words looked up"), ("lines", "and line by line")):
        t = statistics.median(float(run(f"{OUT}/floor", mode, ini, runs=1)[1].split()[0]) for _ in range(5))
        row(f"floor: inih, {what}", n, "ms", t, "inih alone", max(alone, 0.0005) * 1e3)
    counted = [callgrind(*c, ini) for c in ((f"{OUT}/inih",), ("out/bin/turnout", "check"))] if n <= 10000 else [None]
    if all(counted):
        row("check, hit = first: instructions", n, "M", counted[1] / 1e6, "inih alone", counted[0] / 1e6)
    growth(n)
    ms = min(float(run(f"{OUT}/hash", str(names_of(n)), runs=1)[1]) for _ in range(3))
    row(f"perfect hash, {names_of(n)} names", n, "ms", ms)
    if shutil.which("llvm-tblgen"):
        with open(f"{OUT}/{n}.td", "w") as f:
            f.write('include "llvm/TableGen/SearchableTable.td"\nclass R<string a, int b> { string Name = a; int Backend = b; }\n'
                    'def T : GenericTable { let FilterClass = "R"; let Fields = ["Name", "Backend"]; '
                    'let PrimaryKey = ["Name"]; let PrimaryKeyName = "find"; }\n')
            f.writelines(f'def r{i} : R<"A{i:06}", {i % 32}>;\n' for i in range(n))
        include = subprocess.run(["llvm-config", "--includedir"], capture_output=True, text=True).stdout.strip()
        t, _ = run("llvm-tblgen", "-gen-searchable-tables", "-I", include, f"{OUT}/{n}.td", "-o", "/dev/null", runs=1)
        row("llvm-tblgen -gen-searchable-tables", n, "s", t)
    if shutil.which("gperf") and n <= 100000:
        with open(f"{OUT}/{n}.gperf", "w") as f:
            f.write("%%\n" + "".join(f"A{i:05}\n" for i in range(names_of(n))) + "%%\n")
        t, _ = run("gperf", f"{OUT}/{n}.gperf", "--output-file=/dev/null", runs=1)
        row(f"gperf, {names_of(n)} names", n, "s", t)


def instructions(exe, form):
    def collected(calls):
        e = subprocess.run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", exe, form, str(calls)],
                           capture_output=True, text=True)
        return int(re.search(r"Collected : (\d+)", e.stderr).group(1))
    return (collected(4000) - collected(2000)) / 2000


def header(n):
    folder = f"{OUT}/{n}"
    alone, _ = run(f"{OUT}/inih", f"{OUT}/{n}.ini", runs=5, median=True)
    t, _ = run("out/bin/turnout", "compile", "-o", folder, f"{OUT}/{n}.ini", runs=1, ok=(0,))
    row("compile, all files", n, "s", t, "inih alone", max(alone, 0.0005))
    row("compile: memory", n, "MB", peak("out/bin/turnout", "compile", "-o", folder, f"{OUT}/{n}.ini"))
    row("header", n, "MB", os.path.getsize(f"{folder}/bench.h") / 1048576, "its table", os.path.getsize(f"{OUT}/{n}.ini") / 1048576)
    sample = cells(n)
    with open(f"{folder}/cells.h", "w") as f:
        f.writelines("{" + ", ".join(f'"{x}"' for x in c) + "},\n" for c in sample)
    with open(f"{folder}/cells.csv", "w") as f:
        f.write("arch,sm,lib,quant,moe\n" + "".join(",".join(c) + "\n" for c in sample))
    for std in ("gcc", "clang", "g++ -x c++", "clang++ -x c++"):
        cc = std.split()
        if not shutil.which(cc[0]):
            continue
        with open(f"{folder}/one.c", "w") as f:
            f.write('#include "bench.h"\nint one(void) { return BENCH_BACKEND_b01; }\n' if n < 0 else
                    '#include "bench.h"\nint one(void) { return bench_backend_at(1, 100, 1ULL, 1, 0); }\n')
        with open(f"{folder}/none.c", "w") as f:
            f.write("int one(void) { return 0; }\n")
        none, _ = run(*cc, "-O2", "-c", f"{folder}/none.c", "-o", f"{folder}/one.o", ok=(0,))
        t, _ = run(*cc, "-O2", "-I", folder, "-c", f"{folder}/one.c", "-o", f"{folder}/one.o", ok=(0,))
        row(f"{cc[0]} -O2: include, one constant", n, "s", t, "an empty file", none)
        row(f"{cc[0]} -O2: include, memory", n, "MB",
            peak(*cc, "-O2", "-I", folder, "-c", f"{folder}/one.c", "-o", f"{folder}/one.o"))
        exe = f"{folder}/lookup.{cc[0]}"
        run(*cc[:1], *(["-x", "c++"] if "++" in cc[0] else ["-std=gnu11"]), "-O2", "-D_GNU_SOURCE", "-I", folder,
            "tests/bench/lookup.c", "-o", exe, runs=1, ok=(0,))
        if "++" in cc[0]:
            continue
        empty_ns = min(float(run(exe, "empty", "3000000", runs=1)[1].split()[0]) for _ in range(3))
        empty = instructions(exe, "empty") if shutil.which("valgrind") else 0
        for form in ("at", "text", "name", "memcmp", "version"):
            ns = min(float(run(exe, form, "1000000", runs=1)[1].split()[0]) for _ in range(3))
            row(f"{cc[0]}: {form}", n, "ns", ns, "an empty call", empty_ns)
            if shutil.which("valgrind"):
                row(f"{cc[0]}: {form}", n, "instr", instructions(exe, form) - empty + 2)
    got = run(f"{folder}/lookup.gcc", "answers", "0", runs=1)[1].split("\n")
    asked = run("out/bin/turnout", "eval", f"{OUT}/{n}.ini", f"{folder}/cells.csv", runs=1)[1].splitlines()
    answer = [line.split(",")[5] for line in asked if line.startswith("A")]
    wrong = sum(f"{a} {a}" != g for a, g in zip(answer, got)) + abs(len(answer) - len(sample))
    row(f"wrong answers of {len(sample)}", n, "", wrong)
    return sample


COMPILERS = (("gcc", "-std=c11"), ("clang", "-std=c11"), ("g++", "-x", "c++", "-std=c++17"), ("clang++", "-x", "c++", "-std=c++17"))


def counted(text, symbol):
    """Instructions of a function in objdump's listing, without padding."""
    body = re.search(rf"<{symbol}>:\n(.*?)(?:\n\n|$)", text, re.S)
    return len([line for line in body.group(1).split("\n")
                if not re.search(r"\t(nop|nopw|nopl|xchg|data16|cs|endbr64)\b", line)]) if body else 0


def constants(n):
    """A look-up on constants, and 1,000 assertions of one, in every compiler; in device code, as PTX."""
    folder = f"{OUT}/{n}"
    one = '#include "bench.h"\n%sint one(void) { return bench_backend_at(1, 100, BENCH_VERSION(0, 5, 3), 1, 0); }\n'
    with open(f"{folder}/one.c", "w") as f:
        f.write(one % "")
    with open(f"{folder}/one.cc", "w") as f:
        f.write(one % 'extern "C" ')
    r = random.Random(n)
    header = open(f"{folder}/bench.h").read()
    macro = os.path.exists(f"{folder}/bench_constant.h") or "#define BENCH_HAS_BACKEND_CONSTANT 1" in header
    known = int(re.search(r"#define BENCH_ARCH_OTHER (\d+)", header).group(1))  # a few names are in no rule
    for cc in COMPILERS:
        if not shutil.which(cc[0]):
            continue
        cxx = "++" in cc[0]
        for level in ("-O1", "-O2"):
            run(*cc, level, "-I", folder, "-c", f"{folder}/one.{'cc' if cxx else 'c'}", "-o", f"{folder}/one.o", runs=1, ok=(0,))
            text = subprocess.run(["objdump", "-d", "--no-show-raw-insn", f"{folder}/one.o"], capture_output=True, text=True).stdout
            row(f"{cc[0]} {level}: constants", n, "instr", counted(text, "one"))
        if cxx or macro:
            ask, check = ("bench_backend_at", "static_assert") if cxx else ("BENCH_BACKEND", "_Static_assert")
            for count in (0, 1000):
                with open(f"{folder}/asserts{count}.c", "w") as f:
                    f.write('#define BENCH_CONSTANT\n#include "bench.h"\n' + "".join(
                        f'{check}({ask}({r.randrange(1, known)}, {r.choice((80, 90, 100, 103))}, '
                        f'BENCH_VERSION(0, {r.randrange(13)}, 1), {r.randrange(1, 17)}, {r.randrange(2)}) >= 0, "");\n'
                        for _ in range(count)))
            none, _ = run(*cc, "-fsyntax-only", "-I", folder, f"{folder}/asserts0.c", ok=(0,))
            t, _ = run(*cc, "-fsyntax-only", "-I", folder, f"{folder}/asserts1000.c", ok=(0,))
            row(f"{cc[0]}: 1,000 assertions{'' if cxx else ' of the macro'}", n, "s", t - none)
    if shutil.which("clang"):
        run("clang", "-x", "cuda", "-std=c++17", "-nocudainc", "-nocudalib", "--cuda-gpu-arch=sm_75", "--cuda-device-only", "-O1",
            "-Wno-unknown-cuda-version", "-DDEVICE", "-I", folder, "-S", "tests/bench/constant.cu", "-o", f"{folder}/one.ptx", runs=1, ok=(0,))
        body = re.search(r"\.entry one\(.*?^}", open(f"{folder}/one.ptx").read(), re.S | re.M).group(0)
        row("PTX: loads of a kernel that stores a look-up on constants", n, "", len(re.findall(r"ld\.(?:global|const|u8)", body)))


def gperf(n):
    """What gperf's function takes for a name, beside ours."""
    if not shutil.which("gperf") or not shutil.which("valgrind") or names_of(n) > 1000:
        return
    with open(f"{OUT}/{n}.gperf.c", "w") as f:
        f.write(subprocess.run(["gperf", f"{OUT}/{n}.gperf"], capture_output=True, text=True).stdout)
        f.write('''
#include <stdlib.h>
static const char *const cell[] = {
#include "names.h"
};
__attribute__((noinline)) static int empty(const char *t) { __asm__ volatile("" : : "r"(t)); return 0; }
__attribute__((noinline)) static int name(const char *t) { return in_word_set(t, strlen(t)) != 0; }
int main(int argc, char **argv) {
    unsigned long calls = strtoul(argv[argc - 1], NULL, 10), sum = 0;
    for (unsigned long k = 0; k < calls; k++) {
        const char *t = cell[k % (sizeof cell / sizeof *cell)];
        sum += (unsigned long)(argv[1][0] == 'e' ? empty(t) : name(t));
    }
    return sum == 1;
}
''')
    with open(f"{OUT}/names.h", "w") as f:
        f.writelines(f'"{c[0]}",\n' for c in cells(n))
    run("gcc", "-O2", "-w", "-include", "string.h", "-I", OUT, f"{OUT}/{n}.gperf.c", "-o", f"{OUT}/{n}.gperf.exe", runs=1, ok=(0,))
    exe = f"{OUT}/{n}.gperf.exe"
    row("gperf: name", n, "instr", instructions(exe, "name") - instructions(exe, "empty") + 2)


def rules_of(n):
    rule, all_rules = {}, []
    for line in open(f"{OUT}/{n}.ini"):
        if line.startswith("["):
            rule = {}
            if line.startswith("[rule"):
                all_rules.append(rule)
        elif " = " in line:
            key, value = line.strip().split(" = ", 1)
            rule[key] = value
    return all_rules


def chain_of(n):
    """An if-chain as a person would write it."""
    text = ["def choose(arch, sm, lib, quant, moe):\n"]
    for r in rules_of(n):
        c = [f"arch in {tuple(r['arch'].split(', '))}" if "arch" in r else "", f"sm in {tuple(r['sm'].split(', '))}" if "sm" in r else ""]
        for bound in r.get("lib", "").split(", "):
            if bound:
                c.append(f"lib {'>=' if bound[0] == '>' else '<'} {int(bound.split('.')[1])}")
        c += [f"{k} == {r[k]!r}" for k in ("quant", "moe") if k in r]
        text.append(f"    if {' and '.join(x for x in c if x) or 'True'}: return {r['backend']!r}\n")
    space = {}
    t0 = time.perf_counter()
    exec(compile("".join(text), "chain", "exec"), space)
    row("Python if-chain: compile", n, "s", time.perf_counter() - t0)
    return space["choose"]


def least(call, count, runs=5):
    """Microseconds of one of `count` calls."""
    best = 1e9
    for _ in range(runs):
        t0 = time.process_time()
        call()
        best = min(best, time.process_time() - t0)
    return best / count * 1e6


def module(n, choose):
    """The emitted module, called as a server does, with keywords: cells asked before, and cells asked for the first time."""
    folder = f"{OUT}/{n}.python"
    t, _ = run("out/bin/turnout", "compile", "--target", "python", "--max-vectors", "50", "--max-nodes", "20000000",
                "-o", folder, f"{OUT}/{n}.ini", runs=1, ok=(0,))
    row("Python module: compile", n, "s", t)
    row("Python module", n, "MB", os.path.getsize(f"{folder}/bench.py") / 1048576, "its table", os.path.getsize(f"{OUT}/{n}.ini") / 1048576)
    for what in ("first import", "import"):
        load = "import sys, time; sys.dont_write_bytecode = False; t = time.process_time(); import bench; print(time.process_time() - t)"
        row(f"Python module: {what}", n, "s", float(run(sys.executable, "-c", load, runs=1, ok=(0,), cwd=folder)[1]))
    spec = importlib.util.spec_from_file_location("emitted", f"{folder}/bench.py")
    emitted = sys.modules["emitted"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(emitted)
    select = emitted.select_backend
    every = [(a, int(s), v, q, m == "yes") for a, s, v, q, m in dict.fromkeys(cells(n, 20000))]
    few = every[:200]
    answer = {(a, s, v, q, m): choose(a, str(s), int(v.split(".")[1]), q, "yes" if m else "no") for a, s, v, q, m in few}
    wrong = sum(select(arch=a, sm=s, lib=v, quant=q, moe=m) != b for (a, s, v, q, m), b in answer.items())
    row("Python module: wrong answers of 200", n, "", wrong)

    def by_dict():
        for a, s, v, q, m in few * 100:
            answer[a, s, v, q, m]

    def by_chain():
        for a, s, v, q, m in numbered:
            choose(a, s, v, q, m)

    def by_module():
        for a, s, v, q, m in few * 100:
            select(arch=a, sm=s, lib=v, quant=q, moe=m)

    def first():
        emitted._select_backend.clear()
        for a, s, v, q, m in every:
            select(arch=a, sm=s, lib=v, quant=q, moe=m)

    def nothing():
        for a, s, v, q, m in few * 100:
            pass

    numbered = [(a, str(s), int(v.split(".")[1]), q, "yes" if m else "no") for a, s, v, q, m in few]
    loop = least(nothing, 20000)
    looked, chained = least(by_dict, 20000) - loop, least(by_chain, 200, 2)
    asked, new = least(by_module, 20000) - loop, least(first, len(every)) - loop
    row("Python module, asked before", n, "us", asked, "dict of the answers", looked)
    row("Python module, asked before", n, "us", asked, "if-chain", chained)
    row("Python module, asked for the first time", n, "us", new, "if-chain", chained)


def python(n, sample, choose):
    """The if-chain, a dict of the answers, SQLite, a decision table of zen-engine."""
    asked = [(a, s, int(v.split(".")[1]), q, m) for a, s, v, q, m in sample[:200]]
    t0 = time.perf_counter()
    answer = {c: choose(*c) for c in asked}
    row("Python if-chain", n, "us", (time.perf_counter() - t0) / len(asked) * 1e6)
    t0 = time.perf_counter()
    for _ in range(100):
        for c in asked:
            answer[c]
    row("Python dict of the answers", n, "us", (time.perf_counter() - t0) / len(asked) / 100 * 1e6)
    db = sqlite3.connect(":memory:")
    db.execute("create table r (id integer, arch text, sm text, lo integer, hi integer, quant text, moe text, backend text)")
    for i, r in enumerate(rules_of(n)):
        bound = {b[0]: int(b.split(".")[1]) for b in r.get("lib", "").split(", ") if b}
        for a in r.get("arch", "").split(", "):
            for s in r.get("sm", "").split(", "):
                db.execute("insert into r values (?,?,?,?,?,?,?,?)", (i, a or None, s or None, bound.get(">"), bound.get("<"),
                                                                      r.get("quant"), r.get("moe"), r["backend"]))
    db.execute("create index k on r (arch, sm)")
    ask = ("select backend from (select * from r where arch = ?1 and sm = ?2 union all select * from r where arch is null) where "
           "(lo is null or ?3 >= lo) and (hi is null or ?3 < hi) and (quant is null or quant = ?4) and (moe is null or moe = ?5) "
           "order by id limit 1")
    t0 = time.perf_counter()
    wrong = sum(db.execute(ask, c).fetchone()[0] != answer[c] for c in asked)
    row("SQLite, in memory, with an index", n, "us", (time.perf_counter() - t0) / len(asked) * 1e6)
    row("SQLite: wrong answers", n, "", wrong)
    try:
        import zen
    except ImportError:
        return
    columns = ["arch", "sm", "lib", "quant", "moe"]
    table = []
    for i, r in enumerate(rules_of(n)):
        one = {"_id": str(i), "o": f"\"{r['backend']}\""}
        for k in columns:
            one[k] = (" and ".join(f"$ {b[:2] if b[1] == '=' else b[0]} {int(b.split('.')[1])}" for b in r[k].split(", ")) if k == "lib"
                      else ", ".join(f'"{x}"' for x in r[k].split(", "))) if k in r else ""
        table.append(one)
    node = {"hitPolicy": "first", "inputs": [{"id": k, "name": k, "type": "expression", "field": k} for k in columns],
            "outputs": [{"id": "o", "name": "o", "type": "expression", "field": "backend"}], "rules": table}
    graph = {"contentType": "application/vnd.gorules.decision", "edges": [
        {"id": "e1", "sourceId": "i", "targetId": "t", "type": "edge"}, {"id": "e2", "sourceId": "t", "targetId": "x", "type": "edge"}],
        "nodes": [{"id": "i", "type": "inputNode", "name": "i", "position": {"x": 0, "y": 0}},
                  {"id": "t", "type": "decisionTableNode", "name": "t", "content": node, "position": {"x": 0, "y": 0}},
                  {"id": "x", "type": "outputNode", "name": "x", "position": {"x": 0, "y": 0}}]}
    decision = zen.ZenEngine().create_decision(json.dumps(graph))
    t0, some = time.perf_counter(), asked[:20]
    wrong = sum(decision.evaluate(dict(zip(columns, c)))["result"].get("backend") != answer[c] for c in some)
    row("zen-engine", n, "us", (time.perf_counter() - t0) / len(some) * 1e6)
    row("zen-engine: wrong answers", n, "", wrong)


def main():
    for n in SIZES:
        compiler(n)
        sample = header(n) if n <= 10000 and "header" in PARTS else cells(n)
        if n <= 10000 and "header" in PARTS:
            constants(n)
            gperf(n)
        if "python" in PARTS:
            choose = chain_of(n)
            module(n, choose)
            if n <= 10000:
                python(n, sample, choose)
    with open("out/bench.json", "w") as f:
        json.dump(rows, f, indent=1)
    with open("out/bench.md", "w") as f:
        f.write("| what | rules | measured | beside it | ratio |\n| --- | ---: | ---: | --- | ---: |\n")
        for r in rows:
            peer = f"{r['peer']} {r['peer_value']:.4g}" if r["peer_value"] else ""
            f.write(f"| {r['what']} | {r['rules']} | {r['value']:.4g} {r['unit']} | {peer} | {r['ratio'] or ''} |\n")
    print("wrote out/bench.md and out/bench.json")


main()
