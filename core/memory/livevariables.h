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
/// only once. If `only` is not null, it says by lowered variable which ones count.
Outcome<std::vector<LiveVariable>> liveVariables(const Profile& profile, StepIndex step,
                                                 std::optional<TileId> tile, std::stop_token stop = {},
                                                 const std::vector<bool>* only = nullptr);

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

} // namespace tileline
