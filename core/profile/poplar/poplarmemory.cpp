// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

#include <algorithm>
#include <limits>

namespace tileline::poplar {

Outcome<Done> PoplarTables::readMemory() {
    TRY(readTileMemory());
    TRY(readCategories());
    return readComputeSetMemory();
}

/// Adds a category unless it is 0 on all tiles. A failure belongs to the cursor's row.
void PoplarTables::addTileMemory(TableCursor& cursor, std::string name, const std::vector<uint64_t>& bytes) {
    const uint64_t maximum = *std::max_element(bytes.begin(), bytes.end());
    if (maximum == 0 || !cursor.ok()) {
        return;
    }
    if (maximum > std::numeric_limits<uint32_t>::max()) {
        cursor.fail(ErrorCode::OutOfRange, -1, "bytes on a tile that fit in 32 bits",
                    std::to_string(maximum));
        return;
    }
    m_encoder.clear();
    for (const uint64_t entry : bytes) {
        m_encoder.append(1, static_cast<uint32_t>(entry));
    }
    cursor.accept(spend(m_encoder.finish()));
    if (cursor.ok()) {
        cursor.accept(m_builder.addTileMemory(std::move(name), m_builder.storeByTile(m_encoder)));
    }
}

Outcome<Done> PoplarTables::readTileMemory() {
    constexpr const char* Names[] = {"total.excludingGaps", "total.includingGaps", "alwaysLive",
                                     "notAlwaysLive",       "region.interleaved",  "region.nonInterleaved",
                                     "region.overflowed"};
    const size_t tiles = m_builder.profile().target.numTiles;
    std::vector<std::vector<uint64_t>> columns(std::size(Names), std::vector<uint64_t>(tiles));
    const auto rows = rowsOf(MemoryByTile);
    while (rows->next()) {
        const uint32_t tile = rows->u32(0);
        if (rows->ok() && tile >= tiles) {
            rows->fail(ErrorCode::OutOfRange, 0, "a tile below " + std::to_string(tiles),
                       std::to_string(tile));
        }
        for (size_t i = 0; rows->ok() && i < columns.size(); ++i) {
            columns[i][tile] = rows->optionalU32(static_cast<int>(i) + 1).value_or(0);
        }
    }
    TRY(rows->finish());
    for (size_t i = 0; i < columns.size(); ++i) {
        addTileMemory(*rows, Names[i], columns[i]);
    }
    return rows->finish();
}

/// A category is the sum of its parts, by region and overlap. The parts are kept as well.
Outcome<Done> PoplarTables::readCategories() {
    constexpr const char* Parts[] = {"interleaved.nonOverlapped",    "interleaved.overlapped",
                                     "nonInterleaved.nonOverlapped", "nonInterleaved.overlapped",
                                     "overflowed.nonOverlapped",     "overflowed.overlapped"};
    const size_t tiles = m_builder.profile().target.numTiles;
    std::vector<uint64_t> part;
    std::vector<uint64_t> sum;
    const auto rows = rowsOf(MemoryByCategory);
    while (rows->next()) {
        const std::string name = "category." + rows->text(0);
        sum.assign(tiles, 0);
        for (size_t i = 0; i < std::size(Parts); ++i) {
            part.assign(tiles, 0);
            addByTile(*rows, static_cast<int>(i) + 1, Encoding::Numbers, part);
            std::transform(part.begin(), part.end(), sum.begin(), sum.begin(), std::plus<>());
            addTileMemory(*rows, name + "." + Parts[i], part);
        }
        addTileMemory(*rows, name, sum);
    }
    return rows->finish();
}

Outcome<Done> PoplarTables::readComputeSetMemory() {
    std::vector<uint64_t> sum(m_builder.profile().target.numTiles);
    const auto rows = rowsOf(MemoryByComputeSet);
    while (rows->next()) {
        for (int column = 1; column < static_cast<int>(MemoryByComputeSet.columns.size()); ++column) {
            addByTile(*rows, column, Encoding::Runs, sum);
        }
    }
    TRY(rows->finish());
    addTileMemory(*rows, "computeSets", sum);
    return rows->finish();
}

} // namespace tileline::poplar
