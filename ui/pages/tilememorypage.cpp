// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tilememorypage.h"

#include "ui/text/bytestext.h"

#include <QSignalBlocker>

#include <algorithm>

namespace tileline {

TileMemoryPage::TileMemoryPage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see its tile memory."))
    , m_view(comboBox(
          //: four ways to show the memory of tiles
          {tr("Plot"), tr("Histogram"), tr("Map"), tr("Variables")}, tr("Shown as"),
          tr("The bytes of each tile, the number of tiles by bytes, a map of the tiles, or the bytes of the "
             "selected variables on each tile")))
    , m_by(comboBox({tr("By category"), tr("By kind of memory"), tr("By liveness")}, tr("Divided by"),
                    tr("How the bytes of a tile are divided: by category, by kind of memory or by liveness"),
                    "breakdown"))
    , m_gaps(checkBox(tr("&Gaps"), "showGaps",
                      tr("Also show the unused bytes between variables. They count as used, because the tile "
                         "needs all addresses up to the end of its last variable.")))
    , m_allCategories(checkBox(tr("&All categories"), "allCategories",
                               tr("Draw each category separately, no matter how small it is"))) {
    buildControls();
    const auto clicked = [this](size_t tile, Qt::KeyboardModifiers modifiers) {
        m_beforeClick = {m_tiles, m_tile};
        click(m_data->tileAt(tile), modifiers);
    };
    for (StackChart* const plot : {m_plot, m_perVariable}) {
        connect(plot, &StackChart::positionClicked, this, clicked);
        connect(plot, &StackChart::clickTakenBack, this,
                [this] { chooseTiles(m_beforeClick.first, m_beforeClick.second); });
    }
    connect(m_map, &HeatMap::cellClicked, this, clicked);
    connect(m_map, &HeatMap::cellsDragged, this, &TileMemoryPage::drag);
    connect(m_variables, &TablePanel::keySelected, this, &TileMemoryPage::chooseVariable);
    connect(m_variables->view()->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TileMemoryPage::computeVariables);
    connect(m_variables->model(), &QAbstractItemModel::modelReset, this, &TileMemoryPage::computeVariables);
    selection->follow<TileId>(this, &TileMemoryPage::followTile);
}

void TileMemoryPage::buildControls() {
    m_plot->setTitle(tr("Tile memory"));
    m_histogram->setTitle(tr("Tile memory histogram"));
    m_map->setTitle(tr("Tile memory map"));
    m_perVariable->setTitle(tr("Variables by tile"));
    for (QWidget* chart : std::initializer_list<QWidget*>{m_plot, m_histogram, m_map, m_perVariable}) {
        m_charts->addWidget(chart);
    }
    for (TablePanel* table : {m_details, m_computeSets, m_vertices, m_exchanges, m_variables}) {
        m_tabs->addTab(table, table->accessibleName());
    }
    //: the purpose of bytes: weights, gradients, ...
    m_tabs->addTab(m_roles, tr("Roles"));
    m_typed->setObjectName("tiles");
    m_typed->setPlaceholderText(tr("All tiles"));
    m_typed->setAccessibleName(tr("Tiles"));
    m_typed->setToolTip(tr("Tiles and IPUs, such as 0-15, 90, ipu 1. Shift-click or Ctrl-click in the chart "
                           "adds tiles; a drag over the map chooses a rectangle."));
    m_typed->setClearButtonEnabled(true);
    m_typed->setMaximumWidth(m_typed->fontMetrics().averageCharWidth() * 28);
    const auto setUp = [this](QSpinBox* box, const char* name, const QString& text, const QString& tip) {
        box->setObjectName(name);
        box->setAccessibleName(tip);
        box->setToolTip(plainToolTip(tip));
        box->setRange(0, 1 << 22);
        box->setSingleStep(16);
        box->setSpecialValueText(text);
        box->setSuffix(tr(" KiB"));
        box->setKeyboardTracking(false);
        connect(box, &QSpinBox::valueChanged, this, &TileMemoryPage::showView);
    };
    setUp(m_scaleFrom, "scaleFrom", tr("Lowest"),
          tr("The number of bytes that the faintest colour of the map stands for"));
    setUp(m_scaleTo, "scaleTo", tr("Highest"),
          tr("The number of bytes that the strongest colour of the map stands for"));
    for (const QCheckBox* const box : {m_gaps, m_allCategories}) {
        connect(box, &QCheckBox::toggled, this, &TileMemoryPage::refresh);
    }
    connect(m_comparison, &ComparisonBox::changed, this, &TileMemoryPage::invalidate);
    connect(m_by, &QComboBox::currentIndexChanged, this, &TileMemoryPage::refresh);
    connect(m_view, &QComboBox::currentIndexChanged, this, &TileMemoryPage::showView);
    connect(m_typed, &QLineEdit::editingFinished, this, &TileMemoryPage::chooseTyped);
    connect(m_typed, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.isEmpty()) {
            chooseTyped();
        }
    });
    addParts(rowOf({makeStageBox(tr("Whole model")),
                    m_view,
                    m_by,
                    m_comparison,
                    {m_summary, 1},
                    m_scaleFrom,
                    m_scaleTo,
                    m_gaps,
                    m_allCategories}),
             m_charts, {rowOf({m_typed, {m_heading, 1}}), {m_tabs, 1}});
    showView();
}

void TileMemoryPage::reset() {
    m_data.reset();
    m_tiles = {};
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
         view = TileMemoryView{m_gaps->isChecked(), m_allCategories->isChecked(),
                               static_cast<TileBreakdown>(m_by->currentIndex()),
                               m_comparison->shown()}](const std::stop_token& stop) {
            return makeTileMemoryData(*profile, stage, ipu, limit, view, stop);
        },
        [this](TileMemoryDataPtr made) { showCharts(std::move(made)); });
}

void TileMemoryPage::showCharts(TileMemoryDataPtr made) {
    m_data = std::move(made);
    m_roles->setData(m_data);
    m_plot->setData(m_data->plot);
    m_plot->setReadout([shown = m_data](uint32_t tile) { return shown->readout(shown->tileAt(tile)); });
    showHistogram(*m_histogram, m_data->histogram, m_data->summary());
    m_map->setData(m_data->map);
    m_map->setReadout([shown = m_data](size_t tile) { return shown->readout(shown->tileAt(tile)); });
    m_plot->setSummary(m_data->summary());
    m_map->setSummary(m_data->summary());
    m_tiles.keep(m_data->tiles());
    if (m_tile && !m_tiles.contains(*m_tile)) {
        m_tile.reset();
    }
    showView();
    showChosenTiles();
    computeTables();
}

/// Shows the chosen chart, and only the controls that have an effect on that chart.
void TileMemoryPage::showView() {
    const auto view = static_cast<View>(m_view->currentIndex());
    m_charts->setCurrentIndex(m_view->currentIndex());
    const auto limit = [](const QSpinBox* box) {
        return box->value() > 0 ? std::optional(static_cast<uint64_t>(box->value()) * 1024) : std::nullopt;
    };
    m_map->setScale(limit(m_scaleFrom), limit(m_scaleTo));
    m_scaleFrom->setVisible(view == View::Map);
    m_scaleTo->setVisible(view == View::Map);
    m_by->setVisible(view == View::Plot && m_data && !m_data->stage);
    m_gaps->setVisible((view == View::Plot || view == View::Map) && m_data && m_data->hasGaps);
    m_allCategories->setVisible(view == View::Plot && m_data && m_data->foldable > 0);
    if (m_data) {
        m_summary->setText(
            view == View::Map ? tr("%1 The tiles are in the order of their numbers, because the report does "
                                   "not say where they are on the chip.")
                                    .arg(m_data->summary())
            : view == View::Variables
                ? tr("The variables that are selected in the table, with their bytes in the whole report. If "
                     "fewer than two are selected, the chart shows the first variables in the table.")
                : m_data->summary());
    }
    computeVariables();
}

void TileMemoryPage::click(TileId tile, Qt::KeyboardModifiers modifiers) {
    TileSet tiles = modifiers & (Qt::ShiftModifier | Qt::ControlModifier) ? m_tiles : TileSet();
    const TileId from = modifiers & Qt::ShiftModifier ? m_tile.value_or(tile) : tile;
    const bool added = !(modifiers & Qt::ControlModifier) || !tiles.contains(tile);
    tiles.set({std::min(from, tile).value, std::max(from, tile).value + 1}, added);
    chooseTiles(std::move(tiles), added ? std::optional(tile) : std::nullopt);
}

void TileMemoryPage::drag(size_t first, size_t second, Qt::KeyboardModifiers modifiers) {
    // With a modifier key, the rectangle is added to m_tiles, which the mouse press has already changed.
    TileSet tiles = modifiers & (Qt::ShiftModifier | Qt::ControlModifier) ? m_tiles : TileSet();
    const size_t columns = m_data->map->columns;
    const auto [top, bottom] = std::minmax({first / columns, second / columns});
    const auto [left, right] = std::minmax({first % columns, second % columns});
    for (size_t row = top; row <= bottom; ++row) {
        const size_t end = std::min(row * columns + right + 1, m_data->memory.tileCount());
        tiles.set({m_data->tileAt(row * columns + left).value, m_data->tileAt(end).value}, true);
    }
    chooseTiles(std::move(tiles), m_data->tileAt(second));
}

void TileMemoryPage::chooseTyped() {
    const ProfilePtr profile = session()->profile();
    const QString text = m_typed->text().trimmed();
    if (!profile || !m_data || text == exactText(m_tiles.text())) {
        return;
    }
    auto tiles = text.isEmpty() ? TileSet() : TileSet::parse(text.toStdString(), profile->target);
    if (tiles) {
        tiles->keep(m_data->tiles());
    }
    if (!tiles || (tiles->empty() && !text.isEmpty())) {
        m_heading->setText(
            tr("No tile that is shown here matches %1. Type tiles and IPUs, such as 0-15, 90, ipu 1")
                .arg(shownText(text)));
        return;
    }
    chooseTiles(*tiles,
                tiles->count() == 1 ? std::optional(TileId{tiles->ranges().front().begin}) : std::nullopt);
}

void TileMemoryPage::chooseTiles(TileSet tiles, std::optional<TileId> latest) {
    if (tiles == m_tiles || !m_data) {
        return;
    }
    m_tiles = std::move(tiles);
    m_tile = latest;
    showChosenTiles();
    computeTables();
    if (latest) {
        selection()->choose(*latest);
    }
}

void TileMemoryPage::followTile() {
    const auto tile = selection()->chosen<TileId>();
    if (!tile || tile == m_tile) {
        return;
    }
    if (isVisible() && m_data) {
        if (m_data->contains(*tile)) {
            chooseTiles(*tile, tile);
        }
    } else {
        m_tiles = *tile;
        m_tile = tile;
        invalidate();
    }
}

void TileMemoryPage::showChosenTiles() {
    const bool several = m_tiles.count() > 1;
    std::vector<bool> cells(several ? m_data->memory.tileCount() : 0);
    std::vector<ChartBand> bands;
    for (size_t i = 0; several && i < m_tiles.ranges().size(); ++i) {
        const auto [begin, end] = m_tiles.ranges()[i];
        bands.push_back({begin - m_data->firstTile, end - m_data->firstTile, {}, 0});
        std::fill(cells.begin() + bands.back().from, cells.begin() + bands.back().to, true);
    }
    std::vector<StackChart::Mark> marks;
    const auto position = m_tile ? std::optional(m_data->positionOf(*m_tile)) : std::nullopt;
    if (position) {
        marks.push_back({static_cast<uint32_t>(*position), QStringLiteral("T")});
    }
    for (StackChart* const plot : {m_plot, m_perVariable}) {
        plot->setLifetime(bands);
        plot->setMarks(marks);
    }
    m_map->setChosenCells(std::move(cells));
    m_map->setSelectedCell(position);
    const QSignalBlocker blocker(m_typed);
    m_typed->setText(exactText(m_tiles.text()));
    m_heading->setText(
        !m_data->stage         ? tr("The whole profile, with all variables, no matter when they are live")
        : position && !several ? tr("Only this stage; variables at the tile's peak, step %1")
                                     .arg(QLocale().toString(m_data->estimate.peakStep[*position].value))
                               : tr("Only this stage; variables at the peak of each tile"));
}

void TileMemoryPage::computeTables() {
    if (!m_data || !session()->profile() || shownTiles().empty()) {
        return;
    }
    computeWithOrigins(
        m_tableTask,
        [profile = session()->profile(), layers = session()->layers(), shown = m_data,
         tiles = shownTiles()](const VariableOrigins& origins, const std::stop_token& stop) {
            return makeTileTables(*profile, *layers, origins, *shown, tiles, stop);
        },
        [this](const TileTables& tables) {
            m_details->setData(tables.details);
            m_computeSets->setData(tables.computeSets);
            m_vertices->setData(tables.vertices);
            m_exchanges->setData(tables.exchanges);
            m_variables->setData(tables.variables);
        });
}

/// Draws up to MaxVariables variables: those of the selected rows or, if fewer than two rows are selected,
/// those of the first rows.
void TileMemoryPage::computeVariables() {
    constexpr int MaxVariables = 7; // each variable needs a colour of its own
    if (!m_data || !session()->profile() || m_view->currentIndex() != static_cast<int>(View::Variables)) {
        return;
    }
    std::vector<VariableIndex> variables;
    const TableModel* const model = m_variables->model();
    const auto selected = m_variables->view()->selectionModel()->selectedRows();
    const auto count = selected.size() > 1 ? selected.size() : model->rowCount();
    for (int i = 0; i < count && variables.size() < MaxVariables; ++i) {
        const VariableIndex variable{model->keyAt(selected.size() > 1 ? selected[i].row() : i)};
        if (variable.value != NoId && std::ranges::find(variables, variable) == variables.end()) {
            variables.push_back(variable);
        }
    }
    compute(
        m_variablesTask,
        [profile = session()->profile(), shown = m_data, variables](const std::stop_token& stop) {
            return variablesChart(*profile, *shown, variables, stop);
        },
        [this](const StackChartDataPtr& made) {
            m_perVariable->setData(made);
            m_perVariable->setReadout([made, shown = m_data](uint32_t position) {
                QStringList lines{tr("Tile %1").arg(QLocale().toString(shown->tileAt(position).value))};
                for (const ChartSeries& series : made->series) {
                    lines << tr("%1: %2").arg(series.name, bytesText(series.values[position]));
                }
                return lines.join(QLatin1Char('\n'));
            });
            showChosenTiles();
        });
}

} // namespace tileline
