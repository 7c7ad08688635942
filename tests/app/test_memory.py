#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Compares `memory-map`, `insights`, `liveness` and `tiles` of a model, an IPU and a tile with figures that are read from the tables of profile.pop.

test_memory.py TILELINE_CLI TILELINE_GENERATE FIXTURES
"""

import json
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from itertools import accumulate
from pathlib import Path

CLI, GENERATE, FIXTURES = sys.argv[1:]
DATA = {"variable", "multiple", "message", "hostMessage", "globalMessage", "controlId", "rearrangement", "outputEdge",
        "constant", "instrumentationResults"}
failures = []


def check(what, actual, expected):
    if actual != expected:
        failures.append(what)
        print(f"{what}: {str(actual)[:300]} instead of {str(expected)[:300]}")


def run(*arguments, status=0):
    done = subprocess.run([CLI, *map(str, arguments)], capture_output=True, text=True, check=False)
    check(f"status of {arguments}: {done.stderr}", done.returncode, status)
    return json.loads(done.stdout) if status == 0 else done.stderr


def varints(blob):
    numbers, number = [], 0
    for byte in blob or b"":
        number = number << 7 | byte & 127
        if byte & 128:
            numbers.append(number)
            number = 0
    return numbers


def runs(blob):
    numbers, values = [], iter(varints(blob))
    for head in values:
        count = head >> 1
        numbers += [next(values) for _ in range(count)] if head & 1 else [next(values)] * count
    return numbers


def without_id(rows):
    return sorted([{k: v for k, v in row.items() if k != "variable"} for row in rows],
                  key=lambda row: (row["offset"], row["from"], row["name"]))


class Report:
    """The tables that both commands need."""

    def __init__(self, path):
        self.path = path
        with sqlite3.connect(path) as db:
            self.tiles, self.per_ipu, self.memory = db.execute(
                "SELECT num_tiles, tiles_per_ipu, bytes_per_tile FROM target_info").fetchone()
            self.strings = dict(db.execute("SELECT id, string FROM vars_string_table"))
            self.categories = dict(db.execute("SELECT id, name FROM var_categories"))
            self.named = dict(db.execute("SELECT id, name FROM unlowered_vars"))
            self.steps = db.execute("SELECT count(*) FROM depth_first_steps").fetchone()[0]
            self.always = {row[0] for row in db.execute("SELECT id FROM eq_classes WHERE is_always_live")}
            self.live = defaultdict(list)
            for name, first, last in db.execute("SELECT * FROM eq_class_step"):
                self.live[name].append((first, last))
            self.rows = db.execute(
                "SELECT var_id, tile, size_bytes, offset, category, equivalence_class, unlowered_var_id, name_base_id, "
                "name_prefix__vertex_field_, name_suffix FROM vars_info WHERE bitset & 1").fetchall()
            self.totals = [row[0] for row in
                           db.execute("SELECT total_including_gaps FROM memory_by_tile ORDER BY tile")]
            types = {row[0]: row[1:] for row in db.execute("SELECT id, name, size FROM vertex_types")}
            self.vertices = [(of, *types[kind], runs(blob)) for of, kind, blob in
                             db.execute("SELECT compute_set, vertex_type, instances_by_tile FROM vertex_instances")]
            self.instances = [row[1:] for row in self.vertices]
            self.code = {}  # of several types with one name, the last one with code on a tile counts there
            for kind, blob in db.execute("SELECT vertex_type, code_bytes FROM memory_by_vertex_type ORDER BY vertex_type"):
                known = self.code.setdefault(types[kind][0], [0] * self.tiles)
                for tile, count in enumerate(varints(blob)):
                    known[tile] = count or known[tile]
            self.sets = dict(db.execute("SELECT compute_set, name FROM compute_sets"))
            regions = defaultdict(list)
            for region, variable in db.execute("SELECT id, var_id FROM exchange_regions"):
                regions[region].append(variable)
            self.exchanges = []
            for program, code, source, to in db.execute(
                    "SELECT p.id, e.code_bytes_by_tile_rle, e.source_regions_id, e.destination_regions_id "
                    "FROM programs p JOIN program_type_do_exchange e ON e.id = p.variant_index "
                    "JOIN program_types t ON t.id = p.variant WHERE t.name = 'DoExchange'"):
                self.exchanges.append((program, runs(code), regions[source] + regions[to]))
            self.parts = {row[0]: [varints(blob) for blob in row[1:]] for row in db.execute(
                "SELECT category_id, non_interleaved_non_overlapped, non_interleaved_overlapped, "
                "interleaved_non_overlapped, interleaved_overlapped, overflowed_non_overlapped, "
                "overflowed_overlapped FROM memory_by_category")}
            self.of_regions = db.execute("SELECT non_interleaved, interleaved, overflowed FROM memory_by_tile "
                                         "ORDER BY tile").fetchall()
            self.all_rows = {row[0]: row[1:] for row in db.execute("SELECT var_id, tile, size_bytes FROM vars_info")}

    def name(self, row):
        base, prefix, suffix, variable = row[7], row[8], row[9], row[6]
        name = ("" if prefix is None else f"__vertexField_{prefix}") + self.strings.get(base, "") + (suffix or "")
        return name or self.named.get(variable) or None

    def memory_map(self, tile):
        entries = []
        for row in self.rows:
            if row[1] == tile:
                for first, last in self.live[row[5]]:
                    entries.append({"variable": row[0], "name": self.name(row), "category": self.categories[row[4]],
                                    "offset": row[3], "bytes": row[2], "from": first, "to": last,
                                    "always_live": row[5] in self.always})
        return sorted(entries, key=lambda entry: (entry["offset"], entry["from"]))

    def curve(self, tile):
        bytes_of = [0] * self.steps
        for row in self.rows:
            if row[1] == tile and row[5] not in self.always:
                for first, last in self.live[row[5]]:
                    for step in range(first, last):
                        bytes_of[step] += row[2]
        return bytes_of

    def counted(self, ipu):
        """Poplar's own count of an IPU, or of all if it is None: the running sum of differences."""
        with sqlite3.connect(self.path) as db:
            deltas = dict(db.execute("SELECT step_id, sum(delta_bytes) FROM memory_not_always_live_by_step_and_ipu "
                                     "WHERE ipu IS ? GROUP BY step_id", (ipu,)))
        return list(accumulate(deltas.get(step, 0) for step in range(self.steps)))

    def held(self, tiles):
        """What some tiles hold together: rows without the names of programs."""
        sums = defaultdict(lambda: defaultdict(int))
        for row in self.rows:
            if row[1] in tiles and self.categories[row[4]] in DATA:
                key = (row[6], self.named.get(row[6])) if row[6] in self.named else (
                    None, f"({self.categories[row[4]]})")
                sums["variables"][key] += row[2]
        for set_id, name, size, counts in self.vertices:
            count = sum(counts[tile] for tile in tiles if tile < len(counts))
            if count:
                for key, into in (("vertices", name), ("sets", set_id)):
                    sums[key, "instances"][into] += count
                    sums[key, "state"][into] += count * size
                sums["types"][set_id] += 1
        exchanges = set()
        for program, code, variables in self.exchanges:
            of_code = sum(code[tile] for tile in tiles if tile < len(code))
            moved = sum(self.all_rows[variable][1] for variable in variables if self.all_rows[variable][0] in tiles)
            if of_code:
                exchanges.add((program, of_code, moved))
        at = lambda column: sum(column[tile] for tile in tiles if tile < len(column))  # noqa: E731
        return {
            "variables": {(*key, size) for key, size in sums["variables"].items()},
            "vertices": {(name, count, sums["vertices", "state"][name], at(self.code.get(name, [])))
                         for name, count in sums["vertices", "instances"].items()},
            "compute-sets": {(of, self.sets[of] or None, sums["types"][of], count, sums["sets", "state"][of])
                             for of, count in sums["sets", "instances"].items()},
            "exchanges": exchanges,
            "parts": {f"category.{name}": tuple(at(part) for part in parts) for name, parts in self.parts.items()},
            "regions": tuple(at([row[i] for row in self.of_regions]) for i in range(3)),
            "total": at(self.totals),
        }

    def insights(self, begin, end, top):
        tiles = sorted(range(begin, end), key=lambda tile: (-self.totals[tile], tile))
        fullest = tiles[0]
        of_vertices = defaultdict(lambda: [0, 0])
        for name, size, counts in self.instances:
            count = sum(counts[begin:end])
            if count:
                of_vertices[name][0] += count
                of_vertices[name][1] += count * size
        data = [row for row in self.rows if self.categories[row[4]] in DATA]
        curve = self.curve(fullest)
        peak = curve.index(max(curve))
        sizes = defaultdict(lambda: [0, 0])
        for row in data:
            if begin <= row[1] < end and row[6] in self.named:
                live = any(first <= peak < last for first, last in self.live[row[5]])
                sizes[row[6]][0] += row[2]
                sizes[row[6]][1] += row[2] if live else 0
        return {
            "fits": all(self.totals[tile] <= self.memory for tile in tiles),
            "memory_per_tile": self.memory,
            "headroom": self.memory - self.totals[fullest],
            "tiles_over_memory": sum(self.totals[tile] > self.memory for tile in tiles),
            "fullest_tiles": [{"tile": tile, "ipu": tile // self.per_ipu, "bytes": self.totals[tile],
                               "headroom": self.memory - self.totals[tile]} for tile in tiles[:top]],
            "peak_step": peak,
            "vertices": {name: tuple(sums) for name, sums in of_vertices.items()},
            "variables": {name: tuple(sums) for name, sums in sizes.items()},
        }


def check_insights(report, arguments, begin, end):
    expected = report.insights(begin, end, 1000)
    found = run("insights", report.path, "--json", "--top", 1000, *arguments)
    what = f"insights {report.path} {arguments}"
    for key in ("fits", "memory_per_tile", "headroom", "tiles_over_memory", "fullest_tiles", "peak_step"):
        check(f"{what} {key}", found[key], expected[key])
    check(f"{what} vertices", {row["name"]: (row["instances"], row["state_bytes"]) for row in found["vertices"]},
          expected["vertices"])
    check(f"{what} variables", {row["variable"]: (row["bytes"], row["bytes_at_peak"]) for row in found["variables"]},
          expected["variables"])
    for key, size in (("vertices", lambda row: row["state_bytes"] + row["code_bytes"]),
                      ("exchanges", lambda row: row["code_bytes"]),
                      ("variables", lambda row: (row["bytes_at_peak"], row["bytes"]))):
        check(f"{what} order of {key}", found[key], sorted(found[key], key=size, reverse=True))
    help_bytes = found["help"]
    check(f"{what} batch", help_bytes["smaller_batch"] <= expected["fullest_tiles"][0]["bytes"] / 2, True)
    check(f"{what} shorter", run("insights", report.path, "--json", "--top", 2, *arguments)["variables"],
          found["variables"][:2])


def check_liveness(report, path):
    """Returns how many IPUs were compared."""
    shown = lambda *arguments: [row["not_always_live"]  # noqa: E731
                                for row in run("liveness", path, "--json", *arguments)]
    check(f"liveness {path}", shown(), report.counted(None))
    tile = report.tiles - 1
    check(f"liveness {path} tile", shown("--tile", tile), report.curve(tile))
    check(f"tiles {path}", run("tiles", path, "--json", "--tile", tile), run("tiles", path, "--json")[tile:])
    ipus = report.tiles // report.per_ipu
    of_ipus = [shown("--ipu", ipu) for ipu in range(ipus)]
    for ipu, curve in enumerate(of_ipus):
        check(f"liveness {path} IPU {ipu}", curve, report.counted(ipu if ipus > 1 else None))
        of_tiles = run("tiles", path, "--json", "--ipu", ipu)
        check(f"tiles {path} IPU {ipu}", [row["tile"] for row in of_tiles],
              list(range(ipu * report.per_ipu, (ipu + 1) * report.per_ipu)))
    check(f"sum of IPUs {path}", [sum(at) for at in zip(*of_ipus)], shown())
    check(f"unknown IPU {path}", "--ipu" in run("liveness", path, "--ipu", ipus, status=3), True)
    return ipus


PARTS = ("non_interleaved", "non_interleaved_overlapped", "interleaved", "interleaved_overlapped", "overflowed",
         "overflowed_overlapped")
KEYS = {"variables": ("variable", "name", "bytes"), "vertices": ("name", "instances", "state_bytes", "code_bytes"),
        "compute-sets": ("compute_set", "name", "vertex_types", "instances", "state_bytes"),
        "exchanges": ("program", "code_bytes", "variable_bytes")}


def check_held(report, path, text, tiles):
    """What some tiles hold together; of a converted report, ids of variables and compute sets differ."""
    expected = report.held(set(tiles))
    what = f"tiles {path} {text}"
    choice = ["--tiles", text] if text else []
    check(what, [row["tile"] for row in run("tiles", path, "--json", *choice)], sorted(set(tiles)))
    for key, keys in KEYS.items():
        found = run("tiles", path, "--json", *choice, "--list", key)
        rows = [tuple(row[column] for column in keys) for row in found]
        check(f"{what} {key}: each once", len(set(rows)), len(rows))
        check(f"{what} {key}", set(rows), expected[key])
    check(f"{what} always live", all(isinstance(row["always_live"], bool) for row in
                                     run("tiles", path, "--json", *choice, "--list", "variables")), True)
    details = {row["category"]: row for row in run("tiles", path, "--json", *choice, "--list", "details")}
    check(f"{what} total", details["total"]["bytes"], expected["total"])
    for name, parts in expected["parts"].items():
        if any(parts):
            check(f"{what} {name}", tuple(details[name][part] for part in PARTS), parts)
            check(f"{what} {name} bytes", details[name]["bytes"], sum(parts[::2]))
        else:
            check(f"{what} no {name}", details.get(name, {"bytes": 0})["bytes"], 0)
    stacked = [row["bytes"] for name, row in details.items()
               if name.startswith("category.") or name in ("overlapping", "other", "gaps")]
    check(f"{what} stack", sum(stacked), expected["total"])
    check(f"{what} regions", tuple(details.get(f"region.{name}", {"bytes": 0})["bytes"] for name in
                                   ("nonInterleaved", "interleaved", "overflowed")), expected["regions"])


def check_map(report, tile):
    found = run("memory-map", report.path, "--tile", tile, "--json")
    key = lambda row: (row["offset"], row["from"], row["variable"])  # noqa: E731
    check(f"map {report.path} {tile}", sorted(found, key=key), sorted(report.memory_map(tile), key=key))
    check(f"order {report.path} {tile}", [(row["offset"], row["from"]) for row in found],
          sorted((row["offset"], row["from"]) for row in found))
    # No two variables that are live at the same time overlap.
    for i, row in enumerate(found):
        for other in found[i + 1:]:
            if other["offset"] >= row["offset"] + row["bytes"]:
                break
            check(f"overlap {report.path} {tile} {row} {other}",
                  other["bytes"] == 0 or max(row["from"], other["from"]) >= min(row["to"], other["to"]), True)
    return found


def main():
    directory = tempfile.TemporaryDirectory()
    generated = Path(directory.name, "generated")
    subprocess.run([GENERATE, "bert-base", "--layers", "4", "--tiles", "8", "--ipus", "4", "--training", "--tile-layout",
                    "--format", "pop", "-o", generated], check=True, capture_output=True)
    maps, ipus, reports = 0, 0, 0
    for path in [*sorted(Path(FIXTURES).glob("*/profile.pop")), generated / "profile.pop"]:
        report = Report(path)
        reports += 1
        own = Path(directory.name, f"own-{path.parent.name}", "profile.tileline")
        own.parent.mkdir()
        subprocess.run([CLI, "convert", path, "-o", own], check=True, capture_output=True)
        for tile in {0, report.tiles // 2, report.tiles - 1}:
            found = check_map(report, tile)
            maps += len(found)
            check(f"converted {path} {tile}",
                  without_id(run("memory-map", own, "--tile", tile, "--json")), without_id(found))
        check_insights(report, [], 0, report.tiles)
        check_insights(report, ["--tile", 1], 1, 2)
        last = report.tiles // report.per_ipu - 1
        check_insights(report, ["--ipu", last], last * report.per_ipu, report.tiles)
        last_tile = report.tiles - 1
        check_held(report, path, "", range(report.tiles))
        check_held(report, path, f"0-2, {last_tile},1-3", [0, 1, 2, 3, last_tile])
        check_held(report, path, f"ipu {last}", range(last * report.per_ipu, report.tiles))
        check_held(report, own, f"{last_tile}", [last_tile])
        for text in ("x", "1-", "3-1", "1,,2", f"{report.tiles}", f"ipu {last + 1}", "1 2", "-1"):
            check(f"refused {text}", "--tiles" in run("tiles", path, f"--tiles={text}", status=3), True)
        ipus += check_liveness(report, path)
        check_liveness(report, own)
        for command in (["memory-map", "--tile"], ["insights", "--tile"]):
            check(f"refused {command}", "--tile" in run(command[0], path, command[1], report.tiles, status=3), True)
    check("there are several IPUs", ipus > reports, True)
    check("there are maps", maps > 100, True)
    print(f"{maps} entries, {len(failures)} failures")
    sys.exit(1 if failures else 0)


main()
