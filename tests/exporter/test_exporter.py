#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs the exporter as users do, with the stand-in for libpva, and compares the exported profile with the one
that the stand-in read."""

import array
import os
import pathlib
import re
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXPORTER = ROOT / "packaging" / "exporter" / "tileline_exporter.py"
DATA = ROOT / "tests" / "data"
STANDIN = ROOT / "tests" / "exporter" / "standin"
PROFILES = sorted(path.parent.name for path in DATA.glob("*/profile.tileline"))
SMALL = "one-layer"


def environment(**extra):
    return dict(os.environ, PYTHONPATH=str(STANDIN), PYTHONDONTWRITEBYTECODE="1", **extra)


def rows(path, query):
    database = sqlite3.connect("file:%s?mode=ro" % path, uri=True)
    try:
        return database.execute(query).fetchall()
    finally:
        database.close()


def tables(path):
    return {name for (name,) in rows(path, "SELECT name FROM sqlite_master WHERE type = 'table'")}


def numbers(blob):
    return list(array.array("I", blob or b""))


def trimmed(blob):
    found = numbers(blob)
    while found and found[-1] == 0:
        found.pop()
    return found


class ExporterTest(unittest.TestCase):
    def setUp(self):
        self.directory = pathlib.Path(tempfile.mkdtemp())
        self.output = self.directory / "out.tileline"

    def tearDown(self):
        shutil.rmtree(self.directory)

    def export(self, name=SMALL, arguments=(), **extra):
        source = DATA / name
        return self.run_exporter(
            [source / "profile.tileline", source / "debug.cbor", "-o", self.output, *arguments], **extra)

    def run_exporter(self, arguments, preexec=None, **extra):
        return subprocess.run(
            [sys.executable, "-W", "error", EXPORTER, *arguments], env=environment(**extra), text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, preexec_fn=preexec, check=False)

    def exported(self, name=SMALL, **extra):
        result = self.export(name, **extra)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.output

    def meta(self):
        return dict(rows(self.output, "SELECT key, value FROM meta"))

    def left_behind(self):
        return [path.name for path in self.directory.iterdir()]

    def assert_same(self, source, query, convert=lambda row: row):
        expected = [convert(row) for row in rows(source, query)]
        self.assertEqual([convert(row) for row in rows(self.output, query)], expected)
        return expected


class RoundTrip(ExporterTest):
    """The exported tables equal the data that libpva returned."""

    VERTICES = ("SELECT p.id, s.name, t.name, t.size, v.count_by_tile FROM program p JOIN compute_set s "
                "ON s.id = p.compute_set JOIN compute_set_vertex v ON v.compute_set = s.id "
                "JOIN vertex_type t ON t.id = v.vertex_type ORDER BY p.id, t.name, t.size")

    def compare(self, source):
        """Compares all tables except meta, because the exporter writes its own rows there."""
        self.assert_same(source, "SELECT * FROM target")
        self.assert_same(
            source, "SELECT id, type, name, debug_context, children, control_code, code_bytes, variables, "
            "compute_set IS NULL FROM program ORDER BY id",
            lambda row: row[:4] + (numbers(row[4]), trimmed(row[5]), trimmed(row[6]), numbers(row[7]), row[8]))
        self.assert_same(source, "SELECT program FROM root_program ORDER BY position")
        self.assert_same(source, self.VERTICES, lambda row: row[:4] + (trimmed(row[4]),))
        for table in ("tile_memory", "vertex_code"):
            self.assert_same(source, "SELECT * FROM %s ORDER BY 1" % table,
                             lambda row: (row[0], trimmed(row[1])))
        for table in ("liveness_step", "equivalence_class", "variable", "execution_run", "operation",
                      "operation_detail", "lowered_variable"):
            self.assert_same(source, "SELECT * FROM %s ORDER BY 1" % table)
        self.assert_same(source, "SELECT * FROM execution_step ORDER BY run, step, ipu")

    def test_every_profile(self):
        for name in PROFILES:
            with self.subTest(name):
                self.exported(name)
                self.compare(DATA / name / "profile.tileline")

    def test_format_marks(self):
        self.exported()
        self.assertEqual(rows(self.output, "PRAGMA application_id"), [(0x544C5052,)])
        self.assertEqual(rows(self.output, "PRAGMA user_version"), [(1,)])
        self.assertEqual(rows(self.output, "PRAGMA page_size"), [(65536,)])
        self.assertEqual(self.meta()["poplar_version"], "3.1.0")
        self.assertEqual(self.meta()["source"], "libpva")

    def test_short_arrays(self):
        self.exported("replicated", PVA_SHORT="1")
        self.compare(DATA / "replicated" / "profile.tileline")

    def test_spool_to_disk(self):
        """With a tiny memory limit, the lowered variables are written to the temporary file first."""
        copy = self.directory / "exporter.py"
        text = EXPORTER.read_text(encoding="utf-8")
        self.assertIn("SPOOL_LIMIT = 4_000_000", text)
        copy.write_text(text.replace("SPOOL_LIMIT = 4_000_000", "SPOOL_LIMIT = 7"), encoding="utf-8")
        source = DATA / "bert-tiny-inf" / "profile.tileline"
        subprocess.run([sys.executable, copy, source, "-o", self.output], env=environment(), check=True,
                       stderr=subprocess.DEVNULL)
        self.compare(source)

    def test_without_debug_file(self):
        result = self.run_exporter([DATA / SMALL / "profile.tileline", "-o", self.output])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.compare(DATA / SMALL / "profile.tileline")

    def test_operations_can_be_derived(self):
        """If libpva lacks step indices and variables of operations, the exporter computes them."""
        for name in PROFILES:
            with self.subTest(name):
                self.exported(
                    name, PVA_WITHOUT="Operation.firstStepIndex,Operation.lastStepIndex,Operation.vars")
                self.assert_same(
                    DATA / name / "profile.tileline", "SELECT * FROM operation_detail ORDER BY uid")

    def test_tile_by_tile(self):
        """The SDK lacks the brief list of lowered variables."""
        self.exported(PVA_WITHOUT="LoweredVariables.allBriefVars")
        self.assert_same(DATA / SMALL / "profile.tileline", "SELECT * FROM lowered_variable ORDER BY tile")
        self.assertIn("missing: loweredVariables.allBriefVars", self.meta())


class WithoutAttributes(ExporterTest):
    """If a single attribute is missing, this is tolerated and reported, or refused with the reason."""

    TOLERATED = {
        "Target.architecture": "target.architecture",
        "Target.numIPUs": "target.numIPUs",
        "Target.tilesPerIpu": "target.tilesPerIpu",
        "Target.numTiles": "target.numTiles",
        "Target.bytesPerTile": "target.bytesPerTile",
        "Target.clockFrequency": "target.clockFrequency",
        "Target.numReplicas": "target.numReplicas",
        "Compilation.tiles": "tiles",
        "Tile.memory": "tile.memory.alwaysLiveBytes",
        "TileMemory.total": "tile.memory.total.includingGaps",
        "MemoryTotals.excludingGaps": "tile.memory.total.excludingGaps",
        "TileMemory.alwaysLiveBytes": "tile.memory.alwaysLiveBytes",
        "TileMemory.notAlwaysLiveBytes": "tile.memory.notAlwaysLiveBytes",
        "TileMemory.category": "tile.memory.category",
        "TileMemory.vertices": "tile.memory.vertices",
        "TileVertex.codeBytes": "tile.memory.vertex.codeBytes",
        "Program.type": "program.type",
        "Program.children": "program.children",
        "Program.controlCodeByTile": "program.controlCodeByTile",
        "Program.codeBytesByTile": "program.codeBytesByTile",
        "Program.computeset": "program.computeset",
        "Program.vars": "program.vars",
        "ComputeSet.vertices": "program.computeset.vertices",
        "Vertex.type": "program.vertex.type",
        "Vertex.countByTile": "program.vertex.countByTile",
        "VertexType.size": "program.vertex.type.size",
        "LivenessStep.notAlwaysLiveMemory": "livenessProgramStep.notAlwaysLiveMemory.bytes",
        "LiveMemory.bytes": "livenessProgramStep.notAlwaysLiveMemory.bytes",
        "LoweredVariables.allBriefVars": "loweredVariables.allBriefVars",
        "LoweredVariables.forTile": "loweredVariables.forTile",
        "LoweredVariable.unloweredVar": "loweredVariable.unloweredVar",
        "LoweredVariable.hasUnloweredVar": None,
        "LoweredVariable.name": None,
        "EquivalenceClass.steps": "equivalenceClass.steps",
        "UnloweredVariable._id": None,
        "UnloweredVariable.debugContext": None,
        "Compilation.alwaysLiveVariables": "alwaysLiveVariables",
        "Operation.name": "operation.name",
        "Operation.debugContext": "OperationAnalysis",
        "Operation.programs": "OperationAnalysis",
        "Operation.firstStepIndex": "operation.firstStepIndex",
        "Operation.lastStepIndex": "operation.lastStepIndex",
        "Operation.vars": "operation.vars",
        "OperationAnalysis.operations": "OperationAnalysis",
        "DebugContext.json": "operation.debugContext.json",
        "DebugContext.id": "OperationAnalysis",
        "Program.debugContext": None,
        "Report.execution": "execution",
        "Report.poplarVersion": "poplarVersion.string",
        "Execution.runs": "execution",
        "Run.name": "execution.run.name",
        "ExecutionStep.program": "execution.step.program",
        "ExecutionStep.ipus": "execution.step.ipus",
        "IpuStep.activeCycles": "execution.step.ipu.activeCycles",
        "IpuStep.cycles": None,
        "IpuStep.tileBalance": "execution.step.ipu.tileBalance",
        "IpuStep.dataIn": "execution.step.ipu.dataIn",
        "IpuStep.dataOut": "execution.step.ipu.dataOut",
        "ComputeSet.name": "program.computeset.name",
        "VertexType.name": "program.vertex.type",
        "Program.name": "program.name",
    }
    REFUSED = {
        "Report.compilation": "no compilation",
        "Compilation.programs": "no programs",
        "Compilation.livenessProgramSteps": "no liveness steps",
        "Compilation.loweredVariables": "no lowered variables",
        "LivenessStep.program": "no program",
        "Program._id": "no _id",
        "EquivalenceClass.id": "no equivalence class",
        "BriefVariable.id": "no id",
        "BriefVariable.bytes": "no size",
        "BriefVariable.tileId": "no tile",
        "BriefVariable.equivalenceClass": "no equivalence class",
        "Compilation.target": "memory per tile",
    }

    def test_tolerated(self):
        for attribute, part in self.TOLERATED.items():
            for mark in ("", "!"):
                with self.subTest(mark + attribute):
                    self.exported(PVA_WITHOUT=mark + attribute)
                    if part is not None:
                        self.assertIn("missing: " + part, self.meta())

    def test_refused(self):
        for attribute, reason in self.REFUSED.items():
            with self.subTest(attribute):
                result = self.export(PVA_WITHOUT=attribute)
                self.assertEqual(result.returncode, 4, result.stderr)
                self.assertIn(reason, result.stderr)
                self.assertNotIn("Traceback", result.stderr)
                self.assertEqual(self.left_behind(), [])

    def test_option_is_named(self):
        self.assertIn("autoReport.outputLoweredVars",
                      self.export(PVA_WITHOUT="Compilation.loweredVariables").stderr)

    def test_operations_are_both_or_neither(self):
        self.exported(PVA_WITHOUT="OperationAnalysis.operations")
        self.assertFalse({"operation", "operation_detail"} & tables(self.output))

    def test_unknown_architecture_and_no_memory(self):
        result = self.export(PVA_WITHOUT="Target.bytesPerTile,Target.architecture")
        self.assertEqual(result.returncode, 4)
        self.assertIn("memory per tile", result.stderr)

    def test_broken_debug_file(self):
        empty = self.directory / "debug.cbor"
        empty.touch()
        result = self.run_exporter([DATA / SMALL / "profile.tileline", empty, "-o", self.output])
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("missing: debug.cbor", self.meta())


class Failures(ExporterTest):
    """Every failure has an exit status and a reason, and leaves no file."""

    def test_usage(self):
        self.assertEqual(self.run_exporter([]).returncode, 2)
        source = DATA / SMALL / "profile.tileline"
        self.assertEqual(self.run_exporter([source, "-o", source]).returncode, 2)

    def test_input_that_is_missing(self):
        result = self.run_exporter(["/nowhere/profile.pop", "-o", self.output])
        self.assertEqual(result.returncode, 3)
        self.assertIn("No such file", result.stderr)

    def test_input_that_is_no_profile(self):
        result = self.run_exporter([EXPORTER, "-o", self.output])
        self.assertEqual(result.returncode, 3)
        self.assertIn("libpva cannot read", result.stderr)

    def test_no_pva(self):
        result = self.export(PYTHONPATH_UNUSED="")
        self.assertEqual(result.returncode, 0)
        self.output.unlink()
        bare = dict(os.environ)
        bare.pop("PYTHONPATH", None)
        result = subprocess.run([sys.executable, EXPORTER, DATA / SMALL / "profile.tileline", "-o", self.output],
                                env=bare, text=True, stderr=subprocess.PIPE, check=False)
        self.assertEqual(result.returncode, 6)
        self.assertIn("activation script", result.stderr)

    def test_output_directory_that_is_missing(self):
        result = self.run_exporter(
            [DATA / SMALL / "profile.tileline", "-o", self.directory / "none" / "out.tileline"])
        self.assertEqual(result.returncode, 5)

    def test_disk_that_fills_up(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))
        result = self.export(preexec=limit)
        self.assertEqual(result.returncode, 5, result.stderr)
        self.assertIn("free disk space", result.stderr)
        self.assertEqual(self.left_behind(), [])

    def test_damage_half_way(self):
        result = self.export(PVA_FAULT="raise")
        self.assertEqual(result.returncode, 1)
        self.assertIn("the report is damaged", result.stderr)
        self.assertEqual(self.left_behind(), [])

    def test_terminated_half_way(self):
        process = subprocess.Popen(
            [sys.executable, EXPORTER, DATA / SMALL / "profile.tileline", "-o", self.output],
            env=environment(PVA_FAULT="hang"))
        deadline = time.monotonic() + 30
        while not self.left_behind() and time.monotonic() < deadline:
            time.sleep(0.01)
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(), 143)
        self.assertEqual(self.left_behind(), [])

    def test_progress_on_a_terminal(self):
        reader, terminal = os.openpty()
        subprocess.run([sys.executable, EXPORTER, DATA / SMALL / "profile.tileline", "-o", self.output],
                       env=environment(), stderr=terminal, check=True)
        os.close(terminal)
        printed = os.read(reader, 1 << 16).decode()
        os.close(reader)
        percentages = [int(number) for number in re.findall(r"(\d+) %", printed)]
        self.assertGreaterEqual(len(percentages), 6)
        self.assertEqual(percentages, sorted(percentages))
        self.assertLessEqual(percentages[-1], 100)

    def test_existing_output_stays_when_it_fails(self):
        self.output.write_text("precious")
        self.assertEqual(self.export(PVA_FAULT="raise").returncode, 1)
        self.assertEqual(self.output.read_text(), "precious")


if __name__ == "__main__":
    unittest.main()
