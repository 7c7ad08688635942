// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/livevariables.h"

#include "core/memory/liveness.h"

#include <utility>

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

// There is a sum for each variable, then one for each category, then one for rows without either.

size_t slotOf(const Profile& profile, size_t row) {
    const LoweredVariables& lowered = profile.lowered;
    if (lowered.variable[row].value != NoId) {
        return lowered.variable[row].index();
    }
    const uint8_t category = lowered.category.empty() ? NoCategory : lowered.category[row];
    return profile.variables.size() +
           (category == NoCategory ? profile.variableCategories.size() : size_t{category});
}

LiveVariable entryOf(const Profile& profile, size_t slot, const Sum& sum) {
    if (slot < profile.variables.size()) {
        return {VariableIndex{static_cast<uint32_t>(slot)}, sum.bytes, sum.parts,
                profile.variables[slot].alwaysLive};
    }
    const size_t category = slot - profile.variables.size();
    return {VariableIndex{NoId}, sum.bytes, sum.parts, sum.alwaysLive,
            category < profile.variableCategories.size() ? static_cast<uint8_t>(category) : NoCategory};
}

} // namespace

Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, StepIndex step,
                                                 std::optional<TileId> tile, std::stop_token stop,
                                                 const std::vector<bool>* only) {
    const LoweredVariables& lowered = profile.lowered;
    const size_t begin = tile ? lowered.tileBegin[tile->index()] : 0;
    const size_t end = tile ? lowered.tileBegin[tile->index() + 1] : lowered.size();
    const std::vector<uint8_t> live = liveClasses(profile, step);
    std::vector<Sum> sums(profile.variables.size() + profile.variableCategories.size() + 1);
    for (size_t row = begin; row < end; ++row) {
        if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (live[lowered.liveClass[row].index()] == 0 || (only && !(*only)[row])) {
            continue;
        }
        Sum& sum = sums[slotOf(profile, row)];
        sum.bytes += lowered.bytes[row];
        ++sum.parts;
        if (lowered.variable[row].value == NoId) {
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
    const auto key = [](const LiveVariable& entry) { return std::pair(entry.variable, entry.category); };
    auto a = before.begin();
    auto b = after.begin();
    while (a != before.end() || b != after.end()) {
        LiveVariableChange change;
        const bool takeA = b == after.end() || (a != before.end() && key(*a) <= key(*b));
        const bool takeB = a == before.end() || (b != after.end() && key(*b) <= key(*a));
        if (takeA) {
            change.variable = a->variable;
            change.category = a->category;
            change.before = a++->bytes;
        }
        if (takeB) {
            change.variable = b->variable;
            change.category = b->category;
            change.after = b++->bytes;
        }
        if (change.before != change.after) {
            changes.push_back(change);
        }
    }
    return changes;
}

} // namespace tileline
