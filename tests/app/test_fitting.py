#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What the commands say of fitting, on profiles of all kinds: exit status, JSON, tables and words.

test_fitting.py TILELINE_CLI TILELINE_GENERATE FIXTURES runs every cell of TABLE, and prints a line for each problem.
"""
import concurrent.futures
import html
import json
import os
import pathlib
import re
import shlex
import sqlite3
import subprocess
import sys
import tempfile
import typing

CLI, GENERATE, FIXTURES = sys.argv[1:]
MK1, MK2 = 262144, 638976  # bytes of a tile


class Column(typing.NamedTuple):
    """A profile with a plan and a limit."""
    profile: str
    splits: str
    options: str
    ipus: int
    own_limit: int  # of the profile
    given_limit: typing.Optional[int] = None  # as an option, which replaces it
    fits: bool = True
    void: str = ""  # the code of the warning that voids the figures, so that it is not known whether the plan fits
    buildable: bool = True

    def limit(self, command):
        return self.given_limit if self.given_limit and "MEMORY" in command else self.own_limit

    def arguments(self, words, directory):
        """A command with what the words in capitals stand for. What it writes goes to `directory`."""
        plan = {"format": "tileplan", "version": 2, "plans": [{"name": "mine", "splits": self.splits.split(",")}]}
        one = {"format": "tileplan", "version": 2, "plans": [{"name": "one", "splits": []}]}
        even = {"layers_per_ipu": [-1], "ipus_per_replica": 2}
        texts = {"FILE": plan if self.splits else one, "ONE": one, "EVEN": even}
        splits = ["--splits", self.splits] if self.splits else []
        meanings = {
            "PROFILE": [self.profile], "SPLITS": splits, "OPTIONS": shlex.split(self.options),
            "MEMORY": ["--memory-per-tile", str(self.given_limit)] if self.given_limit else [],
            "IPUS": [str(self.ipus)], "REPLICATED": [fixture("replicated")],
            "CONVERTED": [str(directory / "model.tileline")], "MISSING": [str(directory / "missing")],
        }
        for name, content in texts.items():
            (directory / name).write_text(json.dumps(content), encoding="utf-8")
            meanings[name] = [str(directory / name)]
        return [argument for word in words for argument in meanings.get(word, [word])]


def fixture(name):
    return str(pathlib.Path(FIXTURES, name))


def columns(directory):
    """The limits are far enough from the peaks that what fits does not depend on details of the estimate."""
    def generated(name, tile_bytes, *options):
        path = directory / name
        subprocess.run([GENERATE, "sample", "--inference", "--layers", "6", *options, "-o", path], check=True)
        with sqlite3.connect(path / "profile.tileline") as profile:
            profile.execute("UPDATE target SET bytes_per_tile = ?", [tile_bytes])
            # An execution, so that plans have a period.
            profile.execute("INSERT INTO execution_run VALUES (0, 'run')")
            profile.execute("INSERT INTO execution_step (run, step, program, ipu, cycles_from, cycles_to)"
                            " SELECT 0, step, program, 0, 100 * step, 100 * step + 100 FROM liveness_step")
        return str(path)

    mk1, calls = generated("mk1", MK1, "--tiles", "16"), generated("calls", MK2, "--tiles", "8", "--layer-function")
    sound, limits = fixture("pipeline-marked-tiny"), fixture("pipeline-limits-tiny")
    recomputed = fixture("pipeline-recomputed-tiny")
    first, last = "--output-on first", "--output-on last"
    return {
        "sound": Column(sound, "3", first, 2, MK2),
        "over": Column(sound, "3", first, 2, MK2, 60000, fits=False),
        "split": Column(sound, "3", last, 2, MK2, buildable=False),
        "limits": Column(limits, "1,2,4", first, 4, 171000),
        "beyond": Column(limits, "", first, 1, 171000, fits=False),
        "mk1": Column(mk1, "", "", 1, MK1, fits=False),
        "given": Column(mk1, "", "", 1, MK1, MK2),  # fits where a tile has what a Mk2 has
        "nolayers": Column(fixture("no-layers"), "", "", 2, MK2, void="no_layers"),
        "calls": Column(calls, "1", "", 2, MK2, void="call_spans_layers"),
        "recomputed": Column(recomputed, "3", "", 2, MK2, void="already_recomputed"),
        "reduced": Column(recomputed, "3", "", 2, MK2, 1000, void="already_recomputed"),  # void goes before overflow
        "replicated": Column(fixture("replicated"), "1", "", 2, MK2, void="several_ipus_or_replicas"),
    }


# The exit status in each column; a dot: not run, because it is not specified, or there is no such plan, or another
# column is the same. Then the command, and its forms: formats of the answer, or the frameworks of `export`; html and
# plan are what a command writes anyway.
# FILE is a plan file with the splits but no limit, ONE one with a single stage, EVEN an ipu_config.json.
TABLE = """
sound over split limits beyond mk1 given nolayers calls recomputed reduced replicated | command | forms
  0    1     1     0      1     1    0      4       4       4         4        4      | evaluate PROFILE SPLITS OPTIONS MEMORY | json text tsv csv
  0    1     1     0      1     1    0      4       4       4         4        4      | evaluate PROFILE PROFILE SPLITS OPTIONS MEMORY | json text tsv
  0    1     1     0      1     1    0      4       4       4         4        4      | evaluate PROFILE --plan FILE OPTIONS MEMORY | json text
  0    1     1     0      1     1    0      4       4       4         4        4      | evaluate PROFILE SPLITS OPTIONS MEMORY --roles --what-if halve-activations | json text tsv
  0    1     0     0      1     1    0      4       4       .         .        4      | evaluate PROFILE SPLITS MEMORY --setting popliner | json text
  0    1     .     0      1     1    0      4       4       4         4        4      | solve PROFILE --ipus IPUS OPTIONS MEMORY | json text tsv
  0    1     .     0      1     1    0      4       4       4         4        4      | solve PROFILE --ipus IPUS OPTIONS MEMORY --objective ipus | json text tsv
  0    1     .     0      1     1    0      4       4       4         4        4      | solve PROFILE --ipus IPUS OPTIONS MEMORY --objective period | json text tsv
  0    1     .     0      1     1    0      4       4       .         .        4      | solve PROFILE --ipus IPUS MEMORY --objective greedy | json text tsv
  0    1     .     0      1     1    0      4       4       4         4        4      | solve PROFILE --ipus IPUS OPTIONS MEMORY SPLITS --pareto | json text tsv
  0    1     .     0      1     1    0      4       4       4         4        4      | solve PROFILE --ipus IPUS OPTIONS MEMORY SPLITS --tradeoff | json text tsv
  0    0     0     0      0     0    0      0       0       0         0        0      | explain PROFILE SPLITS OPTIONS MEMORY | json text tsv
  0    0     0     0      0     0    0      0       0       0         0        0      | report PROFILE SPLITS OPTIONS MEMORY | html
  0    0     1     0      0     0    0      1       1       1         1        1      | export PROFILE SPLITS OPTIONS MEMORY | poptorch popart tensorflow keras optimum layers-per-ipu
  .    .     0     .      .     .    .      0       0       0         0        0      | export PROFILE SPLITS OPTIONS MEMORY --anyway | poptorch popart tensorflow keras optimum layers-per-ipu
  0    0     0     0      0     0    0      0       0       0         0        0      | export PROFILE SPLITS OPTIONS MEMORY | json csv
  0    0     0     0      .     0    0      .       0       0         0        0      | import EVEN PROFILE MEMORY | plan
  0    0     0     0      0     0    0      0       0       0         0        0      | compare ONE REPLICATED --profile PROFILE MEMORY | json text tsv
  0    .     .     0      .     0    .      0       0       0         .        0      | compare PROFILE PROFILE | json text tsv
  0    .     .     0      .     0    .      0       0       0         .        0      | summary PROFILE | json text tsv
  0    .     .     0      .     0    .      0       0       0         .        0      | info PROFILE | json text
  0    .     .     0      .     0    .      0       0       0         .        0      | diagnose PROFILE | json text
  0    .     .     0      .     0    .      0       0       0         .        0      | segments PROFILE | json tsv
  0    .     .     0      .     0    .      0       0       0         .        0      | layers PROFILE | json tsv
  0    .     .     0      .     0    .      0       0       0         .        0      | plan show FILE | json text tsv
  0    .     .     0      .     0    .      0       0       0         .        0      | plan diff FILE ONE | json text tsv
  0    .     .     0      .     0    .      0       0       0         .        0      | plan convert FILE PROFILE | plan
  0    0     0     0      0     0    0      0       0       0         0        0      | convert PROFILE -o CONVERTED | text
  0    1     1     0      1     1    0      4       4       4         4        4      | evaluate CONVERTED SPLITS OPTIONS MEMORY | json text
  0    .     .     0      .     0    .      0       0       0         .        0      | popliner --solve --num-ipus IPUS PROFILE | text
  2    .     .     .      .     .    .      2       .       .         .        .      | solve PROFILE --ipus 0 | text
  3    .     .     .      .     .    .      3       .       .         .        .      | evaluate PROFILE MISSING | text
"""
ANSWER_FORMS = {"json", "text", "tsv", "csv"}
VERDICTS = {"evaluate", "solve", "explain"}  # commands whose answer has a verdict and the warnings
HOLDS_NO_VERDICT = re.compile(r"not known|A plan fits if|not what fits")  # sentences that say no more than this
CELLS = {True: {"yes", "true"}, False: {"no", "false"}, None: {"", "-", "not known"}}  # below `fits`


def rows():
    header, *lines = TABLE.strip().splitlines()
    names = header.split("|")[0].split()
    for line in lines:
        statuses, command, forms = line.split("|")
        yield command.split(), forms.split(), dict(zip(names, statuses.split(), strict=True))


def as_lines(text, form):
    """Lines with tabs between cells."""
    if form == "html":
        text = re.sub(r"<(style|script)\b.*?</\1>", "", text, flags=re.DOTALL)
        text = re.sub(r"</t[hd]>", "\t", text)
        text = re.sub(r"</?(tr|table|p|h\d|li|div|dt|dd|text)\b[^>]*>", "\n", text)
        text = html.unescape(re.sub(r"<[^>]*>", "", text))
    elif form == "csv":
        text = text.replace(",", "\t")
    else:
        text = re.sub(r" {2,}", "\t", text)
    return [line.strip(" ") for line in text.splitlines()]


def number_in(cell):
    digits = cell.replace(",", "")
    return int(digits) if digits.isdigit() else None


def cells_and_prose(text, form):
    """The cells below `fits` and `would fit`, each with the peak and the limit beside it, and the sentences outside the
    headers of these tables."""
    header, cells, prose = [], [], []
    for line in as_lines(text, form):
        row = line.strip("\t").split("\t") if form == "text" else line.split("\t")
        if {"fits", "would fit"} & set(row):
            header = [name.replace("_", " ") for name in row]
            continue
        if len(row) == len(header):
            named = dict(zip(header, row))
            for name, peak in (("fits", "peak tile bytes"), ("would fit", "what if")):
                if name in named:
                    cells.append((named[name], number_in(named[peak]), number_in(named.get("limit", ""))))
        prose += re.split(r"(?<=[.!?])\s", line)
    return cells, [sentence for sentence in prose if not HOLDS_NO_VERDICT.search(sentence)]


def objects_of(value, key=""):
    """All objects in a JSON value, but for proposals of what would help."""
    if isinstance(value, list):
        for item in value:
            yield from objects_of(item, key)
    if isinstance(value, dict) and key != "would_do":
        yield value
        for name, item in value.items():
            yield from objects_of(item, name)


def json_problems(answer, command, column):
    limit, is_verdict, verdicts = column.limit(command), command[0] in VERDICTS, 0
    for item in objects_of(answer):
        for key in ("limit", "memory_per_tile"):
            if key in item and command[:2] != ["plan", "show"] and item[key] not in (limit, None):
                yield f"{key} is {item[key]}, not {limit}"
        if "fits" in item:
            verdicts += 1
            peak = item.get("peak_tile_bytes")
            complete = item.get("complete", True)  # PopLiner's search may place only some of the layers
            expected = None if column.void else complete and peak is not None and peak <= limit
            if item["fits"] is not expected:
                yield f"fits is {item['fits']} with a peak of {peak}, not {expected}"
    if not is_verdict:
        return
    if not verdicts:
        yield "fits is missing"
    for whole in answer if isinstance(answer, list) else [answer]:
        void = {warning["code"] for warning in whole.get("warnings", []) if warning["voids_figures"]}
        if (column.void not in void) if column.void else void:
            yield f"the figures are void by {void or None}, not by {column.void or None}"
        if command[0] == "evaluate" and whole.get("buildable", column.buildable) != column.buildable:
            yield f"buildable is {whole['buildable']}"


def text_problems(run, form, command, column):
    limit = column.limit(command)
    cells, prose = cells_and_prose(run.stdout, form)
    prose += run.stderr.splitlines()
    if command[0] in ("evaluate", "report") and not cells and run.returncode in (0, 1, 4):
        yield "no column says what fits"
    for cell, peak, own_limit in cells:
        if cell not in CELLS[None if column.void or peak is None else peak <= limit]:
            yield f"a cell below fits is {cell!r} with a peak of {peak}"
        if own_limit not in (limit, None):
            yield f"a cell below limit is {own_limit}"
    forbidden = r"\bnot fit\b" if column.fits else r"\b(plan|would) fits?\b"
    if column.void:
        forbidden = r"\bfit(s|ting)?\b|(less|more) than the limit"
    for sentence in prose:
        if re.search(forbidden, sentence):
            yield f"it says {sentence.strip()!r}"
    says_limit = form == "html" or form == "poptorch" and not column.fits
    says_limit |= run.returncode in (0, 1) and command[0] in ("evaluate", "explain") and form == "text"
    if says_limit and not column.void and not re.search(rf"\b{limit}\b", (run.stdout + run.stderr).replace(",", "")):
        yield f"it does not say the limit of {limit}"


def run_cli(arguments):
    return subprocess.run([CLI, *arguments], capture_output=True, text=True, check=False, timeout=300)


def cell_problems(command, form, column, status, directory):
    arguments = column.arguments(command, directory)
    if command[0] == "export":
        arguments += ["--framework", form]
    elif form in ANSWER_FORMS and command[0] not in ("convert", "popliner"):
        arguments += ["--format", form]
    run = run_cli(arguments)
    if run.returncode != int(status):
        yield f"exit status {run.returncode}, not {status}"
    if command[0] == "export" and status == "1" and run.stdout:
        yield "it writes what it should refuse"
    if command[0] == "popliner" and run.stdout != run_cli(arguments + ["--mem-per-tile", str(MK2)]).stdout:
        yield "the limit is not PopLiner's"
    if form in ("json", "plan") and command[0] != "export":
        try:
            yield from json_problems(json.loads(run.stdout), command, column)
        except json.JSONDecodeError:
            yield "no JSON"
    else:
        yield from text_problems(run, form, command, column)


def wrong_runs(name, column, directory):
    """A line for each wrong run of a column, and the number of its runs."""
    directory.mkdir()
    lines, runs = [], 0
    for command, forms, statuses in rows():
        for form in forms if statuses[name] != "." else []:
            runs += 1
            problems = dict.fromkeys(cell_problems(command, form, column, statuses[name], directory))
            if problems:
                lines.append(f"{name}: {' '.join(command)} ({form}): {'; '.join(problems)}")
    return lines, runs


def main():
    with tempfile.TemporaryDirectory() as top, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        directory = pathlib.Path(top)
        futures = [pool.submit(wrong_runs, name, column, directory / f"out-{name}")
                   for name, column in columns(directory).items()]
        results = [future.result() for future in futures]
    lines = [line for some, _ in results for line in some]
    print(*lines, f"{sum(runs for _, runs in results)} runs, {len(lines)} wrong", sep="\n")
    return 1 if lines else 0


if __name__ == "__main__":
    sys.exit(main())
