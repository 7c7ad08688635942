// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/sequences.h"
#include "core/profile/profile.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// Consecutive tiles: [begin, end).
struct TileRange {
    uint32_t begin = 0;
    uint32_t end = 0;

    static TileRange ofModel(const Profile& profile) { return {0, profile.target.numTiles}; }
    /// `ipu` must be below Target::ipusOfTiles().
    static TileRange ofIpu(const Profile& profile, uint32_t ipu) {
        return {ipu * profile.target.tilesPerIpu, (ipu + 1) * profile.target.tilesPerIpu};
    }
    static TileRange of(TileId tile) { return {tile.value, tile.value + 1}; }
    uint32_t size() const { return end - begin; }

    bool operator==(const TileRange&) const = default;
};

/// A set of tiles, as ranges that are ascending, disjoint and not adjacent.
class TileSet {
public:
    TileSet() = default;
    TileSet(TileId tile)
        : TileSet(TileRange::of(tile)) {}
    TileSet(TileRange range) { set(range, true); }

    /// Reads a list of tiles such as "0-15, 90, ipu 1". Empty if the text is not such a list or contains
    /// tiles that the target does not have.
    static std::optional<TileSet> parse(std::string_view text, const Target& target);
    /// "0-15, 90"
    std::string text() const;

    void set(TileRange range, bool contained);
    /// Removes all tiles outside `range`.
    void keep(TileRange range);
    bool contains(TileId tile) const;
    size_t count() const { return tileline::sumOf(m_ranges, &TileRange::size); }
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
    /// Adds up the entries of `values` for the tiles of the set.
    uint64_t sumOf(const ByTile& values) const;

    bool operator==(const TileSet&) const = default;

private:
    std::vector<TileRange> m_ranges;
};

/// Calls `visit(row)` for each lowered variable that is on one of `tiles`, in the order of the rows.
template <class Visit>
Outcome<Done> forEachRow(const Profile& profile, const TileSet& tiles, const std::stop_token& stop,
                         const Visit& visit) {
    constexpr uint32_t RowsBetweenPolls = 1U << 18U;
    for (const TileRange& range : tiles.ranges()) {
        const auto end = static_cast<uint32_t>(profile.lowered.tileBegin[range.end]);
        for (auto row = static_cast<uint32_t>(profile.lowered.tileBegin[range.begin]); row < end; ++row) {
            if (row % RowsBetweenPolls == 0 && stop.stop_requested()) {
                return Cancelled{};
            }
            visit(LoweredIndex{row});
        }
    }
    return Done{};
}

} // namespace tileline
