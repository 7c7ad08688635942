// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/pipelineuses.h"

#include "core/base/printable.h"
#include "core/base/sequences.h"
#include "core/layers/passes.h"
#include "core/memory/liveness.h"
#include "core/memory/roles.h"

#include <algorithm>
#include <map>
#include <unordered_map>

namespace tileline {

namespace {

/// The sums over all tiles that one thread processes.
struct Totals {
    std::vector<uint64_t> alwaysLiveByNode;
    std::unordered_map<uint64_t, uint64_t> weightBytes; ///< key: variable and node of PipelineUses::tree()
};

/// The bytes of one kind of variables on a tile. The bytes are collected before the kinds are numbered.
template <class Kind>
struct Found {
    Kind kind;
    uint32_t bytes = 0;
};
using FoundActivation = Found<ActivationKind>;
using FoundState = Found<std::pair<VariableIndex, uint32_t>>; ///< variable and node of PipelineUses::tree()

/// Whether `type` is PopART's or Poplar's name for half precision. A missing type counts as half precision,
/// so that the estimate is not too low if a half-precision weight has a float accumulator.
bool isHalfType(std::string_view type) {
    const std::string lower = lowerCase(type);
    return type.empty() || lower == "float16" || lower == "half";
}

} // namespace

bool crosses(const Profile& profile, ClassIndex liveClass, std::optional<StepIndex> step) {
    if (!step) {
        return false;
    }
    const auto intervals = profile.equivalenceClasses[liveClass.index()];
    // The intervals are disjoint, so only the last interval that begins before `step` can contain `step`.
    const auto next = std::ranges::lower_bound(intervals, *step, {}, &StepInterval::start);
    return next != intervals.begin() && *step < (next - 1)->end;
}

std::vector<uint32_t> UseTree::users(uint32_t set, Use use) const {
    std::vector<uint32_t> entries;
    for (; set != 0; set = node(set).parent) {
        if (const uint32_t label = node(set).label; label % LabelsPerEntry == use) {
            entries.push_back(label / LabelsPerEntry);
        }
    }
    std::ranges::reverse(entries);
    return entries;
}

std::vector<uint32_t> UseTree::entriesOf(uint32_t set) const {
    std::vector<uint32_t> entries;
    for (; set != 0; set = node(set).parent) {
        if (const uint32_t entry = node(set).label / LabelsPerEntry;
            entries.empty() || entries.back() != entry) {
            entries.push_back(entry);
        }
    }
    std::ranges::reverse(entries);
    return entries;
}

std::vector<uint8_t> UseTree::usedForward() const {
    std::vector<uint8_t> used(nodeCount(), 0);
    for (uint32_t i = 1; i < used.size(); ++i) {
        used[i] = node(i).label % LabelsPerEntry == Forward ? 1 : used[node(i).parent];
    }
    return used;
}

Outcome<RowUses> findRowUses(const Profile& profile, const PipelineEntries& entries, size_t first,
                             size_t count, Workers& workers, const std::stop_token& stop) {
    const auto& operations = entries.layers()->operations;
    RowUses uses{UseTree(count), std::vector<uint32_t>(count, RowUses::Unused)};
    const auto forEachRow = [&](DetailIndex detail, const auto& visit) {
        for (const LoweredIndex row : profile.operationVariables[detail.index()]) {
            if (row.index() - first < count) { // for rows before `first`, the unsigned difference is huge
                visit(static_cast<uint32_t>(row.index() - first));
            }
        }
    };
    const auto findOwners = [&] {
        std::vector<uint8_t> seen(profile.operationDetails.size(), 0);
        for (size_t i = 0; i < operations.size() && !stop.stop_requested(); ++i) {
            if (std::exchange(seen[operations[i].detail.index()], 1) != 0) {
                continue;
            }
            const bool host = !entries.passes().isBackward(i) && entries.isHost(i);
            forEachRow(operations[i].detail, [&](uint32_t row) {
                uint32_t& owner = uses.owner[row];
                owner = owner == RowUses::Unused ? (host ? NoId : operations[i].layer.value) : owner;
            });
        }
    };
    const auto findSets = [&] {
        std::vector<std::pair<uint32_t, DetailIndex>> labelled;
        for (size_t i = 0; i < operations.size(); ++i) {
            const auto use = entries.passes().isBackward(i) ? UseTree::Backward
                             : entries.isHost(i)            ? UseTree::Host
                                                            : UseTree::Forward;
            labelled.emplace_back(operations[i].layer.value * UseTree::LabelsPerEntry + use,
                                  operations[i].detail);
        }
        sortDistinct(labelled);
        for (size_t i = 0; i < labelled.size() && !stop.stop_requested(); ++i) {
            forEachRow(labelled[i].second, [&](uint32_t row) { uses.tree.add({row}, labelled[i].first); });
        }
    };
    workers.forEach(2, 1, [&](size_t task, size_t, size_t) { task == 0 ? findSets() : findOwners(); });
    return stop.stop_requested() ? Outcome<RowUses>(Cancelled{}) : std::move(uses);
}

Outcome<PipelineUses> PipelineUses::build(const Profile& profile, const PipelineEntries& entries,
                                          Workers& workers, const std::stop_token& stop) {
    const uint32_t tiles = profile.target.tilesPerIpu;
    const LoweredVariables& lowered = profile.lowered;
    RowUses rows = TRY(findRowUses(profile, entries, 0, lowered.size(), workers, stop));
    const std::vector<uint32_t> owner = std::move(rows.owner);
    PipelineUses uses(std::move(rows.tree), profile);
    uses.findWeights(profile, entries);
    const std::vector<uint8_t> weightsForGradients =
        uses.m_weightsAreCertain ? uses.m_isWeight : std::vector<uint8_t>();
    uses.m_live = TRY(LiveClasses::find(profile, entries, uses.m_tree, owner, weightsForGradients, stop));
    const auto isActivation = mapped(
        profile.variables, [](const Variable& variable) { return uint8_t{isActivationName(variable.name)}; });
    const std::vector<uint8_t> hasForward = uses.m_tree.usedForward();

    uses.m_alwaysLive.assign(tiles, 0);
    std::vector<std::vector<FoundActivation>> activations(tiles);
    std::vector<std::vector<Group>> weights(tiles);
    std::vector<std::vector<Group>> halfWeights(tiles);
    std::vector<std::vector<FoundState>> state(tiles);
    std::vector<Totals> totals(workers.count());
    const auto addTile = [&](uint32_t tile, Totals& sums) {
        sums.alwaysLiveByNode.resize(uses.m_tree.nodeCount(), 0);
        for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
            const LoweredIndex index{static_cast<uint32_t>(row)};
            const uint32_t node = uses.m_tree.nodeOf(index);
            if (node == 0) {
                continue;
            }
            const VariableIndex variable = lowered.variable[row];
            const bool known = variable.value != NoId;
            if (isAlwaysLive(profile, index)) {
                sums.alwaysLiveByNode[node] += lowered.bytes[row];
                uses.m_alwaysLive[tile] += lowered.bytes[row];
                if (known && uses.m_isWeight[variable.index()]) {
                    sums.weightBytes[uint64_t{variable.value} << 32 | node] += lowered.bytes[row];
                    weights[tile].push_back({node, lowered.bytes[row]});
                    if (uses.m_isHalf[variable.index()] != 0) {
                        halfWeights[tile].push_back(weights[tile].back());
                    }
                }
                if (uses.m_live.isState(row)) {
                    state[tile].push_back({{variable, node}, lowered.bytes[row]});
                }
            } else if (hasForward[node] && (!known || isActivation[variable.index()])) {
                activations[tile].push_back({{lowered.liveClass[row], owner[row], node}, lowered.bytes[row]});
            }
        }
        addUpBytes(weights[tile], [](const Group& group) { return group.number; });
        addUpBytes(halfWeights[tile], [](const Group& group) { return group.number; });
        addUpBytes(state[tile], [](const FoundState& use) { return use.kind; });
        addUpBytes(activations[tile], [](const FoundActivation& found) { return found.kind; });
    };
    const bool finished = workers.forEach(
        tiles, 8,
        [&](size_t begin, size_t end, size_t worker) {
            for (size_t tile = begin; tile < end; ++tile) {
                addTile(static_cast<uint32_t>(tile), totals[worker]);
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }

    const auto hashOfKind = [](const ActivationKind& kind) {
        return hashOf({kind.liveClass.value, kind.owner, kind.uses});
    };
    std::unordered_map<ActivationKind, uint32_t, decltype(hashOfKind)> numbers(0, hashOfKind);
    std::map<uint64_t, uint64_t> weightBytes;
    std::map<std::pair<VariableIndex, uint32_t>, uint32_t> stateKinds;
    uses.m_alwaysLiveByNode.assign(uses.m_tree.nodeCount(), 0);
    for (const Totals& sums : totals) {
        for (size_t node = 0; node < sums.alwaysLiveByNode.size(); ++node) {
            uses.m_alwaysLiveByNode[node] += sums.alwaysLiveByNode[node];
        }
        for (const auto& [key, bytes] : sums.weightBytes) {
            weightBytes[key] += bytes;
        }
    }
    const size_t weightCount = sumOf(weights, [](const auto& groups) { return groups.size(); });
    uses.m_weightGroups.reserve(tiles, uses.m_weightsAreCertain ? weightCount : 0);
    uses.m_state.reserve(tiles, sumOf(state, [](const auto& found) { return found.size(); }));
    for (uint32_t tile = 0; tile < tiles; ++tile) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        std::vector<Group> groups;
        for (const FoundActivation& found : activations[tile]) {
            const auto next = static_cast<uint32_t>(uses.m_kinds.size());
            const auto [number, added] = numbers.try_emplace(found.kind, next);
            if (added) {
                uses.m_kinds.push_back(found.kind);
            }
            groups.push_back({number->second, found.bytes});
        }
        uses.m_activations.append(groups);
        uses.m_weightGroups.append(uses.m_weightsAreCertain ? weights[tile] : std::vector<Group>());
        uses.m_halfWeightGroups.append(uses.m_weightsAreCertain ? halfWeights[tile] : std::vector<Group>());
        std::vector<StateUse> stateUses;
        for (const FoundState& found : state[tile]) {
            const auto next = static_cast<uint32_t>(uses.m_stateKinds.size());
            const auto [number, added] = stateKinds.try_emplace(found.kind, next);
            if (added) {
                uses.m_stateKinds.push_back({found.kind.first, uses.m_tree.entriesOf(found.kind.second)});
            }
            stateUses.push_back({number->second, found.bytes});
        }
        uses.m_state.append(stateUses);
    }
    for (const auto& [key, bytes] : weightBytes) { // the keys are sorted by variable
        const VariableIndex variable{static_cast<uint32_t>(key >> 32)};
        if (uses.m_weightList.empty() || uses.m_weightList.back().variable != variable) {
            uses.m_weightList.push_back({variable, 0, {}});
        }
        PipelineWeight& weight = uses.m_weightList.back();
        weight.bytes += bytes;
        for (const uint32_t entry : uses.m_tree.entriesOf(static_cast<uint32_t>(key))) {
            weight.entries.push_back({entry});
        }
    }
    for (PipelineWeight& weight : uses.m_weightList) {
        sortDistinct(weight.entries);
    }
    return uses;
}

void PipelineUses::findWeights(const Profile& profile, const PipelineEntries& entries) {
    const WeightNames names(profile, *entries.layers());
    m_weightsAreCertain = names.any();
    for (const Variable& variable : profile.variables) {
        const bool weight = m_weightsAreCertain ? names.contains(variable.name) : !isMarkedId(variable.name);
        m_isWeight.push_back(weight ? 1 : 0);
        m_isHalf.push_back(isHalfType(variable.elementType) ? 1 : 0);
        m_hasAccumulators = m_hasAccumulators || isAccumulatorName(variable.name);
    }
}

VariableBytes PipelineUses::largestState(size_t tile, const PlacedStage& stage, LayerIndex lastEntry) const {
    VariableBytes largest;
    VariableBytes sum;
    for (const StateUse& use : m_state[tile]) {
        const StateKind& kind = m_stateKinds[use.kind];
        const std::vector<uint32_t>& users = kind.entries;
        const auto next = std::ranges::lower_bound(users, stage.entries.first.value);
        const bool used = (next != users.end() && *next <= stage.entries.last.value) ||
                          (stage.withOutput && users.back() == lastEntry.value);
        sum = kind.variable == sum.variable ? sum : VariableBytes{kind.variable, 0};
        sum.bytes += used ? use.bytes : 0;
        largest = sum.bytes > largest.bytes ? sum : largest;
    }
    return largest;
}

size_t PipelineUses::byteSize() const {
    return m_tree.byteSize() + m_kinds.capacity() * sizeof(ActivationKind) + m_activations.byteSize() +
           m_weightGroups.byteSize() + m_halfWeightGroups.byteSize() + m_state.byteSize() +
           m_live.byteSize() + (m_alwaysLiveByNode.capacity() + m_alwaysLive.capacity()) * 8 +
           m_isWeight.capacity() + m_weightList.capacity() * sizeof(PipelineWeight);
}

} // namespace tileline
