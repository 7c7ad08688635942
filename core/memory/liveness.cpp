// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/liveness.h"

#include "core/base/sequences.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <tuple>
#include <utility>

namespace tileline {

namespace {

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
    // All numbers are unsigned. A negative difference wraps around, and the sum wraps back.
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

Outcome<std::vector<StepInterval>> lifetimeOf(const Profile& profile, VariableIndex variable, TileRange tiles,
                                              const std::stop_token& stop) {
    const LoweredVariables& lowered = profile.lowered;
    std::vector<uint8_t> known(profile.equivalenceClasses.size());
    std::vector<StepInterval> intervals;
    TRY(forEachRow(profile, tiles, stop, [&](LoweredIndex row) {
        const ClassIndex liveClass = lowered.liveClass[row.index()];
        if (lowered.variable[row.index()] == variable &&
            std::exchange(known[liveClass.index()], uint8_t{1}) == 0) {
            const auto own = profile.equivalenceClasses[liveClass.index()];
            intervals.insert(intervals.end(), own.begin(), own.end());
        }
    }));
    std::ranges::sort(intervals, {}, &StepInterval::start);
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
    return mapped(profile.equivalenceClasses.size(),
                  [&](uint32_t liveClass) { return uint8_t{isLive(profile, {liveClass}, step)}; });
}

std::optional<StepIndex> LivenessSeries::peakStep() const {
    if (notAlwaysLive.empty()) {
        return std::nullopt;
    }
    const auto peak = std::ranges::max_element(notAlwaysLive);
    return StepIndex{static_cast<uint32_t>(peak - notAlwaysLive.begin())};
}

namespace {

/// By step: the not-always-live bytes on some tiles, as Poplar counted them. Empty if the report does not
/// state these bytes.
std::optional<std::vector<uint64_t>> countedBytes(const Profile& profile, TileRange tiles) {
    if (tiles == TileRange::ofModel(profile)) {
        return profile.stepNotAlwaysLive;
    }
    const Target& target = profile.target;
    const uint32_t ipu = target.tilesPerIpu == 0 ? 0 : tiles.begin / target.tilesPerIpu;
    const auto& all = profile.ipuStepBytes;
    auto next = std::ranges::lower_bound(all, IpuStepBytes{ipu, {0}, 0});
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
    LivenessSeries series;
    if (const TileMemoryCategory* const category = profile.findTileMemory("alwaysLive")) {
        series.alwaysLive = sumOver(category->bytes, tiles.begin, tiles.end);
    } else {
        series.alwaysLiveIsVariablesOnly = true;
        TRY(forEachRow(profile, tiles, stop, [&](LoweredIndex row) {
            series.alwaysLive += isAlwaysLive(profile, row) ? profile.lowered.bytes[row.index()] : 0;
        }));
    }
    if (auto counted = countedBytes(profile, tiles)) {
        series.notAlwaysLive = std::move(*counted);
    } else {
        const auto groupOf = [&](LoweredIndex row) { return size_t{isAlwaysLive(profile, row)}; };
        series.notAlwaysLive = TRY(liveBytesByGroup(profile, tiles, 1, groupOf, stop)).front();
    }
    return series;
}

bool isAlwaysLive(const Profile& profile, LoweredIndex row) {
    const VariableIndex variable = profile.lowered.variable[row.index()];
    if (variable.value != NoId) {
        return profile.variables[variable.index()].alwaysLive;
    }
    const auto intervals = profile.equivalenceClasses[profile.lowered.liveClass[row.index()].index()];
    return intervals.size() == 1 && intervals[0] == StepInterval{{0}, {profile.stepCount()}};
}

std::optional<StepInterval> intervalAround(StepIndex step, std::span<const StepInterval> intervals) {
    const auto next = std::ranges::upper_bound(intervals, step, {}, &StepInterval::start);
    return next != intervals.begin() && (next - 1)->contains(step) ? std::optional(*(next - 1))
                                                                   : std::nullopt;
}

Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, StepIndex step, TileRange tiles,
                                                 const std::stop_token& stop) {
    const std::vector<uint8_t> live = liveClasses(profile, step);
    const auto isLive = [&](LoweredIndex row) {
        return live[profile.lowered.liveClass[row.index()].index()] != 0;
    };
    return liveVariables(profile, tiles, isLive, stop);
}

Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, const TileSet& tiles,
                                                 const std::function<bool(LoweredIndex)>& isLive,
                                                 const std::stop_token& stop) {
    const LoweredVariables& lowered = profile.lowered;
    // One sum for each variable, then one for each category, which counts its rows without a variable.
    std::vector<LiveVariable> sums(profile.variables.size() + NoCategory + 1);
    TRY(forEachRow(profile, tiles, stop, [&](LoweredIndex row) {
        if (!isLive(row)) {
            return;
        }
        const VariableIndex variable = lowered.variable[row.index()];
        const bool known = variable.value != NoId;
        const uint8_t category = known ? NoCategory : lowered.categoryOf(row.index());
        LiveVariable& sum = sums[known ? variable.index() : profile.variables.size() + category];
        if (sum.parts == 0) {
            sum = {variable, 0, 0, true, category};
        }
        sum.bytes += lowered.bytes[row.index()];
        sum.alwaysLive = sum.alwaysLive && ((known && sum.parts > 0) || isAlwaysLive(profile, row));
        ++sum.parts;
    }));
    std::vector<LiveVariable> result;
    std::ranges::copy_if(sums, std::back_inserter(result),
                         [](const LiveVariable& sum) { return sum.parts > 0; });
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
