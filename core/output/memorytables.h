// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/insights.h"
#include "core/memory/memorymap.h"
#include "core/tables/tables.h"

namespace tileline {

/// A row for each entry of memoryMap(). The columns refer to `profile`.
Columns<MapEntry> memoryMapColumns(const Profile& profile);

/// The lists of an Insights object as tables. Refers to both arguments of its constructor.
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
