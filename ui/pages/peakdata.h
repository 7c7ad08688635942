// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/peakexplanation.h"
#include "ui/charts/stackchartdata.h"
#include "ui/session/partitionevents.h"
#include "ui/tables/groupedtablemodel.h"

#include <QString>

#include <array>
#include <memory>
#include <stop_token>

namespace tileline {

/// Which peak to explain.
struct PeakRequest {
    StageEstimatorPtr estimator;
    PartitionResultPtr result;
    uint32_t ipu = 0;
    std::optional<uint64_t> limit; ///< bytes per tile of the IPU; empty if the figures do not hold
    /// Of the estimator's profile and layers; null if they have to be found first.
    std::shared_ptr<const VariableRoles> roles = {};
};

/// By what the items are grouped.
enum class PeakGroups : uint8_t { Layer, Role, Category, Module, Source };
inline constexpr size_t PeakGroupCount = 5;

/// What the page "Why this peak" shows. Computed on a worker thread.
struct PeakData {
    PeakRequest request; ///< with the roles
    PeakExplanation explanation;
    TableDataPtr items; ///< keys are operations
    std::array<GroupedTablePtr, PeakGroupCount> groups;
    TableDataPtr categories;
    TableDataPtr moves; ///< what would change if a layer were on the neighbouring IPU, or on this one
    StackChartDataPtr histogram;

    /// The IPU, its fullest tile, headroom or overflow if there is a limit, what runs in the step, and how
    /// many tiles are nearly as full.
    QString summary() const;
};

using PeakDataPtr = std::shared_ptr<const PeakData>;

Outcome<PeakDataPtr> makePeakData(const PeakRequest& request, const std::stop_token& stop);

} // namespace tileline
