#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the translations: test_translations.py ROOT LUPDATE ...

A text without a German translation is no error. The target update_translations warns of it.
"""
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
ENGLISH = ROOT / "translations/tileline_en.ts"  # the plurals, because the sources write "IPU(s)"
WARNINGS = ROOT / "translations/untranslated.py"


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

    def test_english_plurals_are_complete(self):
        with tempfile.TemporaryDirectory() as directory:
            fresh = pathlib.Path(directory, ENGLISH.name)
            shutil.copy(ENGLISH, fresh)
            subprocess.run([*LUPDATE, "-pluralonly", "-ts", str(fresh)], check=True, capture_output=True)
            self.assertFalse(texts(fresh) - texts(ENGLISH), "build the target update_translations")
        for message in messages(ENGLISH):
            self.assertTrue(message.finished, message.source)

    def test_what_is_translated_is_not_empty(self):
        self.each(TRANSLATIONS, lambda source, text: self.assertTrue(text, source))

    def test_untranslated_texts_are_warned_of(self):
        with tempfile.TemporaryDirectory() as directory:
            fresh = pathlib.Path(directory, "tileline_de.ts")
            fresh.write_text('<TS version="2.1"><context><name>Pages</name><message><source>Heat</source>'
                             '<translation type="unfinished"></translation></message><message><source>Plan</source>'
                             '<translation>Plan</translation></message></context></TS>', encoding="utf-8")
            done = subprocess.run([sys.executable, WARNINGS, fresh], check=True, capture_output=True, encoding="utf-8")
            self.assertEqual(done.stderr, f"{fresh}: warning: Pages: no translation of 'Heat'\n")

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
