"""models.py TURNOUT TABLES OUT ANSWERS: for every architecture that a table names and the installed transformers can
configure, both forms of its config.json (all values, and as save_pretrained writes it) asked of `turnout which`.

What is read must be what the configuration object itself says, by the code below, which knows nothing of the tables;
the answers on four GPUs must be those of ANSWERS (BLESS=1 rewrites it).  The last line counts.
"""
import json
import os
import pathlib
import re
import subprocess
import sys

os.environ["HF_HUB_OFFLINE"] = "1"
os.environ["TRANSFORMERS_VERBOSITY"] = "critical"
import transformers  # noqa: E402
from transformers import AutoConfig  # noqa: E402
from transformers.models.auto import configuration_auto  # noqa: E402

turnout, tables, out, answers = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), pathlib.Path(sys.argv[4])
GPUS = {"gemma4": ["flashinfer=0.6.12"], "sglang-attention": ["cuda=13.0", "flashinfer=yes"], "sglang-models": ["cuda=13.0"]}
passed = failed = 0


def check(what, good, text=""):
    global passed, failed
    passed, failed = passed + bool(good), failed + (not good)
    if not good:
        print(f"FAILED: {what}: {text}")


def architectures():
    """Names in the tables that modeling_auto.py has, with their model types."""
    source = (pathlib.Path(configuration_auto.__file__).parent / "modeling_auto.py").read_text()
    pairs = re.findall(r'\("([a-z0-9_.-]+)",\s*"([A-Za-z0-9_]+)"\)', source)
    words = set(re.findall(r"[A-Z][A-Za-z0-9_]+", "".join((tables / f"{t}.ini").read_text() for t in GPUS)))
    found = {}
    for kind, name in pairs:
        if name in words and kind in configuration_auto.CONFIG_MAPPING_NAMES:
            found.setdefault(name, kind)
    return dict(sorted(found.items()))


def text_config(config):
    for name in ("thinker_config", "llm_config", "language_config", "text_config"):
        sub = getattr(config, name, None)
        if sub is not None:
            return getattr(sub, "text_config", sub) if name == "thinker_config" else sub
    return config


def say(value):
    return "yes" if value is True else "no" if value is False else str(value)


def expected(table, arch, config):
    """What the configuration says, where it says something that the table asks for."""
    text, want = text_config(config), {"arch": arch}

    def get(*names):
        for of in (text, config):
            for name in names:
                try:
                    value = getattr(of, name, None)
                except Exception:  # a value per layer: the object refuses to name one
                    value = None
                if value is not None:
                    return value
        return None
    if table == "gemma4":
        want["moe"] = get("enable_moe_block")
    if table == "sglang-attention":
        head, v_head, heads = get("head_dim"), get("v_head_dim"), get("num_attention_heads")
        if head is None and heads and get("hidden_size"):
            head = get("hidden_size") // heads
        if v_head is not None and head is not None:
            want["asymmetric"] = v_head not in (0, head)
        for name in ("n_head_kv", "num_kv_heads", "num_key_value_heads", "multi_query_group_num", "num_attention_groups"):
            if get(name) is not None and "kv_heads" not in want:
                want["kv_heads"] = get(name)
        want.setdefault("kv_heads", heads)
    if table == "sglang-models":
        want["sliding"] = getattr(config, "sliding_window_pattern", None) is not None
        want["dsa"] = get("index_topk") is not None
        if arch.startswith("Granite") and getattr(config, "layer_types", None):  # elsewhere it is no part of the file
            want["mamba_layers"] = "mamba" in config.layer_types
    return {name: say(value) for name, value in want.items() if value is not None}


def which(table, folder, words, more=()):
    return subprocess.run([turnout, "which", *more, str(tables / f"{table}.ini"), str(folder), *words], capture_output=True, text=True)


def ask(arch, kind, lines):
    try:
        config = AutoConfig.for_model(kind)
    except Exception as error:  # a class that needs torch
        print(f"not configured: {arch}: {type(error).__name__}")
        return False
    config.architectures = [arch]
    whole, short = out / f"{arch}-whole", out / arch
    whole.mkdir(parents=True, exist_ok=True)
    (whole / "config.json").write_text(config.to_json_string(use_diff=False))
    config.save_pretrained(short)
    for table, words in GPUS.items():
        if not re.search(rf"\b{arch}\b", (tables / f"{table}.ini").read_text()):
            continue
        read = []
        for folder in (whole, short):
            done = which(table, folder, ["sm=90", *words], ["--format=json"])
            check(f"{table} {folder.name}", done.returncode in (0, 1) and done.stdout, done.stderr[:300])
            read.append({e["input"]: e["value"] for e in json.loads(done.stdout or '{"read": []}')["read"]})
        check(f"{table} {arch}: both forms", read[0] == read[1], (read[0], read[1]))
        for name, value in expected(table, arch, config).items():
            check(f"{table} {arch}: {name}", read[0].get(name) == value, (read[0].get(name), value))
        for sm in (80, 90, 100, 120):
            done = which(table, short, [f"sm={sm}", *words], ["-q"])
            said = [line.split(" -> ")[1].split(" (")[0] for line in done.stdout.splitlines()]
            lines.append(f"{table} {arch} sm={sm}: {' '.join(said)}")
    return True


lines, configured = [], 0
for arch, kind in architectures().items():
    configured += ask(arch, kind, lines)
check("architectures", configured >= 20, configured)
text = f"transformers {transformers.__version__}\n" + "".join(line + "\n" for line in lines)
if os.environ.get("BLESS"):
    answers.write_text(text)
for line in sorted(set(text.splitlines()) ^ set(answers.read_text().splitlines())):
    check("answers", False, line)
check("answers are as recorded", text == answers.read_text())
print(f"{configured} architectures, {len(lines)} answers")
print(f"{passed} passed, {failed} failed")
