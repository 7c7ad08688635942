#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the examples in the --help of tileline-cli: run_help_examples.py PROGRAMS_DIRECTORY HELPTEXT_DIRECTORY

Each example runs in a directory with the files that the examples name: report, new-report and compiled-report, three
reports for a sweep, plan files, and a log with a message of Poplar. Examples that never end (--watch) are skipped.
"""
import json
import pathlib
import shutil
import sys
import tempfile

import run_examples

PREPARATION = [
    "tileline-generate bert-large --tiles 32 --tile-layout -o report",
    "tileline-generate bert-large --tiles 32 --seed 2 -o new-report",
    "tileline-generate bert-large --tiles 32 --ipus 4 -o compiled-report",
    "for n in 1 2 4; do tileline-generate bert-large --tiles 16 --batch $n -o batch-$n; done",
    "mv report/profile.tileline report/profile.pop",  # profiles are recognised by content, not by name
]
LEFT_OUT = ("--watch",)


def prepare(directory, programs):
    for command in PREPARATION:
        if not run_examples.run(command, directory, programs):
            sys.exit("the examples could not be prepared")
    plans = [{"name": "mine", "splits": ["6", "12", "18"]}, {"name": "greedy", "splits": ["6", "12"]}]
    document = {"format": "tileplan", "version": 1, "plans": plans}
    for name in ("model.tileplan", "before.tileplan", "after.tileplan"):
        (directory / name).write_text(json.dumps(document), encoding="utf-8")
    message = "Out of memory: Cannot fit all variable data onto one or more tiles. Profile saved to: report/profile.pop\n"
    (directory / "compile.log").write_text(message, encoding="utf-8")
    config = {"ipus_per_replica": 4, "layers_per_ipu": [3, 7, 7, 7], "seed": 42}
    (directory / "ipu_config.json").write_text(json.dumps(config), encoding="utf-8")


def examples(helptext, program):
    for command in helptext.read(program):
        lines = [line.strip().removeprefix("Example: ") for line in command.footer.splitlines()]
        yield from (line.split("   ")[0] for line in lines if line.startswith("tileline-cli "))


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    sys.path.insert(0, sys.argv[2])
    import helptext  # beside the generators of manual and completions  # pylint: disable=import-outside-toplevel

    commands = list(dict.fromkeys(examples(helptext, programs / "tileline-cli")))
    failed = left_out = 0
    with tempfile.TemporaryDirectory() as prepared:
        prepare(pathlib.Path(prepared), programs)
        for command in commands:
            if any(word in command for word in LEFT_OUT):
                left_out += 1
                continue
            with tempfile.TemporaryDirectory() as directory:
                shutil.copytree(prepared, directory, dirs_exist_ok=True)
                # This test does not check whether an example's plan fits.
                failed += not run_examples.run(command, directory, programs, statuses=(0, 1))
    print(f"{len(commands) - left_out} examples of --help ran, {failed} failed, {left_out} left out")
    return 1 if failed or not commands else 0


if __name__ == "__main__":
    sys.exit(main())
