#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs tileline-cli where something is scarce: processors, a home, space, memory. The exit status is always a documented one.

test_load.py TILELINE_CLI FIXTURES
"""
import os
import pathlib
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest

CLI, FIXTURES = sys.argv[1:3]
PROFILE = str(pathlib.Path(FIXTURES, "bert-tiny-inf"))
AT_ONCE = 200
NOBODY = 65534
BAD_INPUT = 3
COMMANDS = [
    ["info", PROFILE],
    ["layers", PROFILE],
    ["tiles", PROFILE, "--json"],
    ["operations", PROFILE, "--format", "csv"],
    ["segments", PROFILE, "--json"],
    ["evaluate", PROFILE, "--splits", "2"],
    ["solve", PROFILE, "--ipus", "2"],
    ["explain", PROFILE, "--splits", "2"],
    ["diagnose", PROFILE],
    ["export", PROFILE, "--splits", "2"],
]
WRITERS = [["export", PROFILE, "--splits", "2"], ["segments", PROFILE, "--json"], ["convert", PROFILE]]


def run(command, program=CLI, **options):
    return subprocess.run([program, *command], capture_output=True, check=False, timeout=120, **options)


def limited(kind, limit):
    return {"preexec_fn": lambda: resource.setrlimit(kind, (limit, limit))}


def least_memory(enough):
    """The least memory with which the status of the smallest command satisfies a condition."""
    low, high = 1 << 20, 1 << 30
    while high - low > 1 << 16:
        middle = (low + high) // 2
        if enough(run(["--version"], **limited(resource.RLIMIT_AS, middle)).returncode):
            high = middle
        else:
            low = middle
    return high


class Load(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.expected = [run(command) for command in COMMANDS]

    def setUp(self):
        directory = tempfile.TemporaryDirectory()
        self.addCleanup(directory.cleanup)
        self.top = pathlib.Path(directory.name)

    def check_all(self, program=CLI, **options):
        for command, expected in zip(COMMANDS, self.expected):
            got = run(command, program, **options)
            self.assertEqual((got.returncode, got.stdout), (expected.returncode, expected.stdout), (command, got.stderr))

    def test_the_commands_work(self):
        self.assertTrue({one.returncode for one in self.expected} <= {0, 1})
        self.assertTrue(all(one.stdout for one in self.expected))

    def test_many_at_once(self):
        children = []
        for number in range(AT_ONCE):
            output = open(self.top / str(number), "w+b")  # a pipe would have to be read while they run
            self.addCleanup(output.close)
            children.append((number % len(COMMANDS), output,
                             subprocess.Popen([CLI, *COMMANDS[number % len(COMMANDS)]], stdout=output, stderr=subprocess.PIPE)))
        for which, output, child in children:
            error = child.communicate(timeout=300)[1]
            output.seek(0)
            self.assertEqual((child.returncode, output.read()),
                             (self.expected[which].returncode, self.expected[which].stdout), (COMMANDS[which], error))

    def test_many_write_one_file(self):
        target = self.top / "out"
        children = [subprocess.Popen([CLI, *COMMANDS[4], "-o", target]) for _ in range(40)]
        self.assertEqual([child.wait(300) for child in children], [0] * len(children))
        self.assertEqual(target.read_bytes(), self.expected[4].stdout)
        self.assertEqual(os.listdir(self.top), ["out"])

    def test_a_home_that_cannot_be_written(self):
        home = self.top / "home"
        home.mkdir()
        program, options = CLI, {"env": dict(os.environ, HOME=str(home))}
        if os.geteuid() == 0:  # root may write everywhere
            self.top.chmod(0o755)
            program = shutil.copy(CLI, self.top)
            shutil.copytree(PROFILE, self.top / "report")
            options.update(user=NOBODY, cwd=self.top)
        home.chmod(0o555)
        for command, expected in zip(COMMANDS, self.expected):
            if os.geteuid() == 0:
                command = [argument.replace(PROFILE, "report") for argument in command]
            got = run(command, program, **options)
            self.assertEqual(got.returncode, expected.returncode, (command, got.stderr))
            got = run([*command, "-o", str(home / "out")], program, **options)
            self.assertEqual((got.returncode, got.stdout), (BAD_INPUT, b""), command)
            self.assertIn(b"Permission denied", got.stderr)
        self.assertEqual(os.listdir(home), [])

    def test_no_home(self):
        without = {name: value for name, value in os.environ.items() if name != "HOME" and not name.startswith("XDG_")}
        self.check_all(env=without)
        self.check_all(env=dict(without, HOME="/nonexistent"))
        self.check_all(env={})

    def check_no_space(self, directory, **options):
        for command in WRITERS:
            for name in ("old", "new"):
                got = run([*command, "-o", str(directory / name)], **options)
                self.assertEqual(got.returncode, BAD_INPUT, (command, got.stderr))
                self.assertIn(b"could not be written", got.stderr)

    def test_no_space_for_a_file(self):
        target = self.top / "old"
        for limit in (0, 64):
            target.write_bytes(b"old")
            self.check_no_space(self.top, **limited(resource.RLIMIT_FSIZE, limit))
            self.assertEqual(target.read_bytes(), b"old")
            self.assertEqual(os.listdir(self.top), ["old"])
        for command in COMMANDS:
            with open("/dev/full", "wb") as full:
                got = subprocess.run([CLI, *command], stdout=full, stderr=subprocess.PIPE, check=False, timeout=120)
            self.assertEqual(got.returncode, BAD_INPUT, (command, got.stderr))

    def test_no_space_on_the_disk(self):
        """A file system of its own, if this user may mount one."""
        script = 'mount -t tmpfs -o size=8k none "$0" && printf old >"$0/old" && head -c 4096 /dev/zero >"$0/rest"; ' \
                 '"$@"; status=$?; cat "$0/old"; ls "$0" | wc -l; exit $status'
        if subprocess.run(["unshare", "-m", "mount", "-t", "tmpfs", "none", self.top], capture_output=True, check=False).returncode:
            self.skipTest("no permission to mount a file system")
        for command in WRITERS:
            for name in ("old", "new"):
                got = subprocess.run(["unshare", "-m", "sh", "-c", script, self.top, CLI, *command, "-o", self.top / name],
                                     capture_output=True, check=False, timeout=120)
                self.assertEqual((got.returncode, got.stdout.split()), (BAD_INPUT, [b"old2"]), (command, got.stderr))

    def test_little_memory(self):
        """From where the program starts at all, in small steps, to where every command has enough."""
        # Before main, the system ends a program that it cannot load, with 127 or a signal.
        loads = least_memory(lambda status: status not in (127, -signal.SIGSEGV, -signal.SIGKILL))
        limit = least_memory(lambda status: status in (0, BAD_INPUT))
        self.assertLess(limit - loads, 1 << 20, "the program is loaded, but ends with a signal")
        limit += 1 << 17  # it differs a little from run to run
        refused = 0
        waiting = list(zip(COMMANDS, self.expected)) + [(["convert", PROFILE, "-o", str(self.top / "made")], run(["--version"]))]
        while waiting and limit < 1 << 32:
            left = []
            for command, expected in waiting:
                got = run(command, **limited(resource.RLIMIT_AS, limit))
                self.assertIn(got.returncode, (expected.returncode, BAD_INPUT), (limit, command, got.stderr))
                if got.returncode == BAD_INPUT:
                    self.assertTrue(got.stderr.startswith(b"error: "), (limit, command, got.stderr))
                    refused += 1
                    left.append((command, expected))
            waiting = left
            limit += limit // 30
        self.assertEqual(waiting, [])
        self.assertGreater(refused, 0)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
