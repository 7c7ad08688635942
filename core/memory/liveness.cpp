// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"

#include "core/base/sequences.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace tileline {

namespace {

uint64_t alwaysLiveVariableBytes(const Profile& profile, size_t begin, size_t end) {
    uint64_t bytes = 0;
    for (size_t row = begin; row < end; ++row) {
        if (isAlwaysLive(profile, {static_cast<uint32_t>(row)})) {
            bytes += profile.lowered.bytes[row];
        }
    }
    return bytes;
}

struct Sum {
    uint64_t bytes = 0;
    uint32_t parts = 0;
    bool alwaysLive = true;
};

// The sums come in this order: first a sum for each variable, then a sum for each category, and last one sum
// for all rows that have neither a variable nor a category.

size_t slotOf(const Profile& profile, size_t row) {
    const LoweredVariables& lowered = profile.lowered;
    if (lowered.variable[row].value != NoId) {
        return lowered.variable[row].index();
    }
    const uint8_t category = lowered.categoryOf(row);
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

void keep(std::vector<uint32_t>& kept, size_t position) {
    if (kept.empty() || kept.back() < position) {
        kept.push_back(static_cast<uint32_t>(position));
    }
}

void keepExtremes(std::vector<uint32_t>& kept, std::span<const uint64_t> values, size_t from, size_t to) {
    size_t minimum = from;
    size_t maximum = from;
    for (size_t i = from + 1; i < to; ++i) {
        if (values[i] < values[minimum]) {
            minimum = i;
        }
        if (values[i] > values[maximum]) {
            maximum = i;
        }
    }
    keep(kept, std::min(minimum, maximum));
    keep(kept, std::max(minimum, maximum));
}

} // namespace

std::vector<uint64_t> overSteps(const Profile& profile, const std::vector<uint64_t>& bytes) {
    // Differences may wrap around below zero, but the unsigned sums are correct.
    std::vector<uint64_t> series(profile.stepCount() + size_t{1});
    for (size_t c = 0; c < bytes.size(); ++c) {
        if (bytes[c] == 0) {
            continue;
        }
        for (const StepInterval& interval : profile.equivalenceClasses[c]) {
            series[interval.start.index()] += bytes[c];
            series[interval.end.index()] -= bytes[c];
        }
    }
    series.pop_back();
    std::partial_sum(series.begin(), series.end(), series.begin());
    return series;
}

void LiveChanges::add(StepInterval live, StepInterval window, int64_t bytes) {
    const StepIndex start = std::max(live.start, window.start);
    const StepIndex end = std::min(live.end, window.end);
    if (start < end) {
        m_changes.push_back({start, bytes});
        m_changes.push_back({end, -bytes});
    }
}

LiveChanges::Peak LiveChanges::peak() {
    std::ranges::sort(m_changes);
    Peak peak;
    int64_t live = 0;
    for (const Change& change : m_changes) {
        live += change.bytes;
        if (live > static_cast<int64_t>(peak.bytes)) {
            peak = {static_cast<uint64_t>(live), change.step};
        }
    }
    return peak;
}

bool isLiveInAllSteps(const Profile& profile, ClassIndex liveClass) {
    const auto intervals = profile.equivalenceClasses[liveClass.index()];
    return intervals.size() == 1 && intervals[0] == StepInterval{{0}, {profile.stepCount()}};
}

Outcome<std::vector<StepInterval>> lifetimeOf(const Profile& profile, VariableIndex variable, TileRange tiles,
                                              const std::stop_token& stop) {
    const LoweredVariables& lowered = profile.lowered;
    std::vector<uint8_t> known(profile.equivalenceClasses.size());
    std::vector<StepInterval> intervals;
    for (size_t row = lowered.tileBegin[tiles.begin]; row < lowered.tileBegin[tiles.end]; ++row) {
        if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        const ClassIndex liveClass = lowered.liveClass[row];
        if (lowered.variable[row] == variable && std::exchange(known[liveClass.index()], uint8_t{1}) == 0) {
            const auto own = profile.equivalenceClasses[liveClass.index()];
            intervals.insert(intervals.end(), own.begin(), own.end());
        }
    }
    std::ranges::sort(intervals, [](StepInterval a, StepInterval b) { return a.start < b.start; });
    std::vector<StepInterval> merged;
    for (const StepInterval& interval : intervals) {
        if (merged.empty() || merged.back().end < interval.start) {
            merged.push_back(interval);
        } else {
            merged.back().end = std::max(merged.back().end, interval.end);
        }
    }
    return merged;
}

std::vector<uint8_t> liveClasses(const Profile& profile, StepIndex step) {
    std::vector<uint8_t> live(profile.equivalenceClasses.size());
    for (uint32_t c = 0; c < live.size(); ++c) {
        live[c] = isLive(profile, {c}, step) ? 1 : 0;
    }
    return live;
}

std::optional<StepIndex> LivenessSeries::peakStep() const {
    if (notAlwaysLive.empty()) {
        return std::nullopt;
    }
    const auto peak = std::ranges::max_element(notAlwaysLive);
    return StepIndex{static_cast<uint32_t>(peak - notAlwaysLive.begin())};
}

namespace {

/// A series for some tiles that still lacks the not-always-live bytes.
LivenessSeries withAlwaysLive(const Profile& profile, TileRange tiles) {
    LivenessSeries series;
    const TileMemoryCategory* const category = profile.findTileMemory("alwaysLive");
    series.alwaysLiveIsVariablesOnly = category == nullptr;
    if (category == nullptr) {
        const auto& begins = profile.lowered.tileBegin;
        series.alwaysLive = alwaysLiveVariableBytes(profile, begins[tiles.begin], begins[tiles.end]);
    } else {
        series.alwaysLive = sumOver(category->bytes, tiles.begin, tiles.end);
    }
    return series;
}

/// By step: Poplar's count of the not-always-live bytes on some tiles; empty if the report does not have it.
std::optional<std::vector<uint64_t>> countedBytes(const Profile& profile, TileRange tiles) {
    const Target& target = profile.target;
    const uint32_t ipu = target.tilesPerIpu == 0 ? 0 : tiles.begin / target.tilesPerIpu;
    const auto& all = profile.ipuStepBytes;
    auto next = std::ranges::lower_bound(all, IpuStepBytes{ipu, {0}, 0});
    if (tiles == TileRange::ofModel(profile)) {
        return profile.stepNotAlwaysLive;
    }
    if (ipu >= target.ipusOfTiles() || tiles != TileRange::ofIpu(profile, ipu) || all.empty()) {
        return std::nullopt;
    }
    std::vector<uint64_t> bytes(profile.stepCount());
    uint64_t live = 0;
    for (uint32_t step = 0; step < bytes.size(); ++step) {
        if (next != all.end() && next->ipu == ipu && next->step.value == step) {
            live = next++->notAlwaysLive;
        }
        bytes[step] = live;
    }
    return bytes;
}

} // namespace

Outcome<LivenessSeries> livenessSeries(const Profile& profile, TileRange tiles, const std::stop_token& stop) {
    LivenessSeries series = withAlwaysLive(profile, tiles);
    if (auto counted = countedBytes(profile, tiles)) {
        series.notAlwaysLive = std::move(*counted);
        return series;
    }
    const auto atTimes = [&](uint32_t row) { return !isAlwaysLive(profile, {row}); };
    const auto& begins = profile.lowered.tileBegin;
    series.notAlwaysLive =
        overSteps(profile, TRY(bytesByClass(profile, begins[tiles.begin], begins[tiles.end], atTimes, stop)));
    return series;
}

LivenessSeries livenessSeries(const Profile& profile) {
    LivenessSeries series = withAlwaysLive(profile, TileRange::ofModel(profile));
    series.notAlwaysLive = profile.stepNotAlwaysLive;
    return series;
}

bool isAlwaysLive(const Profile& profile, LoweredIndex row) {
    const VariableIndex variable = profile.lowered.variable[row.index()];
    if (variable.value != NoId) {
        return profile.variables[variable.index()].alwaysLive;
    }
    return isLiveInAllSteps(profile, profile.lowered.liveClass[row.index()]);
}

std::optional<StepInterval> intervalAround(StepIndex step, std::span<const StepInterval> intervals) {
    const auto next = std::ranges::upper_bound(intervals, step, {}, &StepInterval::start);
    return next != intervals.begin() && (next - 1)->contains(step) ? std::optional(*(next - 1))
                                                                   : std::nullopt;
}

Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, StepIndex step, TileRange tiles,
                                                 std::stop_token stop) {
    const std::vector<uint8_t> live = liveClasses(profile, step);
    const auto isLive = [&](LoweredIndex row) {
        return live[profile.lowered.liveClass[row.index()].index()] != 0;
    };
    return liveVariables(profile, tiles, isLive, std::move(stop));
}

Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, TileRange tiles,
                                                 const std::function<bool(LoweredIndex)>& isLive,
                                                 std::stop_token stop) {
    const LoweredVariables& lowered = profile.lowered;
    const size_t begin = lowered.tileBegin[tiles.begin];
    const size_t end = lowered.tileBegin[tiles.end];
    std::vector<Sum> sums(profile.variables.size() + profile.variableCategories.size() + 1);
    for (size_t row = begin; row < end; ++row) {
        if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (!isLive({static_cast<uint32_t>(row)})) {
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

Outcome<std::vector<uint64_t>> liveBytesByTile(const Profile& profile, StepIndex step, TileRange tiles,
                                               const std::stop_token& stop) {
    const LoweredVariables& lowered = profile.lowered;
    const std::vector<uint8_t> live = liveClasses(profile, step);
    std::vector<uint64_t> bytes;
    for (uint32_t tile = tiles.begin; tile < tiles.end; ++tile) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        uint64_t& sum = bytes.emplace_back(0);
        for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
            sum += live[lowered.liveClass[row].index()] != 0 ? lowered.bytes[row] : 0;
        }
    }
    return bytes;
}

Outcome<std::vector<std::vector<uint64_t>>>
liveBytesByGroup(const Profile& profile, TileRange tiles, size_t groups,
                 const std::function<size_t(LoweredIndex)>& groupOf, const std::stop_token& stop) {
    const LoweredVariables& lowered = profile.lowered;
    std::vector bytes(groups, std::vector<uint64_t>(profile.equivalenceClasses.size()));
    for (size_t row = lowered.tileBegin[tiles.begin]; row < lowered.tileBegin[tiles.end]; ++row) {
        if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (const size_t group = groupOf({static_cast<uint32_t>(row)}); group < groups) {
            bytes[group][lowered.liveClass[row].index()] += lowered.bytes[row];
        }
    }
    return mapped(bytes, [&](const auto& ofGroup) { return overSteps(profile, ofGroup); });
}

std::vector<LiveVariableChange> liveDifference(const std::vector<LiveVariable>& before,
                                               const std::vector<LiveVariable>& after) {
    std::map<std::pair<VariableIndex, uint8_t>, LiveVariableChange> changes;
    for (const LiveVariable& entry : before) {
        changes[{entry.variable, entry.category}].before = entry.bytes;
    }
    for (const LiveVariable& entry : after) {
        changes[{entry.variable, entry.category}].after = entry.bytes;
    }
    std::vector<LiveVariableChange> result;
    for (auto& [key, change] : changes) {
        if (change.before != change.after) {
            std::tie(change.variable, change.category) = key;
            result.push_back(change);
        }
    }
    return result;
}

std::vector<uint32_t> decimate(std::span<const uint64_t> values, size_t from, size_t to, size_t buckets) {
    to = std::min(to, values.size());
    if (from >= to) {
        return {};
    }
    buckets = std::max<size_t>(buckets, 1);
    const size_t count = to - from;
    if (count <= 2 * buckets) {
        std::vector<uint32_t> all(count);
        std::iota(all.begin(), all.end(), static_cast<uint32_t>(from));
        return all;
    }
    std::vector<uint32_t> kept;
    kept.reserve(2 * buckets + 2);
    keep(kept, from);
    for (size_t bucket = 0; bucket < buckets; ++bucket) {
        keepExtremes(kept, values, from + count * bucket / buckets, from + count * (bucket + 1) / buckets);
    }
    keep(kept, to - 1);
    return kept;
}

} // namespace tileline
