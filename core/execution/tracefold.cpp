// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/trace.h"

#include <algorithm>
#include <iterator>

namespace tileline {

namespace {

/// The maximum number of parts in one repeated iteration (see Repeat).
constexpr size_t MaxPartsOfIteration = 256;

/// Consecutive iterations that run the same programs. An iteration consists of one or more parts of a run.
struct Repeat {
    size_t first = 0;
    size_t parts = 0; ///< number of parts in one iteration
    size_t count = 1; ///< number of iterations
};

/// Divides a run into iterations. Two parts of the run are equal if their signatures are equal. Of all
/// repetitions that begin at a part, the one that covers the most parts is chosen. If several repetitions
/// cover equally many parts, the one with the shortest iterations is chosen.
Outcome<std::vector<Repeat>> findRepeats(const std::vector<uint64_t>& signatures,
                                         const std::stop_token& stop) {
    const size_t parts = signatures.size();
    std::vector<Repeat> best(parts);
    for (size_t part = 0; part < parts; ++part) {
        best[part] = {part, 1};
    }
    for (size_t length = 1; length <= std::min(MaxPartsOfIteration, parts / 2); ++length) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        // `equal` counts consecutive parts, beginning with `part`. Each of them equals the part that is
        // `length` positions later.
        size_t equal = 0;
        for (size_t part = parts - length; part-- > 0;) {
            equal = signatures[part] == signatures[part + length] ? equal + 1 : 0;
            const Repeat found{part, length, equal / length + 1};
            if (found.count > 1 && found.count * length > best[part].count * best[part].parts) {
                best[part] = found;
            }
        }
    }
    std::vector<Repeat> repeats;
    for (size_t part = 0; part < parts; part += repeats.back().count * repeats.back().parts) {
        repeats.push_back(best[part]);
    }
    return repeats;
}

} // namespace

Outcome<FoldedTrace> ExecutionTrace::folded(uint32_t run, const std::stop_token& stop) const {
    std::vector<TraceTrack> tracks;
    std::vector<uint64_t> bounds; // times at which every IPU that has external syncs ends one of them
    bool isFirst = true;
    for (const TraceTrack& track : m_tracks) {
        if (track.run != run) {
            continue;
        }
        tracks.push_back(track);
        std::vector<uint64_t> ends;
        for (const uint32_t row : rowsOf(track)) {
            if (markOf(row).kind() == StepKind::ExternalSync && steps().length(row) > 0) {
                ends.push_back(steps().to(row));
            }
        }
        std::ranges::sort(ends);
        ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
        if (!ends.empty()) {
            std::vector<uint64_t> common;
            std::ranges::set_intersection(isFirst ? ends : bounds, ends, std::back_inserter(common));
            bounds = std::move(common);
            isFirst = false;
        }
    }
    std::vector<uint64_t> signatures(bounds.empty() ? 0 : bounds.size() - 1);
    for (const TraceTrack& track : tracks) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        std::vector<uint64_t> own(signatures.size()); // signatures of this IPU's steps
        for (const uint32_t row : rowsOf(track)) {
            const auto after = std::ranges::upper_bound(bounds, steps().from(row));
            if (after != bounds.begin() && after != bounds.end() && steps().length(row) > 0) {
                const uint64_t program = steps().program(row).value_or(ProgramIndex{NoId}).value;
                uint64_t& signature = own[static_cast<size_t>(after - bounds.begin()) - 1];
                signature ^= program << 8U | (static_cast<uint64_t>(markOf(row).kind()) + 1);
                signature *= 0x9E3779B97F4A7C15U;
                signature ^= signature >> 32U;
            }
        }
        for (size_t part = 0; part < own.size(); ++part) {
            signatures[part] = signatures[part] * 31 + own[part];
        }
    }
    struct LeftOut {
        uint64_t from, to, before; ///< `before` counts the cycles that were left out before the time `to`
    };
    std::vector<LeftOut> leftOut;
    FoldedTrace result;
    for (const Repeat& repeat : TRY(findRepeats(signatures, stop))) {
        const uint64_t before = leftOut.empty() ? 0 : leftOut.back().before;
        const uint64_t from = bounds[repeat.first];
        const uint64_t shown = bounds[repeat.first + repeat.parts];
        if (const uint64_t to = bounds[repeat.first + repeat.parts * repeat.count]; to > shown) {
            result.repeats.push_back({from - before, shown - before, repeat.count});
            leftOut.push_back({shown, to, before + to - shown});
        }
    }
    result.trace = std::make_shared<ExecutionTrace>();
    ExecutionTrace& made = *result.trace;
    made.m_profile = m_profile;
    made.m_layers = m_layers;
    made.m_source = m_source;
    made.m_hasOwnSteps = true;
    for (const TraceTrack& track : tracks) {
        const auto begin = static_cast<uint32_t>(made.m_order.size());
        for (const uint32_t row : rowsOf(track)) {
            const uint64_t from = steps().from(row);
            const auto next = std::ranges::upper_bound(leftOut, from, {}, &LeftOut::from);
            if (next != leftOut.begin() && from < std::prev(next)->to) {
                continue;
            }
            ExecutionStep step = steps()[row];
            const uint64_t earlier = next == leftOut.begin() ? 0 : std::prev(next)->before;
            step.cyclesFrom -= earlier;
            step.cyclesTo -= earlier;
            made.m_order.push_back(static_cast<uint32_t>(made.m_ownSteps.size()));
            made.m_ownSteps.append(step);
            made.m_marks.push_back(m_marks[row]);
        }
        made.m_tracks.push_back({run, track.ipu, begin, static_cast<uint32_t>(made.m_order.size())});
    }
    TRY(made.assignLanes(stop));
    return result;
}

} // namespace tileline
