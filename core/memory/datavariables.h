// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/profile.h"

#include <string_view>
#include <vector>

namespace tileline {

/// Which lowered variables hold the data of a program. In a profile.pop, code, vertex state, stacks and
/// tables are lowered variables, too, and so are variables that were never allocated. The category and the
/// flags tell them apart. In formats without these, all lowered variables are data.
class DataVariables {
public:
    explicit DataVariables(const Profile& profile);

    bool contains(LoweredIndex row) const {
        const LoweredVariables& lowered = m_profile.lowered;
        const uint8_t category = lowered.category.empty() ? NoCategory : lowered.category[row.index()];
        return (lowered.flags.empty() || (lowered.flags[row.index()] & LoweredFlag::Allocated) != 0) &&
               (category == NoCategory || m_isData[category]);
    }
    /// Whether a category of memory, such as "message", is one of data.
    static bool isData(std::string_view category);

private:
    const Profile& m_profile;
    std::vector<bool> m_isData; ///< by category of variables
};

} // namespace tileline
