// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tilememorypage.h"

#include "ui/text/bytestext.h"

#include <QBoxLayout>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

namespace tileline {

TileMemoryPage::TileMemoryPage(Session* session, Selection* selection, QWidget* parent)
    : DataPage(session, selection, tr("Open a profile to see its tile memory."), parent)
    , m_view(comboBox(
          //: three ways to show the memory of tiles
          {tr("Plot"), tr("Histogram"), tr("Map")}, tr("Shown as"),
          tr("Bytes by tile, tiles by bytes, or a map of the tiles")))
    , m_gaps(checkBox(tr("&Gaps"), "showGaps",
                      tr("Also show the unused bytes between variables. They count, because a tile is full "
                         "up to the end of its last variable.")))
    , m_allCategories(checkBox(tr("&All categories"), "allCategories",
                               tr("Draw each category separately, no matter how small it is"))) {
    buildControls();
    connect(m_plot, &StackChart::positionClicked, this, [this](uint32_t tile) {
        m_beforeClick = m_tile;
        chooseTile(m_data->tileAt(tile));
    });
    connect(m_plot, &StackChart::clickTakenBack, this, [this] {
        if (m_beforeClick) {
            chooseTile(*m_beforeClick);
        }
    });
    connect(m_map, &HeatMap::cellClicked, this, [this](size_t tile) { chooseTile(m_data->tileAt(tile)); });
    connect(m_variables, &TablePanel::keySelected, this, &TileMemoryPage::chooseVariable);
    selection->follow<TileId>(this, &TileMemoryPage::followTile);
}

void TileMemoryPage::buildControls() {

    m_plot->setTitle(tr("Tile memory"));
    m_histogram->setTitle(tr("Tile memory histogram"));
    m_map->setTitle(tr("Tile memory map"));
    for (QWidget* chart : std::initializer_list<QWidget*>{m_plot, m_histogram, m_map}) {
        m_charts->addWidget(chart);
    }
    for (TablePanel* table : {m_categories, m_variables, m_vertices, m_exchanges}) {
        m_tabs->addTab(table, table->accessibleName());
    }
    //: the purpose of bytes: weights, gradients, ...
    m_tabs->addTab(m_roles, tr("Roles"));
    for (const QCheckBox* const box : {m_gaps, m_allCategories}) {
        connect(box, &QCheckBox::toggled, this, &TileMemoryPage::refresh);
    }
    connect(m_comparison, &ComparisonBox::changed, this, &TileMemoryPage::invalidate);
    connect(m_view, &QComboBox::currentIndexChanged, m_charts, &QStackedWidget::setCurrentIndex);

    addParts(
        rowOf(
            {makeStageBox(tr("Whole model")), m_view, m_comparison, {m_summary, 1}, m_gaps, m_allCategories}),
        m_charts, {m_heading, {m_tabs, 1}});
}

void TileMemoryPage::reset() {
    m_data.reset();
    m_tile.reset();
    m_roles->setData(nullptr);
}

void TileMemoryPage::refresh() {
    if (!session()->profile()) {
        return;
    }
    compute(
        m_chartTask,
        [profile = session()->profile(), stage = stage(), ipu = reportIpu(), limit = limit(),
         view = TileMemoryView{m_gaps->isChecked(), m_allCategories->isChecked(), m_comparison->shown()}](
            const std::stop_token& stop) {
            return makeTileMemoryData(*profile, stage, ipu, limit, view, stop);
        },
        [this](TileMemoryDataPtr made) { showCharts(std::move(made)); });
}

void TileMemoryPage::showCharts(TileMemoryDataPtr made) {
    m_data = std::move(made);
    m_roles->setData(m_data);
    m_summary->setText(m_data->summary());
    m_gaps->setVisible(m_data->hasGaps);
    m_allCategories->setVisible(m_data->foldable > 0);
    m_plot->setData(m_data->plot);
    m_plot->setReadout([shown = m_data](uint32_t tile) { return shown->readout(shown->tileAt(tile)); });
    m_histogram->setData(m_data->histogram);
    m_histogram->setReadout(
        [shown = m_data->histogram](uint32_t bin) { return histogramReadout(*shown, bin); });
    m_map->setData(m_data->map);
    m_map->setReadout([shown = m_data](size_t tile) { return shown->readout(shown->tileAt(tile)); });
    for (ChartWidget* chart : std::initializer_list<ChartWidget*>{m_plot, m_histogram, m_map}) {
        chart->setSummary(m_data->summary());
    }
    if (!m_tile || !m_data->contains(*m_tile)) {
        m_tile.reset();
        if (m_data->memory.tileCount() > 0) {
            m_tile = m_data->fullest();
        }
    }
    showChosenTile();
    computeTables();
}

void TileMemoryPage::setView(View view) {
    m_view->setCurrentIndex(static_cast<int>(view));
}

void TileMemoryPage::chooseTile(TileId tile) {
    if (m_tile == tile || !m_data || !m_data->contains(tile)) {
        return;
    }
    m_tile = tile;
    showChosenTile();
    computeTables();
    selection()->choose(tile);
}

void TileMemoryPage::followTile() {
    const auto tile = selection()->chosen<TileId>();
    if (tile && isVisible() && m_data) {
        chooseTile(*tile);
    } else if (tile) {
        m_tile = tile;
        invalidate();
    }
}

void TileMemoryPage::showChosenTile() {
    if (!m_tile) {
        m_heading->clear();
        m_plot->setMarks({});
        return;
    }
    const size_t position = m_data->positionOf(*m_tile);
    m_plot->setMarks({{static_cast<uint32_t>(position), QStringLiteral("T")}});
    m_map->setSelectedCell(position);
    const QString tile = QLocale().toString(m_tile->value);
    m_heading->setText(
        m_data->stage
            ? tr("On tile %1, only this stage: variables that are live at the tile's peak in step %2")
                  .arg(tile, QLocale().toString(m_data->tiles.peakStep[position].value))
            : tr("On tile %1, in the whole profile: variables that are live at any time").arg(tile));
}

void TileMemoryPage::computeTables() {
    if (!m_tile || !m_data || !session()->profile()) {
        return;
    }
    computeWithOrigins(
        m_tableTask,
        [profile = session()->profile(), layers = session()->layers(), shown = m_data,
         tile = *m_tile](const VariableOrigins& origins, const std::stop_token& stop) {
            return makeTileTables(*profile, *layers, origins, *shown, tile, stop);
        },
        [this](const TileTables& tables) {
            m_categories->setData(tables.categories);
            m_variables->setData(tables.variables);
            m_vertices->setData(tables.vertices);
            m_exchanges->setData(tables.exchanges);
        });
}

} // namespace tileline
