#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks that every command's JSON matches packaging/schemas/tileline-cli.schema.json.

test_clischema.py TILELINE_CLI SCHEMA FIXTURES
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}

COMMANDS = [
    ("info", ["info"]),
    ("tiles", ["tiles"]),
    ("tileDetails", ["tiles", "--list", "details"]),
    ("tileComputeSets", ["tiles", "--list", "compute-sets", "--tiles", "0-1"]),
    ("tileVertices", ["tiles", "--list", "vertices"]),
    ("tileExchanges", ["tiles", "--list", "exchanges"]),
    ("tileVariables", ["tiles", "--list", "variables", "--tiles", "0,ipu 0"]),
    ("liveness", ["liveness"]),
    ("operations", ["operations"]),
    ("memoryMap", ["memory-map", "--tile", "0"]),
    ("insights", ["insights"]),
    ("execution", ["execution"]),
    ("layersTable", ["layers"]),
    ("segments", ["segments"]),
    ("evaluate", ["evaluate"]),
    ("explain", ["explain"]),
    ("explain", ["explain", "--top", "3"]),
    ("solve", ["solve"]),
    ("solve", ["solve", "--ipus", "2", "--tradeoff", "--memory-per-tile", "30000"]),
    ("solve", ["solve", "--ipus", "2", "--keep-free", "10"]),
    ("solve", ["solve", "--objective", "ipus", "--memory-per-tile", "3000"]),
    ("solve", ["solve", "--objective", "greedy", "--ipus", "1", "--memory-per-tile", "30000"]),
    ("matrix", ["affinity"]),
    ("matrix", ["communication", "--by", "blocks"]),
    ("diagnose", ["diagnose"]),
]


def has_type(name, value):
    if name in ("integer", "number"):
        kinds = int if name == "integer" else (int, float)
        return isinstance(value, kinds) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Validator:
    """Validates values. Supports only the keywords that the schema uses."""

    KNOWN = {"$ref", "anyOf", "enum", "type", "required", "properties", "additionalProperties", "items", "minimum",
             "maximum", "description"}

    def __init__(self, schema):
        self.definitions = schema["$defs"]

    def problem(self, schema, value, place):
        """The first error in a value, or None."""
        unknown = set(schema) - self.KNOWN
        if unknown:
            return f"{place}: the schema has keywords that this test does not know: {unknown}"
        if "$ref" in schema:
            return self.problem(self.definitions[schema["$ref"].removeprefix("#/$defs/")], value, place)
        if "anyOf" in schema:
            problems = [self.problem(choice, value, place) for choice in schema["anyOf"]]
            return None if None in problems else problems[-1]
        if "enum" in schema and value not in schema["enum"]:
            return f"{place}: {value!r} is none of {schema['enum']}"
        kinds = schema.get("type", [])
        kinds = kinds if isinstance(kinds, list) else [kinds]
        if kinds and not any(has_type(kind, value) for kind in kinds):
            return f"{place}: {value!r} is no {kinds}"
        if "minimum" in schema and value is not None and value < schema["minimum"]:
            return f"{place}: {value} is less than {schema['minimum']}"
        if "maximum" in schema and value is not None and value > schema["maximum"]:
            return f"{place}: {value} is more than {schema['maximum']}"
        return self.problem_within(schema, value, place)

    def problem_within(self, schema, value, place):
        if isinstance(value, list):
            for position, item in enumerate(value):
                problem = self.problem(schema.get("items", {}), item, f"{place}[{position}]")
                if problem:
                    return problem
        if isinstance(value, dict):
            missing = [key for key in schema.get("required", []) if key not in value]
            if missing:
                return f"{place}: {missing} missing"
            for key, item in value.items():
                rule = schema.get("properties", {}).get(key, schema.get("additionalProperties", {}))
                problem = f"{place}: {key} is not in the schema" if rule is False else None
                problem = problem or self.problem(rule, item, f"{place}.{key}")
                if problem:
                    return problem
        return None


SETTINGS = [["--setting", "pipeline"], ["--setting", "popliner"]]


def settings_of(command):
    """The settings in which a command runs: not all commands have the option, and PopLiner's search has one."""
    if command[0] in ("tiles", "liveness", "memory-map"):
        return [[]]
    return SETTINGS[1:] if "greedy" in command else SETTINGS


def check(program, validator, runs):
    """The number of answers that do not match."""
    failures = 0
    for name, arguments in runs:
        answer = subprocess.run([program, *arguments], capture_output=True, text=True, check=False).stdout
        problem = validator.problem(validator.definitions[name], json.loads(answer), name)
        if problem:
            failures += 1
            print(" ".join(arguments), problem, sep="\n  ")
    return failures


def check_columns(program, definitions, report):
    """The number of tables whose columns are not those that the schema documents, in its order."""
    tables = [(command, definitions[name]["items"]) for name, command in COMMANDS
              if name in ("liveness", "operations", "layersTable", "segments") or name.startswith("tile") and name != "tiles"]
    tables.append((["explain"], definitions["explain"]["properties"]["items"]["items"]))
    tables.append((["summary"], definitions["summary"]["items"]))
    failures = 0
    for command, rule in tables:
        documented = list(rule["properties"])
        seen = set()
        for setting in settings_of(command) if command != ["summary"] else [[]]:
            arguments = [*command, report, "--format", "tsv", *setting]
            answer = subprocess.run([program, *arguments], capture_output=True, text=True, check=False).stdout
            columns = answer.split("\n")[0].split("\t")
            seen.update(columns)
            if columns != [column for column in documented if column in columns]:
                failures += 1
                print(" ".join(arguments), f"  {columns} instead of {documented}", sep="\n")
        if seen != set(documented):
            failures += 1
            print(" ".join(command), f"  no table has the columns {set(documented) - seen}", sep="\n")
    return failures


def main():
    program, schema_path, fixtures = sys.argv[1:]
    schema = json.loads(Path(schema_path).read_text(encoding="utf-8"))
    validator = Validator(schema)
    runs = [(name, command + [str(report), "--json"] + setting)
            for report in sorted(Path(fixtures).iterdir())
            for name, command in COMMANDS for setting in settings_of(command)]
    several = [str(Path(fixtures) / name) for name in ("one-layer", "no-layers")]
    runs.append(("evaluate", ["evaluate", *several, "--json"]))
    tied = str(Path(fixtures) / "pipeline-marked-tiny")
    for output in ("last", "first"):
        runs.append(("evaluate", ["evaluate", tied, "--splits", "1,@output", "--output-on", output, "--json"]))
        runs.append(("explain", ["explain", tied, "--splits", "1,@output", "--ipu", "0", "--output-on", output, "--json"]))
    for ipu in ("0", "1"):
        runs.append(("explain", ["explain", tied, "--splits", "2", "--ipu", ipu, "--json"]))
    changes = ["--what-if", "optimizer-off-chip", "--what-if", "double-activations"]
    runs += [("evaluate", ["evaluate", tied, "--splits", "1,3", *changes, "--json", *setting]) for setting in SETTINGS]
    runs.append(("solve", ["solve", tied, "--ipus", "2", "--pin", "3", "--json"]))
    fastest = ["solve", tied, "--ipus", "3", "--objective", "period", "--output-on", "first", "--splits", "2", "--json"]
    runs.append(("solve", fastest))
    runs.append(("solve", fastest + ["--pareto", "--pareto-points", "2"]))
    # The figures of the other mode are not reliable.
    for setting in ([], ["--output-on", "first"], ["--recompute", "layers", "--gradient-accumulation", "9"]):
        runs.append(("timeline", ["timeline", tied, "--splits", "1,@output", "--json", *setting]))
    runs.append(("timeline", ["timeline", tied, "--splits", "1", "--compare-splits", "2", "--json"]))
    other = [tied, "--splits", "1,3", "--mode", "inference", "--json"]
    runs += [("evaluate", ["evaluate", *other, *changes]), ("explain", ["explain", *other]),
             ("solve", ["solve", *other, "--ipus", "3", "--tradeoff", "--pareto"])]
    runs.append(("popliner", ["popliner", "--solve", several[0]]))
    for text in ("Out of memory on tile 1: 9 bytes used but tiles only have 8 bytes of memory",
                 "Tile 0 receives more data than it has total memory in exchange 'x'", "Profile saved to: a.pop"):
        runs.append(("explainMessage", ["explain", tied, "--message-text", text, "--json"]))
    runs.append(("summary", ["summary", fixtures, schema_path, "--json"]))
    runs.append(("compareProfiles", ["compare", *several, "--json"]))
    runs.append(("compareProfiles", ["compare", tied, str(Path(fixtures) / "bert-tiny-train"), "--json"]))
    with tempfile.TemporaryDirectory() as directory:
        plan = Path(directory) / "one.tileplan"
        plan.write_text('{"format": "tileplan", "version": 2, "plans": [{"name": "one", "splits": []}]}', encoding="utf-8")
        # A profile with replicas: of the pipeline that one IPU makes.
        replicated = str(Path(fixtures) / "replicated")
        comparison = ["compare", str(plan), replicated, "--profile", tied, "--json"]
        runs += [("comparePlan", comparison + setting) for setting in SETTINGS]
        failures = check(program, validator, runs)
    failures += check_columns(program, schema["$defs"], tied)
    if validator.problem(schema["$defs"]["stage"], {"ipu": -1}, "stage") is None:
        failures += 1
        print("The validator accepts anything.")
    print(f"{len(runs)} answers, {failures} wrong")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
