// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/poplarwriter.h"

#include "app/generate/poplarprograms.h"
#include "app/generate/poplarsteps.h"
#include "app/generate/poplartables.h"
#include "app/generate/tilelayout.h"
#include "core/base/temporaryfile.h"

#include <algorithm>
#include <map>
#include <set>

namespace tileline {

namespace {

constexpr uint32_t Major = 3;
/// The minor version since which all tables are written.
constexpr uint32_t CompleteMinor = 8;
constexpr uint64_t TileMemoryBase = 311296;

class PoplarWriter {
public:
    PoplarWriter(const Profile& profile, const PoplarVariant& variant, const std::filesystem::path& file)
        : m_profile(profile)
        , m_variant(variant)
        , m_tables(file)
        , m_steps(profile, variant.containerSteps) {}

    Outcome<Done> write() && {
        findAlwaysLive();
        writeVersions();
        writeTarget();
        writeCompilation();
        writeVertices();
        writePoplarPrograms(m_profile, m_variant, m_tables);
        writeSteps();
        writeClasses();
        writeVariables();
        writeLowered();
        writeTileMemory();
        writeCategories();
        writeExecution();
        return m_tables.finish();
    }

private:
    bool complete() const { return m_variant.minor >= CompleteMinor; }
    size_t tiles() const { return m_profile.target.numTiles; }

    /// A class that covers all steps is always live, unless one of its variables says that it is not.
    void findAlwaysLive() {
        const StepInterval all{{0}, {m_profile.stepCount()}};
        for (size_t i = 0; i < m_profile.equivalenceClasses.size(); ++i) {
            const auto intervals = m_profile.equivalenceClasses[i];
            m_alwaysLive.push_back(intervals.size() == 1 && intervals.front() == all);
        }
        const LoweredVariables& lowered = m_profile.lowered;
        for (size_t row = 0; row < lowered.size(); ++row) {
            const VariableIndex variable = lowered.variable[row];
            if (variable.value != NoId && !m_profile.variables[variable.index()].alwaysLive) {
                m_alwaysLive[lowered.liveClass[row].index()] = false;
            }
        }
    }

    void writeVersions() {
        auto versions = m_tables.table("version_info", "major INTEGER, minor INTEGER, point INTEGER, "
                                                       "is_unstable_format BOOLEAN, file_type TEXT");
        versions.row(Major, m_variant.minor, 0, 0, "graph_profile");
        auto poplar = m_tables.table("poplar_version", "string TEXT, package_hash TEXT, major INTEGER, "
                                                       "minor INTEGER, point INTEGER");
        poplar.row(m_profile.metaValue("poplar_version"), "", 3, 3, 0);
        auto date = m_tables.table("date_time", "string TEXT");
        date.row(m_profile.metaValue("date_time"));
        auto graph = m_tables.table("graph_info", "num_compute_sets INTEGER, num_edges INTEGER, "
                                                  "num_vars INTEGER, num_vertices INTEGER");
        graph.row(m_profile.computeSets.size(), 0, m_profile.variables.size(), 0);
    }

    void writeTarget() {
        auto table = m_tables.table("target_info",
                                    "bytes_per_ipu INTEGER, bytes_per_tile INTEGER, clock_frequency INTEGER, "
                                    "num_ipus INTEGER, num_tiles INTEGER, tiles_per_ipu INTEGER, "
                                    "total_memory INTEGER, num_replicas INTEGER, ipus_per_replica INTEGER, "
                                    "tiles_per_replica INTEGER, memory_per_replica INTEGER, "
                                    "architecture TEXT, type_ TEXT, memoryElementOffsets BLOB, "
                                    "interleavedMemoryStart INTEGER, tileMemoryBaseAddress INTEGER, "
                                    "exchangeBytesPerCycle INTEGER");
        const Target& target = m_profile.target;
        const uint64_t bytes = target.bytesPerTile;
        const uint32_t replicas = std::max(target.numReplicas, 1U);
        const std::vector<uint32_t> elements{0, 16384, 32768, 49152, 65536};
        table.row(bytes * target.tilesPerIpu, bytes, target.clockHz, target.numIpus, target.numTiles,
                  target.tilesPerIpu, bytes * target.numTiles, target.numReplicas,
                  std::max(target.numIpus / replicas, 1U), target.numTiles / replicas,
                  bytes * (target.numTiles / replicas), target.architecture, "IPU", varints(elements),
                  InterleavedMemoryStart, TileMemoryBase, 4);
    }

    void writeCompilation() {
        auto options =
            m_tables.table("compilation_parameters", "name TEXT PRIMARY KEY, value TEXT, is_default INTEGER");
        for (const EngineOption& option : m_profile.engineOptions) {
            options.row(option.name, option.value, option.isDefault);
        }
        if (!complete()) {
            return;
        }
        auto phases = m_tables.table("compilation_trace", "dur INTEGER, name TEXT, ts INTEGER");
        for (const CompilePhase& phase : m_profile.compilePhases) {
            phases.row(phase.duration, phase.name, phase.start);
        }
        m_tables.table("compilation_info", "compilation_id TEXT").row("generated");
    }

    void writeVertices() {
        auto types =
            m_tables.table("vertex_types", "id INTEGER PRIMARY KEY, name TEXT, size INTEGER, source TEXT");
        auto code = m_tables.table("memory_by_vertex_type", "vertex_type INTEGER PRIMARY KEY, "
                                                            "code_bytes BLOB, vertex_data_bytes BLOB");
        for (const VertexType& type : m_profile.vertexTypes) {
            types.row(type.id, type.name, type.size, "");
            if (type.code) {
                code.row(type.id, byTile(m_profile.vertexCode[type.code->index()].bytes), nullptr);
            }
        }
        if (complete() && m_profile.findTileMemory("computeSets") != nullptr) {
            writeComputeSetMemory();
        }
    }

    /// Writes the state of each set's vertices. The first set gets all other memory of compute sets.
    void writeComputeSetMemory() {
        auto table = m_tables.table("memory_by_compute_set",
                                    "compute_set INTEGER PRIMARY KEY, copy_ptr_bytes BLOB, "
                                    "descriptor_bytes BLOB, edge_ptr_bytes BLOB, padding_bytes BLOB, "
                                    "vertex_data_bytes BLOB");
        std::vector<uint32_t> rest = expanded(memory("computeSets"), tiles());
        std::vector<std::vector<uint32_t>> states;
        for (const ComputeSet& set : m_profile.computeSets) {
            std::vector<uint32_t>& state = states.emplace_back(tiles());
            for (const VertexInstances& vertices : set.vertices) {
                const uint32_t size = m_profile.vertexTypes[vertices.type.index()].size;
                for (size_t tile = 0; tile < vertices.count.size(); ++tile) {
                    state[tile] += vertices.count[tile] * size;
                    rest[tile] -= vertices.count[tile] * size;
                }
            }
        }
        for (size_t i = 0; i < states.size(); ++i) {
            table.row(m_profile.computeSets[i].id, nullptr, nullptr,
                      i == 0 ? runs(rest, tiles()) : PoplarBlob(), nullptr, runs(states[i], tiles()));
        }
    }

    void writeSteps() {
        auto steps = m_tables.table("depth_first_steps",
                                    "id INTEGER PRIMARY KEY, program_id INTEGER, parent_step_id INTEGER");
        for (size_t i = 0; i < m_steps.steps().size(); ++i) {
            const PoplarSteps::Step& step = m_steps.steps()[i];
            steps.row(i, m_profile.programs[step.program.index()].id, step.parent);
        }
        auto deltas = m_tables.table("memory_not_always_live_by_step_and_ipu",
                                     "ipu INTEGER, step_id INTEGER, delta_bytes INTEGER");
        const bool single = m_profile.target.numTiles == m_profile.target.tilesPerIpu;
        if (m_steps.steps().size() == m_profile.stepCount()) {
            writeDeltas(deltas, {}, m_profile.stepNotAlwaysLive);
        } else {
            writeDeltas(deltas, {}, liveBytes(0, tiles()));
        }
        const size_t perIpu = m_profile.target.tilesPerIpu;
        for (size_t ipu = 0; ipu < tiles() / perIpu; ++ipu) {
            if (single) {
                writeDeltas(deltas, ipu, m_profile.stepNotAlwaysLive);
            } else {
                writeDeltas(deltas, ipu, liveBytes(ipu * perIpu, (ipu + 1) * perIpu));
            }
        }
    }

    /// The not-always-live bytes on some tiles in each step.
    std::vector<uint64_t> liveBytes(size_t beginTile, size_t endTile) const {
        const LoweredVariables& lowered = m_profile.lowered;
        std::vector<uint64_t> bytesOf(m_profile.equivalenceClasses.size());
        const size_t known = lowered.tileBegin.size() - 1;
        for (size_t row = lowered.tileBegin[std::min(beginTile, known)];
             row < lowered.tileBegin[std::min(endTile, known)]; ++row) {
            bytesOf[lowered.liveClass[row].index()] += lowered.bytes[row];
        }
        std::vector<uint64_t> bytes(m_steps.steps().size() + 1);
        for (size_t i = 0; i < bytesOf.size(); ++i) {
            for (const StepInterval& interval : m_profile.equivalenceClasses[i]) {
                if (!m_alwaysLive[i]) {
                    const StepInterval moved = m_steps.moved(interval);
                    bytes[moved.start.index()] += bytesOf[i];
                    bytes[moved.end.index()] -= bytesOf[i];
                }
            }
        }
        for (size_t step = 1; step < bytes.size(); ++step) {
            bytes[step] += bytes[step - 1];
        }
        bytes.pop_back();
        return bytes;
    }

    static void writeDeltas(PoplarTables::Table& table, std::optional<size_t> ipu,
                            std::span<const uint64_t> bytes) {
        uint64_t before = 0;
        for (size_t step = 0; step < bytes.size(); ++step) {
            if (bytes[step] != before) {
                table.row(ipu, step, static_cast<int64_t>(bytes[step] - before));
            }
            before = bytes[step];
        }
    }

    /// Writes the intervals last first, because their order has no meaning.
    void writeClasses() {
        auto classes = m_tables.table("eq_classes", "id INTEGER PRIMARY KEY, is_always_live INTEGER");
        auto intervals = m_tables.table("eq_class_step", "eq_class_id INTEGER, step_id_from INTEGER, "
                                                         "step_id_to INTEGER");
        for (size_t i = m_profile.equivalenceClasses.size(); i-- > 0;) {
            const uint32_t id = m_profile.equivalenceClassIds[i];
            classes.row(id, m_alwaysLive[i] ? 1 : 0);
            const auto live = m_profile.equivalenceClasses[i];
            for (size_t k = live.size(); k-- > 0;) {
                const StepInterval moved = m_steps.moved(live[k]);
                intervals.row(id, moved.start.value, moved.end.value);
            }
        }
    }

    void writeVariables() {
        auto variables = m_tables.table("unlowered_vars", "id INTEGER PRIMARY KEY, name TEXT");
        auto contexts = m_tables.table("debug_ids", "variable_id INTEGER, ids BLOB");
        for (const Variable& variable : m_profile.variables) {
            variables.row(variable.id, variable.name);
            std::vector<uint64_t> ids{variable.debugContext.value_or(0)};
            ids.insert(ids.end(), variable.furtherContexts.begin(), variable.furtherContexts.end());
            if (m_variant.debugContexts) {
                contexts.row(variable.id, varints(ids));
            }
        }
    }

    /// Numbers the texts from which the names of lowered variables are made.
    struct Texts {
        std::map<std::string, uint32_t, std::less<>> numbers;

        uint32_t numberOf(std::string_view text) {
            return numbers.emplace(text, static_cast<uint32_t>(numbers.size())).first->second;
        }
    };

    void writeLowered() {
        // A profile without addresses gets a column with another name, which readers ignore.
        const std::string address = m_profile.lowered.address.empty() ? "unused" : "offset";
        auto table =
            m_tables.table("vars_info", "var_id INTEGER PRIMARY KEY, tile INTEGER, name_base_id INTEGER, "
                                        "name_prefix__vertex_field_ INTEGER, name_suffix TEXT, "
                                        "size_bytes INTEGER, alignment INTEGER, " +
                                            address +
                                            " INTEGER, "
                                            "category INTEGER, equivalence_class INTEGER, "
                                            "element_constraints BLOB, region_constraints BLOB, "
                                            "unlowered_var_id INTEGER, bitset INTEGER");
        Texts texts;
        const LoweredVariables& lowered = m_profile.lowered;
        for (size_t tile = 0; m_variant.loweredVariables && tile + 1 < lowered.tileBegin.size(); ++tile) {
            for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
                writeLoweredRow(table, tile, row, texts);
            }
        }
        auto strings = m_tables.table("vars_string_table", "id INTEGER PRIMARY KEY, string TEXT");
        for (const auto& [text, number] : texts.numbers) {
            strings.row(number, text);
        }
        if (complete() && !lowered.flags.empty()) {
            writeCollective();
        }
    }

    void writeLoweredRow(PoplarTables::Table& table, size_t tile, size_t row, Texts& texts) {
        const LoweredVariables& lowered = m_profile.lowered;
        const VariableIndex variable = lowered.variable[row];
        std::optional<uint32_t> owner;
        if (variable.value != NoId) {
            owner = m_profile.variables[variable.index()].id;
        } else if (m_variant.danglingVariables) {
            owner = m_profile.variables.empty() ? 1 : m_profile.variables.back().id + 1 + row % 3;
        }
        std::optional<uint32_t> base;
        std::optional<uint32_t> field;
        std::string suffix;
        if (lowered.nameBase.empty()) {
            base = texts.numberOf(owner && variable.value != NoId
                                      ? m_profile.variables[variable.index()].name + "#"
                                      : std::string());
            suffix = variable.value == NoId ? "" : std::to_string(tile);
        } else if (lowered.nameBase[row] != NoId) {
            base = texts.numberOf(lowered.strings[lowered.nameBase[row]]);
            field = known(lowered.nameVertexField[row]);
            suffix = lowered.nameSuffix[row] == NoId ? "" : lowered.strings[lowered.nameSuffix[row]];
        }
        const size_t liveClass = lowered.liveClass[row].index();
        const uint32_t flags = lowered.flags.empty() ? LoweredFlag::Allocated : lowered.flags[row];
        std::optional<uint32_t> address =
            lowered.address.empty() ? std::nullopt : known(lowered.address[row]);
        if ((flags & LoweredFlag::Allocated) == 0) {
            address = 0;
        }
        table.row(lowered.id[row], tile, base, field, suffix, lowered.bytes[row], 4, address, categoryOf(row),
                  m_profile.equivalenceClassIds[liveClass], nullptr, nullptr, owner, flags);
    }

    static std::optional<uint32_t> known(uint32_t value) {
        return value == NoId ? std::nullopt : std::optional(value);
    }

    uint32_t categoryOf(size_t row) const {
        const auto& categories = m_profile.lowered.category;
        return categories.empty() || categories[row] == NoCategory
                   ? 0
                   : m_profile.variableCategories[categories[row]].id;
    }

    /// Writes bytes by variable, class and tile. Bytes that no variable owns get collective names, which are
    /// variables without lowered ones: one for each stack, and one for everything else.
    void writeCollective() {
        auto table = m_tables.table("var_bytes_by_eq_class", "unlowered_var_id INTEGER, eq_class_id INTEGER, "
                                                             "bytes INTEGER, tile INTEGER");
        std::map<std::string, uint32_t> ids;
        for (const Variable& variable : m_profile.variables) {
            ids.emplace(variable.name, variable.id);
        }
        const LoweredVariables& lowered = m_profile.lowered;
        std::map<std::pair<uint32_t, uint32_t>, uint64_t> sums;
        for (size_t tile = 0; tile + 1 < lowered.tileBegin.size(); ++tile) {
            std::map<std::pair<uint32_t, uint32_t>, uint64_t> bytes;
            for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
                if ((lowered.flags[row] & LoweredFlag::Allocated) == 0) {
                    continue;
                }
                const VariableIndex variable = lowered.variable[row];
                const auto collective = ids.find(lowered.nameOf({static_cast<uint32_t>(row)}));
                const auto anonymous = ids.find("<anon>");
                const uint32_t owner = variable.value != NoId    ? m_profile.variables[variable.index()].id
                                       : collective != ids.end() ? collective->second
                                       : anonymous != ids.end()  ? anonymous->second
                                                                 : 0;
                const uint32_t liveClass = m_profile.equivalenceClassIds[lowered.liveClass[row].index()];
                bytes[{owner, liveClass}] += lowered.bytes[row];
            }
            for (const auto& [key, sum] : bytes) {
                table.row(key.first, key.second, sum, tile);
                sums[key] += sum;
            }
        }
        for (const auto& [key, sum] : sums) {
            table.row(key.first, key.second, sum, nullptr);
        }
    }

    ByTile memory(std::string_view category) const {
        const TileMemoryCategory* found = m_profile.findTileMemory(category);
        return found == nullptr ? ByTile() : found->bytes;
    }

    void writeTileMemory() {
        auto table =
            m_tables.table("memory_by_tile", "tile INTEGER PRIMARY KEY, interleaved INTEGER, "
                                             "interleaved_including_gaps INTEGER, non_interleaved INTEGER, "
                                             "non_interleaved_including_gaps INTEGER, overflowed INTEGER, "
                                             "overflowed_including_gaps INTEGER, total INTEGER, "
                                             "total_including_gaps INTEGER, always_live_bytes INTEGER, "
                                             "not_always_live_max_bytes INTEGER");
        const ByTile total = memory("total.excludingGaps");
        const bool regions = m_profile.findTileMemory("region.nonInterleaved") != nullptr;
        const ByTile interleaved = memory("region.interleaved");
        const ByTile nonInterleaved = regions ? memory("region.nonInterleaved") : total;
        const ByTile overflowed = memory("region.overflowed");
        for (size_t tile = 0; tile < tiles(); ++tile) {
            const auto of = [tile](ByTile array) { return tileline::at(array, tile); };
            table.row(tile, of(interleaved), of(interleaved), of(nonInterleaved), of(nonInterleaved),
                      of(overflowed), of(overflowed), of(total), of(memory("total.includingGaps")),
                      of(memory("alwaysLive")), of(memory("notAlwaysLive")));
        }
    }

    /// The names of the categories of variables, and of the categories that only the tiles' memory has.
    std::vector<std::string> categoryNames() const {
        std::vector<std::string> names;
        for (const VariableCategory& category : m_profile.variableCategories) {
            names.push_back(category.name);
        }
        if (names.empty()) {
            names.assign(PoplarCategories.begin(), PoplarCategories.end());
        }
        const std::string prefix = "category.";
        for (const TileMemoryCategory& category : m_profile.tileMemory) {
            const std::string name = category.name.substr(std::min(prefix.size(), category.name.size()));
            if (category.name.starts_with(prefix) && name.find('.') == std::string::npos &&
                std::find(names.begin(), names.end(), name) == names.end()) {
                names.push_back(name);
            }
        }
        return names;
    }

    void writeCategories() {
        auto categories =
            m_tables.table("var_categories", "id INTEGER PRIMARY KEY, name TEXT, description TEXT");
        auto table = m_tables.table("memory_by_category",
                                    "category_id TEXT PRIMARY KEY, interleaved_non_overlapped BLOB, "
                                    "interleaved_overlapped BLOB, non_interleaved_non_overlapped BLOB, "
                                    "non_interleaved_overlapped BLOB, overflowed_non_overlapped BLOB, "
                                    "overflowed_overlapped BLOB");
        const std::vector<std::string> names = categoryNames();
        for (size_t i = 0; i < names.size(); ++i) {
            const bool known = i < m_profile.variableCategories.size();
            categories.row(known ? m_profile.variableCategories[i].id : nextCategory(i), names[i], "");
            const std::string name = "category." + names[i];
            const bool parts = m_profile.findTileMemory(name + ".nonInterleaved.nonOverlapped") != nullptr;
            const auto part = [&](const char* region) {
                return parts ? byTile(memory(name + region)) : PoplarBlob();
            };
            table.row(names[i], part(".interleaved.nonOverlapped"), part(".interleaved.overlapped"),
                      parts ? part(".nonInterleaved.nonOverlapped") : byTile(memory(name)),
                      part(".nonInterleaved.overlapped"), part(".overflowed.nonOverlapped"),
                      part(".overflowed.overlapped"));
        }
    }

    /// An id for a category that no variable has.
    uint32_t nextCategory(size_t position) const {
        uint32_t id = static_cast<uint32_t>(position);
        for (const VariableCategory& category : m_profile.variableCategories) {
            id = std::max(id, category.id + 1 + static_cast<uint32_t>(position));
        }
        return id;
    }

    /// Numbers by tile, without runs.
    PoplarBlob byTile(ByTile array) const { return varints(expanded(array, tiles())); }

    void writeExecution() {
        auto runTable = m_tables.table("runs", "id INTEGER PRIMARY KEY, "
                                               "start_epoch_time_microseconds INTEGER, "
                                               "elapsed_microseconds INTEGER, name TEXT, "
                                               "num_programs INTEGER, num_steps INTEGER, "
                                               "estimated_freq_by_ipu BLOB, start_cycles_by_ipu BLOB, "
                                               "end_cycles_by_ipu BLOB");
        auto steps =
            m_tables.table("steps", "id INTEGER PRIMARY KEY, type TEXT, program INTEGER, sync_type TEXT");
        auto byIpu = m_tables.table("steps_by_ipu",
                                    "step_id INTEGER, ipu INTEGER, cycles_base INTEGER, "
                                    "active_cycles_from_max INTEGER, active_cycles_from_mean INTEGER, "
                                    "active_cycles_from_min INTEGER, active_cycles_to_max INTEGER, "
                                    "active_cycles_to_mean INTEGER, active_cycles_to_min INTEGER, "
                                    "cycles INTEGER, active_tiles INTEGER, active_tile_balance REAL, "
                                    "tile_balance REAL, tile_cycles_id INTEGER, PRIMARY KEY(step_id, ipu)");
        auto arrays = m_tables.table("cycles_by_tile", "id INTEGER PRIMARY KEY, cycles_by_tile_rle BLOB");
        auto info = m_tables.table("execution_info", "compilation_id TEXT");
        if (!m_variant.execution) {
            return;
        }
        info.row("generated");
        std::map<std::pair<uint32_t, uint32_t>, size_t> arrayOf;
        for (const MeasuredCycles& measured : m_profile.measuredCycles) {
            arrays.row(arrayOf.size(), runs(measured.cycles, m_profile.target.tilesPerIpu));
            arrayOf.emplace(std::pair(measured.step, measured.ipu), arrayOf.size());
        }
        std::map<uint32_t, uint32_t> syncOf;
        for (const StepSync& sync : m_profile.stepSyncs) {
            syncOf[sync.step] = sync.type;
        }
        std::set<uint32_t> written;
        std::map<uint32_t, uint32_t> stepsOfRun;
        for (const ExecutionStep step : m_profile.executionSteps) {
            if (written.insert(step.step).second) {
                ++stepsOfRun[step.run];
                const auto sync = syncOf.find(step.step);
                const auto type =
                    sync == syncOf.end() ? std::nullopt : std::optional(m_profile.syncTypes[sync->second]);
                if (step.program) {
                    const Program& program = m_profile.programs[step.program->index()];
                    steps.row(step.step, program.type, program.id, type);
                } else {
                    steps.row(step.step, "Sync", nullptr, type);
                }
            }
            const auto array = arrayOf.find({step.step, step.ipu});
            const uint64_t cycles = step.length();
            const uint64_t from = step.cyclesFrom % 100;
            const uint64_t to = from + step.cyclesTo - step.cyclesFrom;
            byIpu.row(step.step, step.ipu, step.cyclesFrom - from, from, from, from, to, from + cycles,
                      from + cycles, cycles, step.activeTiles, nullptr, step.tileBalance,
                      array == arrayOf.end() ? std::nullopt : std::optional(array->second));
        }
        for (const ExecutionRun& run : m_profile.executionRuns) {
            const auto byIpus = [&](std::optional<uint64_t> RunOnIpu::*column) {
                std::vector<uint64_t> numbers;
                for (const RunOnIpu& each : m_profile.runsOnIpus) {
                    if (each.run == run.id && each.*column) {
                        numbers.push_back(*(each.*column));
                    }
                }
                return varints(numbers);
            };
            runTable.row(run.id, run.startUs.value_or(0), run.elapsedUs.value_or(0), run.name,
                         stepsOfRun[run.id], stepsOfRun[run.id], byIpus(&RunOnIpu::clockHz),
                         byIpus(&RunOnIpu::cyclesFrom), byIpus(&RunOnIpu::cyclesTo));
        }
        if (!m_profile.blocks.empty()) {
            auto blocks = m_tables.table("blocks", "tile INTEGER, cycles_from INTEGER, cycles_to INTEGER, "
                                                   "block_id INTEGER, type INTEGER");
            for (const ExecutionBlock& block : m_profile.blocks) {
                blocks.row(block.tile, block.cyclesFrom, block.cyclesTo, block.block,
                           static_cast<uint32_t>(block.type));
            }
        }
    }

    const Profile& m_profile;
    const PoplarVariant& m_variant;
    PoplarTables m_tables;
    PoplarSteps m_steps;
    std::vector<bool> m_alwaysLive; ///< by class
};

} // namespace

Outcome<Done> writePoplarProfile(const Profile& profile, const std::filesystem::path& path,
                                 const PoplarVariant& variant) {
    auto file = TRY(TemporaryFile::beside(path));
    if (auto written = PoplarWriter(profile, variant, file.path()).write(); !written) {
        return std::move(written).failure().inFile(path.string());
    }
    TRY(file.commit());
    return Done{};
}

} // namespace tileline
