"""page.py check PAGE.html PAGE.md: is it well formed, is everything that it links to there, can it be read aloud?
page.py outline PAGE.html: its headings and matrices as plain text, to be compared with a golden file.
Prints one line per fault; the exit status is 1 when there is one.
"""
import re
import sys
import xml.etree.ElementTree
from html.parser import HTMLParser

VOID = {"meta", "br", "wbr", "link", "img", "input", "hr"}
INSIDE = {"li": {"ul", "ol"}, "tr": {"thead", "tbody"}, "td": {"tr"}, "th": {"tr"}, "dt": {"dl"}, "dd": {"dl"},
          "caption": {"table"}, "thead": {"table"}, "tbody": {"table"}}
BLOCKS = {"p", "ul", "ol", "dl", "div", "table", "section", "article", "pre", "h1", "h2", "h3", "header", "nav"}


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__(convert_charrefs=True)
        self.fault, self.open, self.ids, self.hrefs = [], [], {}, []
        self.tags, self.heading, self.scripts = {}, [], []
        self.text, self.row, self.rows, self.outline, self.described = "", None, [], [], set()
        self.feed(text)
        self.close()
        for tag, line in self.open:
            self.fault.append(f"{line}: <{tag}> is never closed")

    def say(self, what):
        self.fault.append(f"{self.getpos()[0]}: {what}")

    def handle_starttag(self, tag, attributes):
        a = dict(attributes)
        self.tags[tag] = self.tags.get(tag, 0) + 1
        parent = self.open[-1][0] if self.open else ""
        names = [n for n, _ in attributes]
        if len(set(names)) < len(names):
            self.say(f"<{tag}> has an attribute twice")
        if tag in INSIDE and parent not in INSIDE[tag]:
            self.say(f"<{tag}> inside <{parent}>")
        if tag in BLOCKS and any(t == "p" for t, _ in self.open):
            self.say(f"<{tag}> inside <p>")
        if tag == "a" and any(t == "a" for t, _ in self.open):
            self.say("<a> inside <a>")
        for n, v in attributes:
            if n.startswith("on"):
                self.say(f"an event attribute {n}")
            if n in ("src", "srcset", "data", "action", "poster", "background"):
                self.say(f"{n}={v} asks for another file")
            if n == "style" and (v is None or "url" in v):
                self.say(f"style={v}")
        if "id" in a:
            if not a["id"] or re.search(r"\s", a["id"]) or a["id"] in self.ids:
                self.say(f"id '{a['id']}' is empty, has a blank, or is there twice")
            self.ids[a["id"]] = tag
        if tag == "a" and "href" in a:
            self.hrefs.append((a["href"], self.getpos()[0]))
        for n in ("aria-labelledby",):
            if n in a:
                self.hrefs.append(("#" + a[n], self.getpos()[0]))
        if tag == "th" and a.get("scope") not in ("col", "row"):
            self.say("<th> without scope")
        if tag in ("html",) and a.get("lang") != "en":
            self.say("<html> without lang")
        if tag == "link" or tag == "img":
            self.say(f"<{tag}>: a page is one file")
        if "tabindex" in a and not (a.get("role") == "region" and a.get("aria-label")):
            self.say("a box that scrolls has no name")
        if tag == "svg" and not (a.get("role") == "img" and a.get("aria-label")):
            self.say("a picture without a name")
        if tag == "caption":
            self.described.add(self.tags.get("table"))
        if tag in ("h1", "h2", "h3"):
            level = int(tag[1])
            last = self.heading[-1] if self.heading else 0
            if level > last + 1:
                self.say(f"<h{level}> follows <h{last}>")
            self.heading.append(level)
            self.text = ""
        if tag == "table":
            self.rows = []
        if tag == "tr":
            self.row = []
        if tag in ("td", "th"):
            self.text = ""
        if tag == "span" and self.row is not None:
            self.text += " "
        if tag not in VOID:
            self.open.append((tag, self.getpos()[0]))

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag):
        if not self.open or self.open[-1][0] != tag:
            self.say(f"</{tag}> closes <{self.open[-1][0] if self.open else ''}>")
            return
        self.open.pop()
        text = " ".join(self.text.split())
        if tag in ("h1", "h2", "h3"):
            self.outline.append("#" * int(tag[1]) + " " + text)
            if not text:
                self.say(f"an empty <{tag}>")
        if tag in ("td", "th") and self.row is not None:
            self.row.append(text)
        if tag == "tr":
            self.rows.append(self.row)
            self.row = None
        if tag == "table":
            if len({len(r) for r in self.rows}) > 1:
                self.say("a table whose rows differ in length")
            if self.tags["table"] not in self.described:
                self.say("a table without a caption")
            self.outline += ["    " + " | ".join(r) for r in self.rows]

    def handle_data(self, data):
        if self.open and self.open[-1][0] in ("script", "style"):
            self.scripts.append(data)
            return
        self.text += data

    def handle_comment(self, data):
        self.say(f"a comment: {data[:30]}")


def check_html(path):
    with open(path, encoding="utf-8") as f:
        text = f.read()
    page = Page(text)
    fault = page.fault
    if not text.startswith("<!DOCTYPE html>\n<html"):
        fault.append("1: no doctype")
    for tag, count in (("title", 1), ("main", 1), ("h1", 1), ("nav", 1), ("script", 1), ("style", 1), ("body", 1)):
        # a picture's titles are tooltips
        have = page.tags.get(tag, 0) if tag != "title" else len(re.findall(r"<title>", text.split("<body>")[0]))
        if have != count:
            fault.append(f"0: {have} <{tag}>, expected {count}")
    for href, line in page.hrefs:
        if href.startswith("#"):
            if href[1:] not in page.ids:
                fault.append(f"{line}: nothing on the page is '{href}'")
        elif not re.match(r"https?://[!-~]+$", href):
            fault.append(f"{line}: the link '{href}'")
    for data in page.scripts:
        if re.search(r"url\(|@import|https?://|fetch\(|XMLHttp|import ", data):
            fault.append("0: style or script asks for another file")
    for need in ('name="viewport" content="width=device-width', "default-src 'none'", "screen and (prefers-color-scheme: dark)",
                 "@media print", 'class="skip"'):
        if need not in text:
            fault.append(f"0: no {need}")
    for svg in re.findall(r"<svg.*?</svg>", text, re.S):
        try:
            xml.etree.ElementTree.fromstring(svg)
        except xml.etree.ElementTree.ParseError as e:
            fault.append(f"0: a picture that is no XML: {e}")
    return fault


def check_md(path):
    with open(path, encoding="utf-8") as f:
        lines = f.read().split("\n")
    fault, ids = [], set(re.findall(r'<a id="([^"]*)">', "\n".join(lines)))
    columns = 0
    for number, line in enumerate(lines, 1):
        if line.startswith("            "):  # code
            continue
        for to in re.findall(r"\]\((#[^)]*)\)", line):
            if to[1:] not in ids:
                fault.append(f"{number}: nothing on the page is '{to}'")
        for tag in re.findall(r"(?<!\\)<(?!/?(?:a|code|sup|br)\b|https?://[^ <>]*>)[^>]{0,20}", line):
            fault.append(f"{number}: the tag {tag}")
        cells = len(re.findall(r"(?<!\\)\|", line)) if line.startswith("|") else 0
        if cells and columns and cells != columns:
            fault.append(f"{number}: {cells} columns, expected {columns}")
        columns = cells
    return fault


def main():
    if sys.argv[1] == "outline":
        with open(sys.argv[2], encoding="utf-8") as f:
            print("\n".join(Page(f.read()).outline))
        return 0
    fault = [f"{path}:{line}" for path in sys.argv[2:]
             for line in (check_html if path.endswith(".html") else check_md)(path)]
    for line in fault:
        print(line)
    return 1 if fault else 0


sys.exit(main())
