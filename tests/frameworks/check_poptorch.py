# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Runs exported PopTorch files as PopTorch does, with a stand-in for poptorch that records the calls.

Standard input is a JSON list of cases, in which texts and strings are base64. Every option line must parse as one call
of an option with literals and poptorch's enumerations, and running the lines must make exactly the calls that the case
expects. With --walk the cases are option files, which are only parsed. Prints "ok COUNT", or the difference.
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


# The calls that an options file may contain, and their arguments other than literals. Kept by hand, independently of
# the program's own table.
OPTIONS = set("""
    anchorMode anchorTensor appendToLocationExcludes autoRoundNumIPUs broadcastBuffers connectionType deviceIterations
    disableModuleNamescope enableExecutableCaching enableProfiling enableStableNorm enableSyntheticData
    inputReplicaGrouping logCycleCount logDir maxRepeatLogs modelName outputMode randomSeed
    relaxOptimizerAttributesChecks replicationFactor setAvailableMemoryProportion showCompilationProgressBar
    sourceLocationExcludes syncPattern updatableNamedBuffers useIpuId useIpuModel useOfflineIpuTarget
    Distributed.configureProcessId Distributed.disable Distributed.setEnvVarNames Jit.traceModel
    Precision.autocastEnabled Precision.enableFloatingPointExceptions Precision.enableStochasticRounding
    Precision.halfFloatCasting Precision.runningStatisticsAlwaysFloat Precision.setPartialsType
    TensorLocations.numIOTiles Training.accumulationAndReplicationReductionType Training.gradientAccumulation
    Training.setAutomaticLossScaling Training.setConvolutionDithering
    Training.setMeanAccumulationAndReplicationReductionStrategy _Popart.set _Popart.setEngineOptions _Popart.setPatterns
""".split())
VALUES = set("""
    AnchorMode.Final AnchorMode.EveryN AnchorMode.All AnchorMode.Sum AnchorMode.Default
    CommGroupType.All CommGroupType.Consecutive CommGroupType.Orthogonal CommGroupType.NoGrouping
    ConnectionType.Always ConnectionType.OnDemand ConnectionType.Never
    HalfFloatCastingBehavior.FloatDowncastToHalf HalfFloatCastingBehavior.HalfUpcastToFloat
    HalfFloatCastingBehavior.Default MeanReductionStrategy.Running MeanReductionStrategy.Post
    MeanReductionStrategy.PostAndLoss OutputMode.Final OutputMode.EveryN OutputMode.All OutputMode.Sum
    OutputMode.Default ReductionType.Sum ReductionType.Mean ReductionType.NoReduction SyncPattern.Full
    SyncPattern.SinglePipeline SyncPattern.ReplicaAndLadder torch.half torch.float16 torch.float torch.float32
""".split())
STRATEGIES = {"PipelinedExecution", "ShardedExecution", "SerialPhasedExecution", "ParallelPhasedExecution"}


def option_lines(conf):
    assert conf.isascii() and "\r" not in conf and conf.endswith("\n")
    assert conf.splitlines() == conf[:-1].split("\n")
    lines = [line.strip() for line in conf.split("\n")]
    return ["options." + line for line in lines if line and not line.startswith("#")]


def dotted(node):
    if isinstance(node, ast.Name):
        return node.id
    assert isinstance(node, ast.Attribute), ast.dump(node)
    return dotted(node.value) + "." + node.attr


def walk_argument(node):
    """Checks that the node is a literal, a list or dictionary of literals, or a value of poptorch."""
    if isinstance(node, (ast.List, ast.Dict)):
        for item in node.elts if isinstance(node, ast.List) else node.keys + node.values:
            walk_argument(item)
    elif isinstance(node, ast.UnaryOp):
        assert isinstance(node.op, ast.USub) and type(node.operand.value) in (int, float), ast.dump(node)
    elif isinstance(node, ast.Constant):
        assert type(node.value) in (bool, int, float, str, type(None)) and node.kind is None, ast.dump(node)
    else:
        name = dotted(node)
        assert name.startswith("poptorch.") and name[len("poptorch."):] in VALUES, name


def walk_stage(node):
    if isinstance(node.func, ast.Attribute) and node.func.attr == "ipu":
        assert [type(argument.value) for argument in node.args] == [int], ast.dump(node)
        node = node.func.value
        assert dotted(node.func) == "poptorch.Stage", ast.dump(node)
        assert all(type(argument.value) is str for argument in node.args), ast.dump(node)
    else:
        assert dotted(node.func) == "poptorch.Phase" and len(node.args) == 1, ast.dump(node)
        walk_stage(node.args[0])
    assert not node.keywords, ast.dump(node)


def walk_conf(conf):
    """Checks in the syntax tree, without running it, that every line is one allowed call and nothing else."""
    for line in option_lines(conf):
        (statement,) = ast.parse(line).body
        assert isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call), line
        call = statement.value
        name = dotted(call.func).removeprefix("options.")
        if name == "setExecutionStrategy":
            (execution,) = call.args
            assert dotted(execution.func).removeprefix("poptorch.") in STRATEGIES, line
            assert not call.keywords and not execution.keywords, line
            for stage in execution.args:
                walk_stage(stage)
            continue
        assert name in OPTIONS, name
        assert all(keyword.arg for keyword in call.keywords), line
        arguments = call.args + [keyword.value for keyword in call.keywords]
        for argument in arguments:
            walk_argument(argument)
        if name == "_Popart.set":
            key, value = (argument.value for argument in arguments)
            assert key == "autoRecomputation" and type(value) is int and 0 <= value <= 4, line


def run_conf(conf):
    walk_conf(conf)
    log = []
    poptorch = types.SimpleNamespace(Stage=Stage, Phase=Phase)
    for name in ("PipelinedExecution", "ShardedExecution", "SerialPhasedExecution", "ParallelPhasedExecution"):
        setattr(poptorch, name, strategy(name))
    lines = option_lines(conf)
    tree = ast.parse("\n".join(lines))
    assert len(tree.body) == len(lines), "a line is not one statement"
    for line in lines:
        exec(line, {"__builtins__": {}, "options": Recorder(log), "poptorch": poptorch})
    return [[name, [getattr(arg, "value", arg) for arg in args], kwargs] for name, args, kwargs in log]


class Tensor:
    """Stands for a tensor of torch."""


def check_hook(hook):
    """Checks that a hook makes checkpoints of all tensors that a module returns, and keeps everything else."""
    one, two = Tensor(), Tensor()
    assert hook(None, (), one) == ("checkpoint", one)
    assert hook(None, (), (one, None, [two])) == (("checkpoint", one), None, [("checkpoint", two)])
    assert hook(None, (), "text") == "text"


def run_annotations(source, checkpoints):
    assert source.isascii()
    begun = []

    class Module(str):
        def register_forward_hook(self, hook):
            check_hook(hook)
            begun.append(["checkpoint", str(self)])

    class Model:
        def get_submodule(self, path):
            return Module(path)

    model = Model()
    poptorch = types.ModuleType("poptorch")
    poptorch.removeBlocks = lambda target: begun.append(["removeBlocks", target is model])
    poptorch.BeginBlock = lambda module, user_id: begun.append([str(module), user_id])
    poptorch.recomputationCheckpoint = lambda tensor: ("checkpoint", tensor)
    torch = types.ModuleType("torch")
    torch.is_tensor = lambda value: isinstance(value, Tensor)
    sys.modules["poptorch"] = poptorch
    sys.modules["torch"] = torch
    tree = ast.parse(source)
    kinds = [type(node).__name__ for node in tree.body]
    more = ["Import", "Import", "Assign", "Assign", "FunctionDef", "FunctionDef"]
    assert kinds == (more if checkpoints else ["Import", "Assign", "FunctionDef"]), kinds
    for node in tree.body:
        if isinstance(node, ast.Assign):
            ast.literal_eval(node.value)
    scope = {}
    # Compiled from bytes, like a file, so that an encoding declaration in the first lines would take effect.
    exec(compile(source.encode("ascii"), "blocks.py", "exec"), scope)
    assert scope["annotate"](model) is model
    return begun


def check(case):
    conf = run_conf(text_of(case["conf"]))
    stages = [[[text_of(block) for block in blocks], ipu] for blocks, ipu in case["stages"]]
    expected = [[name, args, {}] for name, args in case["options"]]
    expected.append(["setExecutionStrategy", [[case["strategy"], stages]], {}])
    expected += [[name, args, {}] for name, args in case["extra"]]
    if conf != expected:
        return ["options", conf, expected]
    begun = run_annotations(text_of(case["annotations"]), bool(case["checkpoints"]))
    blocks = [["removeBlocks", True]] + [[text_of(path), text_of(block)] for path, block in case["blocks"]]
    blocks += [["checkpoint", text_of(path)] for path in case["checkpoints"]]
    if begun != blocks:
        return ["blocks", begun, blocks]
    return None


def main():
    cases = json.load(sys.stdin)
    examine = (lambda case: walk_conf(text_of(case))) if "--walk" in sys.argv else check
    for number, case in enumerate(cases):
        try:
            problem = examine(case)
        except Exception as error:  # any failure is reported to the caller
            problem = [type(error).__name__, str(error)]
        if problem:
            print("case", number, ascii(problem))
            return 1
    print("ok", len(cases))
    return 0


sys.exit(main())
