// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/compiledplan.h"

#include "core/estimate/stagecontents.h"
#include "core/execution/trace.h"
#include "core/layers/passes.h"
#include "core/memory/datavariables.h"
#include "core/memory/liveness.h"
#include "core/memory/operationtiles.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <tuple>
#include <unordered_map>
#include <utility>

namespace tileline {

namespace {

constexpr std::string_view StashMark = "Stashed___";
constexpr std::string_view RestoreMark = "Restored___";
/// If less than this percentage of the bytes is in variables whose names occur in the plan's profile, the
/// plan and the pipeline probably belong to different models.
constexpr uint64_t FewNames = 50;
/// The maximum number of IPUs of a compiled pipeline; no machine has more.
constexpr uint32_t MaxCompiledIpus = 1024;

/// A category of code or vertex state, and the member of OperationTiles that contains its bytes.
struct CodeCategory {
    StageCategory category;
    Role role;
    std::vector<uint64_t> OperationTiles::*tiles;
};
constexpr CodeCategory CodeCategories[] = {
    {StageCategory::VertexCode, Role::Code, &OperationTiles::vertexCode},
    {StageCategory::VertexState, Role::VertexState, &OperationTiles::vertexState},
    {StageCategory::ExchangeCode, Role::Code, &OperationTiles::exchangeCode},
    {StageCategory::ControlCode, Role::Code, &OperationTiles::controlCode},
};

/// For each tile of the compared IPUs: the bytes that do not depend on the step.
struct StaticTiles {
    OperationTiles code;
    std::vector<uint32_t> alwaysLive; ///< always-live bytes, as counted by Poplar; empty if unknown
    std::vector<uint32_t> total;      ///< all bytes, including gaps, as counted by Poplar; empty if unknown
    std::vector<uint64_t> exchange;   ///< bytes of code for exchanges between IPUs
};

/// The bytes of variables on one tile of a compiled pipeline.
struct TileBooks {
    uint64_t alwaysLive = 0; ///< bytes of the always-live variables that the comparison includes
    LiveChanges::Peak live;  ///< peak of the variables that are not always live
};

/// Reads the tiles of a compiled pipeline, and groups its lowered variables into slots. Each unlowered
/// variable has one slot. For lowered variables without an unlowered variable, each category has two slots:
/// the first for variables that are not always live, the second for always-live variables.
class CompiledTiles {
public:
    CompiledTiles(const Profile& profile, uint32_t ipus)
        : m_profile(profile)
        , m_data(profile)
        , m_tiles(size_t{ipus} * profile.target.tilesPerIpu)
        , m_used(profile.lowered.size(), profile.operations.empty() ? 1 : 0) {}

    Outcome<Done> prepare(const std::stop_token& stop) {
        for (const Operation& operation : m_profile.operations) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            for (const LoweredIndex row : m_profile.operationVariables[operation.detail.index()]) {
                m_used[row.index()] = 1;
            }
        }
        const OperationTilesEstimator estimator(m_profile, VertexKinds::ByName, m_tiles);
        const auto programAt = [](uint32_t i) { return ProgramIndex{i}; };
        m_statics.code = m_profile.operations.empty()
                             ? estimator.codeOf(mapped(m_profile.programs.size(), programAt), stop)
                             : estimator.codeOf(mapped(m_profile.operations, &Operation::detail), stop);
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        const auto column = [&](std::string_view name) {
            const TileMemoryCategory* const found = m_profile.findTileMemory(name);
            return found == nullptr ? std::vector<uint32_t>() : expanded(found->bytes, m_tiles);
        };
        m_statics.alwaysLive = column("alwaysLive");
        m_statics.total = column("total.includingGaps");
        m_statics.exchange.assign(m_tiles, 0);
        const auto addExchange = [&](const std::vector<uint32_t>& bytes) {
            std::transform(bytes.begin(), bytes.end(), m_statics.exchange.begin(), m_statics.exchange.begin(),
                           std::plus<uint64_t>());
        };
        const std::vector<uint32_t> code = column("category.globalExchangeCode");
        const std::vector<uint32_t> headers = column("category.globalExchangePacketHeader");
        addExchange(code);
        addExchange(headers);
        for (const Program& program : m_profile.programs) {
            if (code.empty() && headers.empty() && program.type == "GlobalExchange" &&
                !stop.stop_requested()) {
                addExchange(expanded(program.codeBytes, m_tiles));
            }
        }
        return Done{};
    }

    const StaticTiles& statics() const { return m_statics; }

    size_t slots() const {
        return m_profile.variables.size() + 2 * (m_profile.variableCategories.size() + 1);
    }
    bool isVariable(size_t slot) const { return slot < m_profile.variables.size(); }
    /// The name of the variable or category that a slot stands for; empty for variables without a category.
    std::string nameOf(size_t slot) const {
        if (isVariable(slot)) {
            return m_profile.variables[slot].name;
        }
        const size_t category = (slot - m_profile.variables.size()) / 2;
        return category < m_profile.variableCategories.size() ? m_profile.variableCategories[category].name
                                                              : std::string();
    }

    /// The bytes of variables on a tile. `changes` is scratch memory, which the caller can reuse.
    TileBooks books(size_t tile, LiveChanges& changes) const {
        TileBooks books;
        const LoweredVariables& lowered = m_profile.lowered;
        changes.clear();
        forEachRow(tile, [&](size_t row, bool alwaysLive) {
            if (alwaysLive) {
                books.alwaysLive += lowered.bytes[row];
                return;
            }
            for (const StepInterval& live : m_profile.equivalenceClasses[lowered.liveClass[row].index()]) {
                changes.add(live, live, lowered.bytes[row]);
            }
        });
        books.live = changes.peak();
        return books;
    }
    /// For each variable that is live on a tile in `step`, adds the variable's bytes to its slot.
    void addRows(size_t tile, StepIndex step, std::vector<uint64_t>& bySlot) const {
        const LoweredVariables& lowered = m_profile.lowered;
        forEachRow(tile, [&](size_t row, bool alwaysLive) {
            if (alwaysLive || isLive(m_profile, lowered.liveClass[row], step)) {
                bySlot[slotOf(row, alwaysLive)] += lowered.bytes[row];
            }
        });
    }
    /// By slot: the slot's first lowered variable that the comparison includes; NoId if there is none.
    Outcome<std::vector<uint32_t>> firstRows(const std::stop_token& stop) const {
        std::vector<uint32_t> first(slots(), NoId);
        for (size_t tile = 0; tile < m_tiles; ++tile) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            forEachRow(tile, [&](size_t row, bool alwaysLive) {
                uint32_t& known = first[slotOf(row, alwaysLive)];
                known = std::min(known, static_cast<uint32_t>(row));
            });
        }
        return first;
    }

private:
    /// Calls `each(row, alwaysLive)` for those lowered variables of a tile that the comparison includes. If
    /// the unowned bytes are known, the comparison leaves out always-live variables that no operation uses,
    /// because the unowned bytes already include those variables.
    template <class Each>
    void forEachRow(size_t tile, Each each) const {
        const LoweredVariables& lowered = m_profile.lowered;
        for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
            const LoweredIndex index{static_cast<uint32_t>(row)};
            const bool alwaysLive = isAlwaysLive(m_profile, index);
            if (m_data.contains(index) && (m_used[row] != 0 || !alwaysLive || m_statics.alwaysLive.empty())) {
                each(row, alwaysLive);
            }
        }
    }
    size_t slotOf(size_t row, bool alwaysLive) const {
        const LoweredVariables& lowered = m_profile.lowered;
        if (lowered.variable[row].value != NoId) {
            return lowered.variable[row].index();
        }
        const uint8_t category = lowered.categoryOf(row);
        const size_t number = category == NoCategory ? m_profile.variableCategories.size() : category;
        return m_profile.variables.size() + 2 * number + (alwaysLive ? 1 : 0);
    }

    const Profile& m_profile;
    DataVariables m_data;
    size_t m_tiles;
    std::vector<uint8_t> m_used; ///< by lowered variable: 1 if it counts as used by an operation
    StaticTiles m_statics;
};

/// The name and the classification that the comparison uses for a variable of the compiled pipeline.
struct MatchedName {
    std::string name;
    bool known = false; ///< whether the name occurs in the plan's profile
    std::optional<StageCategory> category;
    std::optional<Role> role;
};

/// Matches names of variables in the compiled profile with names in the plan's profile.
class Names {
public:
    /// `accumulatorsAdded` says whether the estimate includes accumulators that the plan's profile lacks. If
    /// a stop is requested during construction, some names are missing.
    Names(const Profile& profile, const VariableRoles& roles, bool accumulatorsAdded,
          const std::stop_token& stop)
        : m_accumulatorsAdded(accumulatorsAdded) {
        std::vector<uint8_t> seen(profile.variables.size(), 0);
        (void)tileline::forEachRow(profile, TileRange::ofModel(profile), stop, [&](LoweredIndex row) {
            const VariableIndex variable = profile.lowered.variable[row.index()];
            if (variable.value != NoId && std::exchange(seen[variable.index()], uint8_t{1}) == 0) {
                m_roles.try_emplace(profile.variables[variable.index()].name, roles.of(row));
            }
        });
    }

    /// Finds, in the plan's profile, the counterpart of a variable of the compiled pipeline. `name` and
    /// `role` are the variable's name and role in the compiled profile.
    MatchedName match(const std::string& name, Role role) const {
        if (const auto own = m_roles.find(name); own != m_roles.end()) {
            return {name, true, StageCategory::Variables, own->second};
        }
        if (const size_t mark = name.rfind(StashMark); mark != std::string::npos) {
            const std::string of = baseOf(name.substr(mark + StashMark.size()));
            return {of, m_roles.contains(of), StageCategory::Stash, Role::Stashes};
        }
        if (role == Role::Accumulators) {
            const std::string of(rootOfId(name));
            const bool known = m_roles.contains(of);
            return {known ? of : name, known,
                    m_accumulatorsAdded ? StageCategory::Accumulators : StageCategory::Variables, role};
        }
        const size_t restored = name.rfind(RestoreMark);
        const std::string of =
            baseOf(restored == std::string::npos ? name : name.substr(restored + RestoreMark.size()));
        const auto found = m_roles.find(of);
        return found == m_roles.end() ? MatchedName{name, false, StageCategory::Variables, role}
                                      : MatchedName{of, true, StageCategory::Variables, found->second};
    }

private:
    /// Removes a suffix such as "_c1" if the plan's profile has a variable with the shorter name.
    std::string baseOf(std::string name) const {
        if (m_roles.contains(name)) {
            return name;
        }
        const size_t last = name.find_last_not_of("0123456789");
        const bool copy = last != std::string::npos && last > 0 && last + 1 < name.size() &&
                          name[last] == 'c' && name[last - 1] == '_';
        if (copy && m_roles.contains(name.substr(0, last - 1))) {
            name.resize(last - 1);
        }
        return name;
    }

    std::unordered_map<std::string, Role> m_roles; ///< by variable name: the role in the plan's profile
    bool m_accumulatorsAdded;
};

/// Compares a plan with the profile of a compiled pipeline.
class Comparer {
public:
    Comparer(const StageEstimator& estimator, const PlanEstimate& estimate, const Profile& compiled,
             uint32_t compiledIpus, Workers& workers, const std::stop_token& stop)
        : m_estimator(estimator)
        , m_profile(estimator.profile())
        , m_estimate(estimate)
        , m_compiled(compiled)
        , m_compiledIpus(compiledIpus)
        , m_workers(workers)
        , m_stop(stop)
        , m_roles(estimator.profile(), estimator.layers())
        , m_names(estimator.profile(), m_roles,
                  estimator.uses() != nullptr && !estimator.uses()->hasAccumulators(), stop)
        , m_tiles(compiled, compiledIpus) {}

    Outcome<Done> prepare(const LayerOptions& layerOptions) {
        StashedRows stashed = TRY(StashedRows::find(
            m_estimator.index(), 0, m_profile.lowered.tileBegin[m_estimator.tileCount()], m_stop));
        for (uint32_t ipu = 0; ipu < m_estimate.stages.size(); ++ipu) {
            const PlacedStage& stage = m_estimate.placement.ipus[ipu];
            StageUse& use = m_stages.emplace_back();
            use.tiles = TRY(m_estimator.tilesPlaced(stage, m_workers, m_stop));
            use.held = TRY(stageVariables(m_estimator, m_roles, stashed, stage, use.tiles,
                                          m_estimate.stages[ipu].peakTile, m_stop));
            for (const HeldVariable& held : use.held) {
                std::vector<uint32_t>& ipus = m_ipusOf[nameOf(held)];
                if (ipus.empty() || ipus.back() != ipu) {
                    ipus.push_back(ipu);
                }
            }
        }
        TRY(m_tiles.prepare(m_stop));
        const LayersPtr layers = TRY(findLayers(m_compiled, layerOptions, m_stop));
        const VariableRoles roles(m_compiled, *layers);
        const std::vector<uint32_t> first = TRY(m_tiles.firstRows(m_stop));
        for (size_t slot = 0; slot < first.size(); ++slot) {
            if (first[slot] == NoId) {
                m_matched.emplace_back();
                continue;
            }
            const std::string name = m_tiles.nameOf(slot);
            const Role role = roles.of({first[slot]});
            m_matched.push_back(m_tiles.isVariable(slot) ? m_names.match(name, role)
                                                         : MatchedName{name, m_ipusOf.contains(name),
                                                                       StageCategory::Variables, role});
            if (!m_tiles.isVariable(slot) && name == "globalMessage") {
                m_matched.back().category.reset();
            }
        }
        return Done{};
    }

    Outcome<ComparedIpu> compare(uint32_t ipu, uint64_t limit) {
        ComparedIpu compared;
        compared.ipu = ipu;
        compared.limit = limit;
        Rows rows;
        if (ipu < m_stages.size()) {
            addEstimate(ipu, compared, rows);
        }
        if (ipu < m_compiledIpus) {
            TRY(addActual(ipu, compared, rows));
        }
        for (auto& [key, row] : rows) {
            if (row.all != ComparedBytes() || row.peak != ComparedBytes()) {
                compared.rows.push_back(std::move(row));
            }
        }
        std::ranges::stable_sort(compared.rows, std::greater(), [](const HeldDifference& row) {
            return std::pair(std::abs(row.peak.difference()), std::abs(row.all.difference()));
        });
        return compared;
    }

    /// Bytes of variables whose names occur in the plan's profile, in % of the bytes of all named variables.
    uint64_t knownPerCent() const {
        return m_namedBytes == 0 ? 100
                                 : static_cast<uint64_t>(100.0 * static_cast<double>(m_knownBytes) /
                                                         static_cast<double>(m_namedBytes));
    }

private:
    struct StageUse {
        std::vector<HeldVariable> held;
        StageTiles tiles;
    };
    using Key = std::tuple<std::optional<StageCategory>, std::optional<Role>, HoldCause, std::string>;
    using Rows = std::map<Key, HeldDifference>;

    static HeldDifference& rowOf(Rows& rows, HoldCause cause, std::optional<StageCategory> category,
                                 std::optional<Role> role, const std::string& name) {
        HeldDifference row{cause, category, role, name, {}, {}};
        return rows.try_emplace({category, role, cause, name}, std::move(row)).first->second;
    }

    std::string nameOf(const HeldVariable& held) const {
        if (held.variable.value != NoId) {
            return m_profile.variables[held.variable.index()].name;
        }
        return held.group == NoCategory ? std::string() : m_profile.variableCategories[held.group].name;
    }

    HoldCause causeOf(const MatchedName& matched, uint32_t ipu) const {
        if (!matched.category) {
            return HoldCause::InterIpuExchange;
        }
        const auto found = m_ipusOf.find(matched.name);
        if (found == m_ipusOf.end()) {
            return HoldCause::Unplanned;
        }
        const std::vector<uint32_t>& ipus = found->second;
        if (std::ranges::binary_search(ipus, ipu)) {
            return HoldCause::Estimated;
        }
        return ipus.front() < ipu && ipu < ipus.back() ? HoldCause::PassesThrough : HoldCause::OtherIpu;
    }

    void addEstimate(uint32_t ipu, ComparedIpu& compared, Rows& rows) const {
        const StageUse& use = m_stages[ipu];
        const StageEstimate& stage = m_estimate.stages[ipu];
        compared.planned = true;
        compared.estimatedTile = stage.peakTile;
        compared.estimatedStep = stage.peakStep;
        const auto add = [&](StageCategory category, Role role, const std::string& name, uint64_t all,
                             uint64_t peak) {
            HeldDifference& row = rowOf(rows, HoldCause::Estimated, category, role, name);
            row.all.estimated += static_cast<int64_t>(all);
            row.peak.estimated += static_cast<int64_t>(peak);
        };
        for (const HeldVariable& held : use.held) {
            add(held.category, held.role, nameOf(held), held.bytes, held.peakBytes);
        }
        const CategoryBytes peak = use.tiles.tile(stage.peakTile.index());
        const auto addStatic = [&](StageCategory category, Role role) {
            const auto bytes = infoOf(category).bytes;
            add(category, role, {}, stage.bytes.*bytes, peak.*bytes);
        };
        for (const CodeCategory& code : CodeCategories) {
            addStatic(code.category, code.role);
        }
        addStatic(StageCategory::Unowned, Role::Unowned);
        if (peak.ioTiles > 0) {
            add(StageCategory::IoTiles, Role::IoTiles, {}, 0, peak.ioTiles);
        }
    }

    Outcome<Done> addActual(uint32_t ipu, ComparedIpu& compared, Rows& rows) {
        const StaticTiles& statics = m_tiles.statics();
        const size_t count = m_compiled.target.tilesPerIpu;
        const size_t first = ipu * count;
        struct Tile {
            TileBooks books;
            int64_t code = 0; ///< bytes of code and vertex state
            int64_t exchange = 0;
            int64_t unowned = 0;
            int64_t total = 0;
            int64_t layout() const {
                return total - code - exchange - unowned -
                       static_cast<int64_t>(books.alwaysLive + books.live.bytes);
            }
        };
        std::vector<Tile> tiles(count);
        std::vector<std::vector<uint64_t>> sums(m_workers.count());
        const bool finished = m_workers.forEach(
            count, 8,
            [&](size_t begin, size_t end, size_t worker) {
                std::vector<uint64_t>& bySlot = sums[worker];
                bySlot.resize(m_tiles.slots());
                LiveChanges changes;
                for (size_t i = begin; i < end; ++i) {
                    const size_t tile = first + i;
                    Tile& at = tiles[i];
                    at.books = m_tiles.books(tile, changes);
                    m_tiles.addRows(tile, at.books.live.step, bySlot);
                    for (const CodeCategory& code : CodeCategories) {
                        at.code += static_cast<int64_t>((statics.code.*code.tiles)[tile]);
                    }
                    const auto own = at.code + static_cast<int64_t>(at.books.alwaysLive);
                    const int64_t rest =
                        statics.alwaysLive.empty() ? 0 : std::max<int64_t>(statics.alwaysLive[tile] - own, 0);
                    const auto exchange = static_cast<int64_t>(statics.exchange[tile]);
                    at.exchange = statics.alwaysLive.empty() ? exchange : std::min(exchange, rest);
                    at.unowned = statics.alwaysLive.empty() ? 0 : rest - at.exchange;
                    at.total = statics.total.empty() ? own + at.exchange + at.unowned +
                                                           static_cast<int64_t>(at.books.live.bytes)
                                                     : int64_t{statics.total[tile]};
                }
            },
            m_stop);
        if (!finished) {
            return Cancelled{};
        }
        const auto fullest =
            static_cast<size_t>(std::ranges::max_element(tiles, {}, &Tile::total) - tiles.begin());
        compared.compiled = true;
        compared.actualTile = {static_cast<uint32_t>(fullest)};
        compared.actualStep = tiles[fullest].books.live.step;

        std::vector<uint64_t> all(m_tiles.slots(), 0);
        for (const std::vector<uint64_t>& bySlot : sums) {
            for (size_t slot = 0; slot < bySlot.size(); ++slot) {
                all[slot] += bySlot[slot];
            }
        }
        std::vector<uint64_t> peak(all.size(), 0);
        m_tiles.addRows(first + fullest, compared.actualStep, peak);
        for (size_t slot = 0; slot < all.size(); ++slot) {
            if (all[slot] == 0) {
                continue;
            }
            const MatchedName& matched = m_matched[slot];
            const HoldCause cause = causeOf(matched, ipu);
            HeldDifference& row = rowOf(rows, cause, matched.category, matched.role, matched.name);
            row.all.actual += static_cast<int64_t>(all[slot]);
            row.peak.actual += static_cast<int64_t>(peak[slot]);
            m_namedBytes += m_tiles.isVariable(slot) ? all[slot] : 0;
            m_knownBytes += m_tiles.isVariable(slot) && matched.known ? all[slot] : 0;
        }
        const auto add = [&](HoldCause cause, std::optional<StageCategory> category, std::optional<Role> role,
                             const auto& bytesOf) {
            HeldDifference& row = rowOf(rows, cause, category, role, {});
            for (size_t i = 0; i < count; ++i) {
                row.all.actual += static_cast<int64_t>(bytesOf(i));
            }
            row.peak.actual += static_cast<int64_t>(bytesOf(fullest));
        };
        for (const CodeCategory& code : CodeCategories) {
            const std::vector<uint64_t>& bytes = statics.code.*code.tiles;
            add(HoldCause::Estimated, code.category, code.role, [&](size_t i) { return bytes[first + i]; });
        }
        add(HoldCause::Estimated, StageCategory::Unowned, Role::Unowned,
            [&](size_t i) { return tiles[i].unowned; });
        add(HoldCause::InterIpuExchange, {}, Role::Code, [&](size_t i) { return tiles[i].exchange; });
        add(HoldCause::Layout, {}, {}, [&](size_t i) { return tiles[i].layout(); });
        return Done{};
    }

    const StageEstimator& m_estimator;
    const Profile& m_profile;
    const PlanEstimate& m_estimate;
    const Profile& m_compiled;
    uint32_t m_compiledIpus;
    Workers& m_workers;
    const std::stop_token& m_stop;
    VariableRoles m_roles;
    Names m_names;
    CompiledTiles m_tiles;
    std::vector<StageUse> m_stages;
    std::unordered_map<std::string, std::vector<uint32_t>> m_ipusOf; ///< by name: the plan's IPUs holding it
    std::vector<MatchedName> m_matched;                              ///< by slot: its name in the comparison
    uint64_t m_namedBytes = 0;
    uint64_t m_knownBytes = 0;
};

/// The number of IPUs of one replica.
uint32_t ipusOf(const Target& target) {
    const uint32_t all = target.ipusOfTiles();
    const uint32_t replicas = std::max(target.numReplicas, 1U);
    return replicas > all ? all : all / replicas;
}

Result<Done> checkComparable(const PlanEstimate& estimate, const Profile& compiled) {
    if (compiled.lowered.size() == 0) {
        return Error{ErrorCode::NoLoweredVariables, compiled.path, {}, "lowered variables", "none"};
    }
    const uint32_t ipus = ipusOf(compiled.target);
    if (ipus == 0 || (ipus == 1 && estimate.stages.size() > 1)) {
        return Error{ErrorCode::BadArgument,
                     compiled.path,
                     "target",
                     "the profile of a pipeline of " + std::to_string(estimate.stages.size()) + " IPUs",
                     ipus == 0 ? "less than one IPU" : "a profile of one IPU",
                     "Open the profile of the pipeline that was compiled from the plan."};
    }
    if (ipus > MaxCompiledIpus) {
        return Error{ErrorCode::TooLarge, compiled.path, "target",
                     "at most " + std::to_string(MaxCompiledIpus) + " IPUs", std::to_string(ipus)};
    }
    return Done{};
}

/// Maps each number of runs to the total cycles of the programs that ran this many times on an IPU.
using CyclesByRuns = std::map<uint64_t, double>;

/// The greatest run count N in `cyclesOf` for which almost all cycles belong to run counts that are multiples
/// of N; see addStageCycles().
double repetitions(const CyclesByRuns& cyclesOf) {
    uint64_t best = 1;
    for (const auto& [runs, ignored] : cyclesOf) {
        double multiples = 0;
        double all = 0;
        for (const auto& [other, cycles] : cyclesOf) {
            multiples += other % runs == 0 ? cycles : 0;
            all += cycles;
        }
        best = multiples >= 0.95 * all ? runs : best;
    }
    return static_cast<double>(best);
}

/// The passes, as array indexes.
enum Pass : size_t { Forward, Backward, Update, PassCount };

} // namespace

std::string_view idOf(HoldCause cause) {
    constexpr std::array<std::string_view, 6> Ids{"estimated", "passes_through",     "other_ipu",
                                                  "unplanned", "inter_ipu_exchange", "layout"};
    return Ids[static_cast<size_t>(cause)];
}

std::string_view idOf(ComparisonNote::Kind kind) {
    constexpr std::array<std::string_view, 10> Ids{
        "more_ipus",           "fewer_ipus",          "replicas",
        "other_tiles",         "no_tile_memory",      "no_operations",
        "few_names_in_common", "no_estimated_cycles", "no_measured_cycles",
        "micro_batches"};
    return Ids[static_cast<size_t>(kind)];
}

std::string_view HeldDifference::categoryId() const {
    return category ? infoOf(*category).id : idOf(cause);
}

std::string_view HeldDifference::roleId() const {
    return role ? idOf(*role) : idOf(cause);
}

std::optional<double> ComparedIpu::error() const {
    const ComparedBytes bytes = peak();
    if (!planned || !compiled || bytes.actual <= 0) {
        return std::nullopt;
    }
    return static_cast<double>(bytes.difference()) / static_cast<double>(bytes.actual);
}

std::optional<size_t> CompiledComparison::fullestIpu() const {
    std::optional<size_t> fullest;
    for (size_t i = 0; i < ipus.size(); ++i) {
        if (ipus[i].error() && (!fullest || ipus[i].peak().actual > ipus[*fullest].peak().actual)) {
            fullest = i;
        }
    }
    return fullest;
}

std::optional<double> CompiledComparison::errorAtFullest() const {
    const auto fullest = fullestIpu();
    return fullest ? ipus[*fullest].error() : std::nullopt;
}

std::optional<double> CompiledComparison::meanError() const {
    double sum = 0;
    size_t count = 0;
    for (const ComparedIpu& ipu : ipus) {
        if (const auto error = ipu.error()) {
            sum += std::abs(*error);
            ++count;
        }
    }
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
}

Outcome<Done> CompiledComparison::addStageCycles(const std::optional<PipelineTime>& time,
                                                 const StagePlacement& placement, const ProfilePtr& compiled,
                                                 const LayersPtr& layers, const Passes& passes,
                                                 const std::stop_token& stop) {
    using Note = ComparisonNote::Kind;
    if (!time || !hasSource(*compiled, TraceSource::Measured)) {
        notes.push_back({time ? Note::NoMeasuredCycles : Note::NoEstimatedCycles, 0});
        return Done{};
    }
    // By program: bit 0 is set if an update runs it; bit 1 is set if another backward operation runs it.
    std::vector<uint32_t> backward(compiled->programs.size());
    for (size_t i = 0; i < layers->operations.size(); ++i) {
        for (const ProgramIndex program : compiled->operationPrograms[layers->operations[i].detail.index()]) {
            backward[program.index()] |= !passes.isBackward(i) ? 0U : passes.isUpdate(i) ? 1U : 2U;
        }
    }
    const auto trace = TRY(ExecutionTrace::find(compiled, layers, passes, TraceSource::Measured, stop));
    std::vector<std::array<double, PassCount>> sums(std::max<size_t>(compiledIpus, placement.ipus.size()));
    std::array<CyclesByRuns, 2> byRuns; // [0]: programs of micro-batches; [1]: programs of updates
    for (const TraceTrack& track : trace.tracks()) {
        if (track.run != 0 || track.ipu >= compiledIpus) {
            continue;
        }
        // How often program p ran and for how many cycles: [2p] in micro-batches, [2p + 1] in updates.
        std::vector<std::pair<uint64_t, double>> ran(2 * backward.size());
        for (const uint32_t row : trace.rowsOf(track)) {
            const StepMark mark = trace.markOf(row);
            const auto program = trace.steps().program(row);
            const auto cycles = static_cast<double>(trace.steps().length(row));
            if (cycles > 0 && program && mark.entry() &&
                (mark.kind() == StepKind::Compute || mark.kind() == StepKind::Exchange)) {
                const Pass pass = !mark.entry().isBackward()        ? Forward
                                  : backward[program->index()] == 1 ? Update
                                                                    : Backward;
                sums[track.ipu][pass] += cycles;
                auto& [runs, sum] = ran[2 * program->index() + (pass == Update ? 1 : 0)];
                ++runs;
                sum += cycles;
            }
        }
        for (size_t i = 0; i < ran.size(); ++i) {
            if (ran[i].first > 0) {
                byRuns[i % 2][ran[i].first] += ran[i].second;
            }
        }
    }
    const bool any = !byRuns[0].empty();
    const double batches = repetitions(byRuns[0]);
    const double updates = repetitions(byRuns[1]);
    notes.push_back({any ? Note::MicroBatches : Note::NoMeasuredCycles, static_cast<uint64_t>(batches)});
    for (uint32_t ipu = 0; any && ipu < placement.ipus.size(); ++ipu) {
        std::array<double, PassCount> estimated{};
        for (const uint32_t stage : placement.stagesOf(ipu)) {
            estimated[Forward] += time->stages[stage].forward;
            estimated[Backward] += time->stages[stage].backward + time->stages[stage].recompute;
            estimated[Update] += time->stages[stage].update;
        }
        const auto add = [&](std::string_view pass, double estimate, double measured) {
            if (estimate > 0 || measured > 0) {
                const bool known = ipu < compiledIpus;
                stages.push_back({ipu, pass, estimate, known ? std::optional(measured) : std::nullopt});
            }
        };
        const auto& sum = sums[ipu];
        add("forward", estimated[Forward], sum[Forward] / batches);
        add("backward", estimated[Backward], sum[Backward] / batches);
        add("total", estimated[Forward] + estimated[Backward], (sum[Forward] + sum[Backward]) / batches);
        add("update", estimated[Update], sum[Update] / updates);
    }
    return Done{};
}

Outcome<CompiledComparison> compareCompiled(const StageEstimator& estimator, const PlanEstimate& estimate,
                                            const MemoryLimits& memory, const Profile& compiled,
                                            Workers& workers, Progress progress,
                                            const std::stop_token& stop) {
    TRY(checkComparable(estimate, compiled));
    CompiledComparison comparison;
    comparison.plannedIpus = static_cast<uint32_t>(estimate.stages.size());
    comparison.compiledIpus = ipusOf(compiled.target);
    comparison.replicas = std::max(compiled.target.numReplicas, 1U);
    progress.report(Phase::Indexing, 0);
    Comparer comparer(estimator, estimate, compiled, comparison.compiledIpus, workers, stop);
    TRY(comparer.prepare(estimator.layers().options));
    const uint32_t ipus = std::max(comparison.plannedIpus, comparison.compiledIpus);
    for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
        progress.report(Phase::Indexing, (ipu + 1.0) / (ipus + 1.0));
        comparison.ipus.push_back(TRY(comparer.compare(ipu, memory.limitOf({ipu}))));
    }
    const auto note = [&](bool applies, ComparisonNote::Kind kind, uint64_t count = 0) {
        if (applies) {
            comparison.notes.push_back({kind, count});
        }
    };
    using Kind = ComparisonNote::Kind;
    note(comparison.compiledIpus > comparison.plannedIpus, Kind::MoreIpus, comparison.compiledIpus);
    note(comparison.compiledIpus < comparison.plannedIpus, Kind::FewerIpus, comparison.compiledIpus);
    note(comparison.replicas > 1, Kind::Replicas, comparison.replicas);
    note(compiled.target.tilesPerIpu != estimator.tileCount(), Kind::OtherTiles, compiled.target.tilesPerIpu);
    note(compiled.findTileMemory("total.includingGaps") == nullptr ||
             compiled.findTileMemory("alwaysLive") == nullptr,
         Kind::NoTileMemory);
    note(compiled.operations.empty(), Kind::NoOperations);
    note(comparer.knownPerCent() < FewNames, Kind::FewNamesInCommon, comparer.knownPerCent());
    return comparison;
}

} // namespace tileline
