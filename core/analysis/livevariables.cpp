// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/livevariables.h"

#include "core/analysis/liveness.h"

namespace tileline {

namespace {

/// By class: 1 if it is live in the step, else 0.
std::vector<uint8_t> liveClasses(const Profile& profile, StepIndex step) {
    std::vector<uint8_t> live(profile.equivalenceClasses.size());
    for (size_t c = 0; c < live.size(); ++c) {
        live[c] = isLive(profile, {static_cast<uint32_t>(c)}, step) ? 1 : 0;
    }
    return live;
}

struct Sum {
    uint64_t bytes = 0;
    uint32_t parts = 0;
    bool alwaysLive = true;
};

LiveVariable entryOf(const Profile& profile, size_t slot, const Sum& sum) {
    const bool named = slot < profile.variables.size();
    return {VariableIndex{named ? static_cast<uint32_t>(slot) : NoId}, sum.bytes, sum.parts,
            named ? profile.variables[slot].alwaysLive : sum.alwaysLive};
}

} // namespace

Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, StepIndex step,
                                                 std::optional<TileId> tile, std::stop_token stop) {
    const LoweredVariables& lowered = profile.lowered;
    const size_t begin = tile ? lowered.tileBegin[tile->index()] : 0;
    const size_t end = tile ? lowered.tileBegin[tile->index() + 1] : lowered.size();
    const std::vector<uint8_t> live = liveClasses(profile, step);
    std::vector<Sum> sums(profile.variables.size() + 1);
    for (size_t row = begin; row < end; ++row) {
        if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (live[lowered.liveClass[row].index()] == 0) {
            continue;
        }
        const VariableIndex variable = lowered.variable[row];
        Sum& sum = variable.value == NoId ? sums.back() : sums[variable.index()];
        sum.bytes += lowered.bytes[row];
        ++sum.parts;
        if (variable.value == NoId) {
            sum.alwaysLive = sum.alwaysLive && isAlwaysLive(profile, {static_cast<uint32_t>(row)});
        }
    }
    std::vector<LiveVariable> result;
    for (size_t slot = 0; slot < sums.size(); ++slot) {
        if (sums[slot].parts > 0) {
            result.push_back(entryOf(profile, slot, sums[slot]));
        }
    }
    return result;
}

std::vector<LiveVariableChange> liveDifference(const std::vector<LiveVariable>& before,
                                               const std::vector<LiveVariable>& after) {
    std::vector<LiveVariableChange> changes;
    auto a = before.begin();
    auto b = after.begin();
    while (a != before.end() || b != after.end()) {
        LiveVariableChange change;
        const bool takeA = b == after.end() || (a != before.end() && a->variable <= b->variable);
        const bool takeB = a == before.end() || (b != after.end() && b->variable <= a->variable);
        if (takeA) {
            change.variable = a->variable;
            change.before = a++->bytes;
        }
        if (takeB) {
            change.variable = b->variable;
            change.after = b++->bytes;
        }
        if (change.before != change.after) {
            changes.push_back(change);
        }
    }
    return changes;
}

} // namespace tileline
