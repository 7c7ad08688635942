// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/compareprofiles.h"

namespace tileline::test {

namespace {

/// Whether two by-tile arrays are equal. Entries missing at the end of an array count as zeros.
bool sameByTile(ByTile a, ByTile b) {
    for (size_t tile = 0; tile < std::max(a.size(), b.size()); ++tile) {
        if (at(a, tile) != at(b, tile)) {
            return false;
        }
    }
    return true;
}

template <class T>
bool sameLists(const Lists<T>& a, const Lists<T>& b) {
    bool same = a.size() == b.size();
    for (size_t i = 0; same && i < a.size(); ++i) {
        same = std::equal(a[i].begin(), a[i].end(), b[i].begin(), b[i].end());
    }
    return same;
}

template <class List, class Same>
bool sameAll(const List& a, const List& b, const Same& same) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

bool sameProgram(const Program& a, const Program& b) {
    return a.id == b.id && a.kind == b.kind && a.type == b.type && a.name == b.name &&
           a.debugContext == b.debugContext && a.computeSet == b.computeSet &&
           a.repeatCount == b.repeatCount && a.function == b.function &&
           sameByTile(a.controlCode, b.controlCode) && sameByTile(a.codeBytes, b.codeBytes);
}

bool sameComputeSet(const ComputeSet& a, const ComputeSet& b) {
    if (a.flops != b.flops) {
        return false;
    }
    const auto sameVertices = [](const VertexInstances& x, const VertexInstances& y) {
        return x.type == y.type && sameByTile(x.count, y.count);
    };
    // The file stores the instances sorted by vertex type.
    const auto sorted = [](std::vector<VertexInstances> vertices) {
        std::sort(vertices.begin(), vertices.end(),
                  [](const auto& x, const auto& y) { return x.type < y.type; });
        return vertices;
    };
    return a.id == b.id && a.name == b.name && sameAll(sorted(a.vertices), sorted(b.vertices), sameVertices);
}

bool sameVertexType(const VertexType& a, const VertexType& b) {
    return a.id == b.id && a.name == b.name && a.size == b.size && a.code == b.code;
}

bool sameVariable(const Variable& a, const Variable& b) {
    return a.id == b.id && a.name == b.name && a.debugContext == b.debugContext &&
           a.furtherContexts == b.furtherContexts && a.alwaysLive == b.alwaysLive &&
           a.elementType == b.elementType && a.shape == b.shape;
}

bool sameExecutionStep(const ExecutionStep& a, const ExecutionStep& b) {
    return a.run == b.run && a.step == b.step && a.program == b.program && a.ipu == b.ipu &&
           a.cyclesFrom == b.cyclesFrom && a.cyclesTo == b.cyclesTo && a.activeTiles == b.activeTiles &&
           a.tileBalance == b.tileBalance && a.dataIn == b.dataIn && a.dataOut == b.dataOut &&
           a.length() == b.length();
}

bool sameLowered(const LoweredVariables& a, const LoweredVariables& b) {
    return a.tileBegin == b.tileBegin && a.id == b.id && a.bytes == b.bytes && a.liveClass == b.liveClass &&
           a.variable == b.variable && a.address == b.address && a.category == b.category &&
           a.flags == b.flags;
}

/// Names are compared as the user sees them, because their parts may have different numbers.
bool sameLoweredNames(const LoweredVariables& a, const LoweredVariables& b) {
    bool same = a.size() == b.size();
    for (uint32_t row = 0; same && row < a.size(); ++row) {
        same = a.nameOf({row}) == b.nameOf({row});
    }
    return same;
}

std::string differingDetail(const Profile& a, const Profile& b, size_t i) {
    const OperationDetail& x = a.operationDetails[i];
    const OperationDetail& y = b.operationDetails[i];
    const auto sameList = [&](const auto& lists, const auto& others) {
        return std::equal(lists[i].begin(), lists[i].end(), others[i].begin(), others[i].end());
    };
    const std::string place = "operation detail " + std::to_string(i) + ": ";
    if (x.firstStep != y.firstStep || x.lastStep != y.lastStep) {
        return place + "steps";
    }
    if (x.debug.inputs != y.debug.inputs || x.debug.instanceId != y.debug.instanceId ||
        x.debug.tensorId != y.debug.tensorId || x.debug.json != y.debug.json) {
        return place + "debug fields " + x.debug.json + " and " + y.debug.json;
    }
    if (!sameList(a.operationPrograms, b.operationPrograms)) {
        return place + "programs";
    }
    return sameElements(a.operationVariables[i], b.operationVariables[i]) ? "" : place + "variables";
}

} // namespace

std::string operationDifference(const Profile& a, const Profile& b) {
    if (a.operationDetails.size() != b.operationDetails.size()) {
        return "number of operation details: " + std::to_string(a.operationDetails.size()) + " and " +
               std::to_string(b.operationDetails.size());
    }
    for (size_t i = 0; i < a.operationDetails.size(); ++i) {
        if (std::string difference = differingDetail(a, b, i); !difference.empty()) {
            return difference;
        }
    }
    if (a.operations.size() != b.operations.size()) {
        return "number of operations: " + std::to_string(a.operations.size()) + " and " +
               std::to_string(b.operations.size());
    }
    for (size_t i = 0; i < a.operations.size(); ++i) {
        if (a.operations[i].detail != b.operations[i].detail ||
            a.operations[i].name != b.operations[i].name) {
            return "operation " + std::to_string(i) + ": " + a.operations[i].name + " and " +
                   b.operations[i].name;
        }
    }
    return {};
}

std::string profileDifference(const Profile& a, const Profile& b) {
    const auto sameCode = [](const auto& x, const auto& y) {
        return x.name == y.name && sameByTile(x.bytes, y.bytes);
    };
    const auto sameUid = [](const auto& x, const auto& y) { return x.uid == y.uid; };
    const auto sameOption = [](const auto& x, const auto& y) {
        return x.name == y.name && x.value == y.value && x.isDefault == y.isDefault;
    };
    const auto samePhase = [](const auto& x, const auto& y) {
        return x.name == y.name && x.start == y.start && x.duration == y.duration;
    };
    const auto sameFunction = [](const auto& x, const auto& y) {
        return x.function == y.function && x.program == y.program;
    };
    const auto sameEstimated = [](const auto& x, const auto& y) {
        return x.program == y.program && x.ipu == y.ipu && sameByTile(x.cycles, y.cycles);
    };
    const auto sameMeasured = [](const auto& x, const auto& y) {
        return x.step == y.step && x.ipu == y.ipu && sameByTile(x.cycles, y.cycles);
    };
    const auto sameCategory = [](const auto& x, const auto& y) { return x.id == y.id && x.name == y.name; };
    const auto sameRun = [](const auto& x, const auto& y) {
        return x.id == y.id && x.name == y.name && x.startUs == y.startUs && x.elapsedUs == y.elapsedUs;
    };
    const auto sameRunOnIpu = [](const auto& x, const auto& y) {
        return x.run == y.run && x.ipu == y.ipu && x.clockHz == y.clockHz && x.cyclesFrom == y.cyclesFrom &&
               x.cyclesTo == y.cyclesTo;
    };
    const auto sameSync = [&](const auto& x, const auto& y) {
        return x.step == y.step && a.syncTypes.at(x.type) == b.syncTypes.at(y.type);
    };
    const auto sameBlock = [](const auto& x, const auto& y) {
        return x.tile == y.tile && x.type == y.type && x.block == y.block && x.cyclesFrom == y.cyclesFrom &&
               x.cyclesTo == y.cyclesTo;
    };
    const auto sameBytes = [](const auto& x, const auto& y) {
        return x.program == y.program && x.ipu == y.ipu && x.in == y.in && x.out == y.out;
    };
    const std::vector<ProgramTraffic> none;
    const std::pair<const char*, bool> parts[] = {
        {"meta", a.meta == b.meta},
        {"target", a.target == b.target},
        {"engine options", sameAll(a.engineOptions, b.engineOptions, sameOption)},
        {"compile phases", sameAll(a.compilePhases, b.compilePhases, samePhase)},
        {"programs", sameAll(a.programs, b.programs, sameProgram)},
        {"program children", sameLists(a.programChildren, b.programChildren)},
        {"program variables", sameLists(a.programVariables, b.programVariables)},
        {"root programs", a.rootPrograms == b.rootPrograms},
        {"function programs", sameAll(a.functionPrograms, b.functionPrograms, sameFunction)},
        {"compute sets", sameAll(a.computeSets, b.computeSets, sameComputeSet)},
        {"vertex types", sameAll(a.vertexTypes, b.vertexTypes, sameVertexType)},
        {"vertex code", sameAll(a.vertexCode, b.vertexCode, sameCode)},
        {"step programs", a.stepProgram == b.stepProgram},
        {"step bytes", a.stepNotAlwaysLive == b.stepNotAlwaysLive},
        {"step bytes by IPU", a.ipuStepBytes == b.ipuStepBytes},
        {"class ids", a.equivalenceClassIds == b.equivalenceClassIds},
        {"classes", sameLists(a.equivalenceClasses, b.equivalenceClasses)},
        {"variables", sameAll(a.variables, b.variables, sameVariable)},
        {"variable categories", sameAll(a.variableCategories, b.variableCategories, sameCategory)},
        {"lowered names", sameLoweredNames(a.lowered, b.lowered)},
        {"lowered variables", sameLowered(a.lowered, b.lowered)},
        {"tile memory", sameAll(a.tileMemory, b.tileMemory, sameCode)},
        {"uids", sameAll(a.operationDetails, b.operationDetails, sameUid)},
        {"runs", sameAll(a.executionRuns, b.executionRuns, sameRun)},
        {"execution steps", sameAll(a.executionSteps, b.executionSteps, sameExecutionStep)},
        {"runs on IPUs", sameAll(a.runsOnIpus, b.runsOnIpus, sameRunOnIpu)},
        {"syncs", sameAll(a.stepSyncs, b.stepSyncs, sameSync)},
        {"blocks", sameAll(a.blocks, b.blocks, sameBlock)},
        {"bytes of programs",
         a.programBytes.has_value() == b.programBytes.has_value() &&
             sameAll(a.programBytes.value_or(none), b.programBytes.value_or(none), sameBytes)},
        {"estimated cycles", sameAll(a.estimatedCycles, b.estimatedCycles, sameEstimated)},
        {"measured cycles", sameAll(a.measuredCycles, b.measuredCycles, sameMeasured)},
    };
    for (const auto& [part, same] : parts) {
        if (!same) {
            return part;
        }
    }
    return operationDifference(a, b);
}

} // namespace tileline::test
