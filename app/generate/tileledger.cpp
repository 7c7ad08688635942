// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/tileledger.h"

#include "app/generate/generatorrandom.h"
#include "core/profile/profile.h"

#include <algorithm>
#include <limits>

namespace tileline {

namespace {

/// The size of the part of a tile's memory that is not interleaved. This part is filled first.
constexpr uint64_t NonInterleavedBytes = 327680;

/// Memory that any program needs on every tile, in approximate bytes.
struct Overhead {
    const char* category;
    uint32_t bytes;
    uint32_t variation;
};
constexpr Overhead Overheads[] = {{"category.stack", 2176, 0},
                                  {"category.constant", 96, 160},
                                  {"category.vertexFieldData", 640, 512},
                                  {"category.controlTable", 48, 64},
                                  {"category.hostExchangeCode", 40, 120},
                                  {"category.multiUse", 72, 32}};

class CategoryWriter {
public:
    explicit CategoryWriter(size_t tiles)
        : m_tiles(tiles)
        , m_total(tiles) {}

    template <class ByTileFunction>
    void add(std::string name, const ByTileFunction& bytes) {
        TileLedger::Category category{std::move(name), std::vector<uint32_t>(m_tiles)};
        for (size_t tile = 0; tile < m_tiles; ++tile) {
            const uint64_t maximum = std::numeric_limits<uint32_t>::max();
            category.bytes[tile] = static_cast<uint32_t>(std::min<uint64_t>(bytes(tile), maximum));
        }
        m_categories.push_back(std::move(category));
    }
    /// Adds a category that is a part of the total.
    template <class ByTileFunction>
    void addPart(std::string name, const ByTileFunction& bytes) {
        add(std::move(name), bytes);
        for (size_t tile = 0; tile < m_tiles; ++tile) {
            m_total[tile] += m_categories.back().bytes[tile];
        }
    }
    uint64_t total(size_t tile) const { return m_total[tile]; }
    std::vector<TileLedger::Category> take() { return std::move(m_categories); }

private:
    size_t m_tiles;
    std::vector<uint64_t> m_total;
    std::vector<TileLedger::Category> m_categories;
};

} // namespace

uint64_t LivePeak::take() {
    int64_t bytes = 0;
    int64_t peak = 0;
    for (int64_t& change : m_change) {
        bytes += change;
        peak = std::max(peak, bytes);
        change = 0;
    }
    return static_cast<uint64_t>(peak);
}

std::vector<TileLedger::Category> TileLedger::categories(uint64_t seed) const {
    CategoryWriter writer(m_tiles);
    writer.addPart("category.vertexCode", [&](size_t tile) { return vertexCode.at(tile); });
    writer.addPart("category.vertexInstanceState", [&](size_t tile) { return vertexState.at(tile); });
    writer.addPart("category.controlCode",
                   [&](size_t tile) { return controlCode.at(tile) + parentControlCode.at(tile); });
    writer.addPart("category.internalExchangeCode", [&](size_t tile) { return exchangeCode.at(tile); });
    writer.addPart("category.variable",
                   [&](size_t tile) { return alwaysLive.at(tile) + notAlwaysLive.at(tile); });
    for (const Overhead& overhead : Overheads) {
        const uint64_t salt = mixBits(seed ^ hashText(overhead.category));
        writer.addPart(overhead.category, [&](size_t tile) {
            return overhead.bytes + mixBits(salt + tile) % (overhead.variation + 1) / 4 * 4;
        });
    }
    const uint64_t salt = mixBits(seed ^ hashText("gaps"));
    const auto withGaps = [&](size_t tile) { return writer.total(tile) + mixBits(salt + tile) % 160 * 4; };
    const auto nonInterleaved = [&](size_t tile) { return std::min(withGaps(tile), NonInterleavedBytes); };
    writer.add("total.excludingGaps", [&](size_t tile) { return writer.total(tile); });
    writer.add("total.includingGaps", withGaps);
    writer.add("notAlwaysLive", [&](size_t tile) { return notAlwaysLive.at(tile); });
    writer.add("alwaysLive", [&](size_t tile) { return writer.total(tile) - notAlwaysLive.at(tile); });
    writer.add("region.nonInterleaved", nonInterleaved);
    writer.add("region.interleaved", [&](size_t tile) {
        return std::min(withGaps(tile), DefaultMemoryPerTile) - nonInterleaved(tile);
    });
    writer.add("region.overflowed",
               [&](size_t tile) { return withGaps(tile) - std::min(withGaps(tile), DefaultMemoryPerTile); });
    return writer.take();
}

} // namespace tileline
