// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/randomprofile.h"

#include "app/generate/generatorrandom.h"
#include "core/base/errortext.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/reading/valueevents.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

namespace tileline::test {

namespace {

void require(const Result<Done>& done) {
    if (!done) {
        throw std::runtime_error(describe(done.failure()));
    }
}

/// Fills a ProfileBuilder part by part, in the order that the builder requires.
class RandomProfileMaker {
public:
    RandomProfileMaker(uint64_t seed, const RandomProfileOptions& options)
        : m_random(seed)
        , m_options(options) {}

    ProfilePtr make() {
        addTarget();
        addVertices();
        addSteps();
        addVariables();
        addPrograms();
        addOperations();
        if (m_options.pipeline) {
            addTileMemory();
            addCycles();
        }
        if (m_options.further) {
            addExecution();
        }
        auto profile = m_builder.finish();
        if (!profile) {
            throw std::runtime_error(describe(profile.failure().error()));
        }
        return *profile;
    }

private:
    bool chance(uint32_t percent) { return m_random.below(100) < percent; }
    uint32_t pick(const std::vector<uint32_t>& from) {
        return from[m_random.below(static_cast<uint32_t>(from.size()))];
    }
    /// Up to `limit` distinct entries, in any order.
    std::vector<uint32_t> pickSome(std::vector<uint32_t> from, uint32_t limit) {
        const auto count = std::min<size_t>(m_random.below(limit + 1), from.size());
        for (size_t i = 0; i < count; ++i) {
            const auto rest = static_cast<uint32_t>(from.size() - i);
            std::swap(from[i], from[i + m_random.below(rest)]);
        }
        from.resize(count);
        return from;
    }

    void addTarget() {
        Target target;
        target.architecture = "ipu2";
        target.clockHz = m_options.pipeline ? 1'000'000'000 : 0;
        target.tilesPerIpu = std::max<uint32_t>(m_options.tiles, 1);
        target.numReplicas = m_options.replicas && chance(30) ? 2 : 1;
        target.numTiles = m_tiles = target.tilesPerIpu * target.numReplicas;
        m_builder.addMeta("source", "random");
        require(m_builder.setTarget(target));
        if (m_options.further) {
            m_builder.addEngineOption({"opt.useAutoloader", "true", chance(50)});
            m_builder.addEngineOption({"target.syncReplicasIndependently", "", chance(50)});
            m_builder.addCompilePhase({"Lowering", 0, m_random.below(1000)});
            m_builder.addCompilePhase({"Lowering", 1000, 0});
        }
    }

    /// Bytes or counts by tile, with many zeros. Often shorter than the number of tiles, sometimes empty.
    ByTile byTile(uint32_t maximum) {
        const uint32_t length = chance(50) ? m_tiles : m_random.below(m_tiles + 1);
        std::vector<uint32_t> array(length);
        for (uint32_t& entry : array) {
            entry = chance(40) ? 0 : m_random.below(maximum + 1);
        }
        return m_builder.storeByTile(array);
    }

    /// `count` ids in ascending order, with gaps.
    std::vector<uint32_t> ids(uint32_t count) {
        std::vector<uint32_t> result;
        uint32_t id = m_random.below(3);
        for (uint32_t i = 0; i < count; ++i) {
            result.push_back(id);
            id += 1 + (chance(10) ? m_random.below(50) : 0);
        }
        return result;
    }

    void addVertices() {
        uint32_t type = 0;
        for (uint32_t name = 0; name < m_options.vertexNames; ++name) {
            const std::string text = "poplin::Vertex" + std::to_string(name);
            if (!chance(10)) {
                require(m_builder.addVertexCode(text, byTile(4000)));
            }
            const uint32_t sizes = 1 + m_random.below(3);
            for (uint32_t i = 0; i < sizes; ++i) {
                m_vertexTypes.push_back(type);
                require(m_builder.addVertexType(type++, text, 4 * (1 + m_random.below(20))));
            }
        }
        m_computeSets = ids(std::max<uint32_t>(m_options.computeSets, 1));
        for (const uint32_t set : m_computeSets) {
            require(m_builder.addComputeSet(set, "cs" + std::to_string(set)));
            for (const uint32_t vertexType : pickSome(m_vertexTypes, 4)) {
                require(m_builder.addVertices(set, vertexType, byTile(12)));
            }
        }
    }

    void addSteps() {
        m_steps = std::max<uint32_t>(m_options.steps, 1);
        m_programCount = 3 * m_options.operations + 3;
        for (uint32_t step = 0; step < m_steps; ++step) {
            require(m_builder.addStep(m_random.below(m_programCount), m_random.below(100'000)));
        }
        for (uint32_t ipu = 0; m_options.further && ipu < m_builder.profile().target.ipusOfTiles(); ++ipu) {
            for (uint32_t step = m_random.below(3); step < m_steps; step += 1 + m_random.below(3)) {
                require(m_builder.addIpuStepBytes({ipu, {step}, m_random.below(100'000)}));
            }
        }
        m_classes = ids(std::max<uint32_t>(m_options.classes, 2));
        require(m_builder.addEquivalenceClass(m_classes.front(), std::array<uint32_t, 2>{0, m_steps}));
        for (size_t i = 1; i < m_classes.size(); ++i) {
            require(m_builder.addEquivalenceClass(m_classes[i], intervals()));
        }
    }

    /// Zero to a few intervals. Some of them touch.
    std::vector<uint32_t> intervals() {
        std::vector<uint32_t> result;
        uint32_t step = m_random.below(m_steps);
        while (step < m_steps && result.size() < 8) {
            const uint32_t end = std::min(m_steps, step + 1 + m_random.below(m_steps / 3 + 1));
            result.insert(result.end(), {step, end});
            step = end + (chance(20) ? 0 : 1 + m_random.below(m_steps / 2 + 1));
            if (chance(40)) {
                break;
            }
        }
        return chance(5) ? std::vector<uint32_t>() : result;
    }

    void addVariables() {
        const std::vector<uint32_t> variables = ids(m_options.variables);
        for (const uint32_t id : variables) {
            Variable variable;
            variable.id = id;
            variable.name =
                "layer." + std::to_string(m_random.below(m_options.layers + 1)) + "/w" + std::to_string(id);
            variable.alwaysLive = chance(30);
            if (m_options.pipeline) {
                namePipelineVariable(variable);
            }
            variable.elementType = chance(80) ? "FLOAT16" : "";
            variable.shape = chance(80) ? "[4, 8]" : "";
            if (m_options.further && chance(80)) {
                variable.debugContext = m_random.below(1000);
                variable.furtherContexts.assign(m_random.below(3),
                                                *variable.debugContext + m_random.below(3));
            }
            require(m_builder.addVariable(std::move(variable)));
        }
        if (m_options.further) {
            require(m_builder.addVariableCategory(7, "variable"));
            require(m_builder.addVariableCategory(3, "stack"));
            for (const char* text : {"weights", "", "/copy", "[0]"}) {
                m_builder.addLoweredString(text);
            }
        }
        const bool addresses = chance(70);
        uint32_t next = m_random.below(4);
        for (uint32_t tile = 0; tile < m_tiles; ++tile) {
            if (tile + 1 == m_tiles && m_tiles > 1 && chance(30)) {
                break; // the last tile has no row
            }
            addTile(tile, variables, addresses && chance(90), next);
        }
    }

    void addTile(uint32_t tile, const std::vector<uint32_t>& variables, bool addresses, uint32_t& next) {
        std::vector<uint32_t> id;
        std::vector<uint32_t> bytes;
        std::vector<uint32_t> classes;
        std::vector<uint32_t> unlowered;
        std::vector<uint32_t> address;
        for (const uint32_t variable : variables) {
            const uint32_t pieces = m_random.below(3);
            for (uint32_t piece = 0; piece < pieces; ++piece) {
                id.push_back(next);
                bytes.push_back(chance(5) ? 0 : 4 * m_random.below(2000));
                classes.push_back(chance(20) ? m_classes.front() : pick(m_classes));
                unlowered.push_back(chance(5) ? NoId : variable);
                address.push_back(8 * m_random.below(70'000));
                m_lowered.push_back(next);
                next += 1 + (chance(5) ? m_random.below(30) : 0);
            }
        }
        std::reverse(id.begin(), id.end());
        if (!addresses) {
            address.clear();
        }
        const size_t rows = id.size();
        const auto column = [&](const std::vector<uint32_t>& values) {
            std::vector<uint32_t> entries(m_options.further && chance(70) ? rows : 0);
            std::generate(entries.begin(), entries.end(), [&] { return pick(values); });
            return entries;
        };
        const auto category = column({7, 3, NoId});
        const auto flags = column({0, LoweredFlag::Allocated, 0x1FF});
        const auto base = column({0, 1, NoId});
        const std::vector<uint32_t> field(base.size(), m_options.further && chance(50) ? 4 : NoId);
        const std::vector<uint32_t> suffix(base.size(), m_options.further && chance(50) ? 2 : NoId);
        require(m_builder.addLoweredVariables(
            {tile}, {id, bytes, classes, unlowered, address, category, flags, base, field, suffix}));
    }

    /// The id of a tensor, possibly of the backward pass. There are few ids, so that most tensors flow.
    std::string tensor(uint32_t percentMarked) {
        static const std::vector<std::string> marks{"Gradient___",          "Gradient___", "Accl___",
                                                    "UpdatedVar___",        "Accl1___",    "Accl2___",
                                                    "x/Accum___Gradient___"};
        if (!m_gradients.empty() && chance(10)) {
            return m_gradients[m_random.below(static_cast<uint32_t>(m_gradients.size()))];
        }
        std::string id = (chance(30) ? "w" : "t") + std::to_string(m_random.below(m_options.operations + 1));
        if (m_options.training && chance(percentMarked)) {
            // Chooses one of two forms of the suffix without using another random number.
            id = chance(20) && m_options.computedAgain
                     ? id + (id[0] == 'w' ? "__re" : "__re__t12")
                     : marks[m_random.below(static_cast<uint32_t>(marks.size()))] + id;
        }
        return id;
    }

    void namePipelineVariable(Variable& variable) {
        variable.name =
            chance(40) ? "w" + std::to_string(m_random.below(m_options.operations + 1)) : tensor(15);
        if (chance(5)) {
            variable.name = "Stashed___" + variable.name;
        }
        // The gradient of the last variable that can be a weight. Operations also make it.
        if (m_options.training && !m_lastWeight.empty() && chance(15)) {
            variable.name = "Gradient___" + m_lastWeight;
            variable.alwaysLive = false;
            m_gradients.push_back(variable.name);
        } else if (variable.alwaysLive) {
            m_lastWeight = variable.name;
        }
        // Only some profiles have accumulators.
        if (m_options.steps % 3 != 0 && (variable.name.find("Accum___") != std::string::npos ||
                                         variable.name.find("Accl___") != std::string::npos)) {
            variable.name = "t0";
        }
    }

    void addTileMemory() {
        require(m_builder.addTileMemory("alwaysLive", byTile(400'000)));
        if (chance(70)) {
            require(m_builder.addTileMemory("category.stack", byTile(3000)));
        }
    }

    void addCycles() {
        for (const uint32_t program : m_programs) {
            if (chance(m_options.manyCycles ? 98 : 40)) {
                require(m_builder.addEstimatedCycles(program, 0, byTile(800)));
            }
        }
        const uint32_t runs = m_random.below(3);
        for (uint32_t run = 0; run < runs; ++run) {
            require(m_builder.addExecutionRun(run, "run"));
            uint64_t cycles = 0;
            for (uint32_t step = 0; step < 2 * m_programCount; ++step) {
                ExecutionStep executed;
                executed.run = run;
                executed.step = step;
                executed.cyclesFrom = cycles;
                executed.cyclesTo = cycles += m_random.below(1000);
                if (m_options.manyCycles) {
                    // The numbers of steps continue from run to run.
                    executed.step += run * 2 * m_programCount;
                    addCyclesByTile(executed);
                }
                require(m_builder.addExecutionStep(executed, pick(m_programs)));
            }
        }
    }

    void addCyclesByTile(ExecutionStep& executed) {
        if (chance(95)) {
            // Includes balances out of range, which count as unknown.
            executed.tileBalance = chance(2) ? 1.5 : m_random.below(101) / 100.0;
        }
        if (chance(50)) {
            require(m_builder.addMeasuredCycles(executed.step, executed.ipu, byTile(1000)));
        }
    }

    Program program(uint32_t id) {
        static const std::vector<std::string> types{"OnTileExecute", "OnTileExecute",     "OnTileExecute",
                                                    "DoExchange",    "DoExchange",        "Sequence",
                                                    "Sync",          "OnEveryTileSwitch", "Call"};
        Program program;
        program.id = id;
        program.type = types[m_random.below(static_cast<uint32_t>(types.size()))];
        if (m_options.pipeline && chance(4)) {
            program.type = chance(50) ? "StreamCopyBegin" : "StreamCopyEnd";
        }
        program.name = "program" + std::to_string(id);
        if (m_options.further && chance(30)) {
            program.repeatCount = m_random.below(1000);
            program.function = m_random.below(3);
        }
        program.controlCode = byTile(600);
        program.codeBytes = program.type == "DoExchange" || chance(10) ? byTile(3000) : ByTile{};
        return program;
    }

    void addPrograms() {
        for (uint32_t id = 0; id < m_programCount; ++id) {
            Program added = program(id);
            const bool parent = added.type == "Sequence" || added.type == "Call";
            const auto children = parent && id > 0 ? pickSome(m_programs, 4) : std::vector<uint32_t>();
            const bool executes = added.type == "OnTileExecute";
            const auto computeSet =
                executes && !chance(5) ? std::optional(pick(m_computeSets)) : std::nullopt;
            require(m_builder.addProgram(std::move(added), computeSet, children, pickSome(m_lowered, 12)));
            m_programs.push_back(id);
        }
        m_builder.addRootProgram(m_programs.back());
        for (uint32_t function = 0; m_options.further && function < 3; ++function) {
            for (const uint32_t member : pickSome(m_programs, 3)) {
                m_builder.addFunctionProgram(function, member);
            }
        }
    }

    void addExecution() {
        require(m_builder.addExecutionRun(5, "run"));
        for (uint32_t step = 0; step < 6; ++step) {
            ExecutionStep executed;
            executed.run = 5;
            executed.step = 5 - step; // not in order
            executed.cyclesTo = m_random.below(1000);
            executed.tileBalance = chance(50) ? std::optional(0.5) : std::nullopt;
            require(m_builder.addExecutionStep(executed,
                                               chance(80) ? std::optional(pick(m_programs)) : std::nullopt));
            require(m_builder.addMeasuredCycles(step, 0, byTile(500)));
            require(m_builder.addEstimatedCycles(pick(m_programs), 0, byTile(500)));
        }
        addMoreExecution();
    }

    /// Adds data about executions that only some profiles have.
    void addMoreExecution() {
        require(
            m_builder.setRunTime(5, 1'700'000'000'000'000, chance(50) ? std::optional(77) : std::nullopt));
        require(
            m_builder.addRunOnIpu({5, 0, 1'500'000'000, 20, chance(50) ? std::optional(90) : std::nullopt}));
        ExecutionStep shorter;
        shorter.run = 5;
        shorter.step = 6;
        shorter.cyclesTo = 40;
        shorter.cycles = 30;
        require(m_builder.addExecutionStep(shorter, std::nullopt));
        require(m_builder.addStepSync(6, "External"));
        require(m_builder.addStepSync(2, "Internal"));
        m_builder.knowProgramBytes();
        require(m_builder.addProgramBytes(pick(m_programs), {{}, 0, 12, 34}));
        for (uint32_t type = 0; type < BlockTypeCount; ++type) {
            const uint64_t from = m_random.below(100);
            require(m_builder.addBlock(
                {0, {}, chance(50) ? std::optional(type) : std::nullopt, from, from + m_random.below(60)},
                type));
        }
    }

    /// The layer of each operation: runs of one layer, in any order of layers, with gaps, and with layers
    /// that occur again.
    std::vector<std::optional<uint32_t>> layersOfOperations() {
        std::vector<uint32_t> order(m_options.layers);
        std::iota(order.begin(), order.end(), 0);
        if (m_options.shuffledLayers && chance(40)) {
            for (size_t i = order.size(); i > 1; --i) {
                std::swap(order[i - 1], order[m_random.below(static_cast<uint32_t>(i))]);
            }
        }
        std::vector<std::optional<uint32_t>> layers;
        for (uint32_t i = 0; i < m_options.operations; ++i) {
            const uint64_t at = uint64_t{i} * m_options.layers / std::max<uint32_t>(m_options.operations, 1);
            layers.push_back(order.empty() || isHead(i) || chance(15) ? std::nullopt
                                                                      : std::optional(order[at]));
            if (!order.empty() && chance(8)) {
                layers.back() = pick(order);
            }
        }
        return layers;
    }

    /// Operations of the pipeline setting that follow the layers; no tensor flows out of them.
    bool isHead(size_t operation) const {
        const size_t tenths = operation * 10 / std::max<uint32_t>(m_options.operations, 1);
        return m_options.pipeline && tenths == (m_options.training ? 4 : 9);
    }

    void addOperations() {
        uint32_t uid = 2;
        for (const auto& layer : layersOfOperations()) {
            const std::string name = operationName(layer);
            OperationDetail detail;
            detail.uid = uid;
            detail.debug = debugFields(uid, layer);
            setSteps(detail);
            const uint32_t limit = chance(5) ? 0 : 4;
            auto programs = pickSome(m_programs, limit);
            if (programs.empty() && limit > 0) {
                programs.push_back(pick(m_programs));
            }
            require(m_builder.addOperationDetail(std::move(detail), programs, pickSome(m_lowered, 30)));
            require(m_builder.addOperation(uid, name));
            m_uids.push_back(uid);
            if (chance(10)) {
                require(m_builder.addOperation(pick(m_uids), chance(50) ? name : operationName(layer)));
            }
            uid += 5;
        }
    }

    std::string operationName(std::optional<uint32_t> layer) {
        static const std::vector<std::string> kinds{"attention/MatMul", "Softmax", "ff/Gelu", "Norm"};
        if (chance(10)) {
            return chance(50) ? "" : "Call";
        }
        const std::string& kind = kinds[m_random.below(static_cast<uint32_t>(kinds.size()))];
        if (m_options.pipeline && m_options.training && chance(3)) {
            return "gradients/" + kind;
        }
        return (layer ? "layer." + std::to_string(*layer) : std::string("head")) + "/" + kind;
    }

    OperationDebug debugFields(uint32_t uid, std::optional<uint32_t> layer) {
        std::string json = R"({"instanceId":")" + std::to_string(100 + uid) + "\"";
        if (chance(10)) {
            json += R"(,"tensorId":"tensor)" + std::to_string(uid) + "\"";
        }
        if (m_options.pipeline) {
            return *readOperationDebug(json + flowFields() + "}");
        }
        if (chance(60)) {
            const uint32_t other = m_random.below(m_options.layers + 1);
            const uint32_t from = layer && chance(70) ? *layer : other;
            json += R"(,"inputs":["layer.)" + std::to_string(from) + R"(/x")";
            json += chance(20) ? R"(,"word_embeddings"])" : R"(,"y"])";
        }
        return *readOperationDebug(json + "}");
    }

    /// Inputs, outputs and type. In the second half of the operations, marks become likely.
    std::string flowFields() {
        const bool late = m_uids.size() * 2 > m_options.operations;
        const uint32_t percent = late ? 60 : 3;
        std::string json;
        for (const char* field : {"inputs", "outputs"}) {
            if (chance(15) || (isHead(m_uids.size()) && field[0] == 'o')) {
                continue;
            }
            json += std::string(",\"") + field + "\":[\"" + tensor(percent) + "\"";
            if (chance(30)) {
                json += ",\"layer." + std::to_string(m_random.below(m_options.layers + 1)) + "/x\"";
            }
            json += chance(50) ? ",\"" + tensor(percent) + "\"]" : "]";
        }
        if (chance(50)) {
            json += m_options.training && late && chance(20) ? R"(,"opid":"ai.onnx.NllGrad:9")"
                                                             : R"(,"opid":"ai.onnx.Add:9")";
        }
        return json;
    }

    /// Steps roughly follow the order of operations, so windows overlap, are disjoint, or run backwards.
    void setSteps(OperationDetail& detail) {
        if (chance(6)) {
            return;
        }
        const auto listed = static_cast<uint32_t>(m_uids.size());
        const uint32_t about = chance(20) ? m_random.below(m_steps)
                                          : listed * m_steps / std::max<uint32_t>(m_options.operations, 1);
        const uint32_t first = std::min(about, m_steps - 1);
        const uint32_t length = m_random.below(std::max<uint32_t>(m_steps / 4, 1));
        detail.firstStep = StepIndex{first};
        detail.lastStep = StepIndex{std::min(first + length, m_steps - 1)};
    }

    GeneratorRandom m_random;
    RandomProfileOptions m_options;
    ProfileBuilder m_builder;
    uint32_t m_tiles = 0;
    uint32_t m_steps = 0;
    uint32_t m_programCount = 0;
    std::vector<uint32_t> m_vertexTypes;
    std::vector<uint32_t> m_computeSets;
    std::vector<std::string> m_gradients; ///< names of variables
    std::string m_lastWeight;
    std::vector<uint32_t> m_classes;
    std::vector<uint32_t> m_lowered;
    std::vector<uint32_t> m_programs;
    std::vector<uint32_t> m_uids;
};

} // namespace

ProfilePtr randomProfile(uint64_t seed, const RandomProfileOptions& options) {
    return RandomProfileMaker(seed, options).make();
}

} // namespace tileline::test
