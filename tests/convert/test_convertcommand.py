#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tileline-cli on Poplar's own profiles, with the stand-in for libpva:
test_convertcommand.py PROGRAM [unittest arguments]"""

import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXPORTER = ROOT / "packaging" / "exporter" / "tileline_exporter.py"
DATA = ROOT / "tests" / "data"
STANDIN = ROOT / "tests" / "convert" / "standin"
PROGRAM = sys.argv.pop(1) if len(sys.argv) > 1 else "tileline-cli"


def write_report(directory, fixture="one-layer", debug=True):
    """Writes a report directory as Poplar does: the database of a fixture with another application_id."""
    directory.mkdir(parents=True)
    profile = bytearray((DATA / fixture / "profile.tileline").read_bytes())
    profile[68:72] = bytes(4)
    (directory / "profile.pop").write_bytes(profile)
    if debug:
        shutil.copy(DATA / fixture / "debug.cbor", directory / "debug.cbor")
    return directory


class ConvertTest(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp())
        self.output = self.directory / "out.tileline"
        self.cache = self.directory / "cache"

    def tearDown(self):
        shutil.rmtree(self.directory)

    def environment(self, sdk=True, **extra):
        environment = dict(os.environ, XDG_CACHE_HOME=str(self.cache), PYTHONDONTWRITEBYTECODE="1", **extra)
        environment.pop("PYTHONPATH", None)
        if sdk:
            environment["PYTHONPATH"] = str(STANDIN)
        return environment

    def start(self, *arguments, sdk=True, **extra):
        return subprocess.Popen([PROGRAM, *map(str, arguments)], env=self.environment(sdk, **extra), text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def run_program(self, *arguments, status=0, **extra):
        process = self.start(*arguments, **extra)
        output, errors = process.communicate()
        self.assertEqual(process.returncode, status, errors)
        return output, errors

    def entries(self):
        return sorted(self.cache.glob("tileline/profiles-*/*.tileline"))

    def operations(self, profile, *arguments):
        return self.run_program("operations", profile, *arguments)[0]

    def assert_converted(self, fixture):
        """The output gives the same answers as the fixture."""
        debug = ("--debug", DATA / fixture / "debug.cbor")
        self.assertEqual(self.operations(self.output, *debug), self.operations(DATA / fixture))

    def test_output_over_the_source(self):
        report = write_report(self.directory / "report")
        before = (report / "profile.pop").read_bytes()
        for name in ("profile.pop", "debug.cbor"):
            _, errors = self.run_program("convert", report, "-o", report / name, status=2)
            self.assertIn("--output", errors)
        self.assertEqual((report / "profile.pop").read_bytes(), before)

    # --- the exporter ---

    def test_print_exporter(self):
        output, _ = self.run_program("convert", "--print-exporter", sdk=False)
        self.assertEqual(output, EXPORTER.read_text(encoding="utf-8"))

    def test_print_exporter_to_a_file(self):
        self.run_program("convert", "--print-exporter", "-o", self.output, sdk=False)
        self.assertEqual(self.output.read_bytes(), EXPORTER.read_bytes())

    # --- converting ---

    def test_directory(self):
        report = write_report(self.directory / "report")
        self.run_program("convert", report, "-o", self.output)
        self.assert_converted("one-layer")

    def test_second_time_needs_no_sdk(self):
        report = write_report(self.directory / "report")
        self.run_program("convert", report, "-o", self.output)
        again = self.directory / "again.tileline"
        self.run_program("convert", report, "-o", again, sdk=False)
        self.assertEqual(again.read_bytes(), self.output.read_bytes())
        self.assertEqual(len(self.entries()), 1)

    def test_without_cache(self):
        report = write_report(self.directory / "report")
        self.run_program("convert", report, "-o", self.output, "--no-cache")
        self.assertFalse(self.cache.exists())
        self.assertTrue(self.output.exists())

    def test_cache_directory(self):
        report = write_report(self.directory / "report")
        elsewhere = self.directory / "elsewhere"
        self.run_program("convert", report, "-o", self.output, "--cache-dir", elsewhere)
        self.assertEqual(len(list(elsewhere.glob("profiles-*/*.tileline"))), 1)

    def test_missing_parts_are_warnings(self):
        report = write_report(self.directory / "report")
        _, errors = self.run_program("convert", report, "-o", self.output, PVA_WITHOUT="Report.execution")
        self.assertIn("libpva gave no execution: there is no execution trace", errors)

    def test_activation_script(self):
        report = write_report(self.directory / "report")
        script = self.directory / "enable"
        script.write_text("echo welcome\nexport PYTHONPATH='%s'\n" % STANDIN)
        self.run_program("convert", report, "-o", self.output, "--activate", script, sdk=False)
        self.assertTrue(self.output.exists())

    # --- other commands convert report directories automatically ---

    def test_info_of_a_report(self):
        report = write_report(self.directory / "report")
        output, _ = self.run_program("info", report)
        self.assertIn(str(report / "profile.pop"), output)
        self.run_program("info", report, sdk=False)
        self.assertEqual(len(self.entries()), 1)

    def test_segments_of_a_report(self):
        report = write_report(self.directory / "report", "bert-tiny-inf")
        found = json.loads(self.run_program("segments", report, "--json")[0])
        expected = json.loads((DATA / "bert-tiny-inf" / "expected.json").read_text())["segments"]
        self.assertEqual([{key: segment[key] for key in expected[0]} for segment in found], expected)

    def test_truncated_entry_is_made_again(self):
        report = write_report(self.directory / "report")
        expected = self.operations(report)
        entry = self.entries()[0]
        entry.write_bytes(entry.read_bytes()[:20000])
        self.assertEqual(self.operations(report), expected)

    def test_two_at_once(self):
        report = write_report(self.directory / "report", "bert-tiny-train")
        log = self.directory / "log"
        outputs = [self.directory / ("out%d.tileline" % i) for i in range(4)]
        running = [self.start("convert", report, "-o", output, PVA_LOG=str(log)) for output in outputs]
        for process in running:
            _, errors = process.communicate()
            self.assertEqual(process.returncode, 0, errors)
        self.assertEqual(len(log.read_text().splitlines()), 1)
        self.assertEqual(len({output.read_bytes() for output in outputs}), 1)

    # --- directories with several profiles ---

    def several(self):
        root = self.directory / "report"
        write_report(root / "training", "bert-tiny-train", debug=False)
        write_report(root / "inference", "one-layer", debug=False)
        shutil.copy(DATA / "one-layer" / "debug.cbor", root / "debug.cbor")
        return root

    def test_several_are_listed(self):
        _, errors = self.run_program("convert", self.several(), "-o", self.output, status=3)
        training = errors.index("training/profile.pop")
        self.assertLess(training, errors.index("inference/profile.pop"))  # the largest profile is listed first
        self.assertIn("413696 bytes", errors)
        self.assertIn("--profile-in-directory", errors)

    def test_one_of_several(self):
        root = self.several()
        for name in ("inference", "inference/profile.pop"):
            self.run_program("convert", root, "-o", self.output, "--profile-in-directory", name)
            self.assert_converted("one-layer")

    def test_none_of_several(self):
        _, errors = self.run_program("convert", self.several(), "-o", self.output, "--profile-in-directory", "x",
                                     status=2)
        self.assertIn("training/profile.pop", errors)

    # --- bad input ---

    def test_usage(self):
        self.run_program("convert", status=2)
        self.run_program("convert", DATA / "one-layer", status=2)

    def test_no_sdk(self):
        report = write_report(self.directory / "report")
        _, errors = self.run_program("convert", report, "-o", self.output, sdk=False, status=3)
        self.assertIn("--print-exporter", errors)
        self.assertIn("pva", errors)

    def test_no_python(self):
        report = write_report(self.directory / "report")
        _, errors = self.run_program("info", report, "--python", "/nowhere/python3", status=3)
        self.assertIn("/nowhere/python3", errors)

    def test_no_lowered_variables(self):
        report = write_report(self.directory / "report")
        _, errors = self.run_program("info", report, status=3, PVA_WITHOUT="Compilation.loweredVariables")
        self.assertIn("autoReport.outputLoweredVars", errors)

    def test_tileline_profile(self):
        _, errors = self.run_program("convert", DATA / "one-layer", "-o", self.output, status=3)
        self.assertIn("a Tileline profile", errors)

    def test_silence(self):
        report = write_report(self.directory / "report")
        _, errors = self.run_program("convert", report, "-o", self.output, "--silence-limit", "2", status=3,
                                     PVA_FAULT="hang")
        self.assertIn("none for 2 s", errors)

    def test_interrupt(self):
        report = write_report(self.directory / "report")
        process = self.start("convert", report, "-o", self.output, PVA_FAULT="hang")
        deadline = time.monotonic() + 60
        while not self.children(process.pid) and time.monotonic() < deadline:
            time.sleep(0.01)
        children = self.children(process.pid)
        process.send_signal(signal.SIGINT)
        process.communicate()
        self.assertEqual(process.returncode, 130)
        self.assertTrue(children)
        while any(pathlib.Path("/proc/%s" % child).exists() for child in children):
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        self.assertEqual(self.entries(), [])
        self.assertFalse(self.output.exists())

    @staticmethod
    def children(parent):
        found = []
        for tasks in pathlib.Path("/proc/%d/task" % parent).glob("*/children"):
            found += tasks.read_text().split()
        return found


if __name__ == "__main__":
    unittest.main()
