#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the examples of the documentation: run_examples.py PROGRAMS_DIRECTORY FILE ...

Examples are the marked code blocks. The mark is ```sh test in Markdown and a line `.\\" test` before .EX in a manual
page. Examples marked `test gui` need the window and are skipped if it was not built. All examples of a file run one
after the other in a directory that holds four profiles: report, new-report, compiled-report (of several IPUs), and the
bundled sample. A command must exit with status 0, or with N if its line ends with `# exit N`. If a block ```text output follows in Markdown, it is what the
last command must print.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile


PREPARATION = ["tileline-generate sample -o report", "tileline-generate sample --seed 2 -o new-report",
               "tileline-generate sample --ipus 4 -o compiled-report",
               # as packaging/cmake/Sample.cmake makes the bundled sample
               "tileline-generate sample --tile-layout --batch 4 --format pop -o sample"]


def blocks(path):
    """The marked blocks of a file: (whether the block needs the window, [commands], what the last one prints or "")."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        found = re.findall(r"^```sh test( gui)?\n(.*?)^```\n(?:\n```text output\n(.*?)^```)?", text,
                           re.MULTILINE | re.DOTALL)
    else:
        found = re.findall(r'^\.\\" test( gui)?\n\.EX\n(.*?)^\.EE', text, re.MULTILINE | re.DOTALL)
        found = [(gui, body.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\"), "") for gui, body in found]
    for gui, body, output in found:
        lines = body.replace("\\\n", " ").splitlines()
        yield bool(gui), [line.strip().removeprefix("$ ") for line in lines if line.strip()], output


def allowed_statuses(command):
    expected = re.search(r"#\s*exit (\d+)\s*$", command)
    return (int(expected.group(1)),) if expected else (0,)


def without_ends(text):
    """Lines without spaces at their ends."""
    return [line.rstrip() for line in text.splitlines()]


def run(command, directory, programs, statuses=None, output=""):
    environment = dict(os.environ, PATH=f"{programs}{os.pathsep}{os.environ['PATH']}", QT_QPA_PLATFORM="offscreen",
                       XDG_CONFIG_HOME=f"{directory}/.config", XDG_CACHE_HOME=f"{directory}/.cache",
                       XDG_DATA_HOME=f"{directory}/.data")
    done = subprocess.run(["bash", "-o", "pipefail", "-c", command], cwd=directory, env=environment, encoding="utf-8",
                          errors="replace", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=120, check=False)
    if done.returncode in (statuses or allowed_statuses(command)):
        if not output or without_ends(done.stdout) == without_ends(output):
            return True
        print("other output than documented:")
    print(f"status {done.returncode}: {command}\n{done.stdout[-2000:]}")
    return False


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    has_window = (programs / "tileline").exists()
    passed = failed = skipped = 0
    for name in sys.argv[2:]:
        with tempfile.TemporaryDirectory() as directory:
            if not all(run(command, directory, programs) for command in PREPARATION):
                sys.exit("the examples could not be prepared")
            for gui, commands, output in blocks(pathlib.Path(name)):
                if gui and not has_window:
                    skipped += len(commands)
                    continue
                results = [run(command, directory, programs, output=output if command == commands[-1] else "")
                           for command in commands]
                passed += results.count(True)
                if not all(results):
                    print(f"  in {name}")
                    failed += results.count(False)
    print(f"{passed} examples ran, {failed} failed, {skipped} need the window, which was not built")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
