// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tileset.h"

#include <algorithm>
#include <regex>

namespace tileline {

namespace {

std::optional<TileRange> parseRange(const std::string& text, const Target& target) {
    static const std::regex Range(" *(ipu)? *([0-9]{1,9})(?: *- *([0-9]{1,9}))? *", std::regex::icase);
    constexpr size_t MaxLength = 40; // std::regex needs stack space for each character
    std::smatch part;
    if (text.size() > MaxLength || !std::regex_match(text, part, Range)) {
        return std::nullopt;
    }
    const auto number = [&](size_t i) { return static_cast<uint32_t>(std::stoul(part.str(i))); };
    const uint32_t first = number(2);
    const uint32_t last = part[3].matched ? number(3) : first;
    if (last < first || last >= (part[1].matched ? target.ipusOfTiles() : target.numTiles)) {
        return std::nullopt;
    }
    const uint32_t tiles = part[1].matched ? target.tilesPerIpu : 1;
    return TileRange{first * tiles, (last + 1) * tiles};
}

} // namespace

std::optional<TileSet> TileSet::parse(std::string_view text, const Target& target) {
    TileSet tiles;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        const auto range = parseRange(std::string(text.substr(begin, end - begin)), target);
        if (!range) {
            return std::nullopt;
        }
        tiles.set(*range, true);
        begin = end + 1;
    }
    return tiles;
}

std::string TileSet::text() const {
    std::string text;
    for (const TileRange& range : m_ranges) {
        text += (text.empty() ? "" : ", ") + std::to_string(range.begin);
        text += range.size() > 1 ? "-" + std::to_string(range.end - 1) : "";
    }
    return text;
}

void TileSet::set(TileRange range, bool contained) {
    if (range.begin >= range.end) {
        return;
    }
    std::vector<TileRange> after;
    for (const TileRange& each : m_ranges) {
        if (contained && each.begin <= range.end && range.begin <= each.end) { // overlapping or adjacent
            range = {std::min(range.begin, each.begin), std::max(range.end, each.end)};
        } else {
            after.push_back({each.begin, std::min(each.end, range.begin)});
            after.push_back({std::max(each.begin, range.end), each.end});
        }
    }
    std::erase_if(after, [](TileRange part) { return part.begin >= part.end; });
    if (contained) {
        after.push_back(range);
        std::ranges::sort(after, {}, &TileRange::begin);
    }
    m_ranges = std::move(after);
}

void TileSet::keep(TileRange range) {
    set({0, range.begin}, false);
    set({range.end, UINT32_MAX}, false);
}

bool TileSet::contains(TileId tile) const {
    return std::ranges::any_of(m_ranges, [tile](const TileRange& range) {
        return range.begin <= tile.value && tile.value < range.end;
    });
}

uint64_t TileSet::sumOf(const ByTile& values) const {
    return tileline::sumOf(m_ranges, [&](const TileRange& range) {
        return range.size() == 1 ? at(values, range.begin) : sumOver(values, range.begin, range.end);
    });
}

} // namespace tileline
