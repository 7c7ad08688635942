#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Warns of each text that has no translation: untranslated.py FILE.ts ... The window shows such a text in English."""
import sys
import xml.etree.ElementTree as xml


def untranslated(path):
    for context in xml.parse(path).getroot().iter("context"):
        for message in context.iter("message"):
            if message.find("translation").get("type") == "unfinished":
                yield context.findtext("name"), message.findtext("source")


if __name__ == "__main__":
    for file in sys.argv[1:]:
        for name, source in untranslated(file):
            print(f"{file}: warning: {name}: no translation of {source!r}", file=sys.stderr)
