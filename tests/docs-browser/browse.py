"""browse.py CHROMIUM FOLDER PAGE...: opens pages of `turnout docs` in headless Chromium and looks at them as a reader
would: on a phone, on a desktop, in the dark, without script, in print.  Pictures go to FOLDER.

Speaks the DevTools protocol over two pipes, so it needs nothing but Python.  Prints "ok" or "FAILED" lines.
"""
import base64
import json
import os
import subprocess
import sys
import tempfile

PHONE = (390, 844, True)
DESKTOP = (1280, 800, False)

# What a page may not do: scroll sideways, be cut off, be hard to read, lead nowhere.
LOOK = r"""
(() => {
    const found = [];
    const root = document.documentElement;
    // a phone's innerWidth grows with the page, so the true width is put in here
    if (root.scrollWidth > WIDTH)
        found.push(`the page is ${root.scrollWidth} px wide in a window of WIDTH`);
    const parse = text => {
        const n = text.match(/[\d.]+/g).map(Number);
        return text.startsWith("color(srgb") ? [...n.slice(0, 3).map(x => 255 * x), n.length > 3 ? n[3] : 1]
                                             : [n[0], n[1], n[2], n.length > 3 ? n[3] : 1];
    };
    const light = c => {
        const f = c.slice(0, 3).map(x => x / 255).map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
        return .2126 * f[0] + .7152 * f[1] + .0722 * f[2];
    };
    const ground = e => {
        for (; e; e = e.parentElement) {
            const c = parse(getComputedStyle(e).backgroundColor);
            if (c[3] > 0) return c;
        }
        return matchMedia("(prefers-color-scheme: dark)").matches ? [0, 0, 0, 1] : [255, 255, 255, 1];
    };
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const seen = new Set();
    while (walker.nextNode()) {
        const e = walker.currentNode.parentElement;
        if (!walker.currentNode.data.trim() || e.closest("svg, script, style, .hidden, .skip")) continue;
        const style = getComputedStyle(e);
        if (style.display === "none" || style.visibility === "hidden" || !e.getClientRects().length) continue;
        const a = light(parse(style.color)), b = light(ground(e));
        const ratio = (Math.max(a, b) + .05) / (Math.min(a, b) + .05);
        const key = `${style.color} on ${ground(e)}`;
        if (ratio < 4.5 && !seen.has(key))
            found.push(`contrast ${ratio.toFixed(2)}: ${key}, "${walker.currentNode.data.trim().slice(0, 30)}"`);
        seen.add(key);
    }
    for (const a of document.querySelectorAll("a[href^='#']"))
        if (!document.getElementById(decodeURIComponent(a.getAttribute("href").slice(1))))
            found.push(`no place ${a.getAttribute("href")}`);
    for (const e of document.querySelectorAll("td, th, p, h1, h2, h3, dd, li"))
        if (e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflow === "visible" && e.clientWidth > 0 &&
            !e.closest(".scroll") && getComputedStyle(e).display !== "inline")
            found.push(`text sticks out of a ${e.localName}: "${e.textContent.trim().slice(0, 40)}"`);
    return found;
})()
"""
# In print nothing scrolls, so nothing may be wider than the sheet.
PRINTED = r"""
(() => {
    const found = [], wide = document.documentElement.clientWidth;
    for (const e of document.querySelectorAll("table, svg, .card, p, dl"))
        if (e.getClientRects().length && e.getBoundingClientRect().right > wide + 1)
            found.push(`a ${e.localName} ends at ${Math.round(e.getBoundingClientRect().right)} of ${wide}: ` +
                       e.textContent.trim().slice(0, 40));
    for (const e of document.querySelectorAll(".matrix td, .matrix th"))
        if (e.getClientRects().length && (e.offsetWidth < 32 || e.offsetHeight > 500))
            found.push(`a cell of ${e.offsetWidth} x ${e.offsetHeight}: ${e.textContent.trim().slice(0, 40)}`);
    for (const e of document.querySelectorAll(".scroll"))
        if (e.getClientRects().length && e.scrollHeight > e.clientHeight + 2)
            found.push(`a box is cut off in print: ${e.getAttribute("aria-label")}`);
    return found;
})()
"""
STICKY = r"""
(() => {
    const found = [];
    for (const box of document.querySelectorAll(".scroll")) {
        const head = box.querySelector(".matrix tbody th");
        if (!head || box.scrollWidth <= box.clientWidth) continue;
        const before = head.getBoundingClientRect().left;
        box.scrollLeft = 60;
        if (Math.abs(head.getBoundingClientRect().left - before) > 1)
            found.push(`the first column of "${box.getAttribute("aria-label")}" scrolls away`);
        const rest = box.clientWidth - head.getBoundingClientRect().width;
        if (rest < 150) found.push(`the first column leaves ${rest} px for the answers`);
        box.scrollLeft = 0;
    }
    return found;
})()
"""


class Browser:
    def __init__(self, program):
        to_read, to_write = os.pipe()
        from_read, from_write = os.pipe()
        # the protocol wants the pipes at 3 and 4
        self.profile = tempfile.TemporaryDirectory()
        script = f'exec 3<&{to_read} 4>&{from_write}; exec "$0" "$@"'
        self.process = subprocess.Popen(
            ["bash", "-c", script, program, "--headless=new", "--no-sandbox", "--disable-gpu",
             "--disable-dev-shm-usage", "--no-first-run", "--hide-scrollbars",
             f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"],
            pass_fds=(to_read, from_write), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(from_write)
        self.out, self.into = to_write, os.fdopen(from_read, "rb")
        self.rest, self.count, self.event = b"", 0, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = None
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Log", "Runtime"):
            self.call(domain + ".enable")

    def receive(self):
        while b"\0" not in self.rest:
            part = os.read(self.into.fileno(), 1 << 20)
            if not part:
                raise SystemExit("FAILED: Chromium has gone")
            self.rest += part
        line, self.rest = self.rest.split(b"\0", 1)
        return json.loads(line)

    def call(self, method, **params):
        self.count += 1
        message = {"id": self.count, "method": method, "params": params}
        if getattr(self, "session", None):
            message["sessionId"] = self.session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.receive()
            if answer.get("id") == self.count:
                if "error" in answer:
                    raise SystemExit(f"FAILED: {method}: {answer['error']}")
                return answer["result"]
            self.event.append(answer)

    def open(self, path, size, dark=False, script=True, media=""):
        self.event = []
        width, height, mobile = size
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, mobile=mobile,
                  deviceScaleFactor=2 if mobile else 1)
        self.call("Emulation.setScriptExecutionDisabled", value=not script)
        self.call("Emulation.setEmulatedMedia", media=media,
                  features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])
        self.call("Page.navigate", url="file://" + os.path.abspath(path))
        while not any(e.get("method") == "Page.loadEventFired" for e in self.event):
            self.event.append(self.receive())

    def ask(self, expression):
        got = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in got:
            return [got["exceptionDetails"].get("exception", {}).get("description", "exception")]
        return got["result"]["value"]

    def strangers(self, path):
        """Requests to anything but the page, and whatever the console says."""
        own = "file://" + os.path.abspath(path)
        for e in self.event:
            if e.get("method") == "Network.requestWillBeSent":
                url = e["params"]["request"]["url"]
                if url.split("#")[0] != own and not url.startswith("data:"):
                    yield "asks for " + url
            if e.get("method") == "Log.entryAdded":
                yield "the console says: " + e["params"]["entry"]["text"]
            if e.get("method") == "Runtime.exceptionThrown":
                yield "an exception: " + e["params"]["exceptionDetails"]["text"]

    def picture(self, path, whole=False):
        data = self.call("Page.captureScreenshot", captureBeyondViewport=whole)["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))

    def print(self, path):
        data = self.call("Page.printToPDF", printBackground=True, paperWidth=8.27, paperHeight=11.69)["data"]
        with open(path, "wb") as out:
            out.write(base64.b64decode(data))

    def close(self):
        self.call("Browser.close")
        self.process.wait(timeout=20)
        self.profile.cleanup()


def look_at(browser, page, folder, report):
    name = os.path.splitext(os.path.basename(page))[0]
    for what, size, dark in (("phone", PHONE, False), ("phone-dark", PHONE, True), ("desktop", DESKTOP, False),
                             ("desktop-dark", DESKTOP, True)):
        browser.open(page, size, dark)
        report(f"{name} {what}", browser.ask(LOOK.replace("WIDTH", str(size[0]))) + list(browser.strangers(page)))
        if what == "phone":
            report(f"{name} sticky column", browser.ask(STICKY))
        browser.picture(f"{folder}/{name}-{what}.png")
    browser.open(page, PHONE, script=False)
    browser.picture(f"{folder}/{name}-noscript.png")
    browser.call("Emulation.setScriptExecutionDisabled", value=False)
    report(f"{name} without script", browser.ask(LOOK.replace("WIDTH", str(PHONE[0]))))
    browser.open(page, (718, 1000, False), media="print")  # A4 less its margins
    report(f"{name} in print", browser.ask(PRINTED))
    browser.open(page, DESKTOP)
    browser.print(f"{folder}/{name}.pdf")
    report(f"{name} as PDF", [] if os.path.getsize(f"{folder}/{name}.pdf") > 5000 else ["the PDF is empty"])


def main():
    program, folder, pages = sys.argv[1], sys.argv[2], sys.argv[3:]
    os.makedirs(folder, exist_ok=True)
    browser = Browser(program)

    def report(what, found):
        print(f"ok: {what}" if not found else f"FAILED: {what}")
        for line in found:
            print(f"    {line}")

    for page in pages:
        look_at(browser, page, folder, report)
    browser.close()


main()
