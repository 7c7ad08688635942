// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// The maximum number of bytes that are read from an error message, or from a log that contains it.
inline constexpr size_t MessageLimit = size_t{1} << 20;

/// A message with which Poplar reports that a model does not fit into memory.
struct MemoryComplaint {
    enum class Kind : uint8_t {
        TileFull,         ///< "Out of memory on tile N: X bytes used but tiles only have Y bytes"
        DataDoesNotFit,   ///< "Cannot fit all variable data onto one or more tiles"
        ExchangeTooLarge, ///< "Tile N receives more data than it has total memory in exchange '...'"
        CodeTooLarge,     ///< "tile N _poplar_start must be 0 not X bytes from the start of memory"
    };
    Kind kind{};
    std::optional<TileId> tile{};
    std::optional<uint64_t> bytesUsed{};
    std::optional<uint64_t> bytesPerTile{};
    std::string exchange{}; ///< for ExchangeTooLarge: name of the exchange; may be empty

    bool operator==(const MemoryComplaint&) const = default;
};

/// The id of a kind: "tile_full", "data_does_not_fit", "exchange_too_large" or "code_too_large".
std::string_view idOf(MemoryComplaint::Kind kind);

/// The messages that Poplar printed about memory, found in a text such as a log. Tileline does not verify the
/// text. For example, `profilePath` may lead to any file.
struct PoplarMessage {
    std::vector<MemoryComplaint> complaints; ///< the first MaxComplaints distinct complaints, in order
    std::string profilePath; ///< the path after the last "Profile saved to:", unchanged; may be empty

    static constexpr size_t MaxComplaints = 100;

    bool recognised() const { return !complaints.empty() || !profilePath.empty(); }
    /// The complaint to explain. Of the complaints about a tile, it is the one that states the most bytes. If
    /// no complaint is about a tile, it is the first complaint. Null if there are no complaints.
    const MemoryComplaint* main() const;
};

/// Reads the first MessageLimit bytes of a text. Ignores the case of letters, line breaks within a sentence,
/// and the words that a log puts in front of a sentence.
PoplarMessage parsePoplarMessage(std::string_view text);

} // namespace tileline
