// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/insightspanel.h"

#include "core/output/memorytables.h"
#include "core/wording/insightstext.h"
#include "ui/pages/tilememorydata.h"
#include "ui/text/bytestext.h"
#include "ui/text/translations.h"

#include <QSplitter>
#include <QVBoxLayout>

#include <algorithm>

namespace tileline {

namespace {

/// The maximum number of rows of each table.
constexpr size_t Top = 20;

template <class Rows, class KeyOf>
TableDataPtr withKeys(Table table, const Rows& rows, KeyOf keyOf) {
    auto data = std::make_shared<TableData>(TableData{std::move(table), {}});
    std::transform(rows.begin(), rows.end(), std::back_inserter(data->keys), keyOf);
    return data;
}

} // namespace

Outcome<InsightsDataPtr> makeInsights(const Profile& profile, const Layers& layers, TileRange range,
                                      const std::stop_token& stop) {
    const Insights found = TRY(Insights::find(profile, layers, range, Top, stop));
    const InsightsTables tables(profile, found);
    auto data = std::make_shared<InsightsData>();
    data->summary = translated(verdictPhrase(found));
    data->help = makeTableData(tables.help());
    data->tabs = {
        withKeys(tables.tiles(), found.tiles, [](const auto& row) { return row.tile.value; }),
        withKeys(tables.variables(), found.variables, [](const auto& row) { return row.variable.value; }),
        makeTableData(tables.vertices()), makeTableData(tables.computeSets()),
        withKeys(tables.exchanges(), found.exchanges, [](const auto& row) { return row.program.value; })};
    const std::vector<uint64_t> totals = tileMemoryOf(profile).totals;
    const size_t end = std::min<size_t>(range.end, totals.size());
    data->histogram = tileHistogram(std::span(totals).subspan(std::min<size_t>(range.begin, end),
                                                              end - std::min<size_t>(range.begin, end)),
                                    profile.target.bytesPerTile);
    return InsightsDataPtr(std::move(data));
}

InsightsPanel::InsightsPanel(Selection* selection, QWidget* parent)
    : QWidget(parent)
    , m_selection(selection)
    , m_help(new TablePanel(tr("What would help")))
    , m_tables{new TablePanel(tr("Fullest tiles")), new TablePanel(tr("Variables at the peak")),
               new TablePanel(tr("Vertices")), new TablePanel(tr("Compute sets")),
               new TablePanel(tr("Exchanges"))} {
    m_histogram->setTitle(tr("Tiles of the report"));
    for (TablePanel* const table : m_tables) {
        m_tabs->addTab(table, table->accessibleName());
    }
    auto* const help = new QWidget;
    withoutMargins(columnOf(
        {plainLabel(tr("What would help on the fullest tile at its peak (upper bounds)")), {m_help, 1}},
        help));
    auto* const upper = new QSplitter;
    upper->addWidget(m_histogram);
    upper->addWidget(help);
    auto* const parts = new QSplitter(Qt::Vertical);
    parts->addWidget(upper);
    parts->addWidget(m_tabs);
    parts->setStretchFactor(1, 1);
    withoutMargins(columnOf({{parts, 1}}, this));
    connect(m_tables[InsightsData::Tiles], &TablePanel::keySelected, this,
            [this](std::optional<uint32_t> tile) {
                if (tile) {
                    m_selection->choose(TileId{*tile});
                }
            });
    connect(m_tables[InsightsData::Exchanges], &TablePanel::keySelected, this,
            [this](std::optional<uint32_t> program) {
                if (program) {
                    m_selection->choose(ProgramIndex{*program});
                }
            });
    connect(m_tables[InsightsData::Variables], &TablePanel::keySelected, this,
            &InsightsPanel::variableChosen);
}

void InsightsPanel::setData(const InsightsDataPtr& made) {
    m_histogram->setData(made->histogram);
    m_histogram->setReadout(
        [shown = made->histogram](uint32_t bin) { return histogramReadout(*shown, bin); });
    m_histogram->setSummary(made->summary);
    m_help->setData(made->help);
    for (size_t tab = 0; tab < m_tables.size(); ++tab) {
        m_tables[tab]->setData(made->tabs[tab]);
    }
}

} // namespace tileline
