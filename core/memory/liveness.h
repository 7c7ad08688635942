// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/tileset.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tileline {

/// The live bytes over the program steps, for all tiles together or for some of them.
///
///     bytes  |          .--.   notAlwaysLive[step]
///            |   .-----'    '--.
///            |__________________   alwaysLive: the same in every step
///            0      steps      S
///
/// Always-live variables, all code and all vertex state count as always live, as in Poplar (tile memory
/// category `alwaysLive`). If the profile lacks the category `alwaysLive`, the member `alwaysLive` counts
/// only the always-live variables, and `alwaysLiveIsVariablesOnly` is true.
struct LivenessSeries {
    uint64_t alwaysLive = 0;
    bool alwaysLiveIsVariablesOnly = false;
    std::vector<uint64_t> notAlwaysLive; ///< bytes by step

    /// The first step with the most live bytes; empty if there are no steps.
    std::optional<StepIndex> peakStep() const;
    uint64_t total(StepIndex step) const { return alwaysLive + notAlwaysLive[step.index()]; }
};

/// The live bytes of some tiles over the steps. If `tiles` are all tiles or the tiles of one IPU, and the
/// report states their not-always-live bytes, the function returns Poplar's count. Otherwise, it computes
/// these bytes from the lowered variables. The computing time is linear in the number of lowered variables,
/// the number of intervals of all classes, and the number of steps.
Outcome<LivenessSeries> livenessSeries(const Profile& profile, TileRange tiles,
                                       const std::stop_token& stop = {});
/// The live bytes of the whole target over the steps.
inline LivenessSeries livenessSeries(const Profile& profile) {
    return *livenessSeries(profile, TileRange::ofModel(profile));
}

/// By step: the sum of `bytes` over the classes that are live in the step. `bytes` contains the bytes of each
/// class.
std::vector<uint64_t> overSteps(const Profile& profile, const std::vector<uint64_t>& bytes);

/// Collects changes in the number of live bytes, and finds the peak. clear() keeps the memory for further
/// changes.
class LiveChanges {
public:
    struct Peak {
        uint64_t bytes = 0;
        StepIndex step; ///< the first step with the most bytes
    };

    void clear() { m_changes.clear(); }
    /// Adds `bytes`, which are live in the steps that `live` and `window` have in common.
    void add(StepInterval live, StepInterval window, int64_t bytes);
    Peak peak();

private:
    struct Change {
        StepIndex step;
        int64_t bytes = 0;

        /// Orders changes by step. Within a step, decreases come first, so that no peak counts freed bytes.
        auto operator<=>(const Change&) const = default;
    };
    std::vector<Change> m_changes;
};

/// Whether a lowered variable is live in every step. The unlowered variable determines this
/// (Variable::alwaysLive). If there is no unlowered variable, the equivalence class determines it.
bool isAlwaysLive(const Profile& profile, LoweredIndex row);

/// The interval that contains `step`, found by binary search; empty if there is none.
std::optional<StepInterval> intervalAround(StepIndex step, std::span<const StepInterval> intervals);

inline bool isLive(const Profile& profile, ClassIndex liveClass, StepIndex step) {
    return intervalAround(step, profile.equivalenceClasses[liveClass.index()]).has_value();
}

/// The steps in which a variable is live on any of `tiles`. The intervals ascend, and neither overlap nor
/// touch.
Outcome<std::vector<StepInterval>> lifetimeOf(const Profile& profile, VariableIndex variable, TileRange tiles,
                                              const std::stop_token& stop = {});

/// By equivalence class: 1 if the variables of the class are live in the step, otherwise 0.
std::vector<uint8_t> liveClasses(const Profile& profile, StepIndex step);

/// The bytes of one variable that are live in a step, summed over its lowered variables.
struct LiveVariable {
    VariableIndex variable; ///< NoId if the bytes belong to no variable, only to a category
    uint64_t bytes = 0;     ///< bytes on the requested tiles
    uint32_t parts = 0;     ///< number of lowered variables in the sum
    bool alwaysLive = false;
    uint8_t category = NoCategory; ///< as in LoweredVariables::category; only for bytes without a variable

    bool operator==(const LiveVariable&) const = default;
};

/// The variables that are live in `step` on some tiles, in the order of Profile::variables. Bytes that belong
/// to no variable come last, ordered by category. The time is linear in the number of lowered variables on
/// the tiles and in the number of classes.
Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, StepIndex step, TileRange tiles,
                                                 const std::stop_token& stop = {});
/// Like the other liveVariables(), but counts the lowered variables for which `isLive` returns true.
Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, const TileSet& tiles,
                                                 const std::function<bool(LoweredIndex)>& isLive,
                                                 const std::stop_token& stop = {});

/// For each of `tiles`: the bytes of the lowered variables that are live in `step`, including always-live
/// ones.
Outcome<std::vector<uint64_t>> liveBytesByTile(const Profile& profile, StepIndex step, TileRange tiles,
                                               const std::stop_token& stop = {});

/// By group of lowered variables, and then by step: the live bytes of the group on `tiles`. `groupOf(row)`
/// returns the number of a variable's group. A variable is ignored if this number is `groups` or higher.
template <class GroupOf>
Outcome<std::vector<std::vector<uint64_t>>> liveBytesByGroup(const Profile& profile, TileRange tiles,
                                                             size_t groups, const GroupOf& groupOf,
                                                             const std::stop_token& stop = {}) {
    const LoweredVariables& lowered = profile.lowered;
    std::vector bytes(groups, std::vector<uint64_t>(profile.equivalenceClasses.size()));
    TRY(forEachRow(profile, tiles, stop, [&](LoweredIndex row) {
        if (const size_t group = groupOf(row); group < groups) {
            bytes[group][lowered.liveClass[row.index()].index()] += lowered.bytes[row.index()];
        }
    }));
    return mapped(bytes, [&](const auto& ofGroup) { return overSteps(profile, ofGroup); });
}

/// A variable whose live bytes differ between two steps.
struct LiveVariableChange {
    VariableIndex variable;
    uint64_t before = 0; ///< live bytes in the first of the two steps
    uint64_t after = 0;  ///< live bytes in the second of the two steps
    uint8_t category = NoCategory;

    bool operator==(const LiveVariableChange&) const = default;
};

/// The variables whose bytes differ between two results of liveVariables().
std::vector<LiveVariableChange> liveDifference(const std::vector<LiveVariable>& before,
                                               const std::vector<LiveVariable>& after);

/// Selects which values of a long series to draw, so that a chart of `buckets` pixels looks as if all values
/// were drawn.
///
///     values    . . : . | . . . ' | . : . .        a pixel column shows the span from its minimum
///     kept          ^ ^     ^   ^     ^ ^          to its maximum value: those two suffice
///
/// The range [from, to) is cut into `buckets` runs of almost equal length. The function keeps the first
/// minimum and the first maximum of each run, in the order of the series. The first and the last value of the
/// range are kept too, so that lines reach the ends of the chart. The maximum of the range is always kept, so
/// no peak is lost. If the range has at most 2 × buckets values, all of them are kept. The function makes one
/// pass over the values and does not copy them.
///
/// Returns at most 2 × buckets + 2 positions in ascending order. For stacked series, pass their sum and draw
/// every series at the positions returned for the sum.
std::vector<uint32_t> decimate(std::span<const uint64_t> values, size_t from, size_t to, size_t buckets);

} // namespace tileline
