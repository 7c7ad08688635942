// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/stackchartdata.h"

class QCustomPlot;
class QFont;

namespace tileline {

/// Colours and fonts of a plot's background, axes, grid and legend.
void applyPlotTheme(QCustomPlot& plot, const ChartColors& colors, const QFont& font);

/// Tickers and labels of both axes, as `data` says.
void setUpAxes(QCustomPlot& plot, const StackChartData& data);

} // namespace tileline
