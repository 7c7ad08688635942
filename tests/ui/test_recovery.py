#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Ends the real program with unsaved changes, and checks that the next start offers them.

test_recovery.py TILELINE PROFILE
"""
import json
import pathlib
import signal
import sys
import tempfile
import time
import unittest

from vnc import Program

PROGRAM, PROFILE = sys.argv[1:3]
LAYERS = (707, 165)  # a place in the plan


class Recovery(unittest.TestCase):
    def setUp(self):
        home = tempfile.TemporaryDirectory()
        self.addCleanup(home.cleanup)
        self.directory = pathlib.Path(home.name, "state/tileline/recovery")
        self.environment = {"HOME": home.name, "LANGUAGE": "en"}
        for name in ("STATE", "CONFIG", "DATA", "CACHE"):
            self.environment[f"XDG_{name}_HOME"] = str(pathlib.Path(home.name, name.lower()))

    def copies(self):
        return list(self.directory.glob("*.recovered.tileplan"))

    def plan(self):
        return json.loads(self.copies()[0].read_text(encoding="utf-8"))["plans"]

    def edit_and_end(self, number, wait):
        """Changes the plan and ends the program `wait` seconds later, before the change is saved automatically."""
        for copy in self.directory.glob("*"):  # of an attempt before
            copy.unlink()
        with Program([PROGRAM, PROFILE], self.environment) as program:
            def add_split():
                program.click(*LAYERS)
                program.press("Right", "Right", "Insert")

            self.assertTrue(program.try_until(add_split, self.copies), "no recovery copy was written")
            before = self.plan()
            program.press("Delete", "f")
            time.sleep(wait)
            if self.plan() != before:
                return False  # too late: it was saved automatically
            program.process.send_signal(number)
            self.assertEqual(program.process.wait(30), 128 + number)
        return self.plan() != before

    def discard(self):
        """Only the question that the program asks at its start can remove the copy."""
        with Program([PROGRAM], self.environment) as program:
            self.assertTrue(program.try_until(lambda: program.press("d"), lambda: not self.copies()),
                            "the changes were not offered")
            program.process.terminate()
            self.assertEqual(program.process.wait(30), 128 + signal.SIGTERM)
        self.assertEqual(list(self.directory.iterdir()), [])

    def end_with_changes(self, number):
        # On a busy machine, the key may come after the signal.
        self.assertTrue(any(self.edit_and_end(number, wait) for wait in (0.3, 0.2, 0.5, 0.7, 0.6)),
                        "the changes were not kept")

    def test_signals(self):
        for number in (signal.SIGTERM, signal.SIGHUP):
            with self.subTest(number):
                self.end_with_changes(number)
                self.discard()

    def test_the_question_can_be_ended(self):
        """A signal while the question is open ends the program, and the copy is offered again."""
        self.end_with_changes(signal.SIGTERM)
        before = self.plan()
        with Program([PROGRAM], self.environment) as program:
            time.sleep(1)
            program.process.terminate()
            self.assertEqual(program.process.wait(30), 128 + signal.SIGTERM)
        self.assertEqual(self.plan(), before)
        self.discard()


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
