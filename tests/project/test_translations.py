#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the translations against all texts of the window: test_translations.py ROOT LUPDATE ..."""
import collections
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

ROOT, LUPDATE = pathlib.Path(sys.argv[1]), sys.argv[2:]
del sys.argv[1:]

Message = collections.namedtuple("Message", "context source comment finished translations")
TRANSLATIONS = sorted((ROOT / "translations").glob("*.ts"))
# The languages in which all texts are translated. The English file has only plurals.
COMPLETE = [path for path in TRANSLATIONS if path.stem != "tileline_en"]


def messages(path):
    """Every message that the sources use."""
    for context in xml.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            translation = message.find("translation")
            if translation.get("type") in ("vanished", "obsolete"):
                continue
            forms = [form.text or "" for form in translation.iter("numerusform")] or [translation.text or ""]
            yield Message(context.findtext("name"), message.findtext("source"), message.findtext("comment"),
                          translation.get("type") != "unfinished", forms)


def texts(path):
    return {(message.context, message.source, message.comment) for message in messages(path)}


def placeholders(text):
    return sorted(re.findall(r"%L?(?:\d{1,2}|n)", text))


def tags(text):
    return sorted(re.findall(r"</?\w+>", text))


def mnemonics(text):
    return len(re.findall(r"&(?=\S)(?!&)", text))


class TranslationsTest(unittest.TestCase):
    def each(self, paths, check):
        for path in paths:
            for message in messages(path):
                for translation in message.translations:
                    if message.finished:
                        with self.subTest(file=path.name, source=message.source, translation=translation):
                            check(message.source, translation)

    def test_there_are_translations(self):
        self.assertEqual([path.stem for path in TRANSLATIONS], ["tileline_de", "tileline_en"])

    def test_up_to_date(self):
        with tempfile.TemporaryDirectory() as directory:
            for path in TRANSLATIONS:
                fresh = pathlib.Path(directory, path.name)
                shutil.copy(path, fresh)
                plurals = [] if path in COMPLETE else ["-pluralonly"]
                subprocess.run([*LUPDATE, *plurals, "-ts", str(fresh)], check=True, capture_output=True)
                missing, stale = texts(fresh) - texts(path), texts(path) - texts(fresh)
                advice = f"build the target update_translations, translate what is new and commit {path.name}"
                self.assertFalse(missing, advice)
                self.assertFalse(stale, advice)

    def test_finished(self):
        for path in TRANSLATIONS:
            for message in messages(path):
                with self.subTest(file=path.name, context=message.context, source=message.source):
                    self.assertTrue(message.finished, "translate it")
                    self.assertTrue(all(message.translations), "a translation is empty")

    def test_placeholders(self):
        self.each(TRANSLATIONS, lambda source, text: self.assertEqual(placeholders(text), placeholders(source)))

    def test_tags(self):
        self.each(TRANSLATIONS, lambda source, text: self.assertEqual(tags(text), tags(source)))

    def test_mnemonics(self):
        self.each(TRANSLATIONS, lambda source, text: self.assertEqual(mnemonics(text), mnemonics(source)))

    def test_ellipses_and_colons(self):
        def end(text):
            return [mark for mark in ("…", ":", ".") if text.rstrip().endswith(mark)]
        self.each(TRANSLATIONS, lambda source, text: self.assertEqual(end(text), end(source)))

    def test_filters_of_file_dialogs(self):
        def patterns(text):
            return re.findall(r"\*\.?\w*", text) + re.findall(";;", text)
        self.each(TRANSLATIONS, lambda source, text: self.assertEqual(patterns(text), patterns(source)))

    def test_keys_behind_a_tab(self):
        self.each(TRANSLATIONS, lambda source, text: self.assertEqual(text.count("\t"), source.count("\t")))


if __name__ == "__main__":
    unittest.main()
