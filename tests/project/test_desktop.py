#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the desktop entry, the AppStream description and the file types are consistent: test_desktop.py ROOT."""
import configparser
import pathlib
import subprocess
import sys
import unittest
import xml.etree.ElementTree as xml

from programs import available

ROOT = pathlib.Path(sys.argv.pop(1))
DESKTOP = ROOT / "packaging/desktop"
ENTRY = DESKTOP / "org.tileline.Tileline.desktop"
METAINFO = DESKTOP / "org.tileline.Tileline.metainfo.xml"
MIME = "{http://www.freedesktop.org/standards/shared-mime-info}"


class DesktopTest(unittest.TestCase):
    def setUp(self):
        parser = configparser.ConfigParser(interpolation=None)
        parser.optionxform = str
        parser.read(ENTRY, encoding="utf-8")
        self.entry = parser["Desktop Entry"]
        self.metainfo = xml.parse(METAINFO).getroot()
        self.mime = xml.parse(DESKTOP / "tileline.xml").getroot()

    def test_media_types_agree(self):
        defined = {element.get("type") for element in self.mime.iter(MIME + "mime-type")}
        self.assertEqual(set(filter(None, self.entry["MimeType"].split(";"))), defined)
        self.assertEqual({element.text for element in self.metainfo.iter("mediatype")}, defined)

    def test_file_names_agree(self):
        globs = {element.get("pattern") for element in self.mime.iter(MIME + "glob")}
        self.assertEqual(globs, {"*.tileline", "*.tileplan"})

    def test_magic_is_the_application_id(self):
        """The fixtures are profiles, so their bytes must match the magic of the file type."""
        match = next(element for element in self.mime.iter(MIME + "match") if element.get("type") == "big32")
        head = (ROOT / "tests/data/one-layer/profile.tileline").read_bytes()[:100]
        offset = int(match.get("offset"))
        self.assertEqual(int.from_bytes(head[offset:offset + 4], "big"), int(match.get("value"), 16))

    def test_ids_agree(self):
        self.assertEqual(self.metainfo.findtext("launchable"), ENTRY.name)
        self.assertEqual(self.metainfo.findtext("id") + ".desktop", ENTRY.name)
        self.assertEqual(self.entry["Exec"].split()[0], self.metainfo.find("provides").findtext("binary"))

    def test_validators(self):
        for tool, arguments in (("desktop-file-validate", [ENTRY]), ("appstreamcli", ["validate", "--no-net", METAINFO])):
            if available(tool):
                done = subprocess.run([tool, *arguments], capture_output=True, encoding="utf-8", check=False)
                self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
