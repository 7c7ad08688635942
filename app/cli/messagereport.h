// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/json.h"
#include "core/explain/messageexplanation.h"
#include "core/tables/tables.h"

#include <string>
#include <vector>

namespace tileline::cli {

/// A message of Poplar and what a profile says about it, ready to be printed.
struct MessageReport {
    std::string path; ///< of the profile
    const Profile& profile;
    const PoplarMessage& message;
    const MessageExplanation& explanation;
    size_t top = 0; ///< number of rows that are printed of each list, of the largest

    Json json() const;
    /// What is on the tile: categories, variables, vertices and exchanges.
    Table table() const;
    /// For people.
    std::string text() const;
    /// What the reader should know beside the figures.
    std::vector<std::string> notes() const;
};

} // namespace tileline::cli
