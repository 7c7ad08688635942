// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// A lowered variable during one interval in which it is live: a rectangle of addresses × steps.
struct MapEntry {
    LoweredIndex row;
    uint32_t offset =
        NoId; ///< bytes from the beginning of the tile's memory; NoId if the file does not state it
    StepInterval live;
    bool alwaysLive = false;
};

/// The locations of all allocated variables of a tile, sorted by offset and then by step. A variable that is
/// live in several intervals gets an entry for each of them. Variables without an offset come last.
Outcome<std::vector<MapEntry>> memoryMap(const Profile& profile, TileId tile,
                                         const std::stop_token& stop = {});

/// The name to show for a lowered variable: its own name or, if that is empty, the name of its variable.
std::string loweredName(const Profile& profile, LoweredIndex row);

} // namespace tileline
