// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/heatmap.h"
#include "ui/charts/stackchart.h"
#include "ui/pages/datapage.h"
#include "ui/pages/rolespanel.h"
#include "ui/pages/tilememorydata.h"
#include "ui/tables/tablepanel.h"

#include <optional>

#include <QLineEdit>
#include <QSpinBox>
#include <QStackedWidget>
#include <QTabWidget>

namespace tileline {

/// Shows the bytes on each tile of the whole model or of the chosen IPU, as a plot, a histogram or a map. The
/// page can also plot the bytes of single variables. Its tables list the contents of the chosen tiles or, if
/// none is chosen, of all tiles.
class TileMemoryPage : public DataPage {
    Q_OBJECT
public:
    enum class View { Plot, Histogram, Map, Variables };

    TileMemoryPage(Session* session, Selection* selection);

    void setView(View view) { m_view->setCurrentIndex(static_cast<int>(view)); }

    StackChart* plot() const { return m_plot; }
    HeatMap* map() const { return m_map; }
    StackChart* variablesPlot() const { return m_perVariable; }
    TablePanel* details() const { return m_details; }
    /// The tiles whose contents the tables list.
    TileSet shownTiles() const { return m_tiles.empty() && m_data ? TileSet(m_data->tiles()) : m_tiles; }
    TablePanel* variables() const { return m_variables; }
    RolesPanel* roles() const { return m_roles; }

protected:
    void refresh() override;
    void reset() override;

private:
    void buildControls();
    void showCharts(TileMemoryDataPtr made);
    void computeTables();

    void click(TileId tile, Qt::KeyboardModifiers modifiers);
    void drag(size_t first, size_t second, Qt::KeyboardModifiers modifiers);
    void chooseTyped();
    /// Chooses `tiles` on this page, and the tile `latest`, if any, on all other pages. A later Shift+click
    /// chooses a range that begins at `latest`.
    void chooseTiles(TileSet tiles, std::optional<TileId> latest);
    void followTile();
    void showView();
    void showChosenTiles();
    void computeVariables();

    ComparisonBox* m_comparison = new ComparisonBox(session());
    QComboBox* m_view;
    QComboBox* m_by;
    QCheckBox* m_gaps;
    QCheckBox* m_allCategories;
    QLabel* m_summary = selectableLabel();
    QLabel* m_heading = selectableLabel();
    QLineEdit* m_typed = new QLineEdit;
    QSpinBox* m_scaleFrom = new QSpinBox;
    QSpinBox* m_scaleTo = new QSpinBox;
    QStackedWidget* m_charts = new QStackedWidget;
    StackChart* m_plot = new StackChart;
    StackChart* m_histogram = new StackChart;
    HeatMap* m_map = new HeatMap;
    StackChart* m_perVariable = new StackChart;
    QTabWidget* m_tabs = new QTabWidget;
    TablePanel* m_details = new TablePanel(tr("Details"));
    TablePanel* m_computeSets = new TablePanel(tr("Compute sets"));
    TablePanel* m_vertices = new TablePanel(tr("Vertices"));
    TablePanel* m_exchanges = new TablePanel(tr("Exchanges"));
    TablePanel* m_variables = new TablePanel(tr("Variables"));
    RolesPanel* m_roles = new RolesPanel;
    TileSet m_tiles;                                         ///< the chosen tiles; empty for all tiles
    std::optional<TileId> m_tile;                            ///< the most recently chosen tile
    std::pair<TileSet, std::optional<TileId>> m_beforeClick; ///< m_tiles and m_tile before the last click
    TileMemoryDataPtr m_data;
    LatestTask m_chartTask{this};
    LatestTask m_tableTask{this};
    LatestTask m_variablesTask{this};
};

} // namespace tileline
