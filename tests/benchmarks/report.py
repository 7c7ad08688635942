#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Makes Markdown tables from the JSON files of the benchmarks, with the ratios and bounds that matter."""

import argparse
import json
import re

SIZES = {"bert-large": "BERT-large size", "gpt-96": "96 layers, training"}
POPLAR = "gpt-96-poplar"

# The benchmarks to report: label, value computed from the results, unit, and the bound for each of SIZES.
ROWS = [
    ("Load", "load", "real_time", "ms", {}),
    ("Load, the first of the process", "load", "first_ms", "ms", {}),
    ("Load ÷ reading the blobs", "load", "over_blobs", "×", {}),
    ("Load ÷ md5sum of the file", "load", "over_md5", "×", {"gpt-96": 0.4}),
    ("First plan, with the files not in the page cache", "first_plan_cold", "real_time", "ms", {}),
    ("Peak memory of a load ÷ file", "load", "peak_over_file", "×", {"gpt-96": 1.5}),
    ("Cancel while loading, worst", "cancel_load", "worst_ms", "ms", {"bert-large": 100, "gpt-96": 100}),
    ("Index for the estimate", "build_index", "real_time", "ms", {}),
    ("A stage from scratch, median", "stage", "p50_ms", "ms", {}),
    ("A stage from scratch, 99 %", "stage", "p99_ms", "ms", {"bert-large": 1.5, "gpt-96": 9}),
    ("A stage from scratch, worst", "stage", "worst_ms", "ms", {}),
    ("Whole interval table", "table", "real_time", "ms", {"bert-large": 300, "gpt-96": 4000}),
    ("Optimal solve, lowest peak", "solve_min_peak", "real_time", "ms", {"bert-large": 1, "gpt-96": 10}),
    ("Optimal solve, fewest IPUs", "solve_min_ipus", "real_time", "ms", {"bert-large": 1, "gpt-96": 10}),
    ("Marker move, nothing cached, 99 %", "move_uncached", "p99_ms", "ms", {"bert-large": 3, "gpt-96": 14}),
    ("Marker move with the table, 99 %", "move_with_table", "p99_ms", "ms", {"bert-large": 0.1, "gpt-96": 0.1}),
    ("Extra memory ÷ the profile's", "table", "extra_over_profile", "×", {"bert-large": 1, "gpt-96": 1}),
    ("**Pipeline setting:** a stage from scratch, 99 %", "pipeline_stage", "p99_ms", "ms", {}),
    ("Whole interval table, all modes of recomputation", "pipeline_table", "real_time", "ms", {}),
    ("The same ÷ PopLiner's", "pipeline_table", "over_popliner", "×", {"gpt-96": 1.6}),
    ("Marker move, nothing cached, median ÷ PopLiner's", "pipeline_move_uncached", "p50_over_popliner", "×", {"gpt-96": 2}),
    ("Marker move with the table, 99 %", "pipeline_move_with_table", "p99_ms", "ms", {"gpt-96": 0.001}),
    ("Optimal solve, lowest peak ÷ PopLiner's", "pipeline_solve_min_peak", "over_popliner", "×", {"gpt-96": 10}),
    ("Optimal solve, fewest IPUs ÷ PopLiner's", "pipeline_solve_min_ipus", "over_popliner", "×", {"gpt-96": 10}),
    ("Extra memory ÷ the profile's, all modes", "pipeline_table", "extra_over_profile", "×", {"gpt-96": 0.35}),
]

# The same for a report of the second size as Poplar writes it.
POPLAR_ROWS = [
    ("First plan", "first_plan", "real_time", "ms", None),
    ("First plan ÷ SQLite's sums of the columns", "first_plan", "over_sums", "×", 1.5),
    ("First plan, with the files not in the page cache", "first_plan_cold", "real_time", "ms", None),
    ("Load", "load", "real_time", "ms", None),
    ("Peak memory of a load ÷ file", "load", "peak_over_file", "×", 0.75),
    ("Longest time without progress", "progress_of_load", "stall_ms", "ms", 500),
    ("Largest step of the progress", "progress_of_load", "jump_percent", "%", 5),
    ("Cancel while loading, worst", "cancel_load", "worst_ms", "ms", 100),
    ("Self-checks ÷ work of a load", "self_checks", "share", "×", 0.05),
    ("Memory that a debug.cbor of 375 MB adds", "large_debug", "added_mb", "MB", 60),
]

# The models of the window benchmarks, and their scenes in words. Times are processor times of the window's thread.
WINDOW_SIZES = {
    "bert-base@12": "12 layers", "bert-large": "BERT-large size", "gpt-96-poplar": "96 layers", "gpt@400": "400 layers",
    "gpt@200": "64 IPUs", "four-ipus": "report of four IPUs", "many-boxes": "50,000 lifetimes",
}
SCENES = {
    "open": "Open the profile", "open_again": "Open it in place of another", "drag": "Drag a split beside Why this peak",
    "drag_plan": "Drag a split on the page Plan", "drag_tilememory": "Drag a split beside Tile memory",
    "pages": "Show each page", "zoom": "Zoom the plan", "liveness_chart": "Liveness: point, zoom",
    "live_variables": "Liveness: click two steps", "find_steps": "Liveness: areas, find, lifetimes, several steps, strip",
    "tile_memory": "Tile memory: zoom, stages, histogram, map",
    "choose_tiles": "Tile memory: several tiles, all tables, variables over tiles",
    "memory_map": "Memory map: point, zoom, pan, choose, slider, colours", "operations": "Operations: filter, scroll",
    "program_tree": "Program tree: filter, scroll", "program_lists": "Program tree: both lists, unfold, walk",
    "insights": "Why this peak: the report, all tables", "execution": "Execution: zoom, pan, find, range, tables",
    "summary": "Summary: scroll, fold", "inspector": "Inspector: one choice of each kind",
    "report_ipus": "Each IPU of the report on five pages", "comparison": "Two reports side by side, five pages",
    "solve_undo": "Auto-split, undo", "resize": "Resize the window", "theme": "Switch the theme", "close": "Close the profile",
}
# A move of the mouse until everything that depends on it is drawn, and until the bars are painted, by the clock.
MOVES = {"move": "processor time until all is drawn", "bars": "by the clock until the bars are painted"}
FRAME = 16


def read_results(paths):
    """Benchmarks by name, without Google Benchmark's suffixes. If there are several runs, the fastest one is kept."""
    results = {}
    for path in paths:
        with open(path, encoding="utf-8") as file:
            document = json.load(file)
        for entry in document["benchmarks"]:
            name = re.sub(r"(/(min_time|iterations):[0-9.]+)?(/real_time)?$", "", entry["name"])
            if name not in results or entry["real_time"] < results[name]["real_time"]:
                results[name] = entry
    for size in SIZES:
        if f"load/{size}" in results and f"read_blobs/{size}" in results:
            load = results[f"load/{size}"]
            load["over_blobs"] = load["real_time"] / results[f"read_blobs/{size}"]["real_time"]
            load["over_md5"] = load["real_time"] / results[f"md5/{size}"]["real_time"]
    for name, entry in results.items():
        popliner = results.get(name.removeprefix("pipeline_"))
        if name.startswith("pipeline_") and popliner:
            entry["over_popliner"] = entry["real_time"] / popliner["real_time"]
            if "p50_ms" in entry:
                entry["p50_over_popliner"] = entry["p50_ms"] / popliner["p50_ms"]
    if f"first_plan/{POPLAR}" in results and f"sum_columns/{POPLAR}" in results:
        plan = results[f"first_plan/{POPLAR}"]
        plan["over_sums"] = plan["real_time"] / results[f"sum_columns/{POPLAR}"]["real_time"]
    return document["context"], results


def number(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.3g}"


def quantity(value, unit):
    """A ratio, or milliseconds converted to a suitable unit."""
    if unit != "ms":
        return f"{number(value)} {unit}"
    for factor, name in ((1, "ms"), (1e3, "µs")):
        if value * factor >= 0.1:
            return f"{number(value * factor)} {name}"
    return f"{number(value * 1e6)} ns"


def cell(results, benchmark, key, unit, size, bounds):
    entry = results.get(f"{benchmark}/{size}")
    if entry is None or key not in entry:
        return "–"
    text = quantity(entry[key], unit)
    if size in bounds:
        text += f" (bound {quantity(bounds[size], unit)}{'' if entry[key] <= bounds[size] else ', **missed**'})"
    return text


def main_table(results):
    lines = ["| | " + " | ".join(SIZES.values()) + " |", "|---" * (len(SIZES) + 1) + "|"]
    for title, benchmark, key, unit, bounds in ROWS:
        cells = [cell(results, benchmark, key, unit, size, bounds) for size in SIZES]
        lines.append(f"| {title} | " + " | ".join(cells) + " |")
    return lines


def poplar_table(results):
    lines = ["| | 96 layers, training, as `profile.pop` |", "|---|---|"]
    for title, benchmark, key, unit, bound in POPLAR_ROWS:
        bounds = {} if bound is None else {POPLAR: bound}
        lines.append(f"| {title} | {cell(results, benchmark, key, unit, POPLAR, bounds)} |")
    return lines


def growth_table(results):
    lines = ["| varied | layer entries | tiles | lowered variables | steps | stage, median | table |", "|---" * 7 + "|"]
    for name, entry in results.items():
        if not name.startswith("growth_stage/"):
            continue
        varied = name.removeprefix("growth_stage/")
        table = results.get(f"growth_table/{varied}", {"real_time": 0})
        sizes = [f"{entry[key]:,.0f}" for key in ("layers", "tiles", "lowered", "steps")]
        times = [quantity(entry["p50_ms"], "ms"), quantity(table["real_time"], "ms")]
        lines.append("| " + " | ".join([varied] + sizes + times) + " |")
    return lines


def window_rows(results, scenes, text):
    lines = ["| | " + " | ".join(WINDOW_SIZES.values()) + " |", "|---" * (len(WINDOW_SIZES) + 1) + "|"]
    for scene, words in scenes.items():
        entries = [results.get(f"window_{scene}/{size}") for size in WINDOW_SIZES]
        if any(entries):
            lines.append(f"| {words} | " + " | ".join(text(entry) if entry else "–" for entry in entries) + " |")
    return lines


def window_table(results):
    """The longest event of each scene, and 99 % of the events."""
    return window_rows(results, SCENES, lambda entry: f"{entry['busy_worst_ms']:.1f}, {entry['busy_p99_ms']:.1f} ms"
                       + ("" if entry["busy_worst_ms"] <= FRAME else f" (**over {FRAME} ms**)"))


def moves_table(results):
    """The moves of a drag: the median and the longest."""
    lines = []
    for key, words in MOVES.items():
        scenes = {scene: f"{title}: {words}" for scene, title in SCENES.items() if scene.startswith("drag")}
        lines += window_rows(results, scenes, lambda entry: f"{entry[f'{key}_p50_ms']:.1f}, {entry[f'{key}_worst_ms']:.1f} ms"
                             if f"{key}_p50_ms" in entry else "–")[2 if lines else 0:]
    return lines


def resize_table(results):
    """A resize, in repaints of the window without a profile and of an empty window."""
    return window_rows(results, {"resize": "Resize ÷ repaint of the window, ÷ that of an empty one"},
                       lambda entry: f"{number(entry['worst_over_empty'])} ×, {number(entry['worst_over_blank'])} ×")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", nargs="+", help="JSON of --benchmark_out, of one run or of several")
    parser.add_argument("-o", "--output", required=True, help="Markdown file to write")
    arguments = parser.parse_args()
    context, results = read_results(arguments.results)
    lines = [f"{context['num_cpus']} cores at {context['mhz_per_cpu']} MHz, {context['date']}.", ""]
    lines += main_table(results) + [""] + poplar_table(results) + [""] + growth_table(results) + [""]
    lines += window_table(results) + [""] + moves_table(results) + [""] + resize_table(results)
    with open(arguments.output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")
    print("\n".join(lines))


if __name__ == "__main__":
    main()
