#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""The translations know every text of the window, and no other: test_translations.py ROOT LUPDATE."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

ROOT, LUPDATE = pathlib.Path(sys.argv[1]), sys.argv[2]
del sys.argv[1:3]


def messages(path):
    """(context, source text, comment) of every message that is in use."""
    found = set()
    for context in xml.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation is None or translation.get("type") not in ("vanished", "obsolete"):
                found.add((context.findtext("name"), message.findtext("source"), message.findtext("comment")))
    return found


class TranslationsTest(unittest.TestCase):
    def test_up_to_date(self):
        committed = sorted((ROOT / "translations").glob("*.ts"))
        self.assertTrue(committed, "there are no translations")
        with tempfile.TemporaryDirectory() as directory:
            for path in committed:
                fresh = pathlib.Path(directory, path.name)
                shutil.copy(path, fresh)
                sources = [str(ROOT / "ui"), str(ROOT / "app/gui"), str(ROOT / "core/session")]
                subprocess.run([LUPDATE, "-silent", "-locations", "none", "-no-obsolete", "-recursive", "-I", str(ROOT), *sources,
                                "-ts", str(fresh)], check=True, capture_output=True)
                missing, stale = messages(fresh) - messages(path), messages(path) - messages(fresh)
                advice = f"build the target update_translations and commit {path.name}"
                self.assertFalse(missing, advice)
                self.assertFalse(stale, advice)


if __name__ == "__main__":
    unittest.main()
