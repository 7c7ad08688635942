// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tileline {

/// Rows of lowered variables that a loop passes between two looks at its stop token.
inline constexpr size_t RowsBetweenPolls = size_t{1} << 18;

/// Live bytes over the program steps, for all tiles together or for one tile.
///
///     bytes  |          .--.   notAlwaysLive[step]
///            |   .-----'    '--.
///            |__________________   alwaysLive: the same in every step
///            0      steps      S
///
/// The always-live part is what Poplar counts as always live: always-live variables, and all code and vertex
/// state (tile memory category `alwaysLive`). If the profile lacks that category, it is only the always-live
/// variables, and `alwaysLiveIsVariablesOnly` is true.
struct LivenessSeries {
    uint64_t alwaysLive = 0;
    bool alwaysLiveIsVariablesOnly = false;
    std::vector<uint64_t> notAlwaysLive; ///< by step

    /// The first step with the most live bytes; nothing if there are no steps.
    std::optional<StepIndex> peakStep() const;
    uint64_t total(StepIndex step) const { return alwaysLive + notAlwaysLive[step.index()]; }
};

/// The series of the whole target: Poplar's own count of not-always-live bytes for each step.
LivenessSeries livenessSeries(const Profile& profile);

/// The series of one tile, from its lowered variables. The time is linear in the variables of the tile, the
/// classes and their intervals, and the steps.
Outcome<LivenessSeries> livenessSeries(const Profile& profile, TileId tile, std::stop_token stop = {});

/// Bytes by class of those of the lowered variables [begin, end) for which `counts(row)`.
template <class Counts>
Outcome<std::vector<uint64_t>> bytesByClass(const Profile& profile, size_t begin, size_t end,
                                            const Counts& counts, const std::stop_token& stop) {
    std::vector<uint64_t> bytes(profile.equivalenceClasses.size());
    for (size_t row = begin; row < end; ++row) {
        if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        if (counts(static_cast<uint32_t>(row))) {
            bytes[profile.lowered.liveClass[row].index()] += profile.lowered.bytes[row];
        }
    }
    return bytes;
}
/// Spreads the bytes of each class over the steps in which it is live.
std::vector<uint64_t> overSteps(const Profile& profile, const std::vector<uint64_t>& bytes);

/// Changes of live bytes, from which the peak is computed. Reuses its memory.
class LiveChanges {
public:
    struct Peak {
        uint64_t bytes = 0;
        StepIndex step; ///< the first step with so many
    };

    void clear() { m_changes.clear(); }
    /// Adds bytes that are live in `live`, as far as `window` contains it.
    void add(StepInterval live, StepInterval window, int64_t bytes);
    Peak peak();

private:
    struct Change {
        StepIndex step;
        int64_t bytes = 0;

        /// At the same step, an end comes before a beginning.
        auto operator<=>(const Change&) const = default;
    };
    std::vector<Change> m_changes;
};

/// Whether a class covers all steps.
bool isLiveInAllSteps(const Profile& profile, ClassIndex liveClass);

/// Whether a lowered variable is live in every step: as its variable states, or, if it has no variable,
/// whether its class covers all steps.
bool isAlwaysLive(const Profile& profile, LoweredIndex row);

/// The steps around `step` in which the variables of a class are live; empty if they are not live in it. Uses
/// binary search.
std::optional<StepInterval> liveInterval(const Profile& profile, ClassIndex liveClass, StepIndex step);

/// Whether the variables of a class are live in a step.
inline bool isLive(const Profile& profile, ClassIndex liveClass, StepIndex step) {
    return liveInterval(profile, liveClass, step).has_value();
}

/// By class: 1 if it is live in the step, else 0.
std::vector<uint8_t> liveClasses(const Profile& profile, StepIndex step);

/// The live part of one variable in a step: the sum over its live lowered variables.
struct LiveVariable {
    VariableIndex variable; ///< NoId: the sum of all lowered variables of a category without a variable
    uint64_t bytes = 0;     ///< over all tiles, or on the tile that was asked for
    uint32_t parts = 0;     ///< number of lowered variables in the sum
    bool alwaysLive = false;
    uint8_t category = NoCategory; ///< of those without a variable, as in LoweredVariables::category

    bool operator==(const LiveVariable&) const = default;
};

/// The variables that are live in `step`, on all tiles or on `tile`, in the order of Profile::variables
/// (entries without a variable last, by category). One pass over the rows of the tiles. Each class is tested
/// only once.
Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, StepIndex step,
                                                 std::optional<TileId> tile, std::stop_token stop = {});
/// The same where `isLive` says it of each lowered variable.
Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, std::optional<TileId> tile,
                                                 const std::function<bool(LoweredIndex)>& isLive,
                                                 std::stop_token stop = {});

/// A variable whose live bytes differ between two steps.
struct LiveVariableChange {
    VariableIndex variable;
    uint64_t before = 0; ///< bytes in the first step
    uint64_t after = 0;  ///< bytes in the second step
    uint8_t category = NoCategory;

    bool operator==(const LiveVariableChange&) const = default;
};

/// The differences between two results of liveVariables(). Leaves out variables with the same bytes in both.
std::vector<LiveVariableChange> liveDifference(const std::vector<LiveVariable>& before,
                                               const std::vector<LiveVariable>& after);

/// Selects the entries of a long series to draw, so that a chart of `buckets` pixels looks as if all entries
/// were drawn.
///
///     entries   . . : . | . . . ' | . : . .        a pixel column shows the span from its minimum
///     kept          ^ ^     ^   ^     ^ ^          to its maximum value: those two suffice
///
/// The range [from, to) is cut into `buckets` runs of almost equal length. The first minimum and the first
/// maximum entry of each run are kept, in their order. The first and the last entry of the range are kept
/// too, so that lines reach its ends. The maximum of the range is always kept, so no peak is lost. A range of
/// at most 2 × buckets entries is kept whole. One pass; no copy.
///
/// Returns ascending positions, at most 2 × buckets + 2. For stacked series, pass their sum and draw every
/// series at the positions returned for the sum.
std::vector<uint32_t> decimate(std::span<const uint64_t> values, size_t from, size_t to, size_t buckets);

} // namespace tileline
