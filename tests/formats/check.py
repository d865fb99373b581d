"""What one run printed, in one format: is it well formed, and does it say the same as the other formats?

    check.py json FILE             one JSON text, no key twice, counts right, places inside their files
    check.py sarif SCHEMA FILE     valid by the schema of SARIF 2.1.0; levels, rules, places, words
    check.py github FILE           workflow commands, one a line, nothing else
    check.py same JSON SARIF GITHUB TEXT     the same findings everywhere
"""
import json
import re
import sys
import urllib.parse


def unique(pairs):
    keys = [k for k, _ in pairs]
    assert len(keys) == len(set(keys)), f"a key twice: {keys}"
    return dict(pairs)


def load(path):
    with open(path, encoding="utf-8", errors="strict") as f:
        text = f.read()
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f]", text), "a control character in the output"
    return json.loads(text, object_pairs_hook=unique)


def lines_of(path):
    try:
        with open(path, "rb") as f:
            return f.read().split(b"\n")
    except OSError:
        return None


def check_place(place):
    if "file" not in place:
        assert "line" not in place and "column" not in place
        return
    lines = lines_of(place["file"])
    if "line" in place and lines is not None:
        assert 1 <= place["line"] <= len(lines), place
        if "column" in place:
            assert 1 <= place["column"] <= len(lines[place["line"] - 1]) + 1, place


def check_json(path):
    doc = load(path)
    assert doc["turnout"] == 1
    count = {"error": 0, "warning": 0, "note": 0}
    for f in doc["findings"]:
        assert re.fullmatch("[a-z]+(-[a-z]+)*", f["finding"]), f
        assert f["message"] and f["message"].strip() == f["message"]
        count[f["level"]] += 1
        check_place(f)
        for note in f["notes"]:
            assert note["level"] == "note" and note["message"]
            check_place(note)
    assert (doc["errors"], doc["warnings"], doc["notes"]) == (count["error"], count["warning"], count["note"])


def utf16(text):
    return len(text.encode("utf-16-le")) // 2


def check_region(location):
    physical = location["physicalLocation"]
    uri = physical["artifactLocation"]["uri"]
    assert re.fullmatch(r"([A-Za-z0-9._~/-]|%[0-9A-F]{2})+", uri), uri
    region = physical.get("region")
    lines = lines_of(urllib.parse.unquote(uri))
    if not region or lines is None or "startColumn" not in region:
        return
    line = lines[region["startLine"] - 1].decode("utf-8", "replace")
    assert 1 <= region["startColumn"] <= region["endColumn"] <= utf16(line) + 1, (region, line)


def check_sarif(schema, path):
    import jsonschema

    doc = load(path)
    with open(schema, encoding="utf-8") as f:
        validator = jsonschema.Draft4Validator(json.load(f))
    faults = [f"{'/'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(doc)]
    assert not faults, faults[:5]
    assert len(doc["runs"]) == 1
    run = doc["runs"][0]
    rules = [r["id"] for r in run["tool"]["driver"].get("rules", [])]
    assert len(rules) == len(set(rules))
    for r in run["results"]:
        if "ruleId" in r:
            assert "ruleIndex" not in r or rules[r["ruleIndex"]] == r["ruleId"]
        else:
            assert r["kind"] == "informational" and r["level"] == "none"
        for location in r.get("locations", []) + r.get("relatedLocations", []):
            check_region(location)


def commands(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    assert text == "" or text.endswith("\n")
    for line in text.splitlines():
        assert not re.search("[\x00-\x1f\x7f]", line)
        m = re.fullmatch(r"::(error|warning|notice) ((?:[a-z]+=[^,:]*,?)*)::(.+)", line)
        assert m, line
        words = dict(w.split("=", 1) for w in m[2].split(","))
        assert set(words) <= {"file", "line", "col", "title"} and words["title"].startswith("turnout"), line
        yield m[1], words, m[3]


def check_github(path):
    for level, words, text in commands(path):
        assert not re.search("%(?![0-9A-F]{2})", text)
        if "line" in words:
            assert int(words["line"]) > 0 and words.get("file")


def check_same(json_path, sarif_path, github_path, text_path):
    """Finding by finding; text and github show at most 100 of a kind, so they are compared when there are fewer, and
    what an [allow] lets pass in fewer lines, which are left out here."""
    findings = load(json_path)["findings"]
    results = [r for r in load(sarif_path)["runs"][0]["results"] if "ruleId" in r]
    assert [(f["finding"], f["level"]) for f in findings] == [(r["ruleId"], r["level"]) for r in results]
    for f, r in zip(findings, results):
        assert r["message"]["text"].split("\n")[0] == f["message"].split("\n")[0]
        assert ("locations" in r) == ("file" in f)
    findings = [f for f in findings if "allowed" not in f]
    kinds = [f["finding"] for f in findings]
    if any(kinds.count(k) > 100 for k in kinds):
        return
    notices = [(w["title"], l) for l, w, text in commands(github_path)
               if w["title"] != "turnout" and not text.startswith("allowed: ")]
    word = {"note": "notice"}
    assert notices == [(f"turnout -W{f['finding']}", word.get(f["level"], f["level"])) for f in findings]
    with open(text_path, encoding="utf-8") as f:
        shown = re.findall(r"^\S.*?: (error|warning|note): (?!allowed: ).* \[-W(?:error=)?([a-z-]+)\]$", f.read(), re.M)
    assert shown == [(f["level"], f["finding"]) for f in findings], (shown, kinds)


if __name__ == "__main__":
    {"json": check_json, "sarif": check_sarif, "github": check_github, "same": check_same}[sys.argv[1]](*sys.argv[2:])
