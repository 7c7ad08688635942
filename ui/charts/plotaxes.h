// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/stackchartdata.h"

class QCustomPlot;
class QFont;

namespace tileline {

/// Sets the colours and fonts of a plot's background, axes, grid and legend.
void applyPlotTheme(QCustomPlot& plot, const ChartColors& colors, const QFont& font);

/// Sets the tickers and labels of both axes from `data`.
void setUpAxes(QCustomPlot& plot, const StackChartData& data);

} // namespace tileline
