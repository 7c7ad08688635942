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

/// What of one variable is live in a step: its lowered variables that are, added up.
struct LiveVariable {
    VariableIndex variable; ///< NoId: all lowered variables without a variable, in one entry
    uint64_t bytes = 0;     ///< over all tiles, or on the tile that was asked for
    uint32_t parts = 0;     ///< lowered variables that were added up
    bool alwaysLive = false;

    bool operator==(const LiveVariable&) const = default;
};

/// The variables that are live in `step`, on all tiles or on `tile`, in the order of Profile::variables
/// (those without a variable last). One pass over the rows of the tiles; whether a class is live is looked up
/// once.
Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, StepIndex step,
                                                 std::optional<TileId> tile, std::stop_token stop = {});

/// A variable that has other live bytes in one step than in another.
struct LiveVariableChange {
    VariableIndex variable;
    uint64_t before = 0; ///< bytes in the first step
    uint64_t after = 0;  ///< bytes in the second step

    bool operator==(const LiveVariableChange&) const = default;
};

/// What differs between two lists of liveVariables(); variables with the same bytes in both are left out.
std::vector<LiveVariableChange> liveDifference(const std::vector<LiveVariable>& before,
                                               const std::vector<LiveVariable>& after);

} // namespace tileline
