// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stagecontents.h"

#include "core/layers/passes.h"
#include "core/memory/liveness.h"
#include "core/memory/origins.h"

#include <algorithm>
#include <functional>
#include <tuple>
#include <utility>

namespace tileline {

namespace {

/// The number of programs between two checks of the stop token.
constexpr size_t ProgramsBetweenPolls = 1024;

/// In a stage: the first entry that uses an item, and the first operation in that entry that uses the item.
struct FirstUse {
    LayerIndex entry{NoId};
    OperationIndex operation{NoId};

    bool any() const { return entry.value != NoId; }
    auto operator<=>(const FirstUse&) const = default;
};

/// Collects the items that a stage holds on some tiles.
class TileCollector {
public:
    TileCollector(const StageEstimator& estimator, const VariableRoles& roles, const PlacedStage& stage,
                  const TileSet& tiles, const std::vector<StepIndex>& steps)
        : m_index(estimator.index())
        , m_roles(roles)
        , m_profile(estimator.profile())
        , m_layers(estimator.layers())
        , m_stage(stage)
        , m_tiles(tiles)
        , m_steps(steps)
        , m_firstRow(m_profile.lowered.tileBegin[tiles.ranges().front().begin])
        , m_rows(m_profile.lowered.tileBegin[tiles.ranges().back().end] - m_firstRow)
        , m_programs(m_profile.programs.size()) {}

    Outcome<Done> findUses(const std::stop_token& stop) {
        // Layers::operations lists outlined code once for each call. The loop visits the programs and
        // variables of such code at most once for each entry.
        std::vector<LayerIndex> programsFrom(m_profile.operationDetails.size(), LayerIndex{NoId});
        std::vector<LayerIndex> rowsFrom = programsFrom;
        for (const bool tensors : {false, true}) {
            for (uint32_t i = 0; i < m_layers.operations.size(); ++i) {
                if (stop.stop_requested()) {
                    return Cancelled{};
                }
                const LayeredOperation& operation = m_layers.operations[i];
                if (operation.isTensor != tensors || !m_stage.holds(operation.layer, m_layers.last())) {
                    continue;
                }
                const size_t detail = operation.detail.index();
                // Within an entry, the first operation in the list that uses an item claims it. A tensor
                // claims an item only if no operation of the entry uses it.
                const auto claim = [&](FirstUse& use) {
                    if (operation.layer < use.entry) {
                        use = {operation.layer, {i}};
                    }
                };
                if (operation.layer < programsFrom[detail]) {
                    programsFrom[detail] = operation.layer;
                    for (const ProgramIndex program : m_profile.operationPrograms[detail]) {
                        claim(m_programs[program.index()]);
                    }
                }
                if (operation.inLayer() && operation.layer < rowsFrom[detail]) {
                    rowsFrom[detail] = operation.layer;
                    for (const LoweredIndex row : m_profile.operationVariables[detail]) {
                        // For a row before m_firstRow, the difference wraps around to a large number.
                        if (row.index() - m_firstRow < m_rows.size()) {
                            claim(m_rows[row.index() - m_firstRow]);
                        }
                    }
                }
            }
        }
        return Done{};
    }

    Outcome<Done> addVariables(const std::stop_token& stop) {
        const HeldRows held(m_index, m_stage);
        return forEachUsedRow(stop, [&](size_t row, size_t tile) {
            if (const auto live = held.liveAround(row, m_steps[tile])) {
                const Role role = m_roles.of({static_cast<uint32_t>(row)});
                addRow(StageCategory::Variables, role, row, 1, *live);
            }
        });
    }

    Outcome<Done> addPrograms(const std::stop_token& stop) {
        for (uint32_t i = 0; i < m_programs.size(); ++i) {
            if (i % ProgramsBetweenPolls == 0 && stop.stop_requested()) {
                return Cancelled{};
            }
            const ProgramIndex program{i};
            if (!m_programs[i].any()) {
                continue;
            }
            addCode(StageCategory::ExchangeCode, program,
                    m_tiles.sumOf(exchangeCodeOf(m_profile.programs[i])));
            if (countsControlCode(m_profile, program)) {
                addCode(StageCategory::ControlCode, program,
                        m_tiles.sumOf(m_profile.programs[i].controlCode));
            }
            if (const ComputeSet* const computeSet = executedComputeSet(m_profile, program)) {
                addVertices(*computeSet, m_programs[i]);
            }
        }
        return Done{};
    }

    Outcome<Done> addStash(const std::stop_token& stop) {
        if (m_stage.copies == 0) {
            return Done{};
        }
        StashedRows stashed = TRY(StashedRows::find(m_index, m_firstRow, m_rows.size(), stop));
        return forEachUsedRow(stop, [&](size_t row, size_t) {
            if (stashed.contains(row, m_stage)) {
                addRow(StageCategory::Stash, Role::Stashes, row, m_stage.copies, allSteps());
            }
        });
    }

    Outcome<Done> addAccumulators(const std::stop_token& stop) {
        if (!addsAccumulators(m_index, m_stage)) {
            return Done{};
        }
        return forEachUsedRow(stop, [&](size_t row, size_t) {
            if (const uint32_t factor = accumulatorFactor(m_index, row); factor > 0) {
                addRow(StageCategory::Accumulators, Role::Accumulators, row, 1, allSteps(), factor);
            }
        });
    }

    void addOthers(const StageTiles& estimate) {
        uint64_t stack = 0;
        uint64_t unowned = 0;
        uint64_t ioTiles = 0;
        m_tiles.forEach([&](uint32_t tile) {
            const CategoryBytes bytes = estimate.tile(tile);
            stack += std::min<uint64_t>(bytes.unowned, m_index.base->owned.fixed()[tile]);
            unowned += bytes.unowned;
            ioTiles += bytes.ioTiles;
        });
        const auto add = [&](StageCategory category, Role role, uint64_t bytes, bool isStack) {
            m_items.push_back(
                {.category = category, .role = role, .isStack = isStack, .bytes = bytes, .live = allSteps()});
        };
        add(StageCategory::Unowned, Role::Unowned, stack, true);
        add(StageCategory::Unowned, Role::Unowned, unowned - stack, false);
        add(StageCategory::IoTiles, Role::IoTiles, ioTiles, false);
    }

    std::vector<StageItem> items() && {
        std::erase_if(m_items, [](const StageItem& item) { return item.bytes == 0; });
        std::ranges::stable_sort(m_items, std::greater(), &StageItem::bytes);
        return std::move(m_items);
    }

private:
    /// The parts of a key, in order: the category; the role; the number of the variable, vertex type or
    /// program; the entry or the vertex size, or 0 to ignore such differences; the name of the lowered
    /// variable if it belongs to no known variable.
    using Key = std::tuple<StageCategory, Role, uint32_t, uint32_t, std::string>;

    /// Calls visit(row, tile) for each lowered variable that is on the tiles and that the stage uses.
    template <class Visit>
    Outcome<Done> forEachUsedRow(const std::stop_token& stop, const Visit& visit) const {
        const auto& begins = m_profile.lowered.tileBegin;
        for (const TileRange& range : m_tiles.ranges()) {
            for (size_t tile = range.begin; tile < range.end; ++tile) {
                if (stop.stop_requested()) {
                    return Cancelled{};
                }
                for (size_t row = begins[tile]; row < begins[tile + 1]; ++row) {
                    if (m_rows[row - m_firstRow].any()) {
                        visit(row, tile);
                    }
                }
            }
        }
        return Done{};
    }

    /// Returns the item that `key` identifies. If the item does not exist yet, it is added first.
    StageItem& item(Key key, FirstUse use, StepInterval live) {
        const StageCategory category = std::get<StageCategory>(key);
        const Role role = std::get<Role>(key);
        const auto [position, isNew] = m_positions.try_emplace(std::move(key), m_items.size());
        if (isNew) {
            m_items.push_back({.category = category, .role = role, .live = live});
        }
        StageItem& item = m_items[position->second];
        item.live = {std::min(item.live.start, live.start), std::max(item.live.end, live.end)};
        if (isNew || use < FirstUse{*item.entry, *item.operation}) {
            item.entry = use.entry;
            item.operation = use.operation;
        }
        return item;
    }

    /// Adds the bytes of lowered variable `row`, multiplied by `copies` and `factor`, to the item of its
    /// variable.
    void addRow(StageCategory category, Role role, size_t row, uint32_t copies, StepInterval live,
                uint32_t factor = 1) {
        const LoweredIndex index{static_cast<uint32_t>(row)};
        const VariableIndex variable = m_profile.lowered.variable[row];
        const bool known = variable.value != NoId;
        const FirstUse use = m_rows[row - m_firstRow];
        StageItem& held = item({category, role, variable.value, known ? 0 : use.entry.value,
                                known ? std::string() : m_profile.lowered.nameOf(index)},
                               use, live);
        if (!held.row) {
            held.row = index;
            held.variable = known ? std::optional(variable) : std::nullopt;
        }
        held.copies = copies;
        held.bytes += uint64_t{m_profile.lowered.bytes[row]} * copies * factor;
    }

    void addCode(StageCategory category, ProgramIndex program, uint64_t bytes) {
        if (bytes > 0) {
            StageItem& code =
                item({category, Role::Code, program.value, 0, {}}, m_programs[program.index()], allSteps());
            code.program = program;
            code.bytes += bytes;
        }
    }

    void addVertices(const ComputeSet& computeSet, FirstUse use) {
        for (const VertexInstances& vertices : computeSet.vertices) {
            const uint64_t count = m_tiles.sumOf(vertices.count);
            if (count == 0) {
                continue;
            }
            const VertexType& type = m_profile.vertexTypes[vertices.type.index()];
            // Vertex types of different sizes can share a name. They become one item, because the key
            // contains the first type that has the name.
            const uint32_t first = m_firstTypeOf.try_emplace(type.name, vertices.type.value).first->second;
            StageItem& state = item(
                {StageCategory::VertexState, Role::VertexState, first, use.entry.value, {}}, use, allSteps());
            state.vertex = vertices.type;
            state.instances += count;
            state.bytes += count * type.size;

            const uint32_t size = m_index.base->vertexKinds() == VertexKinds::ByName ? 0 : type.size;
            StageItem& code = item({StageCategory::VertexCode, Role::Code, first, size, {}}, use, allSteps());
            code.vertex = vertices.type;
            // The code of a vertex type is counted once on each tile that has vertices of this type.
            std::vector<uint32_t>& counted = m_countedCode[{first, size}];
            counted.resize(m_steps.size());
            m_tiles.forEach([&](uint32_t tile) {
                if (at(vertices.count, tile) > 0) {
                    const uint32_t bytes =
                        type.code ? at(m_profile.vertexCode[type.code->index()].bytes, tile) : 0;
                    code.bytes += uint64_t{bytes} - std::exchange(counted[tile], bytes);
                }
            });
        }
    }

    StepInterval allSteps() const { return {{0}, {m_profile.stepCount()}}; }

    const StageEstimator::Index& m_index;
    const VariableRoles& m_roles;
    const Profile& m_profile;
    const Layers& m_layers;
    PlacedStage m_stage;
    const TileSet& m_tiles;
    const std::vector<StepIndex>& m_steps; ///< by tile: the peak step of the tile
    size_t m_firstRow;
    std::vector<FirstUse> m_rows;     ///< by lowered variable, from m_firstRow
    std::vector<FirstUse> m_programs; ///< by program
    std::map<Key, size_t> m_positions;
    /// By name and size of vertices, as in addVertices(): the bytes of code already counted on each tile.
    std::map<std::pair<uint32_t, uint32_t>, std::vector<uint32_t>> m_countedCode;
    std::vector<StageItem> m_items;
    std::map<std::string_view, uint32_t> m_firstTypeOf; ///< by name: the first vertex type with this name
};

} // namespace

Outcome<std::vector<uint8_t>> rowsUsedBy(const StageEstimator& estimator, const PlacedStage& stage,
                                         const std::stop_token& stop) {
    const Profile& profile = estimator.profile();
    const size_t end = profile.lowered.tileBegin[estimator.tileCount()];
    std::vector<uint8_t> used(profile.lowered.size(), 0);
    for (const DetailIndex detail : detailsOf(estimator, stage, true)) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        for (const LoweredIndex row : profile.operationVariables[detail.index()]) {
            if (row.index() < end) { // rows at or after `end` belong to another replica
                used[row.index()] = 1;
            }
        }
    }
    return used;
}

Outcome<StashedRows> StashedRows::find(const StageEstimator::Index& index, size_t first, size_t count,
                                       const std::stop_token& stop) {
    StashedRows stashed(index);
    const EstimateBase& base = *index.base;
    if (base.entries && base.entries->passes().pivot()) {
        stashed.m_first = first;
        Workers alone(1);
        stashed.m_uses = TRY(findRowUses(*base.profile, *base.entries, first, count, alone, stop));
    }
    return stashed;
}

bool StashedRows::contains(size_t row, const PlacedStage& stage) {
    const Profile& profile = *m_index.base->profile;
    const VariableIndex variable = profile.lowered.variable[row];
    if (!m_uses || stage.copies == 0 || isAlwaysLive(profile, {static_cast<uint32_t>(row)}) ||
        (variable.value != NoId && !isActivationName(profile.variables[variable.index()].name))) {
        return false;
    }
    const auto position = static_cast<uint32_t>(row - m_first);
    const ActivationKind kind{profile.lowered.liveClass[row], m_uses->owner[position],
                              m_uses->tree.nodeOf({position})};
    const auto [found, isNew] = m_stages.try_emplace(kind);
    if (isNew && !m_uses->tree.users(kind.uses, UseTree::Forward).empty()) {
        found->second =
            stashedOn(profile, *m_index.base->entries, m_uses->tree, kind, m_index.options.recompute);
    }
    return std::ranges::any_of(found->second,
                               [&](const AddedTo& where) { return where.contains(stage.entries); });
}

bool addsAccumulators(const StageEstimator::Index& index, const PlacedStage& stage) {
    return index.additions && !index.additions->accumulators.empty() &&
           index.base->uses->weightsAreCertain() && accumulates(index, stage);
}

uint32_t accumulatorFactor(const StageEstimator::Index& index, size_t row) {
    const Profile& profile = *index.base->profile;
    const VariableIndex variable = profile.lowered.variable[row];
    if (variable.value == NoId || !index.base->uses->isWeight(variable) ||
        !isAlwaysLive(profile, {static_cast<uint32_t>(row)})) {
        return 0;
    }
    return index.options.accumulatorType == AccumulatorType::Float && index.base->uses->isHalf(variable) ? 2
                                                                                                         : 1;
}

Outcome<std::vector<HeldVariable>> stageVariables(const StageEstimator& estimator, const VariableRoles& roles,
                                                  StashedRows& stashed, const PlacedStage& stage,
                                                  const StageTiles& tiles, TileId peakTile,
                                                  const std::stop_token& stop) {
    const Profile& profile = estimator.profile();
    const LoweredVariables& lowered = profile.lowered;
    const StageEstimator::Index& index = estimator.index();
    const std::vector<uint8_t> used = TRY(rowsUsedBy(estimator, stage, stop));
    const bool accumulators = addsAccumulators(index, stage);
    const HeldRows heldRows(index, stage);

    std::map<std::tuple<StageCategory, Role, uint32_t, uint8_t>, size_t> positions;
    std::vector<HeldVariable> held;
    // By variable: the position in `held` of the item of the category Variables to which the variable's
    // previous row was added. The variable's next row nearly always belongs to the same item.
    std::vector<size_t> last(profile.variables.size(), NoId);
    for (uint32_t tile = 0; tile < tiles.size(); ++tile) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
            if (used[row] == 0) {
                continue;
            }
            const VariableIndex variable = lowered.variable[row];
            const uint8_t group = variable.value != NoId ? NoCategory : lowered.categoryOf(row);
            const auto positionOf = [&](StageCategory category, Role role) {
                const auto [position, isNew] =
                    positions.try_emplace({category, role, variable.value, group}, held.size());
                if (isNew) {
                    held.push_back({category, role, variable, group});
                }
                return position->second;
            };
            const auto addTo = [&](size_t position, uint64_t bytes) {
                held[position].bytes += bytes;
                held[position].peakBytes += tile == peakTile.value ? bytes : 0;
            };
            const auto add = [&](StageCategory category, Role role, uint64_t bytes) {
                addTo(positionOf(category, role), bytes);
            };
            const Role role = roles.of({static_cast<uint32_t>(row)});
            size_t position = variable.value == NoId ? NoId : last[variable.index()];
            if (position == NoId || held[position].role != role) {
                position = positionOf(StageCategory::Variables, role);
                if (variable.value != NoId) {
                    last[variable.index()] = position;
                }
            }
            addTo(position, heldRows.liveAround(row, tiles.peakStep[tile]) ? lowered.bytes[row] : 0);
            if (stashed.contains(row, stage)) {
                add(StageCategory::Stash, Role::Stashes, uint64_t{lowered.bytes[row]} * stage.copies);
            }
            if (const uint32_t factor = accumulators ? accumulatorFactor(index, row) : 0; factor > 0) {
                add(StageCategory::Accumulators, Role::Accumulators, uint64_t{lowered.bytes[row]} * factor);
            }
        }
    }
    return held;
}

Outcome<std::vector<StageItem>> stageContents(const StageEstimator& estimator, const VariableRoles& roles,
                                              const PlacedStage& stage, const StageTiles& estimate,
                                              const TileSet& tiles, const std::stop_token& stop) {
    if (tiles.empty()) {
        return std::vector<StageItem>{};
    }
    TileCollector collector(estimator, roles, stage, tiles, estimate.peakStep);
    TRY(collector.findUses(stop));
    TRY(collector.addVariables(stop));
    TRY(collector.addPrograms(stop));
    if (estimator.uses()) {
        TRY(collector.addStash(stop));
        TRY(collector.addAccumulators(stop));
        collector.addOthers(estimate);
    }
    return std::move(collector).items();
}

Outcome<std::vector<MapEntry>> stageLifetimes(const StageEstimator& estimator, const PlacedStage& stage,
                                              TileId tile, const std::stop_token& stop) {
    const Profile& profile = estimator.profile();
    const std::vector<uint8_t> used = TRY(rowsUsedBy(estimator, stage, stop));
    std::vector<MapEntry> entries;
    const HeldRows held(estimator.index(), stage);
    const auto end = static_cast<uint32_t>(profile.lowered.tileBegin[tile.index() + 1]);
    for (LoweredIndex row{static_cast<uint32_t>(profile.lowered.tileBegin[tile.index()])}; row.value < end;
         ++row.value) {
        if (used[row.index()] != 0) {
            for (const StepInterval& live : held.live(row.index())) {
                entries.push_back({row, NoId, live, live == StepInterval{{0}, {profile.stepCount()}}});
            }
        }
    }
    std::ranges::sort(entries, {}, [](const MapEntry& entry) {
        return std::tuple(!entry.alwaysLive, entry.live, entry.row);
    });
    return entries;
}

std::vector<bool> computeSetsUsedBy(const StageEstimator& estimator, const PlacedStage& stage) {
    const Profile& profile = estimator.profile();
    std::vector<bool> used(profile.computeSets.size());
    for (const DetailIndex detail : detailsOf(estimator, stage)) {
        for (const ProgramIndex program : profile.operationPrograms[detail.index()]) {
            if (const ComputeSet* const set = executedComputeSet(profile, program)) {
                used[static_cast<size_t>(set - profile.computeSets.data())] = true;
            }
        }
    }
    return used;
}

std::string nameOf(const Profile& profile, const StageItem& item) {
    if (item.variable) {
        return profile.variables[item.variable->index()].name;
    }
    if (item.row) {
        return profile.lowered.nameOf(*item.row);
    }
    if (item.vertex) {
        return profile.vertexTypes[item.vertex->index()].name;
    }
    return item.program ? profile.programs[item.program->index()].name : std::string();
}

std::string_view modulePathOf(const Layers& layers, const StageItem& item) {
    if (!item.operation) {
        return {};
    }
    const std::string_view name = layers.operations[item.operation->index()].name;
    const size_t slash = name.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

std::optional<SourceLocation> locationOf(const Profile& profile, const Layers& layers,
                                         const StageItem& item) {
    const std::optional<uint64_t> context =
        item.variable  ? profile.variables[item.variable->index()].debugContext
        : item.program ? profile.programs[item.program->index()].debugContext
                       : std::nullopt;
    return locationOf(profile, context,
                      item.operation ? std::optional(layers.operations[item.operation->index()].detail)
                                     : std::nullopt);
}

} // namespace tileline
