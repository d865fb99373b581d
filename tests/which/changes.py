"""changes.py JSON TABLE TURNOUT VOCABULARIES: every change that `which` names, asked of `explain`.  Prints how many."""
import json
import subprocess
import sys

document, table, turnout, folder = json.load(open(sys.argv[1])), *sys.argv[2:]
read = {r["input"] for r in document["read"]}
asked = 0


def words(label):
    """One value of a label such as '<0.6', '[1, 2)', '>=12.8', '65..128'."""
    if label.startswith("<"):
        return "0.0.1"
    if label.startswith(">="):
        return label[2:]
    if label.startswith("["):
        return label[1:].split(",")[0]
    if label == "newer":
        return "200"
    return label.split("..")[0]


for cell in document["cells"]:
    for answer in cell["answers"]:
        for change in answer["change"]:
            assert change["input"] not in read, change
            for label in change.get("values", [change.get("example")])[:4]:
                given = dict(cell["given"], **{change["input"]: words(label)})
                out = subprocess.run([turnout, "explain", "--format=json", "-q", "-I", folder, table] + [f"{k}={v}" for k, v in given.items()],
                                     capture_output=True, text=True)
                now = [a for a in json.loads(out.stdout)["answers"] if a["output"] == answer["output"]][0]
                assert (now["verdict"], now.get("value")) == (change["verdict"], change.get("value")), (change, label, now)
                assert (now["verdict"], now.get("value")) != (answer["verdict"], answer.get("value")), (change, label)
                asked += 1
print(asked)
