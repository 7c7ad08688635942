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

/// The maximum number of bytes that are read of a text: an error with the log around it.
inline constexpr size_t MessageLimit = size_t{1} << 20;

/// Something that Poplar says about memory when it cannot compile a model.
struct MemoryComplaint {
    enum class Kind : uint8_t {
        TileFull,         ///< Out of memory on tile N: X bytes used but tiles only have Y bytes
        DataDoesNotFit,   ///< Cannot fit all variable data onto one or more tiles
        ExchangeTooLarge, ///< Tile N receives more data than it has total memory in exchange '...'
        CodeTooLarge,     ///< tile N _poplar_start must be 0 not X bytes from the start of memory
    };
    Kind kind{};
    std::optional<TileId> tile{};
    std::optional<uint64_t> bytesUsed{};
    std::optional<uint64_t> bytesPerTile{};
    std::string exchange{}; ///< of ExchangeTooLarge; may be empty

    bool operator==(const MemoryComplaint&) const = default;
};

/// "tile_full", "data_does_not_fit", "exchange_too_large" or "code_too_large".
std::string_view idOf(MemoryComplaint::Kind kind);

/// The statements of Poplar in a text, which may be a whole log. None of them is verified, and the path may
/// lead anywhere.
struct PoplarMessage {
    std::vector<MemoryComplaint> complaints; ///< in the order of the text, each once, at most MaxComplaints
    std::string profilePath; ///< after the last "Profile saved to:", as it stands there; empty if none

    static constexpr size_t MaxComplaints = 100;

    bool recognised() const { return !complaints.empty() || !profilePath.empty(); }
    /// The complaint to explain: of the complaints about a tile, the one with the most bytes used; if there
    /// is none about a tile, the first one. Null if there is no complaint.
    const MemoryComplaint* main() const;
};

/// Reads the first MessageLimit bytes of a text. Upper and lower case, line breaks within a sentence, and the
/// words that a log puts in front of it do not matter.
PoplarMessage parsePoplarMessage(std::string_view text);

} // namespace tileline
