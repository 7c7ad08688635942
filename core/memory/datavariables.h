// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace tileline {

/// Tells which lowered variables contain the data of a program. In a profile.pop, categories and flags rule
/// out the others, which contain code, vertex state, stacks or tables, or were never allocated. In formats
/// without categories and flags, all lowered variables are data.
class DataVariables {
public:
    explicit DataVariables(const Profile& profile);

    bool contains(LoweredIndex row) const {
        const LoweredVariables& lowered = m_profile.lowered;
        const uint8_t category = lowered.categoryOf(row.index());
        return lowered.has(LoweredFlag::Allocated, row.index(), true) &&
               (category == NoCategory || m_isData[category]);
    }
    /// Whether the variables of a memory category, such as "message", contain data.
    static bool isData(std::string_view category);

private:
    const Profile& m_profile;
    std::vector<bool> m_isData; ///< by position in Profile::variableCategories
};

/// The bytes that a model's instrumentation takes, summed over all tiles. All figures of the profile include
/// these bytes, although the model does not need instrumentation in production.
struct InstrumentationBytes {
    uint64_t alwaysLive = 0; ///< always-live bytes: the code that counts cycles, and its counters
    uint64_t atTimes = 0;    ///< bytes of buffers that are live in only some of the steps
    uint64_t allocated = 0;  ///< bytes of all allocated variables, for comparison

    bool any() const { return alwaysLive + atTimes > 0; }
};

/// Adds up the bytes of a profile's instrumentation. An allocated variable belongs to the instrumentation if
/// its category is instrumentationResults, or if its name says so. If the profile has neither categories nor
/// names, all members except `allocated` are 0.
Outcome<InstrumentationBytes> instrumentationBytes(const Profile& profile, const std::stop_token& stop = {});

} // namespace tileline
