// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/tileset.h"

#include <algorithm>
#include <charconv>

namespace tileline {

namespace {

/// Takes a number, and spaces around it, from the beginning of the text.
std::optional<uint32_t> takeNumber(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc()) {
        return std::nullopt;
    }
    text.remove_prefix(static_cast<size_t>(end - text.data()));
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    return number;
}

std::optional<TileRange> parseRange(std::string_view text, const Target& target) {
    text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
    const bool ipu = text.starts_with("ipu") || text.starts_with("IPU");
    text.remove_prefix(ipu ? 3 : 0);
    const auto first = takeNumber(text);
    auto last = first;
    if (!ipu && text.starts_with('-')) {
        text.remove_prefix(1);
        last = takeNumber(text);
    }
    if (!first || !last || !text.empty() || *last < *first ||
        *last >= (ipu ? target.ipusOfTiles() : target.numTiles)) {
        return std::nullopt;
    }
    const uint32_t tiles = ipu ? target.tilesPerIpu : 1;
    return TileRange{*first * tiles, (*last + 1) * tiles};
}

} // namespace

std::optional<TileSet> TileSet::parse(std::string_view text, const Target& target) {
    TileSet tiles;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        const auto range = parseRange(text.substr(begin, end - begin), target);
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
        text += range.end - range.begin > 1 ? "-" + std::to_string(range.end - 1) : "";
    }
    return text;
}

void TileSet::set(TileRange range, bool contained) {
    if (range.begin >= range.end) {
        return;
    }
    std::vector<TileRange> after;
    for (const TileRange& each : m_ranges) {
        if (each.end < range.begin || each.begin > range.end) {
            after.push_back(each);
        } else if (contained) { // overlapping or adjacent
            range = {std::min(range.begin, each.begin), std::max(range.end, each.end)};
        } else {
            for (const TileRange part : {TileRange{each.begin, std::min(each.end, range.begin)},
                                         TileRange{std::max(each.begin, range.end), each.end}}) {
                if (part.begin < part.end) {
                    after.push_back(part);
                }
            }
        }
    }
    if (contained) {
        after.insert(std::find_if(after.begin(), after.end(),
                                  [&](const TileRange& each) { return each.begin > range.begin; }),
                     range);
    }
    m_ranges = std::move(after);
}

bool TileSet::contains(TileId tile) const {
    return std::any_of(m_ranges.begin(), m_ranges.end(), [tile](const TileRange& range) {
        return range.begin <= tile.value && tile.value < range.end;
    });
}

size_t TileSet::count() const {
    size_t count = 0;
    for (const TileRange& range : m_ranges) {
        count += range.end - range.begin;
    }
    return count;
}

uint64_t TileSet::sumOf(const ByTile& values) const {
    if (count() == 1) {
        return at(values, m_ranges.front().begin);
    }
    uint64_t sum = 0;
    uint32_t tile = 0;
    auto range = m_ranges.begin();
    for (auto entry = values.begin(); entry != values.end() && range != m_ranges.end(); ++entry, ++tile) {
        range += tile >= range->end ? 1 : 0;
        sum += range != m_ranges.end() && tile >= range->begin ? *entry : 0;
    }
    return sum;
}

} // namespace tileline
