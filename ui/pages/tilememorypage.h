// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/heatmap.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/datapage.h"
#include "ui/pages/rolespanel.h"
#include "ui/pages/tilememorydata.h"
#include "ui/tables/tablepanel.h"
#include "ui/text/plaintext.h"

#include <optional>

#include <QStackedWidget>
#include <QTabWidget>

class QCheckBox;
class QComboBox;

namespace tileline {

/// Shows the bytes on each tile by category, for the whole model or the chosen IPU, as a plot, a histogram or
/// a map. Choosing a tile lists its contents.
class TileMemoryPage : public DataPage {
    Q_OBJECT
public:
    enum class View { Plot, Histogram, Map };

    TileMemoryPage(Session* session, Selection* selection, QWidget* parent = nullptr);

    void setView(View view);

    StackChart* plot() const { return m_plot; }
    HeatMap* map() const { return m_map; }
    TablePanel* categories() const { return m_categories; }
    TablePanel* variables() const { return m_variables; }
    RolesPanel* roles() const { return m_roles; }

protected:
    void refresh() override;
    void reset() override;

private:
    void buildControls();
    void showCharts(TileMemoryDataPtr made);
    void computeTables();

    void chooseTile(TileId tile);
    void followTile();
    void showChosenTile();

    ComparisonBox* m_comparison = new ComparisonBox(session());
    QComboBox* m_view;
    QCheckBox* m_gaps;
    QCheckBox* m_allCategories;
    QLabel* m_summary = selectableLabel();
    QLabel* m_heading = selectableLabel();
    QStackedWidget* m_charts = new QStackedWidget;
    StackChart* m_plot = new StackChart;
    StackChart* m_histogram = new StackChart;
    HeatMap* m_map = new HeatMap;
    QTabWidget* m_tabs = new QTabWidget;
    TablePanel* m_categories = new TablePanel(tr("Categories"));
    TablePanel* m_variables = new TablePanel(tr("Variables"));
    TablePanel* m_vertices = new TablePanel(tr("Vertices"));
    TablePanel* m_exchanges = new TablePanel(tr("Exchanges"));
    RolesPanel* m_roles = new RolesPanel;
    std::optional<TileId> m_tile;
    std::optional<TileId> m_beforeClick; ///< chosen before the last click, which may become a double click
    TileMemoryDataPtr m_data;
    LatestTask m_chartTask{this};
    LatestTask m_tableTask{this};
};

} // namespace tileline
