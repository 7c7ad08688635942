// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/insights.h"
#include "core/memory/memorymap.h"
#include "core/memory/tilememory.h"
#include "core/tables/tables.h"

namespace tileline {

/// A row for each entry of memoryMap(). The columns refer to `profile`.
Columns<MapEntry> memoryMapColumns(const Profile& profile);

/// The contents of some tiles. The columns refer to `profile`.
Columns<TileVariable> tileVariableColumns(const Profile& profile);
Columns<TileVertex> tileVertexColumns();
Columns<TileComputeSet> tileComputeSetColumns(const Profile& profile);
Columns<TileExchange> tileExchangeColumns(const Profile& profile);
/// The categories of `memory`, whose first tile is `first`, and their total. For a report, also each kind of
/// memory, and how much of it shares addresses; the rows beneath the total are the used bytes of each kind of
/// memory, and the data of vertices.
Table tileDetailsTable(const Profile& profile, const TileMemory& memory, uint32_t first, const TileSet& tiles,
                       bool ofReport);

/// The lists of insights as tables. Refers to both arguments of the constructor.
class InsightsTables {
public:
    InsightsTables(const Profile& profile, const Insights& insights)
        : m_profile(profile)
        , m_insights(insights) {}

    const Insights& insights() const { return m_insights; }
    Table tiles() const;
    Table vertices() const;
    /// The compute sets that use the listed vertices.
    Table computeSets() const;
    Table exchanges() const;
    Table variables() const;
    /// The changes of the model that would lower the peak, with the most bytes that each could save.
    Table help() const;
    std::optional<uint32_t> peakStep() const;

private:
    const Profile& m_profile;
    const Insights& m_insights;
};

} // namespace tileline
