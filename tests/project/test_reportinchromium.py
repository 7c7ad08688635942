#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Opens a report in Chromium: reads its tables, sorts one by clicks, saves the plan file, and listens to the console.

test_reportinchromium.py TILELINE_CLI FIXTURE
"""
import fcntl
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from programs import available

CLI, FIXTURE = sys.argv[1:3]
PLAN = [FIXTURE, "--splits", "1,3"]
DEADLINE = 60  # seconds; only a browser that hangs takes so long


class Browser:
    """Chromium without a window, controlled over two pipes with its DevTools protocol."""

    def __init__(self, directory):
        to_browser, self.requests = os.pipe()
        self.answers, from_browser = os.pipe()
        inherited = [fcntl.fcntl(descriptor, fcntl.F_DUPFD, 10) for descriptor in (to_browser, from_browser)]
        # The browser expects the pipes at 3 and 4. As root, as in containers, it refuses its sandbox.
        options = "--headless --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run --remote-debugging-pipe"
        self.process = subprocess.Popen(
            ["bash", "-c", f'exec chromium {options} --user-data-dir="$0" 3<&{inherited[0]} 4>&{inherited[1]}',
             str(directory / "profile")],
            pass_fds=inherited, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, "HOME": str(directory)})
        for descriptor in (to_browser, from_browser, *inherited):
            os.close(descriptor)
        os.set_blocking(self.answers, False)
        self.received, self.events, self.number, self.session = b"", [], 0, None
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            self.call(domain + ".enable")

    def message(self):
        end = time.monotonic() + DEADLINE
        while b"\0" not in self.received:
            try:
                part = os.read(self.answers, 1 << 20)
                if not part:
                    raise ConnectionError("the browser has ended")
                self.received += part
            except BlockingIOError:
                if time.monotonic() > end:
                    raise TimeoutError("the browser does not answer") from None
                time.sleep(0.01)
        first, self.received = self.received.split(b"\0", 1)
        return json.loads(first)

    def call(self, method, **parameters):
        self.number += 1
        request = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            request["sessionId"] = self.session
        os.write(self.requests, json.dumps(request).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def open(self, path):
        self.events.clear()
        self.call("Page.navigate", url=path.as_uri())
        while not any(event.get("method") == "Page.loadEventFired" for event in self.events):
            self.events.append(self.message())

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"])
        return answer["result"].get("value")

    def click(self, element):
        """Clicks the middle of an element, which a JavaScript expression names, as a user does."""
        place = self.evaluate(f"(() => {{ const element = {element}; element.scrollIntoView({{block: 'center'}}); "
                              "const box = element.getBoundingClientRect(); "
                              "return {x: box.x + box.width / 2, y: box.y + box.height / 2}; })()")
        for kind in ("mousePressed", "mouseReleased"):
            self.call("Input.dispatchMouseEvent", type=kind, button="left", clickCount=1, **place)

    def complaints(self):
        """What the browser has written to its console, violations of the policy among it."""
        self.evaluate("0")  # by then, what happened before it is known
        texts = [event["params"]["entry"]["text"] for event in self.events if event.get("method") == "Log.entryAdded"]
        return texts + [event["method"] for event in self.events
                        if event.get("method") in ("Runtime.exceptionThrown", "Runtime.consoleAPICalled")]

    def table(self, name):
        """The headings and the rows of a table."""
        rows = self.evaluate(f"Array.from(document.getElementById('{name}').querySelectorAll('thead tr, tbody tr'), "
                             "row => Array.from(row.cells, cell => cell.textContent))")
        return rows[0], rows[1:]

    def close(self):
        self.process.terminate()
        self.process.wait()


def evaluate(*arguments):
    """What evaluate prints, whether the plan fits or not."""
    answer = subprocess.run([CLI, "evaluate", *arguments, "--json"], capture_output=True, check=False, encoding="utf-8")
    return json.loads(answer.stdout)


def number(text):
    return int(text.replace(",", ""))


class ReportPage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.scratch = tempfile.TemporaryDirectory()
        cls.directory = pathlib.Path(cls.scratch.name)
        cls.page = cls.directory / "report.html"
        subprocess.run([CLI, "report", *PLAN, "-o", str(cls.page)], check=True, stderr=subprocess.DEVNULL)
        cls.evaluated = evaluate(*PLAN)
        cls.browser = Browser(cls.directory)

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()
        cls.scratch.cleanup()

    def setUp(self):
        self.browser.open(self.page)

    def test_tables(self):
        headings, rows = self.browser.table("stages")
        stages = self.evaluated["stages"]
        self.assertEqual(len(rows), len(stages))
        for row, stage in zip(rows, stages):
            cells = dict(zip(headings, row))
            self.assertEqual(number(cells["peak tile bytes"]), stage["peak_tile_bytes"])
            self.assertEqual(number(cells["peak step"]), stage["peak_step"])
            for category, count in stage["bytes"].items():
                self.assertEqual(number(cells[category.replace("_", " ")]), count, category)
        self.assertGreater(len(self.browser.table("items")[1]), 10)
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('svg.chart').length"), 5)
        self.assertEqual(self.browser.complaints(), [])

    def test_sorting(self):
        column = self.browser.table("items")[0].index("bytes")
        heading = f"document.querySelector('#items thead').rows[0].cells[{column}]"
        names = self.browser.table("items")[0].index("name")

        def cells(place):
            return [row[place] for row in self.browser.table("items")[1]]

        before = sorted(cells(column), key=number)
        orders = []
        for _ in range(2):
            self.browser.click(f"{heading}.querySelector('button')")
            orders.append(self.browser.evaluate(f"{heading}.getAttribute('aria-sort')"))
            shown = [number(cell) for cell in cells(column)]
            self.assertEqual(shown, sorted(shown, reverse=orders[-1] == "descending"))
            self.assertEqual(sorted(cells(column), key=number), before)
        self.assertEqual(orders, ["descending", "ascending"])
        name = f"document.querySelector('#items thead').rows[0].cells[{names}].querySelector('button')"
        self.browser.evaluate(f"{name}.focus()")
        for kind in ("rawKeyDown", "char", "keyUp"):
            self.browser.call("Input.dispatchKeyEvent", type=kind, key="Enter", code="Enter", text="\r",
                              windowsVirtualKeyCode=13)
        self.assertIsNone(self.browser.evaluate(f"{heading}.getAttribute('aria-sort')"))
        shown = [cell for cell in cells(names) if cell]
        self.assertEqual(self.browser.evaluate(
            f"(texts => texts.slice(1).every((text, i) => new Intl.Collator('en', {{numeric: true}})"
            f".compare(texts[i], text) <= 0))({json.dumps(shown)})"), True)
        self.assertEqual(self.browser.complaints(), [])

    def test_changed_script_does_not_run(self):
        """The policy allows only the script that the page was written with. Without it, the page can be read."""
        changed = self.directory / "changed.html"
        changed.write_text(self.page.read_text(encoding="utf-8").replace('"use strict";', '"use strict"; alert(1);'),
                           encoding="utf-8")
        tables = self.browser.table("stages")
        self.assertGreater(self.browser.evaluate("document.querySelectorAll('th button').length"), 10)
        self.browser.open(changed)
        self.assertEqual(self.browser.evaluate("document.querySelectorAll('th button').length"), 0)
        self.assertEqual(self.browser.table("stages"), tables)
        self.assertTrue(any("Content Security Policy" in text for text in self.browser.complaints()),
                        self.browser.complaints())

    def test_plan_file(self):
        self.browser.call("Page.setDownloadBehavior", behavior="allow", downloadPath=str(self.directory))
        self.browser.click("document.querySelector('a[download]')")
        saved = self.directory / "plan.tileplan"
        end = time.monotonic() + DEADLINE
        while not saved.exists() and time.monotonic() < end:
            time.sleep(0.05)
        shown = self.browser.evaluate("document.getElementById('plan-text').textContent")
        self.assertEqual(saved.read_text(encoding="utf-8"), shown)
        self.assertEqual(json.loads(shown)["plans"][0]["splits"], ["1", "3"])
        self.assertEqual(evaluate(FIXTURE, "--plan", str(saved)), self.evaluated)

    def test_themes(self):
        colours = []
        for theme in ("light", "dark"):
            self.browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": theme}])
            colours.append(self.browser.evaluate("getComputedStyle(document.body).backgroundColor"))
        self.assertEqual(colours, ["rgb(255, 255, 255)", "rgb(22, 25, 29)"])


if __name__ == "__main__":
    if not available("chromium"):
        print("chromium is not installed: not tested")
        sys.exit(0)
    unittest.main(argv=sys.argv[:1])
