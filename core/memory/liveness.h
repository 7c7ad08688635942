// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <optional>
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

/// The whole target: Poplar's own count of not-always-live bytes for each step.
LivenessSeries livenessSeries(const Profile& profile);

/// One tile, from its lowered variables. Time: linear in the variables of the tile, the classes and their
/// intervals, and the steps.
Outcome<LivenessSeries> livenessSeries(const Profile& profile, TileId tile, std::stop_token stop = {});

/// Whether a lowered variable is live in every step: as its variable states or, if it has no variable, if its
/// class covers all steps.
bool isAlwaysLive(const Profile& profile, LoweredIndex row);

/// The steps around `step` in which the variables of a class are live; nothing if they are not live in it.
/// Uses binary search.
std::optional<StepInterval> liveInterval(const Profile& profile, ClassIndex liveClass, StepIndex step);

/// Whether the variables of a class are live in a step.
inline bool isLive(const Profile& profile, ClassIndex liveClass, StepIndex step) {
    return liveInterval(profile, liveClass, step).has_value();
}

} // namespace tileline
