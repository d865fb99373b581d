"""For sizes.sh: the number of cells of a table's first output and the lines of the code that it copies ("-" where that
has not been downloaded) on standard output, and WORK/look.c, a program that looks 4,096 cells of the table's own test
vectors up.

usage: sizes.py TURNOUT WORK NAME     (WORK: where NAME.h and NAME_vectors.c have been compiled to)
"""
import glob
import os
import re
import shutil
import subprocess
import sys

turnout, work, name = sys.argv[1:4]
table = f"tables/{name}.ini"
with open(table, encoding="utf-8") as stream:
    text = stream.read()
inputs = re.findall(r"^\[input (\S+)\]", text, re.M)
output = re.findall(r"^\[output (\S+)\]", text, re.M)[0]

# what the table copies: files, or a function of a file, below out/conformance (the newest release where there are several)
SGLANG = "sglang/0.5.23/sglang/srt/arg_groups/"
DEFAULT = [(SGLANG + "model_override_base.py", "get_default_attn_backend"),
           (SGLANG + "overrides.py", "_deterministic_attention_backend"),
           (SGLANG + "overrides.py", "_attention_backend_default"),
           (SGLANG + "overrides.py", "_attention_backend_fa3_fp8_fallback")]
ORIGINAL = {"sglang-attention": DEFAULT, "sglang-models": [(SGLANG + "model_overrides/*.py", "")],
            "sglang": [*DEFAULT, (SGLANG + "model_overrides/*.py", "")],
            "llamacpp": [("llamacpp/select.inc", "")], "llamacpp-mulmat": [("llamacpp/mulmat.inc", "")]}


def lines(pattern, function):
    number = 0
    for path in glob.glob("out/conformance/" + pattern):
        with open(path, encoding="utf-8") as stream:
            source = stream.read()
        if function:
            source = re.search(rf"^def {function}\(.*?(?=^[^\s)])", source, re.M | re.S).group(0)
        number += source.rstrip().count("\n") + 1
    return number


# every cell changes when everything is refused: the difference counts the domain
other = os.path.join(work, "refused")
os.makedirs(other, exist_ok=True)
shutil.copy("tables/nvidia.ini", other)
with open(os.path.join(other, f"{name}.ini"), "w", encoding="utf-8") as stream:
    stream.write(text + f"\n[refuse everything]\noutputs = {output}\nwhy = the domain is counted\nsource = sizes.py\n")
told = subprocess.run([turnout, "diff", "--findings", "no", "--max-boxes", "1", table, f"{other}/{name}.ini"],
                      capture_output=True, text=True, check=False).stdout
counted = re.search(rf"^{output}: .* of ([0-9,]+) cells changed", told, re.M)
if not counted:
    sys.exit(f"{table}: the cells of {output} are not counted")
copied = [lines(*what) for what in ORIGINAL.get(name, [])]

row = re.compile(r"^    \{" + r'([^,"{}]+), (?:"(?:[^"\\]|\\.)*"|0|NULL),\s*' * len(inputs), re.M)
with open(f"{work}/{name}_vectors.c", encoding="utf-8") as stream:
    rows = [match.groups() for match in row.finditer(stream.read())]
if not rows:
    sys.exit(f"{name}_vectors.c has no rows that are understood")
rows = (rows * (4096 // len(rows) + 1))[::max(1, len(rows) // 4096)][:4096]
symbol = re.sub(r"\W", "_", name)
versions = [re.search(rf"^.input {i}.$(?:.(?!^.input))*?^type *= version", text, re.M | re.S) is not None for i in inputs]
with open(f"{work}/look.c", "w", encoding="utf-8") as stream:
    stream.write(f'#include "{name}.h"\n#include <stdlib.h>\nstatic unsigned long long cell[][{len(inputs)}] = {{\n')
    for cell in rows:
        stream.write("    {" + ", ".join(f"(unsigned long long)({v})" for v in cell) + "},\n")
    asked = ", ".join(f"({'unsigned long long' if v else 'int'})c[{n}]" for n, v in enumerate(versions))
    # a server parses a version's text once, at its start: what _parse gives stands for it from then on
    parsed = "".join(f"        cell[i][{n}] = {symbol}_{re.sub(r'[^A-Za-z0-9]', '_', inputs[n])}_slot_(cell[i][{n}]);\n"
                     for n, v in enumerate(versions) if v)
    stream.write(f"""}};
__attribute__((noinline)) static int look(const unsigned long long *c) {{
    return (int){symbol}_{output}_at({asked});
}}
int main(int argc, char **argv) {{
    int calls = argc > 1 ? atoi(argv[1]) : 0;
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof cell / sizeof *cell; i++) {{
        sum += cell[i][0] == 0;
{parsed}    }}
    for (int i = 0; i < calls; i++) {{
        sum += (unsigned)look(cell[i]);
    }}
    return sum == 1;
}}
""")
print(counted.group(1), sum(copied) if copied and all(copied) else "-")
