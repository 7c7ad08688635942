// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/liveness.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// A set of tiles, as ranges that are ascending, disjoint and not adjacent.
class TileSet {
public:
    TileSet() = default;
    TileSet(TileId tile)
        : TileSet(TileRange::of(tile)) {}
    TileSet(TileRange range) { set(range, true); }

    /// The tiles that a text such as "0-15, 90, ipu 1" lists. Empty if the text is not such a list or names
    /// tiles that the target does not have.
    static std::optional<TileSet> parse(std::string_view text, const Target& target);
    /// "0-15, 90"
    std::string text() const;

    void set(TileRange range, bool contained);
    /// Removes all tiles outside `range`.
    void keep(TileRange range);
    bool contains(TileId tile) const;
    size_t count() const;
    bool empty() const { return m_ranges.empty(); }
    const std::vector<TileRange>& ranges() const { return m_ranges; }
    template <class Visit>
    void forEach(const Visit& visit) const {
        for (const TileRange& range : m_ranges) {
            for (uint32_t tile = range.begin; tile < range.end; ++tile) {
                visit(tile);
            }
        }
    }
    /// The sum of the entries of `values` for the tiles of the set.
    uint64_t sumOf(const ByTile& values) const;

    bool operator==(const TileSet&) const = default;

private:
    std::vector<TileRange> m_ranges;
};

} // namespace tileline
