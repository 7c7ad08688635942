// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/planwriter.h"

#include "app/generate/generatorrandom.h"
#include "app/generate/tilelayout.h"
#include "app/generate/tileledger.h"
#include "app/generate/tracewriter.h"
#include "core/profile/profilebuilder.h"

#include <algorithm>
#include <map>

namespace tileline {

namespace {

/// More lowered variables would need tens of gigabytes to write and to read.
constexpr uint64_t MaxLoweredVariables = uint64_t{1} << 26U;
/// Variables are spread over tiles in pieces of this many bytes.
constexpr uint64_t Grain = 8;

// Sizes in a tile's layout, in per cent of those in a plan, which give layers about the sizes of a real BERT.
constexpr uint32_t LaidOutVertexCode = 54;
constexpr uint32_t LaidOutExchangeCode = 9;
constexpr uint32_t LaidOutControlCode = 88;
/// The bytes of a category, in per cent of the bytes of its programs and vertex types.
constexpr uint32_t AllVertexCode = 137;
constexpr uint32_t AllExchangeCode = 156;
constexpr uint32_t AllControlCode = 233;
/// One in this many tiles is fuller than the others, by this factor.
constexpr uint32_t TilesPerFullTile = 41;
constexpr uint32_t FullTileFactor = 3;
/// The state of this many compute sets is one lowered variable.
constexpr size_t SetsPerState = 16;
constexpr uint32_t ExecutionRuns = 2;
/// A flag of lowered variables that need not be set.
constexpr uint32_t AlwaysLiveFlag = 4;

class PlanWriter {
public:
    PlanWriter(const ProfilePlan& plan, const ModelPreset& model, const GeneratorOptions& options,
               std::stop_token stop)
        : m_plan(plan)
        , m_model(model)
        , m_options(options)
        , m_stop(std::move(stop))
        , m_replicas(model.traits.tileLayout ? options.replicas : 1)
        , m_tilesPerReplica(model.tiles * model.traits.ipus)
        , m_tiles(m_tilesPerReplica * m_replicas)
        , m_ledger(m_tiles) {}

    Outcome<ProfilePtr> write() && {
        placeVariables();
        using Part = void (PlanWriter::*)();
        const std::vector<Part> parts{
            &PlanWriter::writeTarget,     &PlanWriter::spreadVariables, &PlanWriter::writeVertices,
            &PlanWriter::writeSteps,      &PlanWriter::writeClasses,    &PlanWriter::writeVariables,
            &PlanWriter::computeCode,     &PlanWriter::writeLowered,    &PlanWriter::writePrograms,
            &PlanWriter::writeTileMemory, &PlanWriter::writeOperations, &PlanWriter::writeCycles,
            &PlanWriter::writeExecution};
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

    bool layout() const { return m_model.traits.tileLayout; }

    /// A size, converted to a tile's layout.
    uint32_t sized(uint32_t bytes, uint32_t percent) const {
        return layout() ? std::max(bytes * percent / 100, std::min(bytes, 4U)) : bytes;
    }

    /// Copies the entries of the first replica to all others.
    void repeat(std::span<uint32_t> array) const {
        for (size_t tile = m_tilesPerReplica; tile < array.size(); ++tile) {
            array[tile] = array[tile - m_tilesPerReplica];
        }
    }

    /// Tile number `i` of a spread, in the first replica.
    uint32_t tileOf(TileSpread tiles, uint32_t i) const {
        return tiles.ipu * m_model.tiles + (tiles.first + i) % m_model.tiles;
    }
    /// The position of a tile in a spread; `count` or more if the tile is not part of it.
    uint32_t positionOf(TileSpread tiles, uint32_t tile) const {
        const uint32_t own = tile % m_model.tiles;
        return tile / m_model.tiles != tiles.ipu
                   ? tiles.count
                   : (own >= tiles.first ? own : own + m_model.tiles) - tiles.first;
    }

    /// A by-tile array over `tiles`, or all tiles, with values around `mean` in multiples of `unit`.
    ByTile around(std::optional<TileSpread> tiles, uint32_t mean, uint32_t unit, uint64_t salt) {
        const uint32_t count = tiles ? tiles->count : m_tiles;
        const uint32_t first = tiles ? tiles->first : 0;
        const uint32_t begin = tiles ? tiles->ipu * m_model.tiles : 0;
        const uint32_t limit = tiles ? m_model.tiles : m_tiles;
        std::vector<uint32_t> array(m_replicas > 1 ? m_tiles : begin + std::min(first + count, limit));
        const uint64_t base = mixBits(m_options.seed ^ mixBits(salt));
        for (uint32_t i = first; i < first + count; ++i) {
            const uint32_t tile = i < limit ? i : i - limit;
            const auto variation = static_cast<uint32_t>(mixBits(base + tile) & 127U);
            const uint32_t value = (mean * (192 + variation)) >> 8U;
            array[begin + tile] = std::max(value / unit * unit, unit);
        }
        repeat(array);
        return m_builder.storeByTile(array);
    }

    /// 1 on two thirds of the tiles, because a real compute set leaves many tiles idle.
    ByTile someTiles(TileSpread tiles, uint64_t salt) {
        std::vector<uint32_t> array(m_tiles);
        for (uint32_t i = 0; i < tiles.count; ++i) {
            array[tileOf(tiles, i)] = mixBits(salt + i) % 3 == 0 ? 0 : 1;
        }
        repeat(array);
        return m_builder.storeByTile(array);
    }

    void placeVariables() {
        uint64_t next = 0;
        for (const ProfilePlan::Variable& variable : m_plan.variables) {
            m_firstLowered.push_back(static_cast<uint32_t>(next));
            next += variable.tiles.count;
        }
        if (next * m_replicas > MaxLoweredVariables) {
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
        if (layout()) {
            m_builder.addMeta("date_time", "2026-01-01 00:00:00");
            m_builder.addEngineOption({"autoReport.outputLoweredVars", "true", false});
            m_builder.addEngineOption({"debug.allowOutOfMemory", "true", false});
            m_builder.addEngineOption({"opt.maxComputeSetSize", "0", true});
            m_builder.addCompilePhase({"lowering", 1000, 250000});
            m_builder.addCompilePhase({"allocation", 251000, 4000000});
        }
        Target target;
        target.architecture = "ipu2";
        target.tilesPerIpu = m_model.tiles;
        target.numIpus = m_model.traits.ipus * m_replicas;
        target.numTiles = m_tilesPerReplica * m_options.replicas;
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
            const auto weight = [&](uint32_t k) {
                const bool full = m_model.traits.unevenTiles &&
                                  mixBits(m_options.seed + tileOf(variable.tiles, k)) % TilesPerFullTile == 0;
                return (14 + (mixBits(i * 4096 + k / 4) & 3U)) * (full ? FullTileFactor : 1);
            };
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
                tiles.resize(m_tiles);
                for (uint32_t i = 0; i < vertices.tiles.count; ++i) {
                    tiles[tileOf(vertices.tiles, i)] = true;
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
        const uint32_t bytes =
            sized(static_cast<uint32_t>(300 + hashText(name) % 1700), LaidOutVertexCode) / 4 * 4;
        std::vector<uint32_t> entries(tiles.size());
        for (size_t tile = 0; tile < tiles.size(); ++tile) {
            entries[tile] = tiles[tile % m_tilesPerReplica] ? bytes : 0;
        }
        const ByTile array = m_builder.storeByTile(entries);
        m_ledger.vertexCode.add(array);
        m_vertexCode.emplace_back(name, array);
        keep(m_builder.addVertexCode(name, array));
    }

    void writeComputeSet(uint32_t index) {
        const ProfilePlan::ComputeSet& set = m_plan.computeSets[index];
        keep(m_builder.addComputeSet(index, set.name));
        for (const ProfilePlan::Vertices& vertices : set.vertices) {
            const uint64_t salt = hashText("vertices") + index * 64 + vertices.type;
            const ByTile count = layout() ? someTiles(vertices.tiles, salt)
                                          : around(vertices.tiles, vertices.instances, 1, salt);
            m_state.emplace_back(m_plan.vertexTypes[vertices.type].size, count);
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
            keep(m_builder.addStep(m_plan.steps[step], bytes * m_replicas));
        }
    }

    /// Gives variables that are live in the same steps the same class.
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
        if (layout()) {
            const std::vector<StepInterval> all{{{0}, end}};
            const auto [entry, isNew] = classes.try_emplace(all, static_cast<uint32_t>(classes.size() + 1));
            m_alwaysLiveClass = entry->second;
            if (isNew) {
                keep(m_builder.addEquivalenceClass(m_alwaysLiveClass, std::vector<uint32_t>{0, end.value}));
            }
            keep(m_builder.addEquivalenceClass(UnallocatedClass, {}));
        }
    }

    void writeVariables() {
        for (size_t i = 0; i < m_plan.variables.size(); ++i) {
            const ProfilePlan::Variable& planned = m_plan.variables[i];
            if (planned.nameless) {
                continue;
            }
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
        if (layout()) {
            // Collective names, as in Poplar, which have no lowered variables.
            for (const char* name : {"stack", "<anon>"}) {
                Variable variable;
                variable.id = static_cast<uint32_t>(m_plan.variables.size()) + (*name == 's' ? 0 : 1);
                variable.name = name;
                keep(m_builder.addVariable(std::move(variable)));
            }
            for (uint32_t i = 0; i < PoplarCategories.size(); ++i) {
                keep(m_builder.addVariableCategory(i, std::string(PoplarCategories[i])));
            }
        }
    }

    /// The lowered variables of one tile, as columns.
    struct TileRows {
        std::vector<uint32_t> id;
        std::vector<uint32_t> bytes;
        std::vector<uint32_t> liveClass;
        std::vector<uint32_t> owner;
        std::vector<uint32_t> address;
        std::vector<uint32_t> category;
        std::vector<uint32_t> flags;
        std::vector<uint32_t> nameBase;
        std::vector<uint32_t> nameVertexField;
        std::vector<uint32_t> nameSuffix;
    };

    void writeLowered() {
        m_builder.reserveLowered(m_loweredBytes.size());
        LivePeak peak(m_plan.steps.size());
        m_nextLowered = m_firstLowered.back() * m_replicas;
        for (uint32_t tile = 0; tile < m_tiles && !m_stop.stop_requested(); ++tile) {
            TileRows rows;
            std::vector<LaidOutVariable> laidOut;
            for (uint32_t i = 0; i < m_plan.variables.size(); ++i) {
                const ProfilePlan::Variable& variable = m_plan.variables[i];
                const uint32_t position = positionOf(variable.tiles, tile % m_tilesPerReplica);
                if (position >= variable.tiles.count) {
                    continue;
                }
                const uint32_t planned = m_firstLowered[i] + position;
                rows.id.push_back(tile / m_tilesPerReplica * m_firstLowered.back() + planned);
                rows.bytes.push_back(m_loweredBytes[planned]);
                rows.liveClass.push_back(m_classOf[i]);
                rows.owner.push_back(variable.nameless ? NoId : i);
                if (variable.alwaysLive) {
                    m_ledger.alwaysLive.add(tile, rows.bytes.back());
                } else {
                    peak.add(variable.live, rows.bytes.back());
                }
                if (layout()) {
                    laidOut.push_back({rows.bytes.back(), poplarCategory(variable.category),
                                       variable.alwaysLive, variable.live});
                    nameRow(rows, variable.nameless ? "" : variable.name + "#", NoId,
                            variable.nameless ? "" : std::to_string(position));
                }
            }
            m_ledger.notAlwaysLive.add(tile, peak.take());
            if (layout()) {
                layOutTile(tile, rows, laidOut);
            }
            keep(m_builder.addLoweredVariables(
                {tile}, {rows.id, rows.bytes, rows.liveClass, rows.owner, rows.address, rows.category,
                         rows.flags, rows.nameBase, rows.nameVertexField, rows.nameSuffix}));
        }
    }

    void nameRow(TileRows& rows, const std::string& base, uint32_t vertexField, const std::string& suffix) {
        const auto number = [&](const std::string& text) {
            const auto [entry, isNew] = m_strings.try_emplace(text, 0);
            if (isNew) {
                entry->second = m_builder.addLoweredString(text);
            }
            return entry->second;
        };
        rows.nameBase.push_back(number(base));
        rows.nameVertexField.push_back(vertexField);
        rows.nameSuffix.push_back(suffix.empty() ? NoId : number(suffix));
    }

    /// Adds the variables that no operation owns, and gives everything on the tile an address.
    void layOutTile(uint32_t tile, TileRows& rows, std::vector<LaidOutVariable>& laidOut) {
        const auto add = [&](std::string_view category, uint64_t bytes, const std::string& base,
                             uint32_t vertexField = NoId, const std::string& suffix = {}) {
            rows.id.push_back(m_nextLowered++);
            rows.bytes.push_back(static_cast<uint32_t>(bytes));
            rows.liveClass.push_back(m_alwaysLiveClass);
            rows.owner.push_back(NoId);
            laidOut.push_back({rows.bytes.back(), poplarCategory(category), true, {}});
            nameRow(rows, base, vertexField, suffix);
            m_ledger.alwaysLive.add(tile, bytes);
        };
        add("stack", 2176, "stack");
        add("controlId", 4, "programId#", NoId, std::to_string(tile));
        for (const auto& [name, code] : m_vertexCode) {
            if (code[tile] > 0) {
                add("vertexCode", code[tile], ".text.", NoId, name);
            }
        }
        const auto more = [](uint64_t bytes, uint32_t percent) {
            return bytes * (percent - 100) / 100 / 4 * 4;
        };
        add("vertexCode", more(m_ledger.vertexCode.at(tile), AllVertexCode), ".text.poplar_start");
        for (size_t i = 0; i < m_state.size(); i += SetsPerState) {
            uint64_t bytes = 0;
            for (size_t k = i; k < std::min(i + SetsPerState, m_state.size()); ++k) {
                bytes += uint64_t{m_state[k].first} * tileline::at(m_state[k].second, tile);
            }
            if (bytes > 0) {
                add("vertexInstanceState", bytes, "");
            }
        }
        const uint64_t control = m_ledger.controlCode.at(tile) + m_ledger.parentControlCode.at(tile);
        add("controlCode", control, ".text.supervisor");
        add("controlCode", more(control, AllControlCode), "");
        const uint64_t exchange = m_ledger.exchangeCode.at(tile);
        add("internalExchangeCode", exchange, ".text.exchange");
        add("internalExchangeCode", more(exchange, AllExchangeCode), "");
        add("hostExchangeCode", 40 + mixBits(tile) % 20 * 4, "");
        for (uint32_t field = 0; field < 3; ++field) {
            add("vertexFieldData", 24 + mixBits(tile + field) % 40 * 4, "_vector", field,
                std::to_string(tile));
        }
        const TileMemory memory = layOut(laidOut, Target().bytesPerTile);
        for (const LaidOutVariable& variable : laidOut) {
            rows.address.push_back(variable.address);
            rows.category.push_back(variable.category);
            rows.flags.push_back(flagsOf(variable));
        }
        // A variable that is not allocated has a size, but no other meaningful value.
        rows.id.push_back(m_nextLowered++);
        rows.bytes.push_back(12);
        rows.liveClass.push_back(UnallocatedClass);
        rows.owner.push_back(NoId);
        rows.address.push_back(NoId);
        rows.category.push_back(poplarCategory("constant"));
        rows.flags.push_back(LoweredFlag::Constant);
        nameRow(rows, "", NoId, "");
        keepMemory(tile, memory);
    }

    static uint32_t flagsOf(const LaidOutVariable& variable) {
        const std::string_view category = PoplarCategories[variable.category];
        const uint32_t interleaved =
            variable.address >= InterleavedMemoryStart ? LoweredFlag::Interleaved : 0;
        if (category == "vertexCode") {
            return LoweredFlag::Allocated | LoweredFlag::Executable | LoweredFlag::VertexCode | interleaved;
        }
        if (category.ends_with("Code")) {
            return LoweredFlag::Allocated | LoweredFlag::Executable | interleaved;
        }
        return LoweredFlag::Allocated | LoweredFlag::UsedByVertices | interleaved;
    }

    void keepMemory(uint32_t tile, const TileMemory& memory) {
        const auto set = [&](const std::string& category, uint64_t bytes) {
            std::vector<uint32_t>& column = m_layout[category];
            column.resize(m_tiles);
            column[tile] += static_cast<uint32_t>(bytes);
        };
        set("total.excludingGaps", memory.total);
        set("total.includingGaps", memory.includingGaps);
        uint64_t sets = 0;
        for (const char* category : {"vertexInstanceState", "vertexFieldData"}) {
            for (const auto& [separate, overlapped] : memory.parts[poplarCategory(category)]) {
                sets += separate + overlapped;
            }
        }
        set("computeSets", sets);
        set("alwaysLive", m_ledger.alwaysLive.at(tile));
        set("notAlwaysLive", m_ledger.notAlwaysLive.at(tile));
        for (size_t region = 0; region < MemoryRegions.size(); ++region) {
            set("region." + std::string(MemoryRegions[region]), memory.regions[region]);
        }
        for (size_t i = 0; i < PoplarCategories.size(); ++i) {
            const std::string category = "category." + std::string(PoplarCategories[i]);
            for (size_t region = 0; region < MemoryRegions.size(); ++region) {
                const auto& parts = memory.parts[i][region];
                const std::string name = category + "." + std::string(MemoryRegions[region]);
                set(category, parts[0] + parts[1]);
                set(name + ".nonOverlapped", parts[0]);
                set(name + ".overlapped", parts[1]);
            }
        }
    }

    void computeCode() {
        m_controlCode.resize(m_plan.programs.size());
        m_exchangeCode.resize(m_plan.programs.size());
        m_written.resize(m_plan.programs.size());
        for (uint32_t i = 0; i < m_plan.programs.size(); ++i) {
            controlCode(i);
            const ProfilePlan::Program& program = m_plan.programs[i];
            if (program.codeBytes > 0) {
                m_exchangeCode[i] = around(program.tiles, sized(program.codeBytes, LaidOutExchangeCode), 4,
                                           hashText("exchange") + i);
                m_ledger.exchangeCode.add(m_exchangeCode[i]);
            }
        }
    }

    void writePrograms() {
        reservePrograms();
        for (uint32_t i = 0; i < m_plan.programs.size() && !m_stop.stop_requested(); ++i) {
            writeProgram(i);
        }
        for (const uint32_t root : m_plan.roots) {
            m_builder.addRootProgram(root);
        }
        for (uint32_t i = 0; i < m_plan.functions.size() && m_model.traits.layerFunction; ++i) {
            m_builder.addFunctionProgram(i, m_plan.functions[i]);
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

    /// The control code of a program, including that of its children. The tree is only a few levels deep.
    ByTile controlCode(uint32_t index) {
        if (m_written[index]) {
            return m_controlCode[index];
        }
        const ProfilePlan::Program& program = m_plan.programs[index];
        const auto tiles = program.children.empty() ? std::optional(program.tiles) : std::nullopt;
        const ByTile own =
            around(tiles, sized(program.controlBytes, LaidOutControlCode), 4, hashText("control") + index);
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
        std::vector<uint32_t> sum = expanded(own, m_tiles);
        for (const uint32_t child : children) {
            const std::vector<uint32_t> code = expanded(controlCode(child), m_tiles);
            std::transform(sum.begin(), sum.end(), code.begin(), sum.begin(), std::plus<>());
        }
        return m_builder.storeByTile(sum);
    }

    void appendLowered(uint32_t variable, std::vector<uint32_t>& ids) const {
        for (uint32_t replica = 0; replica < m_replicas; ++replica) {
            for (uint32_t id = m_firstLowered[variable]; id < m_firstLowered[variable + 1]; ++id) {
                ids.push_back(replica * m_firstLowered.back() + id);
            }
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
        program.codeBytes = m_exchangeCode[index];
        program.repeatCount = planned.repeatCount;
        program.function = planned.function;
        std::vector<uint32_t> ids;
        for (const uint32_t variable : planned.variables) {
            appendLowered(variable, ids);
        }
        keep(m_builder.addProgram(std::move(program), planned.computeSet, planned.children, ids));
    }

    void writeTileMemory() {
        for (const auto& [category, bytes] : m_layout) {
            keep(m_builder.addTileMemory(category, m_builder.storeByTile(bytes)));
        }
        if (layout()) {
            return;
        }
        for (const TileLedger::Category& category : m_ledger.categories(m_options.seed)) {
            keep(m_builder.addTileMemory(category.name, m_builder.storeByTile(category.bytes)));
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
        std::sort(ids.begin(), ids.end());
        keep(m_builder.addOperationDetail(std::move(detail), operation.programs, ids));
    }

    /// The cycles of a program on each tile of an IPU.
    ByTile cyclesOf(uint32_t program, uint32_t ipu, uint64_t salt) {
        const TileSpread tiles = m_plan.programs[program].tiles;
        std::vector<uint32_t> cycles(m_model.tiles);
        for (uint32_t i = 0; i < tiles.count && ipu % m_model.traits.ipus == tiles.ipu; ++i) {
            cycles[(tiles.first + i) % m_model.tiles] =
                100 + static_cast<uint32_t>(mixBits(salt + program * 64 + i / 4) % 900);
        }
        return m_builder.storeByTile(cycles);
    }

    void writeCycles() {
        for (uint32_t i = 0; i < m_plan.programs.size() && (layout() || m_model.traits.estimatedTrace) &&
                             !m_stop.stop_requested();
             ++i) {
            const std::string& type = m_plan.programs[i].type;
            if (type != "OnTileExecute" && type != "DoExchange" && type != "StreamCopyMid") {
                continue;
            }
            for (uint32_t ipu = 0; ipu < m_model.traits.ipus * m_replicas; ++ipu) {
                keep(m_builder.addEstimatedCycles(i, ipu, cyclesOf(i, ipu, 1)));
            }
        }
    }

    /// Runs that execute all liveness steps once, each after a synchronisation.
    void writeExecution() {
        if (m_model.traits.measuredTrace || m_model.traits.blockTrace) {
            keep(writeTraces(m_builder, m_plan, m_model, m_stop));
            return;
        }
        uint32_t number = 0;
        for (uint32_t run = 0; run < ExecutionRuns && layout() && !m_stop.stop_requested(); ++run) {
            keep(m_builder.addExecutionRun(run, "Engine::run #" + std::to_string(run)));
            uint64_t now = 0;
            const auto add = [&](std::optional<uint32_t> program) {
                uint64_t longest = 40;
                for (uint32_t ipu = 0; ipu < m_model.traits.ipus * m_replicas; ++ipu) {
                    ExecutionStep step;
                    step.run = run;
                    step.step = number;
                    step.ipu = ipu;
                    step.cyclesFrom = now;
                    step.cyclesTo = now + longest;
                    if (program) {
                        const ByTile array = cyclesOf(*program, ipu, 2 + run);
                        const std::vector<uint32_t> cycles = expanded(array, array.size() + 1); // not empty
                        longest = std::max<uint64_t>(1, *std::max_element(cycles.begin(), cycles.end()));
                        step.cyclesTo = now + longest;
                        step.activeTiles = static_cast<uint32_t>(
                            std::count_if(cycles.begin(), cycles.end(), [](uint32_t n) { return n > 0; }));
                        step.tileBalance = 0.5;
                        keep(m_builder.addMeasuredCycles(number, ipu, array));
                    }
                    keep(m_builder.addExecutionStep(step, program));
                }
                now += 1000;
                ++number;
            };
            add({});
            for (const uint32_t program : m_plan.steps) {
                add(program);
            }
        }
    }

    /// The class of variables that are not allocated. It is live in no step.
    static constexpr uint32_t UnallocatedClass = 0;

    const ProfilePlan& m_plan;
    const ModelPreset& m_model;
    const GeneratorOptions& m_options;
    std::stop_token m_stop;
    ProfileBuilder m_builder;
    std::optional<Error> m_error;
    uint32_t m_replicas; ///< replicas with data: only the first, unless tiles are laid out
    uint32_t m_tilesPerReplica;
    uint32_t m_tiles; ///< tiles with data
    TileLedger m_ledger;
    std::vector<uint32_t> m_firstLowered; ///< by variable, with one more entry for the end
    std::vector<uint32_t> m_loweredBytes; ///< by lowered variable
    std::vector<uint32_t> m_classOf;      ///< by variable
    std::vector<ByTile> m_controlCode;    ///< by program
    std::vector<ByTile> m_exchangeCode;   ///< by program
    std::vector<bool> m_written;          ///< by program: whether its control code was computed
    std::vector<std::pair<std::string, ByTile>> m_vertexCode; ///< by name
    std::vector<std::pair<uint32_t, ByTile>> m_state;         ///< by compute set and type: size and instances
    uint32_t m_alwaysLiveClass = 0;
    uint32_t m_nextLowered = 0; ///< the next id that no planned lowered variable has
    std::map<std::string, uint32_t, std::less<>> m_strings;             ///< the parts of names
    std::map<std::string, std::vector<uint32_t>, std::less<>> m_layout; ///< categories of tile memory
};

} // namespace

Outcome<ProfilePtr> writePlan(const ProfilePlan& plan, const ModelPreset& model,
                              const GeneratorOptions& options, std::stop_token stop) {
    return PlanWriter(plan, model, options, std::move(stop)).write();
}

} // namespace tileline
