#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Kills programs that write files, at random moments. Each file must be the old or the new one, and the next write must
remove what was left.

test_kills.py TILELINE_CLI FIXTURES [--window TESTS_UI] [--kills N] [--seed S]

N is the number of all kills (50 unless given). With TESTS_UI, the window's save and autosave are killed, too.
"""
import argparse
import json
import os
import pathlib
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

LONGEST_WRITE = 0.01  # seconds after a command began to write at which it is killed, at the latest
TRACED = ("bert-tiny-inf", "bert-tiny-train")
LONGEST_SAVE = 0.06  # seconds after the first write at which the window is killed, at the latest


class Figures:
    """What the kills of one kind met."""

    def __init__(self):
        self.kills = self.too_late = self.old = self.new = self.leftovers = 0
        self.findings = []

    def __str__(self):
        return (f"{self.kills} kills, {self.too_late} after the end, {self.old} times the old file, {self.new} times the new one, "
                f"at most {self.leftovers} temporary files left at a time")


def beside(target):
    return [path for path in target.parent.iterdir() if path != target]


def wait_for_write(child, target, before):
    """Waits until a new temporary file is there. Half of the kills come right after that, because writing is short."""
    while child.poll() is None and set(beside(target)) <= before:
        time.sleep(0.0002)


def kill_command(commands, target, kills, rng):
    """Two commands in turn write the same file with different content."""
    figures = Figures()
    contents, times = [], []
    for command in commands * 3:
        start = time.monotonic()
        subprocess.run(command, check=True, capture_output=True)
        times.append(time.monotonic() - start)
        contents.append(target.read_bytes())
    if contents[0] == contents[1] or contents[:2] * 3 != contents:
        figures.findings.append("the two commands do not write two different files, the same each time")
        return figures
    current = 1
    longest = statistics.median(times) * 1.2
    for _ in range(kills):
        before = set(beside(target))
        child = subprocess.Popen(commands[1 - current], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if rng.random() < 0.5:
            time.sleep(rng.uniform(0, longest))
        else:
            wait_for_write(child, target, before)
            time.sleep(rng.uniform(0, LONGEST_WRITE))
        child.kill()
        figures.kills += 1
        figures.too_late += child.wait() == 0
        content = target.read_bytes() if target.exists() else None
        if content not in contents[:2]:
            figures.findings.append("the file is gone" if content is None else f"neither file, but {len(content)} bytes")
            target.write_bytes(contents[current])
        elif content == contents[current]:
            figures.old += 1
        else:
            figures.new += 1
            current = 1 - current
        figures.leftovers = max(figures.leftovers, len(beside(target)))
    subprocess.run(commands[0], check=True, capture_output=True)
    if left := beside(target):
        figures.findings.append(f"left after the next write: {len(left)} files, {left[0].name}")
    return figures


def number_in(path):
    """The number that the notes of a plan begin with; None if there is no plan."""
    if not path.exists():
        return None
    plan = json.loads(path.read_text(encoding="utf-8"))
    notes = plan["plans"][0].get("notes", "")
    if notes and not notes.endswith(" " + "x" * 100_000):
        raise ValueError("the notes are cut off")
    return int(notes.split(" ")[0]) if notes else 0


def kill_window(program, what, directory, kills, rng):
    """The window writes a plan or its recovery copy with increasing numbers."""
    figures = Figures()
    plan, recovery = directory / "plans" / "a.tileplan", directory / "recovery"
    plan.parent.mkdir()

    def start(count):
        return subprocess.Popen([program, "write-until-killed", plan, recovery, what, str(count)], stdout=subprocess.PIPE,
                                stderr=subprocess.DEVNULL, env=dict(os.environ, QT_QPA_PLATFORM="offscreen"))

    for _ in range(kills):
        child = start(-2)
        child.stdout.readline()
        time.sleep(rng.uniform(0, LONGEST_SAVE))
        child.kill()
        figures.kills += 1
        printed = int((child.stdout.read().split() or [b"0"])[-1])
        figures.too_late += child.wait() != -signal.SIGKILL
        try:
            copies = [number_in(path) for path in recovery.glob("*.recovered.tileplan")]
            numbers = [number for number in copies + [number_in(plan)] if number is not None]
        except ValueError as error:
            figures.findings.append(f"a file is damaged: {error}")
            continue
        latest = max(numbers, default=0)
        if not printed <= latest <= printed + 1 or what == "save" and not printed <= number_in(plan) <= printed + 1:
            figures.findings.append(f"{printed} was written, the files have {copies} and {number_in(plan)}")
        figures.old += latest == printed
        figures.new += latest != printed
        figures.leftovers = max(figures.leftovers, sum(".tileline-" in path.name for folder in (recovery, plan.parent)
                                                       if folder.exists() for path in folder.iterdir()))
    if start(1).wait(120) != 0:
        figures.findings.append("the next run failed")
    left = [path for path in [*plan.parent.iterdir(), *recovery.iterdir()] if path != plan]
    if left:
        figures.findings.append(f"left after the next run: {len(left)} files, {left[0].name}")
    return figures


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cli")
    parser.add_argument("fixtures", type=pathlib.Path)
    parser.add_argument("--window")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    profile = options.fixtures / "bert-tiny-inf"
    with tempfile.TemporaryDirectory() as name:
        top = pathlib.Path(name)

        def commands(kind, variants, option="-o"):
            """The commands of one kind, which write to a directory of their own."""
            target = top / kind / "target"
            target.parent.mkdir()
            return target, [[options.cli, *variant, option, target] for variant in variants]

        for fixture in ("bert-tiny-inf", "one-layer"):  # without debug information, which convert would copy
            (top / fixture).mkdir()
            shutil.copy(options.fixtures / fixture / "profile.tileline", top / fixture)
        kinds = {
            "export": commands("export", [["export", profile, "--splits", split] for split in ("2", "3")]),
            "convert": commands("convert", [["convert", top / fixture] for fixture in ("bert-tiny-inf", "one-layer")]),
            "memory-map": commands("memory-map", [["memory-map", profile, "--tile", tile, "--format", "json"] for tile in "01"]),
            "execution": commands("execution", [["execution", options.fixtures / fixture] for fixture in TRACED], "--trace"),
            "timeline": commands("timeline", [["timeline", profile, "--splits", split] for split in ("2", "3")], "--trace"),
        }
        if subprocess.run([options.cli, "report", "--help"], capture_output=True, check=False).returncode == 0:
            kinds["report"] = commands("report", [["report", profile, "--splits", split] for split in ("2", "3")])
        jobs = [(kind, kill_command, (written[1], written[0])) for kind, written in kinds.items()]
        if options.window:
            for what in ("save", "autosave"):
                (top / what).mkdir()
                jobs.append((what, kill_window, (options.window, what, top / what)))
        findings = 0
        for number, (kind, kill, arguments) in enumerate(jobs):
            kills = options.kills // len(jobs) + (number < options.kills % len(jobs))
            figures = kill(*arguments, kills, rng)
            print(f"{kind}: {figures}", flush=True)
            print("".join(f"{kind}: {finding}\n" for finding in figures.findings), end="")
            findings += len(figures.findings)
    print(f"{findings} findings")
    return findings != 0


if __name__ == "__main__":
    sys.exit(main())
