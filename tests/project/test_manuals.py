#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that the manual page and the completions name every command and option: test_manuals.py BUILD_DIRECTORY."""
import pathlib
import re
import subprocess
import sys
import unittest

from programs import available

BUILD = pathlib.Path(sys.argv.pop(1))
PROGRAM = BUILD / "bin/tileline-cli"
COMPLETIONS = BUILD / "share/completions"


def help_of(*command):
    return subprocess.run([PROGRAM, *command, "--help"], check=True, capture_output=True, encoding="utf-8").stdout


def commands_of(text):
    """The names in the section of subcommands. Parsed here independently of the generators."""
    section = re.search(r"^Subcommands:\n((?:  .*\n?)+)", text, re.MULTILINE)
    return re.findall(r"^  ([a-z-]+)", section.group(1), re.MULTILINE) if section else []


def all_commands(path=()):
    for name in commands_of(help_of(*path)):
        yield path + (name,)
        yield from all_commands(path + (name,))


def options_of(text):
    return re.findall(r"^  (?:-\w,)?(--[a-z][\w-]*)", text, re.MULTILINE)


class ManualsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.commands = list(all_commands())
        cls.options = {option for command in cls.commands for option in options_of(help_of(*command))}

    def test_help_is_understood(self):
        self.assertIn(("solve",), self.commands)
        self.assertIn("--layer-name-regex", self.options)

    def test_completions_name_everything(self):
        for shell in ("bash", "zsh", "fish"):
            text = (COMPLETIONS / f"tileline-cli.{shell}").read_text(encoding="utf-8")
            for command in self.commands:
                self.assertRegex(text, rf"\b{command[-1]}\b", shell)
            for option in self.options:
                self.assertRegex(text, rf"(?:--|-l ){option[2:]}\b", shell)

    def test_shells_accept_the_completions(self):
        for shell in ("bash", "zsh", "fish"):
            if available(shell):
                subprocess.run([shell, "-n", COMPLETIONS / f"tileline-cli.{shell}"], check=True)

    def complete(self, *words):
        """The completions that bash offers for the last of these words."""
        script = ('source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _tileline_cli; '
                  'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, "bash", COMPLETIONS / "tileline-cli.bash", *words], check=True,
                              capture_output=True, encoding="utf-8")
        return done.stdout.split()

    def test_bash_completes(self):
        self.assertEqual(self.complete("tileline-cli", "so"), ["solve"])
        self.assertEqual(self.complete("tileline-cli", "layers", "x", "--layer-or"), ["--layer-order"])
        self.assertEqual(self.complete("tileline-cli", "layers", "--layer-order", "na"), ["natural"])
        for option, word in (("--setting", "popliner"), ("--mode", "training"), ("--recompute", "layers"),
                             ("--schedule", "sequential"), ("--accumulators", "add"), ("--unowned", "share"),
                             ("--output-on", "first")):
            self.assertEqual(self.complete("tileline-cli", "evaluate", option, word[:2]), [word])

    def test_manual_names_everything(self):
        page = (BUILD / "share/man/man1/tileline-cli.1").read_text(encoding="utf-8").replace("\\-", "-")
        for command in self.commands:
            if not commands_of(help_of(*command)):
                self.assertIn(f"\n.SS {' '.join(command)}\n", page)
        for option in self.options:
            self.assertIn(f"\\fB{option}\\fR", page)

    def test_manual_is_sound(self):
        if available("groff"):
            for page in (BUILD / "share/man/man1/tileline-cli.1", BUILD / "packaging/man/tileline.1"):
                done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", page], check=True, capture_output=True,
                                      encoding="utf-8")
                self.assertEqual(done.stderr, "")

    def test_manual_of_the_window_names_its_options(self):
        window = BUILD / "bin/tileline"
        if window.exists():
            text = subprocess.run([window, "--help"], check=True, capture_output=True, encoding="utf-8").stdout
            page = (BUILD / "packaging/man/tileline.1").read_text(encoding="utf-8").replace("\\-", "-")
            for option in re.findall(r"^  (?:-\w, )?(--[a-z][\w-]*)", text, re.MULTILINE):
                if option not in ("--help-all",):
                    self.assertIn(option, page)


if __name__ == "__main__":
    unittest.main()
