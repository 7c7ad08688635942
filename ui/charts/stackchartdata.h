// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/chartcolors.h"

#include <QString>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace tileline {

/// A series of a stacked area chart. `color` is called again when the window becomes light or dark.
struct ChartSeries {
    QString name;
    std::function<FillColors(const ChartColors&)> color;
    std::vector<uint64_t> values; ///< the value at each position
};

/// A labelled background range of positions: [from, to).
struct ChartBand {
    uint32_t from = 0;
    uint32_t to = 0;
    QString label;
    uint32_t key = 0; ///< bands with equal keys are highlighted together
};

/// A horizontal line.
struct ChartLimit {
    uint64_t value = 0;
    QString label;
};

/// The data of a StackChart: values over the positions 0 .. n-1, which are steps, tiles or bins.
struct StackChartData {
    enum class Axis { Count, Bytes };

    std::vector<ChartSeries> series; ///< from the bottom of the stack to its top; all have the same length
    std::vector<ChartSeries> lines;  ///< drawn over the stack, not filled; same length as the series
    std::vector<ChartBand> bands;    ///< ascending, disjoint
    std::optional<ChartLimit> limit;
    QString xLabel;
    QString yLabel;
    Axis yAxis = Axis::Bytes;
    /// The x axis is labelled with xFrom + position × xStep, either as numbers or as bytes.
    Axis xAxis = Axis::Count;
    uint64_t xFrom = 0;
    uint64_t xStep = 1;
    /// Whether each position is an item with a width (a tile or a bin) instead of a point of a curve.
    bool discrete = false;

    size_t length() const { return series.empty() ? 0 : series.front().values.size(); }
};

using StackChartDataPtr = std::shared_ptr<const StackChartData>;

} // namespace tileline
