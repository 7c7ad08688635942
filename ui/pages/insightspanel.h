// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/insights.h"
#include "core/memory/origins.h"
#include "ui/charts/stackchart.h"
#include "ui/session/selection.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/controls.h"

#include <QTabWidget>

#include <array>

namespace tileline {

/// What takes the most memory in the report itself, independently of any plan. Computed on a worker thread.
struct InsightsData {
    enum Tab { Tiles, Variables, Vertices, ComputeSets, Exchanges, Count };

    QString summary;
    TableDataPtr help;
    std::array<TableDataPtr, Count> tabs; ///< keys: tiles, variables, row numbers, row numbers, programs
    StackChartDataPtr histogram;
};
using InsightsDataPtr = std::shared_ptr<const InsightsData>;

Outcome<InsightsDataPtr> makeInsights(const Profile& profile, const Layers& layers, TileRange range,
                                      const std::stop_token& stop);

/// Shows what fills the tiles of a report (the largest variables, vertices and so on) and what would help.
class InsightsPanel : public QWidget {
    Q_OBJECT
public:
    explicit InsightsPanel(Selection* selection, QWidget* parent = nullptr);

    void setData(const InsightsDataPtr& made);
    TablePanel* table(InsightsData::Tab tab) const { return m_tables[tab]; }
    TablePanel* help() const { return m_help; }

signals:
    void variableChosen(std::optional<uint32_t> variable);

private:
    Selection* const m_selection;
    StackChart* m_histogram = new StackChart;
    TablePanel* const m_help;
    QTabWidget* m_tabs = new QTabWidget;
    std::array<TablePanel*, InsightsData::Count> m_tables;
};

} // namespace tileline
