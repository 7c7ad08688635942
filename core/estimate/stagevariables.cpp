// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stagevariables.h"

#include "core/layers/tensorids.h"
#include "core/memory/liveness.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace tileline {

Outcome<std::vector<uint8_t>> rowsUsedBy(const PlacedStage& stage, const Profile& profile,
                                         const Layers& layers, const std::stop_token& stop) {
    std::vector<uint8_t> used(profile.lowered.size(), 0);
    for (const LayeredOperation& operation : layers.operations) {
        if (!operation.inLayer() || !stage.holds(operation.layer, layers.last())) {
            continue;
        }
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
            used[row.index()] = 1;
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
        stashed.m_uses = TRY(findRowUses(*base.profile, *base.entries, first, count, stop));
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
    auto found = m_stages.find(kind);
    if (found == m_stages.end()) {
        const bool used = !m_uses->tree.users(kind.uses, UseTree::Forward).empty();
        found = m_stages
                    .emplace(kind, used ? stashedOn(profile, *m_index.base->entries, m_uses->tree, kind,
                                                    m_index.options.recompute)
                                        : std::vector<AddedTo>())
                    .first;
    }
    return std::any_of(found->second.begin(), found->second.end(),
                       [&](const AddedTo& where) { return where.contains(stage.entries); });
}

bool addsAccumulators(const StageEstimator::Index& index, const PlacedStage& stage) {
    return index.additions && !index.additions->accumulators.empty() &&
           index.base->uses->weightsAreCertain() && accumulates(index, stage);
}

bool hasAccumulator(const StageEstimator::Index& index, size_t row) {
    const Profile& profile = *index.base->profile;
    const VariableIndex variable = profile.lowered.variable[row];
    return variable.value != NoId && index.base->uses->isWeight(variable) &&
           isAlwaysLive(profile, {static_cast<uint32_t>(row)});
}

Outcome<std::vector<HeldVariable>> stageVariables(const StageEstimator& estimator, const VariableRoles& roles,
                                                  StashedRows& stashed, const PlacedStage& stage,
                                                  const StageTiles& tiles, TileId peakTile,
                                                  const std::stop_token& stop) {
    const Profile& profile = estimator.profile();
    const LoweredVariables& lowered = profile.lowered;
    const StageEstimator::Index& index = estimator.index();
    const std::vector<uint8_t> used = TRY(rowsUsedBy(stage, profile, estimator.layers(), stop));
    const bool hasSteps = windowsOf(*index.base, stage).count > 0;
    const bool accumulators = addsAccumulators(index, stage);

    std::map<std::tuple<StageCategory, Role, uint32_t, uint8_t>, size_t> positions;
    std::vector<HeldVariable> held;
    // By variable: where its last one in Variables is, which is nearly always where the next one is.
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
            const uint8_t group =
                variable.value != NoId || lowered.category.empty() ? NoCategory : lowered.category[row];
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
            const bool live = hasSteps && isLive(profile, lowered.liveClass[row], tiles.peakStep[tile]);
            addTo(position, live ? lowered.bytes[row] : 0);
            if (stashed.contains(row, stage)) {
                add(StageCategory::Stash, Role::Stashes, uint64_t{lowered.bytes[row]} * stage.copies);
            }
            if (accumulators && hasAccumulator(index, row)) {
                add(StageCategory::Accumulators, Role::Accumulators, lowered.bytes[row]);
            }
        }
    }
    return held;
}

} // namespace tileline
