#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `execution --json` with figures that are recomputed cycle by cycle from random traces, in both formats.

test_execution.py TILELINE_CLI TILELINE_GENERATE FIXTURES
"""

import json
import random
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

CLI, GENERATE, FIXTURES = sys.argv[1:]
FIXTURE = "pipeline-marked-tiny"
IPUS = 3
TILES = 4  # of an IPU; the fixture has 12
CLOCK = 1000000000
KINDS = ["compute", "exchange", "global_exchange", "host_begin", "host_transfer", "host_end", "external_sync", "sync",
         "other"]
KIND_OF = {"OnTileExecute": "compute", "DoExchange": "exchange", "GlobalExchange": "global_exchange",
           "StreamCopyBegin": "host_begin", "StreamCopyMid": "host_transfer", "StreamCopyEnd": "host_end"}
SYNCS = {None, "Sync", "Sans", "SyncAns"}
BLOCK_TYPES = ["common", "stream_copy", "overflow", "anonymous", "flush"]


def varint(number):
    groups = [number & 127 | 128]
    while number := number >> 7:
        groups.insert(0, number & 127)
    return bytes(groups)


def varints(numbers):
    return b"".join(varint(number) for number in numbers)


def runs_of(numbers):
    """As literal numbers."""
    return varint(2 * len(numbers) + 1) + varints(numbers)


class Trace:
    """A random trace: what the tables hold."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        pick = self.random
        with sqlite3.connect(Path(FIXTURES, FIXTURE, "profile.pop")) as fixture:
            types = dict(fixture.execute("SELECT id, name FROM program_types"))
            self.types = {program: types[variant]
                          for program, variant in fixture.execute("SELECT id, variant FROM programs")}
        with sqlite3.connect(Path(FIXTURES, FIXTURE, "profile.tileline")) as fixture:
            self.common = [program for program, in fixture.execute("SELECT id FROM program ORDER BY id")]
        leaves = [program for program in self.common if self.types[program] in ("OnTileExecute", "DoExchange")]
        new_types = ["GlobalExchange", "StreamCopyMid", "Sync", "Sans", "SyncAns"]
        for program in pick.sample(leaves, 60):
            self.types[program] = pick.choice(new_types)
        self.sync_of_program = {program: pick.choice([None, "EXTERNAL_ALL", "internal"])
                                for program, type_ in self.types.items() if type_ == "Sync"}
        self.bytes = {program: [(pick.randrange(5), pick.randrange(9)) for _ in range(IPUS)]
                      for program, type_ in self.types.items()
                      if type_ in ("GlobalExchange", "StreamCopyMid") and pick.random() < 0.8}
        self.has_bytes = pick.random() < 0.8
        # Few programs, so that steps of one repeat.
        used = [*pick.sample(leaves, 12), *pick.sample(self.common, 8), *[None] * 3]
        used += [program for program in self.common if self.types[program] in KIND_OF][:4]
        self.runs = []
        self.steps = {}  # id: run, program, type of a sync
        self.rows = {}  # step, IPU: from, to, cycles, balance, cycles by tile
        step = pick.randrange(3)
        for run in sorted(pick.sample(range(9), pick.randrange(1, 4))):
            length = pick.randrange(0, 40)
            clocks = [pick.choice([CLOCK, 1500000000]) for _ in range(IPUS)] if pick.random() < 0.5 else None
            begins = [pick.randrange(100) for _ in range(IPUS)]
            self.runs.append({"id": run, "name": f"run {run}", "steps": length, "start": pick.choice([None, 5, 1700]),
                              "elapsed": pick.choice([None, 77]), "clocks": clocks, "from": begins,
                              "to": [begin + pick.randrange(200) for begin in begins]})
            now = [pick.randrange(20) for _ in range(IPUS)]
            for _ in range(length):
                program = pick.choice(used)
                self.steps[step] = (run, program,
                                    pick.choice([None, "External", "externalHost", "Internal"]))
                for ipu in pick.sample(range(IPUS), pick.randrange(0, IPUS + 1)):
                    cycles = pick.choice([0, 1, 3, 7, pick.randrange(30)])
                    start = max(0, now[ipu] + pick.randrange(-6, 4))  # steps overlap, or leave gaps
                    end = start + cycles + pick.choice([0, 0, 2])
                    balance = pick.choice([None, 0.25, 0.5, 1.0]) if seed % 3 else pick.random()
                    self.rows[step, ipu] = (start, end, cycles, balance)
                    now[ipu] = max(now[ipu], end)
                step += pick.choice([1, 1, 2])
        if seed % 5 == 4:
            self.rows.clear()
        self.blocks = []
        for _ in range(pick.randrange(10, 40) if seed % 2 else 0):
            start = pick.randrange(150)
            self.blocks.append((pick.randrange(IPUS) * TILES + pick.randrange(2), start, start + pick.randrange(80),
                                pick.choice([None, 0, 3, 99999]), pick.randrange(5)))
        self.estimates = {}
        for program in leaves:
            for ipu in range(IPUS if seed % 4 else 0):
                if pick.random() < 0.7:
                    self.estimates[program, ipu] = [pick.choice([0, 5, 9, 300]) for _ in range(TILES)]

    def write_pop(self, directory):
        shutil.copytree(Path(FIXTURES, FIXTURE), directory, ignore=shutil.ignore_patterns("*.tileline", "*.json"))
        with sqlite3.connect(directory / "profile.pop") as file:
            run = file.execute
            run(f"UPDATE target_info SET num_ipus = {IPUS}, tiles_per_ipu = {TILES}, clock_frequency = {CLOCK}")
            for table in ("runs", "steps", "steps_by_ipu"):
                run(f"DROP TABLE {table}")
            run("CREATE TABLE program_type_global_exchange(id INTEGER PRIMARY KEY, bytes_sent_by_ipu_rle BLOB, "
                "bytes_received_by_ipu_rle BLOB, estimated_cycles_by_tile_ids BLOB)")
            run("CREATE TABLE program_type_sync(id INTEGER PRIMARY KEY, sync_type TEXT)")
            run("DROP TABLE IF EXISTS program_type_stream_copy_mid")
            run("CREATE TABLE program_type_stream_copy_mid(id INTEGER PRIMARY KEY, bytes_sent_by_ipu_rle BLOB, "
                "bytes_received_by_ipu_rle BLOB, estimated_cycles_by_tile_ids BLOB)")
            variants = {name: id_ for id_, name in run("SELECT id, name FROM program_types")}
            for program, type_ in self.types.items():
                if type_ not in variants:
                    variants[type_] = max(variants.values()) + 1
                    run("INSERT INTO program_types(id, name) VALUES(?, ?)", (variants[type_], type_))
                run("UPDATE programs SET variant = ? WHERE id = ?", (variants[type_], program))
                if type_ in ("GlobalExchange", "StreamCopyMid", "Sync", "Sans", "SyncAns"):
                    run("UPDATE programs SET variant_index = ? WHERE id = ?", (program, program))
                if type_ in ("GlobalExchange", "StreamCopyMid"):
                    table = "program_type_" + ("global_exchange" if type_ == "GlobalExchange" else "stream_copy_mid")
                    both = self.bytes.get(program)
                    run(f"INSERT INTO {table} VALUES(?, ?, ?, NULL)",
                        (program, both and runs_of([out for _, out in both]),
                         both and runs_of([in_ for in_, _ in both])))
                if type_ == "Sync":
                    run("INSERT INTO program_type_sync VALUES(?, ?)", (program, self.sync_of_program[program]))
            if not self.has_bytes:
                for table in ("global_exchange", "stream_copy_mid"):
                    for column in ("sent", "received"):
                        run(f"ALTER TABLE program_type_{table} DROP COLUMN bytes_{column}_by_ipu_rle")
            run("CREATE TABLE runs(id INTEGER PRIMARY KEY, start_epoch_time_microseconds INTEGER, "
                "elapsed_microseconds INTEGER, name TEXT, num_programs INTEGER, num_steps INTEGER, "
                "estimated_freq_by_ipu BLOB, start_cycles_by_ipu BLOB, end_cycles_by_ipu BLOB)")
            # Rows are read in the order of their ids.
            for one in self.runs:
                run("INSERT INTO runs VALUES(?, ?, ?, ?, 0, ?, ?, ?, ?)",
                    (one["id"], one["start"], one["elapsed"], one["name"], one["steps"],
                     varints(one["clocks"]) if one["clocks"] else varints([7] * (IPUS + 1)),
                     varints(one["from"]), varints(one["to"])))
            run("CREATE TABLE steps(id INTEGER PRIMARY KEY, type TEXT, program INTEGER, sync_type TEXT)")
            for step, (_, program, sync) in self.steps.items():
                run("INSERT INTO steps VALUES(?, NULL, ?, ?)", (step, program, sync))
            run("CREATE TABLE steps_by_ipu(step_id INTEGER, ipu INTEGER, cycles_base INTEGER, "
                "active_cycles_from_min INTEGER, active_cycles_to_max INTEGER, cycles INTEGER, active_tiles INTEGER, "
                "tile_balance REAL, PRIMARY KEY(step_id, ipu))")
            for (step, ipu), (start, end, cycles, balance) in self.rows.items():
                base = start // 2
                # An end before the longest tile's says nothing.
                run("INSERT INTO steps_by_ipu VALUES(?, ?, ?, ?, ?, ?, 1, ?)",
                    (step, ipu, base, start - base, max(0, end - base - (2 if end == start + cycles else 0)), cycles,
                     balance))
            run("CREATE TABLE blocks(tile INTEGER, cycles_from INTEGER, cycles_to INTEGER, block_id INTEGER, "
                "type INTEGER)")
            file.executemany("INSERT INTO blocks VALUES(?, ?, ?, ?, ?)", self.blocks)
            run("DELETE FROM compilation_cycles_by_tile")
            run("INSERT INTO compilation_cycles_by_tile VALUES(0, NULL)")
            ids = defaultdict(lambda: [0] * IPUS)
            for number, ((program, ipu), cycles) in enumerate(self.estimates.items(), 1):
                run("INSERT INTO compilation_cycles_by_tile VALUES(?, ?)", (number, runs_of(cycles)))
                ids[program][ipu] = number
            run("UPDATE compute_sets SET cycles_by_tile_ids = NULL")
            run("UPDATE program_type_do_exchange SET cycles_by_tile_ids = NULL")
            for program, list_ in ids.items():
                table, key = {"OnTileExecute": ("compute_sets", "compute_set"),
                              "DoExchange": ("program_type_do_exchange", "id")}.get(self.types[program], (None, None))
                if table:
                    index = run("SELECT variant_index FROM programs WHERE id = ?", (program,)).fetchone()[0]
                    if table == "compute_sets":
                        index = run("SELECT compute_set FROM program_type_on_tile_execute WHERE id = ?",
                                    (index,)).fetchone()[0]
                    run(f"UPDATE {table} SET cycles_by_tile_ids = ? WHERE {key} = ?", (varints(list_), index))

    def write_tileline(self, directory):
        directory.mkdir()
        path = directory / "profile.tileline"
        shutil.copyfile(Path(FIXTURES, FIXTURE, "profile.tileline"), path)
        with sqlite3.connect(path) as file:
            run = file.execute
            run(f"UPDATE target SET num_ipus = {IPUS}, tiles_per_ipu = {TILES}, clock_hz = {CLOCK}")
            run("DELETE FROM execution_run")
            run("DROP TABLE execution_step")
            run("CREATE TABLE execution_step(run INTEGER, step INTEGER, program INTEGER, ipu INTEGER, "
                "cycles_from INTEGER, cycles_to INTEGER, active_tiles INTEGER, tile_balance REAL, data_in INTEGER, "
                "data_out INTEGER, cycles INTEGER)")
            for table in ("step_sync", "run_time", "run_ipu", "block", "program_bytes", "estimated_cycles"):
                run(f"DROP TABLE IF EXISTS {table}")
            for program in self.common:
                type_ = self.types[program]
                run("UPDATE program SET type = ? WHERE id = ?", (type_, program))
            # Operations share programs.
            for uid, programs in run("SELECT uid, programs FROM operation_detail").fetchall():
                if self.random.random() < 0.3:
                    more = {program for program in self.random.sample(self.common, 20)}
                    own = set(struct.unpack(f"<{len(programs) // 4}I", programs))
                    both = [*struct.unpack(f"<{len(programs) // 4}I", programs), *sorted(more - own)]
                    run("UPDATE operation_detail SET programs = ? WHERE uid = ?",
                        (struct.pack(f"<{len(both)}I", *both), uid))
            run("CREATE TABLE run_time(run INTEGER PRIMARY KEY, start_us INTEGER, elapsed_us INTEGER)")
            run("CREATE TABLE run_ipu(run INTEGER, ipu INTEGER, clock_hz INTEGER, cycles_from INTEGER, "
                "cycles_to INTEGER)")
            for one in self.runs:
                run("INSERT INTO execution_run VALUES(?, ?)", (one["id"], one["name"]))
                run("INSERT INTO run_time VALUES(?, ?, ?)", (one["id"], one["start"], one["elapsed"]))
                for ipu in range(IPUS):
                    run("INSERT INTO run_ipu VALUES(?, ?, ?, ?, ?)",
                        (one["id"], ipu, one["clocks"] and one["clocks"][ipu], one["from"][ipu], one["to"][ipu]))
            run("CREATE TABLE step_sync(step INTEGER PRIMARY KEY, sync_type TEXT)")
            for step, (_, program, sync) in self.steps.items():
                type_ = sync or self.sync_of_program.get(program)
                if type_ and any((step, ipu) in self.rows for ipu in range(IPUS)):
                    run("INSERT INTO step_sync VALUES(?, ?)", (step, type_))
            for (step, ipu), (start, end, cycles, balance) in self.rows.items():
                run_id, program, _ = self.steps[step]
                run("INSERT INTO execution_step(run, step, program, ipu, cycles_from, cycles_to, tile_balance, cycles) "
                    "VALUES(?, ?, ?, ?, ?, ?, ?, ?)",
                    (run_id, step, program, ipu, start, end, balance, None if end == start + cycles else cycles))
            run("CREATE TABLE block(tile INTEGER, cycles_from INTEGER, cycles_to INTEGER, block INTEGER, type INTEGER)")
            file.executemany("INSERT INTO block VALUES(?, ?, ?, ?, ?)", self.blocks)
            if self.has_bytes:
                run("CREATE TABLE program_bytes(program INTEGER, ipu INTEGER, bytes_in INTEGER, bytes_out INTEGER)")
                for program, list_ in self.bytes.items():
                    for ipu, (in_, out) in enumerate(list_):
                        run("INSERT INTO program_bytes VALUES(?, ?, ?, ?)", (program, ipu, in_, out))
            run("CREATE TABLE estimated_cycles(program INTEGER, ipu INTEGER, cycles_by_tile BLOB)")
            for (program, ipu), cycles in self.estimates.items():
                run("INSERT INTO estimated_cycles VALUES(?, ?, ?)",
                    (program, ipu, struct.pack(f"<{TILES}I", *cycles)))

    def kind(self, step, program):
        type_ = None if program is None else self.types[program]
        if type_ in SYNCS:
            text = self.steps[step][2] or self.sync_of_program.get(program) or ""
            return "external_sync" if text.lower().startswith("external") else "sync"
        return KIND_OF.get(type_, "other")


def cli(*arguments, status=0):
    answer = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, check=False)
    assert answer.returncode == status, (arguments, answer.returncode, answer.stderr)
    return answer.stdout


class Entries:
    """What the setting says of programs: entries in their order, and by program its entries with passes."""

    def __init__(self, profile, tileline):
        self.names = json.loads(cli("info", profile, "--json"))["layers"]
        with sqlite3.connect(tileline) as file:
            self.walk = [program for program, in file.execute("SELECT program FROM liveness_step ORDER BY step")]
            listed = [struct.unpack(f"<{len(programs) // 4}I", programs) for _, programs in file.execute(
                "SELECT position, programs FROM operation JOIN operation_detail USING(uid) ORDER BY position")]
        listed = [programs for programs in listed if programs]
        operations = json.loads(cli("operations", profile, "--json"))
        assert len(operations) == len(listed)
        self.of = defaultdict(list)
        for operation, programs in zip(operations, listed):
            for program in programs:
                self.of[program].append((operation["layer"], operation["pass"]))

    def find(self, program, before):
        """Entry, pass, and whether the program has one entry."""
        listed = self.of.get(program, [])
        entries = {entry for entry, _ in listed}
        if not entries:
            return None, None, False
        if before and before[0] in entries and len(entries) > 1:
            passes = [pass_ for entry, pass_ in listed if entry == before[0]]
            return before[0], before[1] if before[1] in passes else passes[0], False
        entry = min(entries, key=self.names.index)
        return entry, next(pass_ for of, pass_ in listed if of == entry), len(entries) == 1

    def order(self, entry):
        return len(self.names) if entry is None else self.names.index(entry)


def figures(trace, rows, entries, run, ipu):
    """`rows`: step, from, to, cycles, balance, program, kind."""
    long = [row for row in rows if row[3] > 0]
    covered = defaultdict(set)
    for _, start, end, _, _, _, kind in long:
        use = {"external_sync": 1, "sync": 2, "host_begin": 3, "host_end": 3}.get(kind, 0)
        covered[use] |= set(range(start, end))
    span = set(range(min(row[1] for row in long), max(row[2] for row in long))) if long else set()
    seen = set(covered[0])
    waiting = {}
    for use, cause in enumerate(["external_sync", "sync", "host"], 1):
        waiting[cause] = len(covered[use] - seen)
        seen |= covered[use]
    waiting["none"] = len(span - seen)
    by_kind = {kind: sum(row[3] for row in rows if row[6] == kind) for kind in KINDS}
    judged = [(row[3], row[4]) for row in long if row[6] == "compute" and row[4] is not None]
    both = [(row[3], row[4]) for row in long if row[6] in ("compute", "exchange")]
    known = span and all(balance is not None for _, balance in both)
    moved = [trace.bytes.get(row[5], [(0, 0)] * IPUS)[ipu] for row in long
             if row[6] in ("global_exchange", "host_transfer")]
    sums, programs = defaultdict(lambda: [0, 0]), defaultdict(lambda: [0, 0])
    before = None
    for step, _, _, cycles, _, program, kind in sorted(rows):
        entry, pass_, only = entries.find(program, before)
        if only and cycles > 0:
            before = entry, pass_
        for key, sums_ in (((entry, pass_), sums), ((program, kind, entry), programs)):
            sums_[key][0] += 1
            sums_[key][1] += cycles
    return {
        "ipu": {"ipu": ipu, "steps": len(rows), "cycles_from": min(span) if span else None,
                "cycles_to": max(span) + 1 if span else None, "working": len(covered[0]),
                "waiting": len(span) - len(covered[0]), "waiting_by": waiting, "by_kind": by_kind,
                "tile_balance": sum(c * b for c, b in judged) / sum(c for c, _ in judged) if judged else None,
                "parallel_efficiency": sum(c * b for c, b in both) / len(span) if known else None,
                "bytes_in": sum(in_ for in_, _ in moved) if trace.has_bytes else None,
                "bytes_out": sum(out for _, out in moved) if trace.has_bytes else None},
        "entries": [{"run": run, "ipu": ipu, "entry": entry, "pass": pass_, "steps": steps, "cycles": cycles}
                    for (entry, pass_), (steps, cycles) in
                    sorted(sums.items(), key=lambda item: (entries.order(item[0][0]), item[0][1] != "forward"))],
        "programs": [{"run": run, "ipu": ipu, "program": program, "kind": kind, "entry": entry, "steps": steps,
                      "cycles": cycles} for (program, kind, entry), (steps, cycles) in
                     sorted(programs.items(), key=lambda item: (item[0][0] is None, item[0][0],
                                                                KINDS.index(item[0][1]), entries.order(item[0][2])))],
        "working": covered[0],
    }


def waits(rows_of, working, run):
    """Cycle by cycle: a wait is a run of cycles that one external sync covers first."""
    found = []
    for ipu, rows in rows_of.items():
        seen = set(working[ipu])
        syncs = sorted((row for row in rows if row[6] == "external_sync" and row[3] > 0), key=lambda row: row[1::-1])
        for _, start, end, *_ in syncs:
            begin = None
            for cycle in range(start, end + 1):
                free = cycle < end and cycle not in seen
                if free and begin is None:
                    begin = cycle
                if not free and begin is not None:
                    ends = [(row[2], -other, row[0]) for other, others in rows_of.items() if other != ipu
                            for row in others if row[3] > 0 and row[2] <= cycle
                            and row[6] not in ("sync", "external_sync")]
                    cause = max(ends, default=None)
                    found.append({"run": run, "ipu": ipu, "from": begin, "to": cycle,
                                  "cause_ipu": cause and -cause[1], "step": cause and cause[2]})
                    begin = None
            seen |= set(range(start, end))
    return sorted(found, key=lambda wait: (wait["ipu"], wait["from"]))


def blocks(trace):
    found = []
    for tile, start, end, block, type_ in trace.blocks:
        ipu = tile // TILES
        first = min(other[1] for other in trace.blocks if other[0] // TILES == ipu)
        runs = [run["id"] for run in trace.runs if run["from"][ipu] <= start < run["to"][ipu]]
        depth = sum(other[0] == tile and other[1] <= start and other[2] >= end and other[1:3] != (start, end)
                    for other in trace.blocks)
        found.append({"run": runs[0] if runs else None, "ipu": ipu, "tile": tile, "block": block,
                      "type": BLOCK_TYPES[type_], "from": start - first, "to": end - first, "depth": depth})
    return sorted(found, key=lambda b: (b["ipu"], b["from"], -b["to"], b["tile"]))


def expected(trace, entries, source):
    answer = {"source": source, "clock_hz": CLOCK, "runs": [], "entries": [], "programs": [], "waits": [],
              "blocks": []}
    if source == "none":
        return answer
    if source == "estimated":
        now = [0] * IPUS
        rows = defaultdict(list)
        for step, program in enumerate(entries.walk):
            if trace.types[program] in ("OnTileExecute", "DoExchange"):
                for ipu in range(IPUS):
                    cycles = trace.estimates.get((program, ipu), [0])
                    longest = max(cycles)
                    balance = sum(cycles) / TILES / longest if longest else None
                    rows[0, ipu].append((step, now[ipu], now[ipu] + longest, longest, balance, program,
                                         KIND_OF[trace.types[program]]))
                    now[ipu] += longest
        runs = [{"id": 0, "name": "estimated", "start": None, "elapsed": None}]
    else:
        runs = trace.runs
        rows = defaultdict(list)
        for (step, ipu), (start, end, cycles, balance) in trace.rows.items():
            run, program, _ = trace.steps[step]
            if source == "measured":
                rows[run, ipu].append((step, start, end, cycles, balance, program, trace.kind(step, program)))
    for run in runs:
        rows_of = {ipu: rows[run["id"], ipu] for ipu in range(IPUS) if rows[run["id"], ipu]}
        found = [figures(trace, of, entries, run["id"], ipu) for ipu, of in rows_of.items()]
        answer["runs"].append({"id": run["id"], "name": run["name"],
                               "steps": len({row[0] for of in rows_of.values() for row in of}),
                               "start_us": run["start"], "elapsed_us": run["elapsed"],
                               "ipus": [one["ipu"] for one in found]})
        for key in ("entries", "programs"):
            answer[key] += [row for one in found for row in one[key]]
        answer["waits"] += waits(rows_of, {ipu: one["working"] for ipu, one in zip(rows_of, found)}, run["id"])
    if source == "blocks":
        answer["blocks"] = blocks(trace)
    return answer


def round_(value):
    if isinstance(value, dict):
        return {key: round_(item) for key, item in value.items()}
    if isinstance(value, list):
        return [round_(item) for item in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def check_trace_file(path, source, answer, trace):
    """Complete events; spans of a thread do not overlap; as many as there are steps with a length, or blocks."""
    events = json.loads(path.read_text(encoding="utf-8"))["traceEvents"]
    spans = [event for event in events if event["ph"] == "X"]
    assert all(event["ph"] in "XM" for event in events)
    threads = {(event["pid"], event["tid"]) for event in events if event["name"] == "thread_name"}
    by_thread = defaultdict(list)
    for event in spans:
        assert set(event) == {"ph", "name", "cat", "pid", "tid", "ts", "dur", "args"}, event
        assert list(event["args"]) == ["cycles", "kind", "entry"] and event["dur"] >= 0
        by_thread[event["pid"], event["tid"]].append((event["ts"], event["ts"] + event["dur"]))
    assert set(by_thread) == threads
    for list_ in by_thread.values():
        list_.sort()
        assert all(a[1] <= b[0] + 1e-9 for a, b in zip(list_, list_[1:])), list_
    cycles = sum(event["args"]["cycles"] for event in spans)
    if source == "measured":
        assert len(spans) == sum(row[2] > 0 for row in trace.rows.values())
    if source == "blocks":
        assert len(spans) == len(trace.blocks)
    else:
        assert cycles == sum(row["cycles"] for row in answer["programs"])


SEEN = defaultdict(int)  # what the traces had: none may be without


def check(seed, directory):
    trace = Trace(seed)
    directory = Path(directory, str(seed))
    directory.mkdir()
    pop, tileline, converted = directory / "pop", directory / "tileline", directory / "converted"
    trace.write_pop(pop)
    trace.write_tileline(tileline)
    converted.mkdir()
    cli("convert", pop, "-o", converted / "profile.tileline")
    sources = [source for source, has in (("measured", trace.rows), ("blocks", trace.blocks),
                                          ("estimated", trace.estimates)) if has]
    for profile, tables in ((pop, converted), (tileline, tileline), (converted, converted)):
        entries = Entries(profile, tables / "profile.tileline")
        for source in ["", *sources]:
            arguments = ["--source", source] if source else []
            file = directory / "trace.json"
            text = cli("execution", profile, "--json", "--trace", file, *arguments)
            answer = json.loads(text)
            wanted = round_(expected(trace, entries, source or (sources or ["none"])[0]))
            check_trace_file(file, answer["source"], answer, trace)
            for row in answer["programs"]:
                assert row.pop("name") is not None or row["program"] is None or profile != tileline
            for row in wanted["blocks"]:
                block = row.pop("block")
                name = row["type"] if block is None else "block 99999" if block == 99999 else None
                row["name"] = name
            for row, block in zip(answer["blocks"], wanted["blocks"]):
                if block["name"] is None:
                    assert row["name"] != row["type"]
                    block["name"] = row["name"]
            answer = round_(answer)
            SEEN["waits"] += any(wait["cause_ipu"] is not None for wait in answer["waits"])
            SEEN["waits for nobody"] += any(wait["cause_ipu"] is None for wait in answer["waits"])
            SEEN["nested blocks"] += any(block["depth"] > 1 for block in answer["blocks"])
            SEEN["blocks of a run"] += any(block["run"] is not None for block in answer["blocks"])
            SEEN["backward"] += any(row["pass"] == "backward" for row in answer["entries"])
            SEEN["balance"] += any(ipu["tile_balance"] for run in answer["runs"] for ipu in run["ipus"])
            SEEN["efficiency"] += any(ipu["parallel_efficiency"] for run in answer["runs"] for ipu in run["ipus"])
            SEEN["bytes"] += any(ipu["bytes_in"] for run in answer["runs"] for ipu in run["ipus"])
            SEEN["shared"] += any(len({entry for entry, _ in list_}) > 1 for list_ in entries.of.values())
            for key, value in wanted.items():
                assert answer[key] == value, f"seed {seed}, {profile}, {source}, {key}\n{answer[key]}\n{value}"
            assert list(answer) == list(wanted)
            if profile == converted:
                assert text == cli("execution", pop, "--json", *arguments)
            for run in answer["runs"]:
                one = round_(json.loads(cli("execution", profile, "--json", "--run", run["id"], *arguments)))
                assert one["runs"] == [run]
                for key in ("entries", "programs", "waits", "blocks"):
                    assert [{k: v for k, v in row.items() if key != "programs" or k != "name"} for row in one[key]] == [
                        row for row in answer[key] if row["run"] == run["id"]], key
        for source in {"measured", "blocks", "estimated"} - set(sources):
            cli("execution", profile, "--source", source, status=3)
        cli("execution", profile, "--run", 4711, status=3)


def check_crossing(directory):
    """Blocks that cross are told of, with their place."""
    path = Path(directory, "crossing")
    shutil.copytree(Path(FIXTURES, FIXTURE), path)
    with sqlite3.connect(path / "profile.pop") as file:
        file.execute("CREATE TABLE blocks(tile INTEGER, cycles_from INTEGER, cycles_to INTEGER, block_id INTEGER, "
                     "type INTEGER)")
        file.executemany("INSERT INTO blocks VALUES(?, ?, ?, NULL, 0)", [(2, 10, 20), (2, 10, 15), (2, 15, 20)])
        file.commit()
        arguments = [CLI, "execution", path / "profile.pop", "--source", "blocks", "--json"]
        assert "overlap" not in subprocess.run(arguments, capture_output=True, text=True, check=True).stderr
        file.execute("INSERT INTO blocks VALUES(2, 17, 21, NULL, 2)")
    note = subprocess.run(arguments, capture_output=True, text=True, check=True).stderr
    assert "tile 2" in note and "cycle 17" in note, note


def check_generated(directory):
    """What tileline-generate writes is the same in both formats, and has all that traces can have."""
    traits = ["sample", "--training", "--layers", "6", "--tiles", "16", "--ipus", "3", "--measured-trace",
              "--estimated-trace", "--block-trace", "--iterations", "2"]
    ours, poplars = Path(directory, "ours"), Path(directory, "poplars")
    subprocess.run([GENERATE, *traits, "-o", ours], check=True)
    subprocess.run([GENERATE, *traits, "--format", "pop", "-o", poplars], check=True)
    # A pipeline of several IPUs is what the command is for. That no plan can be made of it is no warning here.
    for path in (ours, poplars):
        told = subprocess.run([CLI, "execution", path], capture_output=True, text=True, check=True).stderr
        assert "the estimate is not reliable" not in told, told
    for source in ("measured", "blocks", "estimated"):
        text = cli("execution", ours, "--json", "--source", source)
        assert text == cli("execution", poplars, "--json", "--source", source)
        answer = json.loads(text)
        if source != "measured":
            continue
        assert [run["id"] for run in answer["runs"]] == [0, 1]
        for run in answer["runs"]:
            assert [ipu["ipu"] for ipu in run["ipus"]] == [0, 1, 2] and run["elapsed_us"] > 0
            assert all(ipu["waiting_by"]["external_sync"] > 0 for ipu in run["ipus"])
        programs = answer["programs"]
        assert {row["kind"] for row in programs} >= {*KINDS} - {"other"}
        assert any(row["program"] is None for row in programs)
        assert any(row["cycles"] == 0 for row in programs)
        assert {wait["cause_ipu"] for wait in answer["waits"]} >= {0, None}
    file = Path(directory, "generated.json")
    cli("execution", ours, "--trace", file)
    assert {event["tid"] for event in json.loads(file.read_text(encoding="utf-8"))["traceEvents"]} > {0, 1}


def main():
    with tempfile.TemporaryDirectory() as directory:
        check_generated(directory)
        check_crossing(directory)
        for seed in range(12):
            check(seed, directory)
    assert len(SEEN) == 9 and all(SEEN.values()), dict(SEEN)


if __name__ == "__main__":
    main()
