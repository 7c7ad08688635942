// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// A lowered variable in one interval of the steps in which it is live: a rectangle of addresses × steps.
struct MapEntry {
    LoweredIndex row;
    uint32_t offset = NoId; ///< bytes from the beginning of the tile's memory; NoId: the file does not say
    StepInterval live;
    bool alwaysLive = false;
};

/// Where each allocated variable of a tile lies, by offset and then by step. A variable that is live in
/// several intervals has several entries. Variables without an offset come last.
Outcome<std::vector<MapEntry>> memoryMap(const Profile& profile, TileId tile,
                                         const std::stop_token& stop = {});

/// What to call a lowered variable: its own name, otherwise that of its variable. Empty if neither has one.
std::string loweredName(const Profile& profile, LoweredIndex row);

} // namespace tileline
