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

/// A program that a message calls an exchange, and what it has on a tile.
struct NamedExchange {
    ProgramIndex program;
    std::string name;
    uint64_t codeBytes = 0;
    uint64_t dataBytes = 0; ///< of the variables that it sends from and receives into
};

/// The facts that a profile states about the tile of a complaint. Bytes are as Poplar counted them.
struct MessageExplanation {
    struct Category {
        std::string name; ///< as in TileMemory: "category.vertexCode", "gaps", ...
        uint64_t bytes = 0;
    };

    std::optional<MemoryComplaint> complaint{}; ///< PoplarMessage::main()
    TileId tile;                                ///< of the complaint, otherwise the first of the fullest ones
    bool isNamed = false;                       ///< the complaint names the tile
    std::optional<uint64_t> bytes{}; ///< on the tile, with gaps; empty if the profile has no tile memory
    uint64_t bytesPerTile = 0;
    uint32_t tilesOver = 0;                 ///< of the whole target: tiles that hold more than they have
    uint64_t bytesOver = 0;                 ///< what does not fit there, summed
    std::vector<Category> categories{};     ///< on the tile, largest first, none is 0
    TileContents contents{};                ///< of the tile
    std::vector<NamedExchange> exchanges{}; ///< those that the complaint means, most data first

    uint64_t over() const { return bytes && *bytes > bytesPerTile ? *bytes - bytesPerTile : 0; }
    /// Whether the message states other bytes than the profile, which suggests that they are of different
    /// compilations.
    bool contradictsMessage() const;
};

/// Looks up what a message complains about. OutOfRange if the profile does not have the tile.
Outcome<MessageExplanation> explainMessage(const Profile& profile, const PoplarMessage& message,
                                           const std::stop_token& stop = {});

} // namespace tileline
