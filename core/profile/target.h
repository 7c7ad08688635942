// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace tileline {

/// Memory of one Mk2 or Bow tile in bytes. PopLiner knows no other; Tileline asks the profile
/// (MemoryLimits::of).
inline constexpr uint64_t DefaultMemoryPerTile = 638976;

/// What the model was compiled for (table `target`).
struct Target {
    std::string architecture;
    uint32_t numIpus = 1;
    uint32_t tilesPerIpu = 0;
    uint32_t numTiles = 0; ///< over all IPUs and replicas
    uint64_t bytesPerTile = DefaultMemoryPerTile;
    uint64_t clockHz = 0;
    uint32_t numReplicas = 1;

    bool operator==(const Target&) const = default;
};

} // namespace tileline
