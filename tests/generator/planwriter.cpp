// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generator/planwriter.h"

#include "core/model/profilebuilder.h"
#include "tests/generator/generatorrandom.h"
#include "tests/generator/tileledger.h"

#include <algorithm>
#include <map>

namespace tileline {

namespace {

/// More lowered variables would need tens of gigabytes to write and to read.
constexpr uint64_t MaxLoweredVariables = uint64_t{1} << 26U;
/// Variables are spread over tiles in pieces of this many bytes.
constexpr uint64_t Grain = 8;

class PlanWriter {
public:
    PlanWriter(const ProfilePlan& plan, const ModelPreset& model, const GeneratorOptions& options,
               std::stop_token stop)
        : m_plan(plan)
        , m_model(model)
        , m_options(options)
        , m_stop(std::move(stop))
        , m_ledger(model.tiles) {}

    Outcome<ProfilePtr> write() && {
        placeVariables();
        using Part = void (PlanWriter::*)();
        const std::vector<Part> parts{&PlanWriter::writeTarget,     &PlanWriter::spreadVariables,
                                      &PlanWriter::writeVertices,   &PlanWriter::writeSteps,
                                      &PlanWriter::writeClasses,    &PlanWriter::writeVariables,
                                      &PlanWriter::writeLowered,    &PlanWriter::writePrograms,
                                      &PlanWriter::writeTileMemory, &PlanWriter::writeOperations};
        for (const Part part : parts) {
            if (m_stop.stop_requested()) {
                return Cancelled{};
            }
            if (!m_error) {
                (this->*part)();
            }
        }
        if (m_error) {
            return *std::move(m_error);
        }
        return m_builder.finish(m_stop);
    }

private:
    void keep(Result<Done> result) {
        if (!result && !m_error) {
            m_error = std::move(result).failure();
        }
    }

    /// A by-tile array over `tiles`, with values around `mean` in multiples of `unit`.
    ByTile around(TileSpread tiles, uint32_t mean, uint32_t unit, uint64_t salt) {
        const uint32_t end = tiles.first + tiles.count;
        const std::span<uint32_t> array = m_builder.allocateByTile(std::min(end, m_model.tiles));
        std::fill(array.begin(), array.end(), 0);
        const uint64_t base = mixBits(m_options.seed ^ mixBits(salt));
        for (uint32_t i = tiles.first; i < end; ++i) {
            const uint32_t tile = i < m_model.tiles ? i : i - m_model.tiles;
            const auto variation = static_cast<uint32_t>(mixBits(base + tile) & 127U);
            const uint32_t value = (mean * (192 + variation)) >> 8U;
            array[tile] = std::max(value / unit * unit, unit);
        }
        return array;
    }

    void placeVariables() {
        uint64_t next = 0;
        for (const ProfilePlan::Variable& variable : m_plan.variables) {
            m_firstLowered.push_back(static_cast<uint32_t>(next));
            next += variable.tiles.count;
        }
        if (next > MaxLoweredVariables) {
            m_error = Error{ErrorCode::TooLarge,
                            {},
                            "layers and tiles",
                            "at most " + std::to_string(MaxLoweredVariables) + " lowered variables",
                            std::to_string(next)};
        }
        m_firstLowered.push_back(static_cast<uint32_t>(next));
    }

    void writeTarget() {
        m_builder.addMeta("source", "tileline-generate");
        m_builder.addMeta("framework", m_model.architecture == Architecture::Cnn ? "tensorflow" : "poptorch");
        m_builder.addMeta("graph", m_model.name + (m_model.training ? ", training" : ", inference"));
        m_builder.addMeta("poplar_version", "3.1.0");
        m_builder.addMeta("seed", std::to_string(m_options.seed));
        Target target;
        target.architecture = "ipu2";
        target.tilesPerIpu = m_model.tiles;
        target.numTiles = m_model.tiles * m_options.replicas;
        target.clockHz = 1330000000;
        target.numReplicas = m_options.replicas;
        keep(m_builder.setTarget(std::move(target)));
    }

    /// Computes the bytes of every lowered variable, in the order of their ids. The shares of the tiles
    /// differ slightly.
    void spreadVariables() {
        m_loweredBytes.resize(m_firstLowered.back());
        for (size_t i = 0; i < m_plan.variables.size(); ++i) {
            const ProfilePlan::Variable& variable = m_plan.variables[i];
            const uint32_t count = variable.tiles.count;
            const auto weight = [&](uint32_t k) { return 14 + (mixBits(i * 4096 + k / 4) & 3U); };
            uint64_t weights = 0;
            for (uint32_t k = 0; k < count; ++k) {
                weights += weight(k);
            }
            const uint64_t grains = (variable.bytes + Grain - 1) / Grain;
            uint64_t before = 0;
            uint64_t sum = 0;
            for (uint32_t k = 0; k < count; ++k) {
                sum += weight(k);
                const uint64_t upTo = std::min(grains * sum / weights * Grain, variable.bytes);
                m_loweredBytes[m_firstLowered[i] + k] = static_cast<uint32_t>(upTo - before);
                before = upTo;
            }
        }
    }

    void writeVertices() {
        std::map<std::string, std::vector<bool>> present;
        for (const ProfilePlan::ComputeSet& set : m_plan.computeSets) {
            for (const ProfilePlan::Vertices& vertices : set.vertices) {
                std::vector<bool>& tiles = present[m_plan.vertexTypes[vertices.type].name];
                tiles.resize(m_model.tiles);
                for (uint32_t i = 0; i < vertices.tiles.count; ++i) {
                    tiles[(vertices.tiles.first + i) % m_model.tiles] = true;
                }
            }
        }
        for (const auto& [name, tiles] : present) {
            writeVertexCode(name, tiles);
        }
        for (size_t i = 0; i < m_plan.vertexTypes.size(); ++i) {
            const ProfilePlan::VertexType& type = m_plan.vertexTypes[i];
            keep(m_builder.addVertexType(static_cast<uint32_t>(i), type.name, type.size));
        }
        for (size_t i = 0; i < m_plan.computeSets.size(); ++i) {
            writeComputeSet(static_cast<uint32_t>(i));
        }
    }

    void writeVertexCode(const std::string& name, const std::vector<bool>& tiles) {
        const auto bytes = static_cast<uint32_t>(300 + hashText(name) % 1700) / 4 * 4;
        const std::span<uint32_t> array = m_builder.allocateByTile(tiles.size());
        for (size_t tile = 0; tile < tiles.size(); ++tile) {
            array[tile] = tiles[tile] ? bytes : 0;
        }
        m_ledger.vertexCode.add(array);
        keep(m_builder.addVertexCode(name, array));
    }

    void writeComputeSet(uint32_t index) {
        const ProfilePlan::ComputeSet& set = m_plan.computeSets[index];
        keep(m_builder.addComputeSet(index, set.name));
        for (const ProfilePlan::Vertices& vertices : set.vertices) {
            const ByTile count = around(vertices.tiles, vertices.instances, 1,
                                        hashText("vertices") + index * 64 + vertices.type);
            m_ledger.vertexState.add(count, m_plan.vertexTypes[vertices.type].size);
            keep(m_builder.addVertices(index, vertices.type, count));
        }
    }

    void writeSteps() {
        const size_t steps = m_plan.steps.size();
        std::vector<uint64_t> change(steps + 1, 0);
        for (const ProfilePlan::Variable& variable : m_plan.variables) {
            for (const StepInterval& live : variable.live) {
                change[live.start.index()] += variable.bytes;
                change[live.end.index()] -= variable.bytes;
            }
        }
        uint64_t bytes = 0;
        for (size_t step = 0; step < steps; ++step) {
            bytes += change[step];
            keep(m_builder.addStep(m_plan.steps[step], bytes));
        }
    }

    /// Variables that are live in the same steps share a class.
    void writeClasses() {
        std::map<std::vector<StepInterval>, uint32_t> classes;
        const StepIndex end{static_cast<uint32_t>(m_plan.steps.size())};
        for (const ProfilePlan::Variable& variable : m_plan.variables) {
            const std::vector<StepInterval> live =
                variable.alwaysLive ? std::vector<StepInterval>{{{0}, end}} : variable.live;
            const auto [entry, isNew] = classes.try_emplace(live, static_cast<uint32_t>(classes.size() + 1));
            m_classOf.push_back(entry->second);
            if (isNew) {
                std::vector<uint32_t> pairs;
                for (const StepInterval& interval : live) {
                    pairs.insert(pairs.end(), {interval.start.value, interval.end.value});
                }
                keep(m_builder.addEquivalenceClass(entry->second, pairs));
            }
        }
    }

    void writeVariables() {
        for (size_t i = 0; i < m_plan.variables.size(); ++i) {
            const ProfilePlan::Variable& planned = m_plan.variables[i];
            Variable variable;
            variable.id = static_cast<uint32_t>(i);
            variable.name = planned.name;
            if (planned.context != 0) {
                variable.debugContext = planned.context;
            }
            variable.alwaysLive = planned.alwaysLive;
            variable.elementType = planned.elementType;
            variable.shape = planned.shape;
            keep(m_builder.addVariable(std::move(variable)));
        }
    }

    void writeLowered() {
        m_builder.reserveLowered(m_loweredBytes.size());
        LivePeak peak(m_plan.steps.size());
        for (uint32_t tile = 0; tile < m_model.tiles && !m_stop.stop_requested(); ++tile) {
            std::vector<uint32_t> id;
            std::vector<uint32_t> bytes;
            std::vector<uint32_t> liveClass;
            std::vector<uint32_t> owner;
            for (uint32_t i = 0; i < m_plan.variables.size(); ++i) {
                const ProfilePlan::Variable& variable = m_plan.variables[i];
                const uint32_t position =
                    (tile >= variable.tiles.first ? tile : tile + m_model.tiles) - variable.tiles.first;
                if (position >= variable.tiles.count) {
                    continue;
                }
                id.push_back(m_firstLowered[i] + position);
                bytes.push_back(m_loweredBytes[id.back()]);
                liveClass.push_back(m_classOf[i]);
                owner.push_back(i);
                if (variable.alwaysLive) {
                    m_ledger.alwaysLive.add(tile, bytes.back());
                } else {
                    peak.add(variable.live, bytes.back());
                }
            }
            m_ledger.notAlwaysLive.add(tile, peak.take());
            keep(m_builder.addLoweredVariables({tile}, {id, bytes, liveClass, owner}));
        }
    }

    void writePrograms() {
        reservePrograms();
        m_controlCode.resize(m_plan.programs.size());
        m_written.resize(m_plan.programs.size());
        for (uint32_t i = 0; i < m_plan.programs.size(); ++i) {
            controlCode(i);
        }
        for (uint32_t i = 0; i < m_plan.programs.size() && !m_stop.stop_requested(); ++i) {
            writeProgram(i);
        }
        for (const uint32_t root : m_plan.roots) {
            keep(m_builder.addRootProgram(root));
        }
    }

    void reservePrograms() {
        size_t children = 0;
        size_t variables = 0;
        for (const ProfilePlan::Program& program : m_plan.programs) {
            children += program.children.size();
            for (const uint32_t variable : program.variables) {
                variables += m_plan.variables[variable].tiles.count;
            }
        }
        m_builder.reservePrograms(m_plan.programs.size(), children, variables);
    }

    /// The control code of a program with that of its children. The tree is only a few levels deep.
    ByTile controlCode(uint32_t index) {
        if (m_written[index]) {
            return m_controlCode[index];
        }
        const ProfilePlan::Program& program = m_plan.programs[index];
        const TileSpread everywhere{0, m_model.tiles};
        const ByTile own = around(program.children.empty() ? program.tiles : everywhere, program.controlBytes,
                                  4, hashText("control") + index);
        if (program.children.empty()) {
            m_ledger.controlCode.add(own);
            m_controlCode[index] = own;
        } else {
            m_ledger.parentControlCode.add(own);
            m_controlCode[index] = withChildren(own, program.children);
        }
        m_written[index] = true;
        return m_controlCode[index];
    }

    ByTile withChildren(ByTile own, const std::vector<uint32_t>& children) {
        const std::span<uint32_t> sum = m_builder.allocateByTile(own.size());
        std::copy(own.begin(), own.end(), sum.begin());
        for (const uint32_t child : children) {
            const ByTile code = controlCode(child);
            for (size_t tile = 0; tile < code.size(); ++tile) {
                sum[tile] += code[tile];
            }
        }
        return sum;
    }

    void appendLowered(uint32_t variable, std::vector<uint32_t>& ids) const {
        for (uint32_t id = m_firstLowered[variable]; id < m_firstLowered[variable + 1]; ++id) {
            ids.push_back(id);
        }
    }

    void writeProgram(uint32_t index) {
        const ProfilePlan::Program& planned = m_plan.programs[index];
        Program program;
        program.id = index;
        program.type = planned.type;
        program.name = planned.name;
        program.debugContext = planned.context;
        program.controlCode = m_controlCode[index];
        if (planned.codeBytes > 0) {
            program.codeBytes = around(planned.tiles, planned.codeBytes, 4, hashText("exchange") + index);
            m_ledger.exchangeCode.add(program.codeBytes);
        }
        std::vector<uint32_t> ids;
        for (const uint32_t variable : planned.variables) {
            appendLowered(variable, ids);
        }
        keep(m_builder.addProgram(std::move(program), planned.computeSet, planned.children, ids));
    }

    void writeTileMemory() {
        for (const TileLedger::Category& category : m_ledger.categories(m_options.seed)) {
            const std::span<uint32_t> array = m_builder.allocateByTile(m_model.tiles);
            std::copy(category.bytes.begin(), category.bytes.end(), array.begin());
            keep(m_builder.addTileMemory(category.name, array));
        }
    }

    void writeOperations() {
        std::vector<std::vector<uint32_t>> stepsOf(m_plan.programs.size());
        for (uint32_t step = 0; step < m_plan.steps.size(); ++step) {
            stepsOf[m_plan.steps[step]].push_back(step);
        }
        for (const ProfilePlan::Operation& operation : m_plan.operations) {
            if (m_stop.stop_requested()) {
                return;
            }
            writeOperation(operation, stepsOf);
        }
        for (const auto& [uid, name] : m_plan.operationList) {
            keep(m_builder.addOperation(uid, name));
        }
    }

    void writeOperation(const ProfilePlan::Operation& operation,
                        const std::vector<std::vector<uint32_t>>& stepsOf) {
        OperationDetail detail;
        detail.uid = operation.uid;
        detail.debug = operation.debug;
        if (!operation.location.file.empty()) {
            detail.location = operation.location;
        }
        std::vector<uint32_t> variables;
        for (const uint32_t program : operation.programs) {
            for (const uint32_t step : stepsOf[program]) {
                detail.firstStep = std::min(detail.firstStep.value_or(StepIndex{step}), StepIndex{step});
                detail.lastStep = std::max(detail.lastStep.value_or(StepIndex{step}), StepIndex{step});
            }
            const std::vector<uint32_t>& used = m_plan.programs[program].variables;
            variables.insert(variables.end(), used.begin(), used.end());
        }
        std::sort(variables.begin(), variables.end());
        variables.erase(std::unique(variables.begin(), variables.end()), variables.end());
        std::vector<uint32_t> ids;
        for (const uint32_t variable : variables) {
            appendLowered(variable, ids);
        }
        keep(m_builder.addOperationDetail(std::move(detail), operation.programs, ids));
    }

    const ProfilePlan& m_plan;
    const ModelPreset& m_model;
    const GeneratorOptions& m_options;
    std::stop_token m_stop;
    ProfileBuilder m_builder;
    std::optional<Error> m_error;
    TileLedger m_ledger;
    std::vector<uint32_t> m_firstLowered; ///< by variable, with one more entry for the end
    std::vector<uint32_t> m_loweredBytes; ///< by lowered variable
    std::vector<uint32_t> m_classOf;      ///< by variable
    std::vector<ByTile> m_controlCode;    ///< by program
    std::vector<bool> m_written;          ///< by program: whether its control code was computed
};

} // namespace

Outcome<ProfilePtr> writePlan(const ProfilePlan& plan, const ModelPreset& model,
                              const GeneratorOptions& options, std::stop_token stop) {
    return PlanWriter(plan, model, options, std::move(stop)).write();
}

} // namespace tileline
