// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/insights.h"
#include "core/memory/tilememory.h"
#include "core/tables/tables.h"

namespace tileline {

/// A row for each MapEntry of memoryMap(). `profile` must outlive the columns.
Columns<MapEntry> memoryMapColumns(const Profile& profile);

/// Columns for variables, vertex names, compute sets and exchanges. `profile` must outlive the columns.
Columns<LiveVariable> tileVariableColumns(const Profile& profile);
Columns<TileVertex> tileVertexColumns();
Columns<TileComputeSet> tileComputeSetColumns(const Profile& profile);
Columns<TileExchange> tileExchangeColumns(const Profile& profile);
/// A row for each category of `memory` and a row for the total, summed over `tiles`. `first` is the first
/// tile in `memory`. If `ofReport`, the table also has columns that divide the bytes by kind of memory and by
/// whether addresses are shared. It then also has rows for categories whose bytes are all at shared
/// addresses, for the used bytes of each kind of memory, and for the bytes of compute sets.
Table tileDetailsTable(const Profile& profile, const TileMemory& memory, uint32_t first, const TileSet& tiles,
                       bool ofReport);

/// The lists of `insights` as tables. The arguments of the constructor must outlive the object.
class InsightsTables {
public:
    InsightsTables(const Profile& profile, const Insights& insights)
        : m_profile(profile)
        , m_insights(insights) {}

    const Insights& insights() const { return m_insights; }
    Table tiles() const;
    Table vertices() const;
    /// The compute sets that use the vertices in the table vertices().
    Table computeSets() const;
    Table exchanges() const;
    Table variables() const;
    /// A row for each change to the model that could lower the peak, with the maximum number of bytes that
    /// the change would save.
    Table help() const;
    std::optional<uint32_t> peakStep() const;

private:
    const Profile& m_profile;
    const Insights& m_insights;
};

} // namespace tileline
