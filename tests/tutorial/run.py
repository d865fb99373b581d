"""run.py PAGE...: runs the pages of the tutorial as their reader would, and compares.

A page starts in a folder of its own with attention.ini, nvidia.ini and a git repository that holds both.  Its blocks are
taken in order: `diff` is applied, `console` is run command by command, and what a command prints must be what stands
below it.  BLESS=1 rewrites the page.  The last line counts.
"""
import os
import pathlib
import subprocess
import sys

root = pathlib.Path(__file__).resolve().parents[2]
passed = failed = 0
env = dict(os.environ, PATH=f"{root}/out/bin:{os.environ['PATH']}", GIT_CONFIG_GLOBAL="/dev/null", GIT_CONFIG_SYSTEM="/dev/null", NO_COLOR="1",
           GIT_AUTHOR_NAME="You", GIT_AUTHOR_EMAIL="you@example.org", GIT_COMMITTER_NAME="You", GIT_COMMITTER_EMAIL="you@example.org",
           LD_LIBRARY_PATH="", SOURCE_DATE_EPOCH="1781481600")


def check(what, good, text=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED: {what}\n{text}")


def run(command, folder, **more):
    return subprocess.run(["bash", "-c", command], cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def start(page):
    folder = root / "out/scratch/tutorial" / page.stem
    run(f"rm -rf '{folder}' && mkdir -p '{folder}'", root)
    run(f"cp '{root}/templates/tutorial/attention.ini' '{root}/tables/nvidia.ini' . && git init -q -b main . && git add . && git commit -q -m 'The table'", folder)
    return folder


def blocks(lines):
    """(kind, first line, line behind the last) of each fenced block."""
    begin = None
    for i, line in enumerate(lines):
        if line.startswith("```"):
            if begin is None:
                begin = i
            else:
                yield lines[begin][3:].strip(), begin + 1, i
                begin = None


def console(page, lines, folder):
    out, i = [], 0
    while i < len(lines):
        command = lines[i]
        assert command.startswith("$ "), f"{page.name}: '{command}' is no command"
        end = i + 1
        while end < len(lines) and not lines[end].startswith("$ "):
            end += 1
        said = run(command[2:], folder).stdout.splitlines()
        check(f"{page.name}: {command}", os.environ.get("BLESS") or said == lines[i + 1 : end], "\n".join(["the page:", *lines[i + 1 : end], "now:", *said]))
        out += [command, *said]
        i = end
    return out


for name in sys.argv[1:]:
    page = pathlib.Path(name).resolve()
    lines, folder, out, done = page.read_text().splitlines(), start(page), [], 0
    for kind, first, end in blocks(lines):
        out += lines[done:first]
        if kind == "diff":
            applied = run("git apply -p0 --whitespace=nowarn -", folder, input="\n".join(lines[first:end]) + "\n")
            check(f"{page.name}: the change in line {first}", applied.returncode == 0, applied.stdout)
            out += lines[first:end]
        else:
            check(f"{page.name}: a block of kind '{kind}'", kind == "console")
            out += console(page, lines[first:end], folder)
        done = end
    out += lines[done:]
    if os.environ.get("BLESS"):
        page.write_text("\n".join(out) + "\n")
print(f"{passed} passed, {failed} failed")
sys.exit(failed > 0)
