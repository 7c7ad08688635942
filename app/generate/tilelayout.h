// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tileline {

/// Poplar's categories of variables. Their ids are the positions here.
inline constexpr std::array<std::string_view, 27> PoplarCategories{"variable",
                                                                   "multiple",
                                                                   "controlId",
                                                                   "message",
                                                                   "hostMessage",
                                                                   "globalMessage",
                                                                   "rearrangement",
                                                                   "outputEdge",
                                                                   "constant",
                                                                   "hostExchangePacketHeader",
                                                                   "globalExchangePacketHeader",
                                                                   "stack",
                                                                   "vertexInstanceState",
                                                                   "copyDescriptor",
                                                                   "vectorListDescriptor",
                                                                   "vertexFieldData",
                                                                   "controlTable",
                                                                   "controlCode",
                                                                   "vertexCode",
                                                                   "internalExchangeCode",
                                                                   "hostExchangeCode",
                                                                   "globalExchangeCode",
                                                                   "instrumentationResults",
                                                                   "dwarf",
                                                                   "sharedCodeStorage",
                                                                   "sharedDataStorage",
                                                                   "sharedStructureState"};

/// Where interleaved memory begins, in bytes from the start of the tile's memory.
inline constexpr uint64_t InterleavedMemoryStart = 212992;

/// Position of a name in PoplarCategories.
uint32_t poplarCategory(std::string_view name);

/// A lowered variable on one tile.
struct LaidOutVariable {
    uint32_t bytes = 0;
    uint32_t category = 0; ///< position in PoplarCategories
    bool alwaysLive = false;
    std::span<const StepInterval> live; ///< ascending intervals, unless always live
    uint32_t address = 0;               ///< set by layOut()
};

/// Regions of memory, in the order in which categories list them.
inline constexpr std::array<std::string_view, 3> MemoryRegions{"interleaved", "nonInterleaved", "overflowed"};

/// The memory of one tile.
struct TileMemory {
    uint64_t total = 0; ///< number of distinct addresses that variables use
    uint64_t includingGaps = 0;
    std::array<uint64_t, MemoryRegions.size()> regions{}; ///< parts of `total`
    /// Bytes by category, by region, and by whether other variables use the same addresses at another time.
    std::array<std::array<std::array<uint64_t, 2>, MemoryRegions.size()>, PoplarCategories.size()> parts{};
};

/// Gives addresses to the variables of one tile: first to those that are always live, then to the others in
/// the order in which they become live. The latter reuse the addresses of dead variables. As in real
/// profiles, gaps remain.
TileMemory layOut(std::vector<LaidOutVariable>& variables, uint64_t bytesPerTile);

} // namespace tileline
