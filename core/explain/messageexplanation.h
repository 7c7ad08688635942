// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/explain/poplarmessage.h"
#include "core/memory/tilememory.h"
#include "core/profile/profile.h"

#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// An exchange program whose name is in a message, and the program's bytes on a tile.
struct NamedExchange {
    ProgramIndex program;
    std::string name;
    uint64_t codeBytes = 0;
    uint64_t dataBytes = 0; ///< bytes of variables that the exchange reads or writes on the tile
};

/// What a profile states about the tile that a message complains about. All byte counts come from Poplar.
struct MessageExplanation {
    struct Category {
        std::string name; ///< the name in TileMemory: "category.vertexCode", "gaps", ...
        uint64_t bytes = 0;
    };

    std::optional<MemoryComplaint> complaint{}; ///< PoplarMessage::main()
    TileId tile; ///< the tile stated in the complaint; if none is stated, the first of the fullest tiles
    bool isNamed = false;            ///< whether the complaint states the tile
    std::optional<uint64_t> bytes{}; ///< bytes on the tile, with gaps; empty if unknown
    uint64_t bytesPerTile = 0;
    uint32_t tilesOver = 0;                 ///< number of the target's tiles with too many bytes
    uint64_t bytesOver = 0;                 ///< bytes above the tile memory, summed over the target's tiles
    std::vector<Category> categories{};     ///< categories that have bytes on the tile, largest first
    TileContents contents{};                ///< contents of the tile
    std::vector<NamedExchange> exchanges{}; ///< exchanges whose names match the complaint, most data first

    uint64_t over() const { return bytes && *bytes > bytesPerTile ? *bytes - bytesPerTile : 0; }
    /// Whether the message and the profile state different numbers of bytes for the tile. If the numbers
    /// differ, the message is probably from a different compilation.
    bool contradictsMessage() const;
};

/// Looks up the tile that a message complains about. Error: OutOfRange if the profile does not have the tile.
Outcome<MessageExplanation> explainMessage(const Profile& profile, const PoplarMessage& message,
                                           const std::stop_token& stop = {});

} // namespace tileline
