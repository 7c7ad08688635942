# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""A stand-in for the `pva` module of the Poplar SDK: the part of its interface that the exporter uses. It reads
a Tileline profile of the test data, so that the exported profile can be compared with the original.

Environment:
    PVA_WITHOUT   Class.attribute, comma separated: these are missing, as in an older SDK. With a leading `!`,
                  reading them raises RuntimeError, as libpva does for attributes that a report does not have.
    PVA_SHORT     by-tile arrays have no zeros at the end
    PVA_LOG       a file to which a line is written for each report that is opened
    PVA_FAULT     hang, crash or raise: what happens when the lowered variables of a tile are read
"""

import array
import enum
import os
import signal
import sqlite3
import sys
import time

NO_ID = 0xFFFFFFFF


def numbers(blob):
    found = array.array("I", blob or b"")
    if sys.byteorder == "big":
        found.byteswap()
    return list(found)


def by_tile(blob):
    found = numbers(blob)
    while os.environ.get("PVA_SHORT") and found and found[-1] == 0:
        found.pop()
    return found


class IndexedOnly:
    """A list that has a length and can be indexed, but cannot be iterated."""

    __iter__ = None

    def __init__(self, entries):
        self._entries = entries

    def __len__(self):
        return len(self._entries)

    def __getitem__(self, index):
        return self._entries[index]


def value_class(name, *attributes):
    """A class of objects with these attributes, whose constructor takes them in this order. The attributes are
    properties of the class, so that remove_attributes() can remove one."""
    def initialise(self, *values):
        self._values = dict(zip(attributes, values))

    members = {attribute: property(lambda self, key=attribute: self._values.get(key)) for attribute in attributes}
    return type(name, (), dict(members, __init__=initialise))


VertexType = value_class("VertexType", "name", "size")
Vertex = value_class("Vertex", "type", "countByTile")
ComputeSet = value_class("ComputeSet", "name", "vertices")
DebugContext = value_class("DebugContext", "id", "json")
VariableRef = value_class("VariableRef", "_id")
Target = value_class("Target", "architecture", "numIPUs", "tilesPerIpu", "numTiles", "bytesPerTile",
                     "clockFrequency", "numReplicas")
Total = value_class("Total", "total")
MemoryTotals = value_class("MemoryTotals", "includingGaps", "excludingGaps")
TileVertex = value_class("TileVertex", "type", "codeBytes")
Tile = value_class("Tile", "memory")
LiveMemory = value_class("LiveMemory", "bytes")
LivenessStep = value_class("LivenessStep", "program", "notAlwaysLiveMemory")
StepInterval = value_class("StepInterval", "start", "end")
EquivalenceClass = value_class("EquivalenceClass", "id", "steps")
BriefVariable = value_class("BriefVariable", "id", "bytes", "tileId", "equivalenceClass")
UnloweredVariable = value_class("UnloweredVariable", "_id", "name", "debugContext", "elementType", "shape")
LoweredVariable = value_class("LoweredVariable", "_id", "bytes", "equivalenceClass", "name", "hasUnloweredVar",
                              "unloweredVar")
Range = value_class("Range", "min", "max")
ActiveCycles = value_class("ActiveCycles", "cyclesFrom", "cyclesTo")
IpuStep = value_class("IpuStep", "cycles", "activeCycles", "activeTiles", "tileBalance", "dataIn", "dataOut")
ExecutionStep = value_class("ExecutionStep", "program", "ipus")
PoplarVersion = value_class("PoplarVersion", "string")


def context_of(number):
    return None if number is None else DebugContext(number)


class Program:
    Type = enum.Enum("Type", "Unknown")

    def __init__(self, report, row):
        self._report = report
        (self._number, self._kind, self._name, self._context, self._compute_set, self._children,
         self._control, self._code, self._variables) = row

    @property
    def _id(self):
        return self._number

    @property
    def name(self):
        return self._name

    @property
    def type(self):
        return Program.Type[self._kind]

    @property
    def children(self):
        return [self._report.program(number) for number in numbers(self._children)]

    @property
    def controlCodeByTile(self):
        return by_tile(self._control)

    @property
    def codeBytesByTile(self):
        if "Exchange" not in self._kind:
            raise AttributeError("codeBytesByTile")
        return by_tile(self._code)

    @property
    def computeset(self):
        if self._kind != "OnTileExecute":
            raise AttributeError("computeset")
        return self._report.compute_set(self._compute_set)

    @property
    def vars(self):
        return [VariableRef(number) for number in numbers(self._variables)]

    @property
    def debugContext(self):
        return context_of(self._context)


class Categories:
    def __init__(self, values):
        for name, value in values.items():
            setattr(self, name, Total(value))


class TileMemory:
    def __init__(self, report, tile):
        self._report = report
        self._tile = tile

    def _value(self, category):
        values = self._report.tile_memory.get(category, [])
        return values[self._tile] if self._tile < len(values) else 0

    @property
    def total(self):
        return MemoryTotals(self._value("total.includingGaps"), self._value("total.excludingGaps"))

    @property
    def alwaysLiveBytes(self):
        return self._value("alwaysLive")

    @property
    def notAlwaysLiveBytes(self):
        return self._value("notAlwaysLive")

    @property
    def category(self):
        prefix = "category."
        return Categories({name[len(prefix):]: self._value(name)
                           for name in self._report.tile_memory if name.startswith(prefix)})

    @property
    def vertices(self):
        return [TileVertex(VertexType(name), code[self._tile]) for name, code in self._report.vertex_code.items()
                if self._tile < len(code) and code[self._tile]]


def fault():
    kind = os.environ.get("PVA_FAULT")
    if kind == "hang":
        time.sleep(3600)
    elif kind == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    elif kind == "raise":
        raise RuntimeError("the report is damaged")


class LoweredVariables:
    def __init__(self, report):
        self._report = report

    def _rows(self, tile):
        query = "SELECT id, bytes, equivalence_class, variable FROM lowered_variable WHERE tile = ?"
        row = self._report.db.execute(query, (tile,)).fetchone()
        return zip(*(numbers(column) for column in row)) if row else ()

    def _lowered(self, number, size, live_class, variable):
        unlowered = None if variable == NO_ID else self._report.variables[variable]
        name = unlowered._values["name"] if unlowered else ""
        return LoweredVariable(number, size, self._report.classes[live_class], name, unlowered is not None,
                               unlowered)

    @property
    def allBriefVars(self):
        tiles = range(self._report.num_tiles)
        rows = [BriefVariable(number, size, tile, self._report.classes[live_class])
                for tile in tiles for number, size, live_class, _ in self._rows(tile)]
        # In the order of their ids, as the compiler made them, and not by tile.
        return sorted(rows, key=lambda variable: variable._values["id"])

    def forTile(self, tile):
        fault()
        return [self._lowered(number, size, live_class, variable)
                for number, size, live_class, variable in self._rows(tile)]


class Compilation:
    def __init__(self, report):
        self._report = report

    @property
    def target(self):
        return Target(*self._report.db.execute("SELECT * FROM target").fetchone())

    @property
    def tiles(self):
        return [Tile(TileMemory(self._report, tile)) for tile in range(self._report.num_tiles)]

    @property
    def programs(self):
        return list(self._report.programs.values())

    @property
    def livenessProgramSteps(self):
        rows = self._report.db.execute(
            "SELECT program, not_always_live_bytes FROM liveness_step ORDER BY step")
        return [LivenessStep(self._report.program(number), LiveMemory(size)) for number, size in rows]

    @property
    def loweredVariables(self):
        return LoweredVariables(self._report)

    @property
    def alwaysLiveVariables(self):
        rows = self._report.db.execute("SELECT id FROM variable WHERE always_live = 1").fetchall()
        return [self._report.variables[number] for (number,) in rows]


class Run:
    def __init__(self, report, number, name):
        self._report = report
        self._number = number
        self._name = name

    @property
    def name(self):
        return self._name

    @property
    def steps(self):
        query = ("SELECT step, program, cycles_from, cycles_to, active_tiles, tile_balance, data_in, data_out "
                 "FROM execution_step WHERE run = ? ORDER BY step, ipu")
        steps = {}
        for row in self._report.db.execute(query, (self._number,)):
            ipus = steps.setdefault(row[0], (self._report.program(row[1]), []))[1]
            ipus.append(ipu_step(*row[2:]))
        return [ExecutionStep(program, ipus) for program, ipus in steps.values()]


class Execution:
    def __init__(self, report):
        self._report = report

    @property
    def runs(self):
        rows = self._report.db.execute("SELECT id, name FROM execution_run ORDER BY id").fetchall()
        return [Run(self._report, number, name) for number, name in rows]


def equivalence_class(number, intervals):
    return EquivalenceClass(number, [StepInterval(*pair) for pair in zip(intervals[0::2], intervals[1::2])])


def unlowered_variable(row):
    number, name, context, _, element_type, shape = row
    return UnloweredVariable(number, name, context_of(context), element_type, shape)


def ipu_step(start, end, *rest):
    return IpuStep(end - start, ActiveCycles(Range(start, start), Range(end, end)), *rest)


class Report:
    def __init__(self, path):
        self.db = sqlite3.connect("file:%s?mode=ro&immutable=1" % path, uri=True)
        self.num_tiles = self.db.execute("SELECT num_tiles FROM target").fetchone()[0]
        self.classes = {number: equivalence_class(number, numbers(intervals)) for number, intervals in
                        self.db.execute("SELECT id, intervals FROM equivalence_class")}
        self.variables = {row[0]: unlowered_variable(row) for row in self.db.execute("SELECT * FROM variable")}
        self.tile_memory = {name: numbers(blob) for name, blob in self.db.execute("SELECT * FROM tile_memory")}
        self.vertex_code = {name: numbers(blob) for name, blob in self.db.execute("SELECT * FROM vertex_code")}
        kinds = [kind for (kind,) in self.db.execute("SELECT DISTINCT type FROM program")]
        Program.Type = enum.Enum("Type", kinds)
        self.programs = {row[0]: Program(self, row) for row in
                         self.db.execute("SELECT * FROM program ORDER BY id")}

    def program(self, number):
        return self.programs[number]

    def compute_set(self, number):
        name = self.db.execute("SELECT name FROM compute_set WHERE id = ?", (number,)).fetchone()[0]
        query = ("SELECT name, size, count_by_tile FROM compute_set_vertex JOIN vertex_type "
                 "ON vertex_type.id = vertex_type WHERE compute_set = ? ORDER BY vertex_type")
        return ComputeSet(name, [Vertex(VertexType(kind, size), by_tile(count))
                                 for kind, size, count in self.db.execute(query, (number,))])

    @property
    def compilation(self):
        return Compilation(self)

    @property
    def execution(self):
        return Execution(self)

    @property
    def poplarVersion(self):
        row = self.db.execute("SELECT value FROM meta WHERE key = 'poplar_version'").fetchone()
        return PoplarVersion(row[0])


class Operation:
    def __init__(self, report, uid, name, detail):
        self._report = report
        self._uid = uid
        self._name = name
        self._first, self._last, self._json, self._programs, self._variables = detail

    @property
    def name(self):
        return self._name

    @property
    def debugContext(self):
        return DebugContext(self._uid, self._json)

    @property
    def firstStepIndex(self):
        return self._first

    @property
    def lastStepIndex(self):
        return self._last

    @property
    def vars(self):
        return [VariableRef(number) for number in numbers(self._variables)]

    def programs(self):
        return [self._report.program(number) for number in numbers(self._programs)]


class OperationAnalysis:
    def __init__(self, report):
        details = {row[0]: row[1:] for row in report.db.execute(
            "SELECT uid, first_step, last_step, debug_json, programs, variables FROM operation_detail")}
        rows = report.db.execute("SELECT uid, name FROM operation ORDER BY position")
        self._operations = [Operation(report, uid, name, details[uid]) for uid, name in rows]

    @property
    def operations(self):
        return IndexedOnly(self._operations)


def openReport(profile, debug=None):
    if "PVA_LOG" in os.environ:
        with open(os.environ["PVA_LOG"], "a", encoding="utf-8") as log:
            log.write(profile + "\n")
    if debug is not None:
        with open(debug, "rb") as file:
            if not file.read(1):
                raise RuntimeError("Could not read debug information")
    try:
        return Report(profile)
    except sqlite3.Error as error:
        raise RuntimeError("Could not open report: %s" % error) from error


def remove_attributes():
    for entry in filter(None, os.environ.get("PVA_WITHOUT", "").split(",")):
        class_name, name = entry.lstrip("!").split(".")
        owner = globals()[class_name]
        if entry.startswith("!"):
            def refuse(self, what=name):
                raise RuntimeError("the report has no " + what)
            setattr(owner, name, property(refuse))
        else:
            delattr(owner, name)


remove_attributes()
