// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/profile.h"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

namespace tileline {

/// Live bytes over the program steps, of all tiles together or of one.
///
///     bytes  |          .--.   notAlwaysLive[step]
///            |   .-----'    '--.
///            |__________________   alwaysLive: the same in every step
///            0      steps      S
///
/// The always-live part is what Poplar counts as such: always-live variables, and all code and vertex state
/// (tile memory category `alwaysLive`). Where the profile lacks that category it is the always-live variables
/// alone, and `alwaysLiveIsVariablesOnly` says so.
struct LivenessSeries {
    uint64_t alwaysLive = 0;
    bool alwaysLiveIsVariablesOnly = false;
    std::vector<uint64_t> notAlwaysLive; ///< by step

    /// The first step with the most live bytes; nothing where there is no step.
    std::optional<StepIndex> peakStep() const;
    uint64_t total(StepIndex step) const { return alwaysLive + notAlwaysLive[step.index()]; }
};

/// The whole target: Poplar's own count of not-always-live bytes for each step.
LivenessSeries livenessSeries(const Profile& profile);

/// One tile, from its lowered variables. Time: variables of the tile, intervals of their classes, steps.
Outcome<LivenessSeries> livenessSeries(const Profile& profile, TileId tile, std::stop_token stop = {});

/// The not-always-live bytes of all tiles as the lowered variables have them, for each step. Where they
/// differ from Profile::stepNotAlwaysLive, the profile lists other variables than Poplar counted.
///
/// The bytes of each equivalence class are summed first, then every class is added to its intervals as a
/// difference at their ends, and one prefix sum gives all steps: rows + intervals + steps, not their product.
Outcome<std::vector<uint64_t>> notAlwaysLiveFromVariables(const Profile& profile, std::stop_token stop = {});

/// Whether a lowered variable is live in every step: its variable says so or, where it has none, its class
/// covers all steps.
bool isAlwaysLive(const Profile& profile, LoweredIndex row);

/// Whether the variables of a class are live in a step. Binary search.
bool isLive(const Profile& profile, ClassIndex liveClass, StepIndex step);

} // namespace tileline
