"""What `turnout` prints to a terminal and to a pipe: terminal.py PROGRAM FOLDER, with answers.ini in FOLDER."""
import os
import pty
import re
import subprocess
import sys
import threading
import time

program, folder = sys.argv[1:]
os.chdir(folder)
ESCAPE = re.compile("\x1b\\[[0-9;]*m")
LINE = re.compile("\r\x1b\\[K([^\r\n]*)")


def feed(pipe):
    """Work that takes long on every machine: rows that come in slowly."""
    pipe.write(b"arch,sm,kv,server,dk,dv,mla\n")
    for i in range(3000):
        pipe.write(b"A,%d,auto,1.%d,%d,128,no\n" % ((90, 100, 120)[i % 3], i % 50, 1 + i % 1000))
        if i % 600 == 0:
            pipe.flush()
            time.sleep(0.25)
    pipe.close()


def on_terminal(arguments, rows=False, **environment):
    """Standard error on a terminal, standard output in a file; what the terminal got."""
    leader, follower = pty.openpty()
    env = {"PATH": os.environ["PATH"], "TERM": "xterm", **environment}
    with open("stdout", "wb") as stdout:
        child = subprocess.Popen([program, *arguments], stdin=subprocess.PIPE if rows else subprocess.DEVNULL,
                                 stdout=stdout, stderr=follower, env=env)
    os.close(follower)
    if rows:
        threading.Thread(target=feed, args=(child.stdin,)).start()
    got = b""
    while True:
        try:
            part = os.read(leader, 65536)
        except OSError:
            break
        if not part:
            break
        got += part
    child.wait()
    os.close(leader)
    return got.decode("utf-8").replace("\r\n", "\n")


def in_pipe(arguments, **environment):
    env = {"PATH": os.environ["PATH"], "TERM": "xterm", **environment}
    return subprocess.run([program, *arguments], stdin=subprocess.DEVNULL, capture_output=True, env=env, check=False)


failed = 0


def expect(name, holds):
    global failed
    failed += not holds
    print(("ok " if holds else "formats: FAILED: terminal: ") + name)


# ---- colour
check = ["check", "answers.ini"]
plain = in_pipe(check).stderr.decode()
expect("no colour in a pipe", "\x1b" not in plain)
coloured = on_terminal(check)
expect("colour on a terminal", ESCAPE.search(coloured))
expect("the same words with colour", LINE.sub("", ESCAPE.sub("", coloured)) == plain)
expect("NO_COLOR", "\x1b[1" not in on_terminal(check, NO_COLOR="1"))
expect("an empty NO_COLOR is none", ESCAPE.search(on_terminal(check, NO_COLOR="")))
expect("a dumb terminal", "\x1b" not in on_terminal(check, TERM="dumb"))
expect("--color=never", "\x1b[1" not in on_terminal([*check, "--color=never"]))
expect("--color=always in a pipe", ESCAPE.search(in_pipe([*check, "--color=always"]).stderr.decode()))
expect("--color=always beats NO_COLOR", ESCAPE.search(in_pipe([*check, "--color=always"], NO_COLOR="1").stderr.decode()))
for f in ("json", "sarif", "github"):
    on_terminal(["check", f"--format={f}", "answers.ini"])
    with open("stdout", encoding="utf-8") as text:
        expect(f"no colour in {f}", "\x1b" not in text.read())

# ---- progress
work = ["eval", "answers.ini", "-"]
with open("rows", "wb") as f:
    feed(f)
piped = in_pipe(["eval", "answers.ini", "rows"])
quiet = piped.stderr.decode().replace("rows:", "<stdin>:")
expect("no progress in a pipe", b"\r" not in piped.stderr and b"\x1b" not in piped.stderr)
shown = on_terminal(work, rows=True)
steps = LINE.findall(shown)
numbers = [int(s.split(": ")[1]) for s in steps if ": " in s]
expect("progress on a terminal", len(numbers) > 1 and numbers == sorted(numbers))
expect("the line is gone in the end", steps and steps[-1] == "" and LINE.sub("", shown) == quiet)
with open("stdout", "rb") as answers:
    expect("standard output is the same", answers.read() == piped.stdout)
expect("none on a dumb terminal", "\x1b" not in on_terminal(work, rows=True, TERM="dumb"))
expect("short work shows none", "\x1b[K" not in on_terminal(["fmt", "--check", "gemma4.ini"]))
sys.exit(failed > 0)
