# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs exported PopTorch files as PopTorch does, with a stand-in for poptorch that records the calls.

Standard input: a JSON list of cases; the texts and strings in them are base64. Every option line must parse as one
call of literals and poptorch classes, and running them must give exactly the calls that the case expects.
Prints "ok COUNT", or what differs.
"""
import ast
import base64
import json
import sys
import types


def text_of(encoded):
    return base64.b64decode(encoded).decode("utf-8", "surrogateescape")


class Recorder:
    """Any attribute is a name, any call is recorded with its arguments."""

    def __init__(self, log, name=""):
        self._log = log
        self._name = name

    def __getattr__(self, name):
        return Recorder(self._log, (self._name + "." if self._name else "") + name)

    def __call__(self, *args, **kwargs):
        self._log.append([self._name, list(args), kwargs])
        return self


class Stage:
    def __init__(self, *blocks):
        assert all(isinstance(block, str) for block in blocks)
        self.value = [list(blocks), None]

    def ipu(self, number):
        assert isinstance(number, int)
        self.value[1] = number
        return self


class Phase:
    def __init__(self, *stages):
        assert len(stages) == 1
        self.value = stages[0].value


def strategy(name):
    class Strategy:
        def __init__(self, *stages):
            kinds = Phase if "Phased" in name else Stage
            assert all(isinstance(stage, kinds) for stage in stages)
            self.value = [name, [stage.value for stage in stages]]

    return Strategy


ALLOWED = (ast.Module, ast.Expr, ast.Call, ast.Attribute, ast.Name, ast.Load, ast.Constant, ast.Dict, ast.keyword)


def option_lines(conf):
    assert conf.isascii() and "\r" not in conf and conf.endswith("\n")
    assert conf.splitlines() == conf[:-1].split("\n")
    lines = [line.strip() for line in conf.split("\n")]
    return ["options." + line for line in lines if line and not line.startswith("#")]


def run_conf(conf):
    log = []
    poptorch = types.SimpleNamespace(Stage=Stage, Phase=Phase)
    for name in ("PipelinedExecution", "ShardedExecution", "SerialPhasedExecution", "ParallelPhasedExecution"):
        setattr(poptorch, name, strategy(name))
    lines = option_lines(conf)
    tree = ast.parse("\n".join(lines))
    assert len(tree.body) == len(lines), "a line is not one statement"
    for node in ast.walk(tree):
        assert isinstance(node, ALLOWED), ast.dump(node)
    for line in lines:
        exec(line, {"__builtins__": {}, "options": Recorder(log), "poptorch": poptorch})
    return [[name, [getattr(arg, "value", arg) for arg in args], kwargs] for name, args, kwargs in log]


def run_annotations(source):
    assert source.isascii()
    begun = []

    class Model:
        def get_submodule(self, path):
            return path

    model = Model()
    poptorch = types.ModuleType("poptorch")
    poptorch.removeBlocks = lambda target: begun.append(["removeBlocks", target is model])
    poptorch.BeginBlock = lambda module, user_id: begun.append([module, user_id])
    sys.modules["poptorch"] = poptorch
    tree = ast.parse(source)
    kinds = [type(node).__name__ for node in tree.body]
    assert kinds == ["Import", "Assign", "FunctionDef"], kinds
    scope = {}
    # As a file, so that what looks like an encoding in the first lines would count.
    exec(compile(source.encode("ascii"), "blocks.py", "exec"), scope)
    assert scope["annotate"](model) is model
    return begun


def check(case):
    conf = run_conf(text_of(case["conf"]))
    stages = [[[text_of(block) for block in blocks], ipu] for blocks, ipu in case["stages"]]
    expected = [[name, args, {}] for name, args in case["options"]]
    expected.append(["setExecutionStrategy", [[case["strategy"], stages]], {}])
    if conf != expected:
        return ["options", conf, expected]
    begun = run_annotations(text_of(case["annotations"]))
    blocks = [["removeBlocks", True]] + [[text_of(path), text_of(block)] for path, block in case["blocks"]]
    if begun != blocks:
        return ["blocks", begun, blocks]
    return None


def main():
    cases = json.load(sys.stdin)
    for number, case in enumerate(cases):
        try:
            problem = check(case)
        except Exception as error:  # any failure is the answer
            problem = [type(error).__name__, str(error)]
        if problem:
            print("case", number, ascii(problem))
            return 1
    print("ok", len(cases))
    return 0


sys.exit(main())
