#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the page for users of PopVision against the features in popvision.tsv: test_features.py SOURCES TILELINE_CLI.

Every feature has a row that says where it is, or why it is missing, and a test of one of its figures. What the page
names exists in the window and on the command line.
"""
import pathlib
import re
import subprocess
import sys
import unittest
import xml.etree.ElementTree

SOURCES, CLI = pathlib.Path(sys.argv[1]), sys.argv[2]
del sys.argv[1:]
PAGE = (SOURCES / "packaging/docs/coming-from-popvision.md").read_text(encoding="utf-8")
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in PAGE.splitlines()
        if line.startswith("| ") and not line.startswith("| In PopVision")]
FEATURES = [line.split("\t") for line in
            (SOURCES / "tests/project/popvision.tsv").read_text(encoding="utf-8").splitlines() if line[0] != "#"]


def help_of(*command):
    return subprocess.run([CLI, *command, "--help"], check=True, capture_output=True, encoding="utf-8").stdout


class PopVisionTest(unittest.TestCase):
    def test_every_feature_has_a_row(self):
        self.assertEqual(len(FEATURES), 97)
        for feature, row, _ in FEATURES:
            self.assertTrue(any(row in cells[0] for cells in ROWS), feature)

    def test_every_row_says_where_or_why_not(self):
        for cells in ROWS:
            self.assertEqual(len(cells), 3, cells)
            self.assertTrue(cells[1] or cells[2], cells)

    def test_every_feature_has_a_test(self):
        for feature, row, test in FEATURES:
            if test == "-":
                self.assertTrue(any(row in cells[0] and cells[2] for cells in ROWS), feature)
                continue
            path, name = test.split(":")
            text = (SOURCES / path).read_text(encoding="utf-8")
            self.assertTrue(re.search(rf"^(    void|def) {name}\(", text, re.MULTILINE), test)

    def test_the_window_has_what_is_named(self):
        texts = xml.etree.ElementTree.parse(SOURCES / "translations/tileline_de.ts").iter("source")
        shown = {(text.text or "").replace("&", "").rstrip("…") for text in texts}
        for cells in ROWS:
            for path in re.findall(r"\*\*(.+?)\*\*", cells[1] + cells[2]):
                for name in path.split(" > "):
                    self.assertTrue(name in shown, f"{name} in {cells}")

    def test_the_command_line_has_what_is_named(self):
        commands = set(re.findall(r"^  ([a-z-]+) ", help_of(), re.MULTILINE))
        named = [words.split() for cells in ROWS for words in re.findall(r"`([a-z][a-z-]*(?: --[a-z-]+)?)`", cells[1])]
        self.assertGreater(len(named), 10)
        for command, *options in named:
            if command not in ("tileline", "app.json"):
                self.assertIn(command, commands)
                for option in options:
                    self.assertIn(f"{option} ", help_of(command))


if __name__ == "__main__":
    unittest.main()
