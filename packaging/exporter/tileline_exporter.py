#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Writes a Tileline profile from a Poplar profile (profile.pop), through libpva.

    python3 tileline_exporter.py PROFILE.pop [DEBUG.cbor] -o OUT.tileline

Needs only Python 3.8 or newer and the `pva` module of the Poplar SDK. Source the SDK's activation
script first. The output file appears under its name only when it is complete. Data that the SDK or
the profile lacks is left out. The table `meta` of the output lists what is missing, and the last line
that this program prints says how many parts are missing.

Exit status: 0 done; 1 an error of this program or of libpva; 2 bad usage; 3 the input cannot be read;
4 the profile lacks data that Tileline needs; 5 the output cannot be written; 6 there is no pva module;
130 and 143 interrupted.

"""

import argparse
import array
import os
import signal
import sqlite3
import sys
import tempfile
import time
import traceback

EXPORTER_VERSION = 1
FORMAT_VERSION = 1
APPLICATION_ID = 0x544C5052
NO_ID = 0xFFFFFFFF
U32_MAX = 0xFFFFFFFF

STATUS_INTERNAL = 1
STATUS_INPUT = 3
STATUS_LACKING = 4
STATUS_OUTPUT = 5
STATUS_NO_PVA = 6

# The number of lowered variables that are kept in memory before they are written to a temporary file: 48 MB.
SPOOL_LIMIT = 4_000_000
# The maximum number of names that are kept of lowered variables without an unlowered one.
NAME_LIMIT = 1_000_000

BYTES_PER_TILE = {"ipu1": 262144, "ipu2": 638976, "ipu21": 638976}

REPORT_OPTIONS = (
    "Compile again with POPLAR_ENGINE_OPTIONS='{\"autoReport.all\":\"true\", "
    "\"autoReport.outputLoweredVars\":\"true\"}'."
)

SCHEMA = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE target(architecture TEXT NOT NULL, num_ipus INTEGER NOT NULL, tiles_per_ipu INTEGER NOT NULL,
  num_tiles INTEGER NOT NULL, bytes_per_tile INTEGER NOT NULL, clock_hz INTEGER NOT NULL,
  num_replicas INTEGER NOT NULL);
CREATE TABLE program(id INTEGER PRIMARY KEY, type TEXT NOT NULL, name TEXT NOT NULL, debug_context INTEGER,
  compute_set INTEGER, children BLOB, control_code BLOB, code_bytes BLOB, variables BLOB);
CREATE TABLE root_program(position INTEGER PRIMARY KEY, program INTEGER NOT NULL);
CREATE TABLE compute_set(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE compute_set_vertex(compute_set INTEGER NOT NULL, vertex_type INTEGER NOT NULL,
  count_by_tile BLOB NOT NULL, PRIMARY KEY(compute_set, vertex_type)) WITHOUT ROWID;
CREATE TABLE vertex_type(id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INTEGER NOT NULL);
CREATE TABLE vertex_code(name TEXT PRIMARY KEY, bytes_by_tile BLOB NOT NULL);
CREATE TABLE liveness_step(step INTEGER PRIMARY KEY, program INTEGER NOT NULL,
  not_always_live_bytes INTEGER NOT NULL);
CREATE TABLE equivalence_class(id INTEGER PRIMARY KEY, intervals BLOB NOT NULL);
CREATE TABLE variable(id INTEGER PRIMARY KEY, name TEXT NOT NULL, debug_context INTEGER,
  always_live INTEGER NOT NULL, element_type TEXT, shape TEXT);
CREATE TABLE lowered_variable(tile INTEGER PRIMARY KEY, id BLOB NOT NULL, bytes BLOB NOT NULL,
  equivalence_class BLOB NOT NULL, variable BLOB NOT NULL, address BLOB);
CREATE TABLE tile_memory(category TEXT PRIMARY KEY, bytes_by_tile BLOB NOT NULL);
CREATE TABLE execution_run(id INTEGER PRIMARY KEY, name TEXT NOT NULL);
CREATE TABLE execution_step(run INTEGER NOT NULL, step INTEGER NOT NULL, program INTEGER NOT NULL,
  ipu INTEGER NOT NULL, cycles_from INTEGER NOT NULL, cycles_to INTEGER NOT NULL, active_tiles INTEGER,
  tile_balance REAL, data_in INTEGER, data_out INTEGER, PRIMARY KEY(run, step, ipu)) WITHOUT ROWID;
"""

OPERATION_SCHEMA = """
CREATE TABLE operation(position INTEGER PRIMARY KEY, uid INTEGER NOT NULL, name TEXT NOT NULL);
CREATE TABLE operation_detail(uid INTEGER PRIMARY KEY, first_step INTEGER, last_step INTEGER,
  debug_json TEXT NOT NULL, programs BLOB NOT NULL, variables BLOB NOT NULL);
"""

# The consequence for the profile if a part is missing. The keys are the parts that Missing counts.
CONSEQUENCES = {
    "poplarVersion.string": "the Poplar version is unknown",
    "target.architecture": "the architecture is unknown",
    "target.numIPUs": "the number of IPUs was computed from the tiles",
    "target.tilesPerIpu": "the tiles per IPU were computed from the number of tiles",
    "target.numTiles": "the number of tiles was counted",
    "target.bytesPerTile": "the memory per tile was taken from the architecture",
    "target.clockFrequency": "the clock is unknown",
    "target.numReplicas": "one replica was assumed",
    "tiles": "there is no tile memory and no vertex code: vertex code counts as 0",
    "tile.memory.total.includingGaps": "this row of the tile memory is missing",
    "tile.memory.total.excludingGaps": "this row of the tile memory is missing",
    "tile.memory.alwaysLiveBytes": "this row of the tile memory is missing",
    "tile.memory.notAlwaysLiveBytes": "this row of the tile memory is missing",
    "tile.memory.category": "tile memory has no categories",
    "tile.memory.vertices": "vertex code counts as 0",
    "tile.memory.vertex.codeBytes": "vertex code counts as 0 where it is missing",
    "program.name": "programs have no names",
    "program.type": "program types are unknown, so vertices and exchange code are not counted",
    "program.children": "the program tree has no branches",
    "program.controlCodeByTile": "control code counts as 0 where it is missing",
    "program.codeBytesByTile": "exchange code counts as 0 where it is missing",
    "program.computeset": "vertex state and code count as 0 where it is missing",
    "program.computeset.name": "compute sets have no names",
    "program.computeset.vertices": "vertex state and code count as 0 where they are missing",
    "program.vertex.type": "vertices without a type are left out",
    "program.vertex.type.size": "vertex state counts as 0 where it is missing",
    "program.vertex.countByTile": "these vertices are left out",
    "program.vars": "which variables a program uses is unknown",
    "program.vars in no tile": "these ids name no lowered variable and are left out",
    "livenessProgramStep.notAlwaysLiveMemory.bytes": "not-always-live bytes count as 0 where they are missing",
    "loweredVariables.allBriefVars": "lowered variables were read tile by tile",
    "loweredVariables.allBriefVars[].id again": "only the first variable of each id was kept",
    "loweredVariables.forTile": "lowered variables have no names",
    "loweredVariable.name": "variables without a name are left without one",
    "loweredVariable.unloweredVar": "lowered variables have no unlowered ones",
    "names of lowered variables": "there are too many: the rest is left without a name",
    "equivalenceClass.steps": "these variables are never live",
    "equivalenceClass.steps out of range": "they were cut at the last liveness step",
    "alwaysLiveVariables": "no variable is marked as always live",
    "OperationAnalysis": "operations come from debug.cbor, which must lie beside the profile",
    "operation.name": "these operations have no name",
    "operation.debugContext.json": "these operations have no debug fields",
    "operation.firstStepIndex": "first steps were taken from the operations' programs",
    "operation.lastStepIndex": "last steps were taken from the operations' programs",
    "operation.vars": "variables of operations were taken from their programs",
    "execution": "there is no execution trace",
    "execution.run.name": "runs have no names",
    "execution.step.program": "these steps are left out",
    "execution.step.ipus": "these steps are left out",
    "execution.step.ipu.activeCycles": "cycles were added up from the steps",
    "execution.step.ipu.cycles": "cycles count as 0 where they are missing",
    "execution.step.ipu.tileBalance": "tile balance is unknown where it is missing",
    "execution.step.ipu.dataIn": "bytes in are unknown where they are missing",
    "execution.step.ipu.dataOut": "bytes out are unknown where they are missing",
    "debug.cbor": "libpva could not read it: the report was opened without it",
}


class ExportError(Exception):
    """Ends the export with a message for the user."""

    def __init__(self, status, message, remedy=""):
        super().__init__(message)
        self.status = status
        self.remedy = remedy


class Reporter:
    """Reports progress, missing parts and errors."""

    INTERVAL = 0.2

    def __init__(self):
        self.stream = sys.stderr
        self.terminal = sys.stderr.isatty()
        self.last = 0.0
        self.phase = None

    def progress(self, phase, fraction):
        now = time.monotonic()
        if phase == self.phase and now - self.last < self.INTERVAL:
            return
        self.phase = phase
        self.last = now
        if self.terminal:
            self.stream.write("\r%3d %%  %-20s" % (fraction * 100, phase))
            self.stream.flush()

    def end_line(self):
        if self.terminal and self.phase is not None:
            self.stream.write("\r%-40s\r" % "")

    def missing(self, part, count, consequence):
        self.stream.write("missing: %s (%d times): %s\n" % (part, count, consequence))

    def error(self, error):
        self.end_line()
        self.stream.write("error: %s\n" % error)
        if error.remedy:
            self.stream.write("%s\n" % error.remedy)

    def done(self, path, missing_parts):
        what = "complete" if not missing_parts else "%d parts are missing, see above" % missing_parts
        self.stream.write("wrote %s (%d bytes; %s)\n" % (path, os.path.getsize(path), what))


class Missing:
    """Reads attributes that the SDK or the profile may lack, and counts the missing ones."""

    def __init__(self):
        self.counts = {}

    def note(self, part, count=1):
        self.counts[part] = self.counts.get(part, 0) + count

    def read(self, thing, path, part, default=None):
        """The attribute `path` of `thing`. If it is missing, `part` is counted and the default is returned."""
        value = attribute(thing, path)
        if value is None:
            self.note(part)
            return default
        return value


def attribute(thing, path):
    """`thing.path`, or None: libpva raises various exceptions for attributes that a report does not have."""
    for name in path.split("."):
        try:
            thing = getattr(thing, name)
        except MemoryError:
            raise
        except Exception:  # pylint: disable=broad-except
            return None
        if thing is None:
            return None
    return thing


def items(sequence):
    """The entries of a sequence that can be indexed but perhaps not iterated."""
    for index in range(len(sequence)):
        yield sequence[index]


def as_u32(value, place):
    number = int(value)
    if not 0 <= number <= U32_MAX:
        raise ExportError(
            STATUS_INPUT, "%s: expected a number from 0 to %d, found %d" % (place, U32_MAX, number))
    return number


def as_u63(value, place):
    number = int(value)
    if not 0 <= number < 1 << 63:
        raise ExportError(
            STATUS_INPUT, "%s: expected a number from 0 to 2^63 - 1, found %d" % (place, number))
    return number


def u32_array(values, place):
    try:
        return array.array("I", values)
    except (OverflowError, TypeError):
        return array.array("I", [as_u32(value, place) for value in items(values)])


def blob(numbers):
    """The numbers as little-endian unsigned 32-bit integers."""
    if sys.byteorder == "big":
        numbers = array.array("I", numbers)
        numbers.byteswap()
    return numbers.tobytes()


class Export:
    """One export: the report, the database to write, and the data that the parts of the export share."""

    def __init__(self, pva, report, database, reporter, missing, spool_directory):
        self.pva = pva
        self.report = report
        self.compilation = attribute(report, "compilation")
        self.db = database
        self.reporter = reporter
        self.missing = missing
        self.spool_directory = spool_directory
        self.num_tiles = 0
        self.step_programs = array.array("I")
        self.lowered_ids = IdSet()
        self.vertex_types = {}
        self.programs = set()
        self.compute_sets = {}

    def run(self):
        if self.compilation is None:
            raise ExportError(STATUS_LACKING, "The profile holds no compilation.", REPORT_OPTIONS)
        self.db.executescript(SCHEMA)
        self.write_target()
        self.write_tiles()
        self.count_steps()
        LoweredVariables(self).write()
        Programs(self).write()
        Operations(self).write()
        Execution(self).write()

    def progress(self, phase, low, high, done, total):
        self.reporter.progress(phase, low + (high - low) * (done / total if total else 1.0))

    def by_tile(self, values, place):
        """A by-tile array as a blob; None where it is empty."""
        numbers = u32_array(values, place)
        while len(numbers) > self.num_tiles and numbers[-1] == 0:
            numbers.pop()
        if len(numbers) > self.num_tiles:
            raise ExportError(
                STATUS_INPUT,
                "%s: expected at most %d tiles, found %d" % (place, self.num_tiles, len(numbers)))
        return blob(numbers) if numbers else None

    # --- target ---

    def write_target(self):
        read = self.missing.read
        target = attribute(self.compilation, "target")
        tiles = attribute(self.compilation, "tiles")
        architecture = str(read(target, "architecture", "target.architecture", "unknown"))
        architecture = architecture.rsplit(".", 1)[-1]
        num_tiles = read(target, "numTiles", "target.numTiles")
        if num_tiles is None:
            num_tiles = len(tiles) if tiles is not None else 0
        if not num_tiles:
            raise ExportError(
                STATUS_LACKING, "The profile does not say how many tiles the target has.",
                "Use the SDK that the profile was made with, or a newer one.")
        self.num_tiles = as_u32(num_tiles, "target.numTiles")
        ipus, tiles_per_ipu = self.ipus_and_tiles(target)
        row = (
            architecture, ipus, tiles_per_ipu, self.num_tiles, self.bytes_per_tile(target, architecture),
            as_u63(read(target, "clockFrequency", "target.clockFrequency", 0), "target.clockFrequency"),
            as_u32(read(target, "numReplicas", "target.numReplicas", 1), "target.numReplicas"))
        self.db.execute("INSERT INTO target VALUES(?,?,?,?,?,?,?)", row)

    def ipus_and_tiles(self, target):
        ipus = self.missing.read(target, "numIPUs", "target.numIPUs")
        tiles_per_ipu = self.missing.read(target, "tilesPerIpu", "target.tilesPerIpu")
        if tiles_per_ipu is None:
            tiles_per_ipu = self.num_tiles // max(1, int(ipus or 1))
        if ipus is None:
            ipus = max(1, self.num_tiles // max(1, int(tiles_per_ipu)))
        return as_u32(ipus, "target.numIPUs"), as_u32(tiles_per_ipu, "target.tilesPerIpu")

    def bytes_per_tile(self, target, architecture):
        value = self.missing.read(target, "bytesPerTile", "target.bytesPerTile")
        if value is None:
            value = BYTES_PER_TILE.get(architecture.lower())
        if value is None:
            raise ExportError(
                STATUS_LACKING,
                "The profile says neither the memory per tile nor an architecture that is known (%s)."
                % architecture,
                "Use the SDK that the profile was made with, or a newer one.")
        return as_u63(value, "target.bytesPerTile")

    # --- tile memory and vertex code ---

    TOTALS = (
        ("total.includingGaps", "total.includingGaps"),
        ("total.excludingGaps", "total.excludingGaps"),
        ("alwaysLive", "alwaysLiveBytes"),
        ("notAlwaysLive", "notAlwaysLiveBytes"),
    )

    def write_tiles(self):
        tiles = self.missing.read(self.compilation, "tiles", "tiles", [])
        memory_rows = {}
        code_rows = {}
        for tile in range(min(len(tiles), self.num_tiles)):
            memory = attribute(tiles[tile], "memory")
            self.read_totals(memory, tile, memory_rows)
            self.read_categories(memory, tile, memory_rows)
            self.read_vertex_code(memory, tile, code_rows)
            self.progress("tiles", 0.05, 0.15, tile, len(tiles))
        self.write_rows("tile_memory", memory_rows)
        self.write_rows("vertex_code", code_rows)

    def write_rows(self, table, rows):
        for name, numbers in rows.items():
            self.db.execute("INSERT INTO %s VALUES(?,?)" % table, (name, blob(numbers)))

    @staticmethod
    def put(rows, name, tile, value):
        numbers = rows.get(name)
        if numbers is None:
            numbers = rows[name] = array.array("I")
        if len(numbers) <= tile:
            numbers.extend([0] * (tile + 1 - len(numbers)))
        numbers[tile] = as_u32(value, "%s of tile %d" % (name, tile))

    def read_totals(self, memory, tile, rows):
        for name, path in self.TOTALS:
            value = self.missing.read(memory, path, "tile.memory." + path)
            if value is not None:
                self.put(rows, name, tile, value)

    def read_categories(self, memory, tile, rows):
        category = self.missing.read(memory, "category", "tile.memory.category")
        if category is None:
            return
        for name in dir(category):
            if name.startswith("_"):
                continue
            value = attribute(category, name + ".total")
            if value is not None:
                self.put(rows, "category." + name, tile, value)

    def read_vertex_code(self, memory, tile, rows):
        for vertex in items(self.missing.read(memory, "vertices", "tile.memory.vertices", [])):
            name = attribute(vertex, "type.name")
            code = attribute(vertex, "codeBytes")
            if name is None or code is None:
                self.missing.note("tile.memory.vertex.codeBytes")
                continue
            self.put(rows, str(name), tile, code)

    # --- liveness ---

    def count_steps(self):
        steps = attribute(self.compilation, "livenessProgramSteps")
        if steps is None or len(steps) == 0:
            raise ExportError(
                STATUS_LACKING,
                "The profile holds no liveness steps, so no memory estimate is possible.", REPORT_OPTIONS)
        self.steps = steps


class IdSet:
    """A set of 32-bit numbers with one bit for each: 10 million dense numbers take 1.25 MB."""

    def __init__(self):
        self.bits = bytearray()

    def __contains__(self, number):
        byte = number >> 3
        return byte < len(self.bits) and bool(self.bits[byte] & (1 << (number & 7)))

    def add(self, number):
        byte = number >> 3
        if byte >= len(self.bits):
            self.bits.extend(bytes(byte + 1 - len(self.bits) + (len(self.bits) >> 3)))
        self.bits[byte] |= 1 << (number & 7)


class TileSpool:
    """Rows of the lowered variables, gathered by tile. libpva lists them in any order, so that a tile is
    complete only at the end. Rows beyond the limit are kept in a temporary file."""

    WIDTH = 3

    def __init__(self, directory, limit):
        self.limit = limit * self.WIDTH
        self.buffered = 0
        self.buffers = {}
        self.pieces = {}
        self.file = tempfile.TemporaryFile(dir=directory)

    def add(self, tile, row):
        buffer = self.buffers.get(tile)
        if buffer is None:
            buffer = self.buffers[tile] = array.array("I")
        buffer.extend(row)
        self.buffered += self.WIDTH
        if self.buffered >= self.limit:
            self.flush()

    def flush(self):
        for tile, buffer in self.buffers.items():
            self.pieces.setdefault(tile, []).append((self.file.tell(), len(buffer)))
            buffer.tofile(self.file)
        self.file.flush()
        self.buffers = {}
        self.buffered = 0

    def tile(self, tile):
        """All rows of a tile in one flat array, in the order in which they were added."""
        rows = array.array("I")
        for offset, count in self.pieces.get(tile, ()):
            self.file.seek(offset)
            rows.fromfile(self.file, count)
        rows.extend(self.buffers.get(tile, ()))
        return rows

    def tiles(self):
        return sorted(set(self.pieces) | set(self.buffers))

    def close(self):
        self.file.close()


class LoweredVariables:
    """Tables lowered_variable, variable and equivalence_class."""

    def __init__(self, export):
        self.export = export
        self.missing = export.missing
        self.lowered = attribute(export.compilation, "loweredVariables")
        self.for_tile = attribute(self.lowered, "forTile")
        self.classes = set()
        self.variables = {}
        self.next_variable = 0
        self.spool = TileSpool(export.spool_directory, SPOOL_LIMIT)

    def write(self):
        try:
            self.gather()
            self.find_always_live()
            self.write_tiles()
        finally:
            self.spool.close()

    # --- the brief list: id, bytes, tile, equivalence class ---

    def gather(self):
        brief = attribute(self.lowered, "allBriefVars")
        if brief is not None and len(brief):
            for index, variable in enumerate(items(brief)):
                self.add(*brief_fields(variable), variable)
                if index & 0xFFF == 0:
                    self.export.progress("variables", 0.15, 0.45, index, len(brief))
        elif brief is None and self.for_tile is not None:
            self.missing.note("loweredVariables.allBriefVars")
            self.gather_by_tile()
        if not self.spool.tiles():
            raise ExportError(
                STATUS_LACKING,
                "The profile contains no lowered variables, so no memory estimate is possible.", REPORT_OPTIONS)

    def gather_by_tile(self):
        for tile in range(self.export.num_tiles):
            for variable in items(self.for_tile(tile)):
                fields = (attribute(variable, "_id"), attribute(variable, "bytes"), tile)
                self.add(*fields, attribute(variable, "equivalenceClass.id"), variable)
            self.export.progress("variables", 0.15, 0.45, tile, self.export.num_tiles)

    def add(self, number, size, tile, live_class, variable):
        required = (("id", number), ("size", size), ("tile", tile), ("equivalence class", live_class))
        absent = [name for name, value in required if value is None]
        if absent:
            raise ExportError(
                STATUS_LACKING,
                "Lowered variable %s has no %s." % ("?" if number is None else number, absent[0]),
                "Use the SDK that the profile was made with, or a newer one.")
        number = as_u32(number, "id of a lowered variable")
        if number in self.export.lowered_ids:
            self.missing.note("loweredVariables.allBriefVars[].id again")
            return
        place = "lowered variable %d" % number
        if not 0 <= tile < self.export.num_tiles:
            raise ExportError(
                STATUS_INPUT, "%s: expected a tile below %d, found %d" % (
                    place, self.export.num_tiles, tile))
        self.export.lowered_ids.add(number)
        self.spool.add(tile, (number, as_u32(size, place), self.class_id(live_class, variable, place)))

    def class_id(self, number, variable, place):
        number = as_u32(number, place)
        if number not in self.classes:
            self.classes.add(number)
            intervals = self.intervals(variable.equivalenceClass)
            self.export.db.execute("INSERT INTO equivalence_class VALUES(?,?)", (number, blob(intervals)))
        return number

    def intervals(self, live_class):
        """Pairs of start and end: ascending, disjoint, and within the liveness steps."""
        count = len(self.export.steps)
        merged = []
        listed = self.missing.read(live_class, "steps", "equivalenceClass.steps", [])
        for start, end in sorted((int(step.start), int(step.end)) for step in items(listed)):
            if start < 0 or end > count:
                self.missing.note("equivalenceClass.steps out of range")
            start, end = max(0, start), min(end, count)
            if start >= end:
                continue
            if merged and start < merged[-1]:
                merged[-1] = max(merged[-1], end)
            else:
                merged += [start, end]
        return array.array("I", merged)

    # --- unlowered variables: names, debug contexts ---

    def find_always_live(self):
        listed = self.missing.read(self.export.compilation, "alwaysLiveVariables", "alwaysLiveVariables", [])
        self.always_live = {self.key(variable) for variable in items(listed)}

    @staticmethod
    def key(variable):
        """The key that identifies an unlowered variable: its id or, if it has none, its name."""
        number = attribute(variable, "_id")
        if number is not None:
            return int(number)
        return str(attribute(variable, "name"))

    def variable_of(self, lowered):
        """The id of the row in the table `variable` that belongs to a lowered variable."""
        if attribute(lowered, "hasUnloweredVar"):
            unlowered = self.missing.read(lowered, "unloweredVar", "loweredVariable.unloweredVar")
            if unlowered is not None:
                return self.row(self.key(unlowered), unlowered)
        name = attribute(lowered, "name")
        if name is None:
            self.missing.note("loweredVariable.name")
        if not name:
            return NO_ID
        return self.row(("lowered", str(name)), None)

    def row(self, key, unlowered):
        number = self.variables.get(key)
        if number is not None:
            return number
        if unlowered is None and len(self.variables) >= NAME_LIMIT:
            self.missing.note("names of lowered variables")
            return NO_ID
        number = self.free_id(key)
        self.variables[key] = number
        if unlowered is None:
            values = (number, key[1], None, 0, None, None)
        else:
            values = (number,) + self.describe(key, unlowered)
        self.export.db.execute("INSERT INTO variable VALUES(?,?,?,?,?,?)", values)
        return number

    def free_id(self, key):
        """libpva's id if it fits. Other variables are numbered downwards from the maximum."""
        if isinstance(key, int) and 0 <= key < 0x80000000:
            return key
        self.next_variable += 1
        return NO_ID - self.next_variable

    def describe(self, key, variable):
        context = attribute(variable, "debugContext.id")
        element_type = attribute(variable, "elementType")
        shape = attribute(variable, "shape")
        return (
            str(attribute(variable, "name") or ""),
            None if context is None else as_u63(context, "debug context of a variable"),
            int(key in self.always_live),
            None if element_type is None else str(attribute(element_type, "name") or element_type),
            None if shape is None else shape_text(shape))

    # --- rows ---

    def write_tiles(self):
        tiles = self.spool.tiles()
        if self.for_tile is None:
            self.missing.note("loweredVariables.forTile")
        for index, tile in enumerate(tiles):
            rows = self.spool.tile(tile)
            ids = rows[0::3]
            variables = array.array("I", self.variable_column(tile, ids))
            columns = (tile, blob(ids), blob(rows[1::3]), blob(rows[2::3]), blob(variables), None)
            self.export.db.execute("INSERT INTO lowered_variable VALUES(?,?,?,?,?,?)", columns)
            self.export.progress("variables", 0.45, 0.65, index, len(tiles))

    def variable_column(self, tile, ids):
        if self.for_tile is None:
            return [NO_ID] * len(ids)
        of_id = {}
        for lowered in items(self.for_tile(tile)):
            number = attribute(lowered, "_id")
            if number is not None and number in self.export.lowered_ids:
                of_id[number] = self.variable_of(lowered)
        return [of_id.get(number, NO_ID) for number in ids]


def brief_fields(variable):
    """Id, bytes, tile and equivalence class of a lowered variable; None for each that is missing. There are
    millions of variables, so the fast path reads all four attributes without checks."""
    try:
        return variable.id, variable.bytes, variable.tileId, variable.equivalenceClass.id
    except MemoryError:
        raise
    except Exception:  # pylint: disable=broad-except
        names = ("id", "bytes", "tileId", "equivalenceClass.id")
        return tuple(attribute(variable, name) for name in names)


def shape_text(shape):
    if isinstance(shape, str):
        return shape
    return "[" + ", ".join(str(extent) for extent in items(shape)) + "]"


class Programs:
    """Tables program, root_program, compute_set, compute_set_vertex, vertex_type and liveness_step."""

    def __init__(self, export):
        self.export = export
        self.missing = export.missing
        self.children = set()
        self.pending = []

    def write(self):
        listed = attribute(self.export.compilation, "programs")
        if listed is None or len(listed) == 0:
            raise ExportError(
                STATUS_LACKING,
                "The profile holds no programs, so no memory estimate is possible.", REPORT_OPTIONS)
        order = array.array("I")
        for index, program in enumerate(items(listed)):
            order.append(self.add(program))
            self.drain()
            self.export.progress("programs", 0.65, 0.80, index, len(listed))
        self.write_steps()
        roots = [number for number in order if number not in self.children]
        self.export.db.executemany("INSERT INTO root_program VALUES(?,?)", enumerate(roots))

    def add(self, program):
        """Writes the program unless it was already written, and returns its id. drain() writes its children."""
        number = program_id(program)
        if number not in self.export.programs:
            self.export.programs.add(number)
            self.write_program(number, program)
        return number

    def drain(self):
        while self.pending:
            self.add(self.pending.pop())

    def write_program(self, number, program):
        place = "program %d" % number
        kind = program_type(program)
        if kind is None:
            self.missing.note("program.type")
            kind = "Unknown"
        context = attribute(program, "debugContext.id")
        self.export.db.execute("INSERT INTO program VALUES(?,?,?,?,?,?,?,?,?)", (
            number, kind, str(self.missing.read(program, "name", "program.name", "")),
            None if context is None else as_u63(context, place + ", debug context"),
            self.compute_set(program, place) if kind == "OnTileExecute" else None,
            self.children_blob(program),
            self.code(program, "controlCodeByTile", True, place),
            self.code(program, "codeBytesByTile", kind.endswith("Exchange"), place),
            self.variables_blob(program)))

    def code(self, program, name, expected, place):
        values = attribute(program, name)
        if values is None:
            if expected:
                self.missing.note("program." + name)
            return None
        return self.export.by_tile(values, "%s, %s" % (place, name))

    def children_blob(self, program):
        children = self.missing.read(program, "children", "program.children", [])
        numbers = array.array("I")
        for child in items(children):
            number = program_id(child)
            numbers.append(number)
            self.children.add(number)
            if number not in self.export.programs:
                self.pending.append(child)
        return blob(numbers) if numbers else None

    def variables_blob(self, program):
        variables = attribute(program, "vars")
        if variables is None:
            self.missing.note("program.vars")
            return None
        numbers = known_ids(self.export, variables)
        return blob(numbers) if numbers else None

    # --- compute sets ---

    def compute_set(self, program, place):
        found = self.missing.read(program, "computeset", "program.computeset")
        if found is None:
            return None
        own_id = attribute(found, "_id")
        if own_id is not None and own_id in self.export.compute_sets:
            return self.export.compute_sets[own_id]
        number = len(self.export.compute_sets)
        self.export.compute_sets[number if own_id is None else own_id] = number
        name = str(self.missing.read(found, "name", "program.computeset.name", ""))
        self.export.db.execute("INSERT INTO compute_set VALUES(?,?)", (number, name))
        self.write_vertices(number, found, place)
        return number

    def write_vertices(self, number, compute_set, place):
        counts = {}
        listed = self.missing.read(compute_set, "vertices", "program.computeset.vertices", [])
        for vertex in items(listed):
            kind = self.vertex_type(vertex)
            by_tile = self.missing.read(vertex, "countByTile", "program.vertex.countByTile")
            if kind is None or by_tile is None:
                continue
            values = u32_array(by_tile, place + ", countByTile")
            counts[kind] = values if kind not in counts else add_arrays(counts[kind], values)
        for kind, values in counts.items():
            row = (number, kind, self.export.by_tile(values, place + ", countByTile") or b"")
            self.export.db.execute("INSERT INTO compute_set_vertex VALUES(?,?,?)", row)

    def vertex_type(self, vertex):
        """The number of a vertex type, by name and size: one name may occur with several sizes."""
        name = self.missing.read(vertex, "type.name", "program.vertex.type")
        if name is None:
            return None
        size = as_u32(self.missing.read(vertex, "type.size", "program.vertex.type.size", 0), "vertex size")
        key = (str(name), size)
        number = self.export.vertex_types.get(key)
        if number is None:
            number = self.export.vertex_types[key] = len(self.export.vertex_types)
            self.export.db.execute("INSERT INTO vertex_type VALUES(?,?,?)", (number,) + key)
        return number

    # --- liveness steps ---

    def write_steps(self):
        steps = self.export.steps
        for index, step in enumerate(items(steps)):
            program = attribute(step, "program")
            if program is None:
                raise ExportError(
                    STATUS_LACKING, "Liveness step %d has no program." % index, REPORT_OPTIONS)
            number = self.add(program)
            self.drain()
            live = self.missing.read(
                step, "notAlwaysLiveMemory.bytes", "livenessProgramStep.notAlwaysLiveMemory.bytes", 0)
            self.export.step_programs.append(number)
            row = (index, number, as_u63(live, "liveness step %d" % index))
            self.export.db.execute("INSERT INTO liveness_step VALUES(?,?,?)", row)
            self.export.progress("liveness", 0.80, 0.85, index, len(steps))


def program_id(program):
    number = attribute(program, "_id")
    if number is None:
        raise ExportError(
            STATUS_LACKING, "The pva module gives programs no _id.",
            "Use the pva module of a newer Poplar SDK.")
    return as_u32(number, "id of a program")


def program_type(program):
    kind = attribute(program, "type")
    if kind is None:
        return None
    return str(attribute(kind, "name") or kind).rsplit(".", 1)[-1]


def known_ids(export, variables):
    """The ids of those variables that are lowered variables of the profile."""
    numbers = array.array("I")
    for variable in items(variables):
        number = attribute(variable, "_id")
        if number is not None and number in export.lowered_ids:
            numbers.append(number)
        else:
            export.missing.note("program.vars in no tile")
    return numbers


def add_arrays(first, second):
    if len(first) < len(second):
        first, second = second, first
    total = array.array("I", first)
    for index, value in enumerate(second):
        total[index] += value
    return total


class Operations:
    """Tables operation and operation_detail: both, or neither if libpva provides no operations."""

    def __init__(self, export):
        self.export = export
        self.missing = export.missing
        self.steps_of = {}
        self.details = set()

    def write(self):
        listed = self.analyse()
        if listed is None:
            self.missing.note("OperationAnalysis")
            return
        self.export.db.executescript(OPERATION_SCHEMA)
        for step, program in enumerate(self.export.step_programs):
            first, _ = self.steps_of.get(program, (step, step))
            self.steps_of[program] = (first, step)
        for position, operation in enumerate(items(listed)):
            uid = as_u32(operation.debugContext.id, "debug context of operation %d" % position)
            if uid not in self.details:
                self.details.add(uid)
                self.write_detail(uid, operation)
            name = str(self.missing.read(operation, "name", "operation.name", ""))
            self.export.db.execute("INSERT INTO operation VALUES(?,?,?)", (position, uid, name))
            self.export.progress("operations", 0.85, 0.95, position, len(listed))

    def analyse(self):
        """The list of operations, or None if an operation has no debug context id or no programs."""
        try:
            listed = attribute(self.export.pva.OperationAnalysis(self.export.report), "operations")
        except MemoryError:
            raise
        except Exception:  # pylint: disable=broad-except
            return None
        if listed is None:
            return None
        for operation in items(listed):
            if attribute(operation, "debugContext.id") is None or attribute(operation, "programs") is None:
                return None
        return listed

    def write_detail(self, uid, operation):
        numbers = array.array("I")
        for program in items(operation.programs()):
            number = program_id(program)
            if number in self.export.programs:
                numbers.append(number)
        first, last = self.step_range(operation, numbers)
        fields = self.missing.read(operation, "debugContext.json", "operation.debugContext.json", "{}")
        row = (uid, first, last, str(fields), blob(numbers), blob(self.variables(operation, numbers)))
        self.export.db.execute("INSERT INTO operation_detail VALUES(?,?,?,?,?,?)", row)

    def step_range(self, operation, programs):
        """First and last liveness step, inclusive; None for both if no step in range is known."""
        if not programs:
            return None, None
        ranges = [self.steps_of[program] for program in programs if program in self.steps_of]
        first = self.missing.read(operation, "firstStepIndex", "operation.firstStepIndex")
        last = self.missing.read(operation, "lastStepIndex", "operation.lastStepIndex")
        if first is None:
            first = min((start for start, _ in ranges), default=None)
        if last is None:
            last = max((end for _, end in ranges), default=None)
        count = len(self.export.step_programs)
        inside = first is not None and last is not None and 0 <= first < count and 0 <= last < count
        return (int(first), int(last)) if inside else (None, None)

    def variables(self, operation, programs):
        listed = attribute(operation, "vars")
        if listed is not None:
            return known_ids(self.export, listed)
        self.missing.note("operation.vars")
        union = set()
        for program in programs:
            found = self.export.db.execute("SELECT variables FROM program WHERE id = ?", (program,)).fetchone()
            numbers = array.array("I")
            numbers.frombytes(found[0] or b"")
            if sys.byteorder == "big":
                numbers.byteswap()
            union.update(numbers)
        return array.array("I", sorted(union))


class Execution:
    """Tables execution_run and execution_step. Empty for a model that was never run."""

    def __init__(self, export):
        self.export = export
        self.missing = export.missing

    def write(self):
        runs = attribute(self.export.report, "execution.runs")
        if runs is None:
            self.missing.note("execution")
            return
        for number, run in enumerate(items(runs)):
            name = str(self.missing.read(run, "name", "execution.run.name", ""))
            self.export.db.execute("INSERT INTO execution_run VALUES(?,?)", (number, name))
            self.write_run(number, attribute(run, "steps") or [], len(runs))

    def write_run(self, run, steps, runs):
        clock = {}
        for index, step in enumerate(items(steps)):
            program = attribute(step, "program._id")
            if program is None or program not in self.export.programs:
                self.missing.note("execution.step.program")
                continue
            for ipu, usage in enumerate(items(self.missing.read(step, "ipus", "execution.step.ipus", []))):
                self.write_step((run, index, int(program), ipu), usage, clock)
            self.export.progress("execution", 0.95, 0.99, run + index / len(steps), runs)

    def write_step(self, key, usage, clock):
        start, end = self.cycles(usage, key[3], clock)
        clock[key[3]] = end
        place = "step %d of run %d" % (key[1], key[0])
        row = key + (
            as_u63(start, place), as_u63(end, place), attribute(usage, "activeTiles"),
            self.optional(usage, "tileBalance", float),
            self.optional(usage, "dataIn", int), self.optional(usage, "dataOut", int))
        self.export.db.execute("INSERT INTO execution_step VALUES(?,?,?,?,?,?,?,?,?,?)", row)

    def cycles(self, usage, ipu, clock):
        start = attribute(usage, "activeCycles.cyclesFrom.min")
        end = attribute(usage, "activeCycles.cyclesTo.max")
        if start is not None and end is not None:
            return start, end
        self.missing.note("execution.step.ipu.activeCycles")
        start = clock.get(ipu, 0)
        return start, start + self.missing.read(usage, "cycles", "execution.step.ipu.cycles", 0)

    def optional(self, usage, name, kind):
        value = self.missing.read(usage, name, "execution.step.ipu." + name)
        return None if value is None else kind(value)


def write_meta(database, report, missing, profile):
    version = missing.read(report, "poplarVersion.string", "poplarVersion.string")
    rows = [
        ("source", "libpva"),
        ("exporter", "tileline_exporter %d" % EXPORTER_VERSION),
        ("exported_from", os.path.abspath(profile)),
    ]
    if version is not None:
        rows.append(("poplar_version", str(version)))
    for part, count in missing.counts.items():
        rows.append(("missing: " + part, "%s (%d times)" % (CONSEQUENCES.get(part, "left out"), count)))
    database.executemany("INSERT INTO meta VALUES(?,?)", rows)


def open_report(pva, profile, debug, missing):
    for path in [profile] + ([debug] if debug else []):
        try:
            with open(path, "rb"):
                pass
        except OSError as error:
            raise ExportError(STATUS_INPUT, "%s: %s" % (path, error.strerror)) from error
    if debug:
        try:
            return pva.openReport(profile, debug)
        except MemoryError:
            raise
        except Exception as error:  # pylint: disable=broad-except
            missing.note("debug.cbor")
            sys.stderr.write("%s: %s\n" % (debug, error))
    try:
        return pva.openReport(profile)
    except MemoryError:
        raise
    except Exception as error:  # pylint: disable=broad-except
        raise ExportError(
            STATUS_INPUT, "libpva cannot read %s: %s" % (profile, error),
            "Use the SDK that the profile was made with, or a newer one.") from error


def import_pva():
    try:
        import pva  # pylint: disable=import-error,import-outside-toplevel
    except Exception as error:  # pylint: disable=broad-except
        raise ExportError(
            STATUS_NO_PVA, "The Python module pva cannot be imported: %s" % error,
            "Source the activation script of the Poplar SDK, and use the SDK's Python.") from error
    return pva


def write_database(path, pva, report, reporter, missing, profile):
    database = sqlite3.connect(path, isolation_level=None)
    try:
        database.execute("PRAGMA page_size = 65536")  # long BLOBs are read three times as fast as from 4096
        database.execute("PRAGMA journal_mode = OFF")
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN")
        Export(pva, report, _Transaction(database), reporter, missing, os.path.dirname(path)).run()
        write_meta(database, report, missing, profile)
        database.execute("PRAGMA application_id = %d" % APPLICATION_ID)
        database.execute("PRAGMA user_version = %d" % FORMAT_VERSION)
        database.execute("COMMIT")
    finally:
        database.close()


class _Transaction:
    """The database connection, with an executescript() that does not commit."""

    def __init__(self, database):
        self.execute = database.execute
        self.executemany = database.executemany

    def executescript(self, script):
        for statement in script.split(";"):
            if statement.strip():
                self.execute(statement)


def publish(temporary, output):
    """Gives the complete file its name and the usual permissions."""
    descriptor = os.open(temporary, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
    mask = os.umask(0)
    os.umask(mask)
    os.chmod(temporary, 0o666 & ~mask)
    os.replace(temporary, output)


def export_profile(arguments, reporter):
    pva = import_pva()
    missing = Missing()
    reporter.progress("opening", 0.0)
    report = open_report(pva, arguments.profile, arguments.debug, missing)
    output = os.path.abspath(arguments.output)
    temporary = None
    try:
        descriptor, temporary = tempfile.mkstemp(
            prefix="." + os.path.basename(output) + ".", suffix=".part", dir=os.path.dirname(output))
        os.close(descriptor)
        write_database(temporary, pva, report, reporter, missing, arguments.profile)
        publish(temporary, output)
        temporary = None
    except (OSError, sqlite3.Error) as error:
        raise ExportError(
            STATUS_OUTPUT, "%s: %s" % (arguments.output, error),
            "Check the free disk space and the permissions, or choose another directory.") from error
    finally:
        if temporary is not None and os.path.exists(temporary):
            os.unlink(temporary)
    reporter.end_line()
    for part, count in missing.counts.items():
        reporter.missing(part, count, CONSEQUENCES.get(part, "left out"))
    reporter.done(arguments.output, len(missing.counts))


def parse_arguments(argv):
    parser = argparse.ArgumentParser(
        description="Writes a Tileline profile from a Poplar profile, through libpva.",
        epilog="Exit status: 0 done, 1 internal error, 2 bad usage, 3 unreadable input, 4 the profile lacks "
               "what Tileline needs, 5 the output cannot be written, 6 no pva module.")
    parser.add_argument("profile", metavar="PROFILE.pop", help="Poplar's profile")
    parser.add_argument("debug", metavar="DEBUG.cbor", nargs="?", help="Poplar's debug information")
    parser.add_argument("-o", "--output", metavar="OUT.tileline", required=True, help="the file to write")
    parser.add_argument("--version", action="version", version="tileline_exporter %d" % EXPORTER_VERSION)
    arguments = parser.parse_args(argv)
    both_exist = os.path.exists(arguments.output) and os.path.exists(arguments.profile)
    if both_exist and os.path.samefile(arguments.output, arguments.profile):
        parser.error("the output is the profile itself")
    return arguments


def on_terminate(_signal, _frame):
    raise SystemExit(143)


def main(argv):
    arguments = parse_arguments(argv)
    signal.signal(signal.SIGTERM, on_terminate)
    reporter = Reporter()
    try:
        export_profile(arguments, reporter)
    except ExportError as error:
        reporter.error(error)
        return error.status
    except KeyboardInterrupt:
        return 130
    except Exception as error:  # pylint: disable=broad-except
        traceback.print_exc()
        reporter.error(ExportError(STATUS_INTERNAL, "%s: %s" % (type(error).__name__, error)))
        return STATUS_INTERNAL
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
