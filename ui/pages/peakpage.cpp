// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/peakpage.h"

#include "core/explain/remedies.h"
#include "core/output/memorytables.h"
#include "core/output/plantext.h"
#include "core/output/reports.h"
#include "core/wording/explaintext.h"
#include "ui/pages/tilememorydata.h"
#include "ui/session/workerpool.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/translations.h"

#include <QSplitter>

#include <algorithm>
#include <string_view>
#include <utility>

namespace tileline {

namespace {

/// The maximum number of rows of each table.
constexpr size_t Top = 20;

template <class Rows, class KeyOf>
TableDataPtr withKeys(Table table, const Rows& rows, KeyOf keyOf) {
    auto data = std::make_shared<TableData>(TableData{std::move(table), {}});
    std::ranges::transform(rows, std::back_inserter(data->keys), keyOf);
    return data;
}

/// The columns by which the user can group the items, in the order of PeakData::groups.
constexpr std::array<std::string_view, 5> GroupKeys{"entry", "role", "category", "module", "source"};

TableDataPtr itemsData(const StageEstimator& estimator, const PeakExplanation& explanation) {
    auto data = std::make_shared<TableData>();
    data->table = peakItemsTable(estimator.profile(), estimator.layers(), explanation)
                      .only({"name", "bytes", "share", "running_share", "category", "role", "copies", "entry",
                             "live_from", "live_to", "module", "source"});
    for (size_t row = 0; row < explanation.items.size(); ++row) {
        const StageItem& item = explanation.items[row];
        data->keys.push_back(item.operation ? item.operation->value : NoId);
        Cell& name = data->table.rows[row].front();
        if (name == Cell() || item.category >= StageCategory::Unowned) {
            name = Cell(itemName(estimator.profile(), item).toStdString());
        }
    }
    return data;
}

TableDataPtr categoriesData(const TableData& items, uint64_t total) {
    Table table = groupTable(items.table, "category").without({"items"});
    table.rows.push_back({"total", total, 1.0});
    return makeTableData(std::move(table));
}

TableDataPtr movesData(const Layers& layers, const PlanEstimate& estimate,
                       const PeakExplanation& explanation) {
    Table table = movesTable(explanation, estimate, layers);
    auto row = table.rows.begin();
    for (const EntryMove* const move : movesOf(explanation)) {
        const bool taken = explanation.takeNext && move == &*explanation.takeNext;
        //: %1 is "layer 4"
        const QString text = taken ? PeakPage::tr("%1 from IPU %2") : PeakPage::tr("%1 to IPU %2");
        (row++)->front() =
            Cell(text.arg(layersText({move->entry, move->entry}, layers), QString::number(move->neighbour))
                     .toStdString());
    }
    return makeTableData(std::move(table));
}

/// The maximum initial width of a column in the tree, in characters. Names can be very long.
constexpr int FirstColumnWidth = 44;

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
    const size_t begin = std::min<size_t>(range.begin, end);
    data->histogram =
        tileHistogram(std::span(totals).subspan(begin, end - begin), profile.target.bytesPerTile);
    return InsightsDataPtr(std::move(data));
}

Outcome<PeakDataPtr> makePeakData(const PeakRequest& request, const std::stop_token& stop) {
    auto data = std::make_shared<PeakData>();
    data->request = request;
    Workers workers(1);
    const PlanEstimate& estimate = request.result->estimate;
    if (!data->request.roles) {
        data->request.roles =
            std::make_shared<VariableRoles>(request.estimator->profile(), request.estimator->layers());
    }
    data->explanation =
        TRY(explainPeak(*request.estimator, *data->request.roles, estimate, request.ipu, workers, stop));
    data->items = itemsData(*request.estimator, data->explanation);
    for (const std::string_view key : GroupKeys) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        data->groups.push_back(groupedBy(data->items, key));
    }
    data->categories = categoriesData(*data->items, data->explanation.bytes.total());
    data->moves = movesData(request.estimator->layers(), estimate, data->explanation);
    data->histogram = tileHistogram(data->explanation.tileTotals, request.limit);
    return PeakDataPtr(std::move(data));
}

} // namespace

InsightsPanel::InsightsPanel(Selection* selection)
    : m_help(new TablePanel(tr("What would help")))
    , m_tables{new TablePanel(tr("Fullest tiles")), new TablePanel(tr("Variables at the peak")),
               new TablePanel(tr("Vertices")), new TablePanel(tr("Compute sets")),
               new TablePanel(tr("Exchanges"))} {
    m_histogram->setTitle(tr("Tiles of the report"));
    for (TablePanel* const table : m_tables) {
        m_tabs->addTab(table, table->accessibleName());
    }
    auto* const upper = new QSplitter;
    upper->addWidget(m_histogram);
    upper->addWidget(inColumn(
        {plainLabel(tr("What would help on the fullest tile at its peak (upper bounds)")), {m_help, 1}}));
    auto* const parts = new QSplitter(Qt::Vertical);
    parts->addWidget(upper);
    parts->addWidget(m_tabs);
    parts->setStretchFactor(1, 1);
    withoutMargins(columnOf({{parts, 1}}, this));
    connect(m_tables[InsightsData::Tiles], &TablePanel::keySelected, selection,
            &Selection::chooseKey<TileId>);
    connect(m_tables[InsightsData::Exchanges], &TablePanel::keySelected, selection,
            &Selection::chooseKey<ProgramIndex>);
}

void InsightsPanel::setData(const InsightsDataPtr& made) {
    showHistogram(*m_histogram, made->histogram, made->summary);
    m_help->setData(made->help);
    for (size_t tab = 0; tab < m_tables.size(); ++tab) {
        m_tables[tab]->setData(made->tabs[tab]);
    }
}

QString PeakData::summary() const {
    const Layers& layers = request.estimator->layers();
    const Profile& profile = request.estimator->profile();
    const uint64_t total = explanation.bytes.total();
    const uint64_t limit = request.limit.value_or(total);
    //: %2 is "layers 4 to 7"
    const QString where =
        !request.limit  ? PeakPage::tr("IPU %1 (%2): tile %3 holds %4 at step %5.")
        : total > limit ? PeakPage::tr("IPU %1 (%2): tile %3 holds %4 at step %5, %6 more than its limit.")
                        : PeakPage::tr("IPU %1 (%2): tile %3 holds %4 at step %5, with a headroom of %6.");
    QStringList sentences{where.arg(QString::number(explanation.ipu), placedText(explanation.stage, layers),
                                    numberText(explanation.tile.value), bytesText(total),
                                    numberText(explanation.step.value))};
    if (request.limit) {
        sentences[0] = sentences[0].arg(bytesText(total > limit ? total - limit : limit - total));
    }
    if (explanation.operation) {
        //: %1 is the name of an operation, %2 its layer
        sentences += PeakPage::tr("At that step, %1 runs (%2).")
                         .arg(shownText(layers.operations[explanation.operation->index()].name),
                              layersText({layers.operations[explanation.operation->index()].layer,
                                          layers.operations[explanation.operation->index()].layer},
                                         layers));
    } else if (explanation.program) {
        const Program& program = profile.programs[explanation.program->index()];
        //: %1 is the type of a program, %2 its name
        sentences += PeakPage::tr("At that step, a program runs: %1 %2.")
                         .arg(shownText(program.type), shownText(programName(profile, *explanation.program)));
    }
    //: %1 is a number of tiles
    sentences += PeakPage::tr("%1 of %Ln tiles hold at least 95 % of what the fullest tile holds.", nullptr,
                              static_cast<int>(explanation.tileTotals.size()))
                     .arg(numberText(explanation.tilesFrom(explanation.nearlyFullBytes())));
    return sentences.join(QLatin1Char(' '));
}

PeakPage::PeakPage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see why an IPU is as full as it is."))
    , m_subject(comboBox(
          {tr("The plan"), tr("The report")}, tr("Explained"),
          tr("Explain the peak of an IPU under the plan, or the memory use that the report itself shows"),
          "subject"))
    , m_tiles(
          comboBox({tr("All tiles"), tr("The chosen tile")}, tr("Tiles"),
                   tr("List the largest items on all tiles together, or on the most recently chosen tile"),
                   "insightTiles"))
    , m_groupBy(comboBox(
          //: what the rows of a table are grouped by; the last entry shows the rows without groups
          {tr("By layer"), tr("By role"), tr("By category"), tr("By module"), tr("By source line"),
           tr("Not grouped")},
          tr("Groups"), tr("The property by which the items on the tile are grouped"), "groups"))
    , m_ipus(makeStageBox(tr("Fullest IPU")))
    , m_insights(new InsightsPanel(selection)) {
    m_histogram->setTitle(tr("Tiles of the IPU"));
    setUpTree(*m_tree, *m_model, tr("Items"));
    m_itemViews->addWidget(m_tree);
    m_itemViews->addWidget(m_items);
    m_tabs->addTab(m_itemViews, tr("Items"));
    m_tabs->addTab(m_categories, m_categories->accessibleName());
    m_tabs->addTab(m_moves, m_moves->accessibleName());
    addParts(rowOf({m_subject, m_ipus, m_tiles, m_groupBy, {m_summary, 1}}), m_histogram, {{m_tabs, 1}});
    m_explanation = content()->itemAt(content()->count() - 1)->widget();
    content()->addWidget(m_insights, 1);
    for (const QComboBox* const box : {m_subject, m_tiles}) {
        connect(box, &QComboBox::currentIndexChanged, this, &PeakPage::invalidate);
    }
    selection->follow<TileId>(this, &PeakPage::followTile);
    connect(m_insights->table(InsightsData::Variables), &TablePanel::keySelected, this,
            &PeakPage::chooseVariable);

    connect(m_groupBy, &QComboBox::currentIndexChanged, this, &PeakPage::showGroups);
    connect(m_items, &TablePanel::keySelected, this, &PeakPage::selectOperation);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& index) { selectOperation(m_model->keyAt(index)); });
    // The page is refreshed after any change of the plan, because a change on any IPU can affect which IPU is
    // the fullest.
    for (const auto signal : {&Session::planChanged, &Session::resultChanged}) {
        connect(session, signal, this, [this] {
            if (this->session()->resultIsCurrent() ||
                (m_data && m_data->request.limit != limitOf({m_data->request.ipu}))) {
                invalidate();
            }
        });
    }
}

void PeakPage::refresh() {
    const bool planned = session()->estimator() != nullptr;
    const bool report = !planned || m_subject->currentIndex() == 1;
    m_subject->setVisible(planned);
    m_ipus->setVisible(!report || session()->profile()->target.hasSeveralIpus());
    m_tiles->setVisible(report);
    m_groupBy->setVisible(!report);
    m_explanation->setVisible(!report);
    m_insights->setVisible(report);
    if (report) {
        refreshReport();
        return;
    }
    if (!session()->resultIsCurrent()) {
        return; // refresh() is called again when the result has arrived
    }
    const auto chosen = stage();
    const uint32_t ipu =
        chosen ? chosen->ipu.value : fullestIpu(session()->result()->estimate, session()->plan().memory());
    PeakRequest request{session()->estimator(), session()->result(), ipu, limitOf({ipu})};
    if (m_data && &m_data->request.estimator->layers() == &request.estimator->layers()) {
        request.roles = m_data->request.roles;
    }
    compute(
        m_task, [request](const std::stop_token& stop) { return makePeakData(request, stop); },
        [this](PeakDataPtr made) { show(std::move(made)); });
}

void PeakPage::refreshReport() {
    const ProfilePtr profile = session()->profile();
    const auto tile = selection()->chosen<TileId>();
    const TileRange range = m_tiles->currentIndex() == 1 && tile && tile->value < profile->target.numTiles
                                ? TileRange::of(*tile)
                            : reportIpu() ? TileRange::ofIpu(*profile, reportIpu()->value)
                                          : TileRange::ofModel(*profile);
    computeWithOrigins(
        m_task,
        [profile, layers = session()->layers(), range](const VariableOrigins&, const std::stop_token& stop) {
            return makeInsights(*profile, *layers, range, stop);
        },
        [this](const InsightsDataPtr& made) {
            m_summary->setText(made->summary);
            m_insights->setData(made);
        });
}

void PeakPage::followTile() {
    if (m_tiles->currentIndex() == 1) {
        invalidate();
    }
}

void PeakPage::reset() {
    m_summary->clear();
    m_model->setData(std::make_shared<GroupedTable>());
    WorkerPool::shared().add([data = std::exchange(m_data, {})] {}); // freeing thousands of items is slow
}

void PeakPage::show(PeakDataPtr made) {
    const bool first = !m_data;
    m_data = std::move(made);
    m_summary->setText(m_data->summary());
    showHistogram(*m_histogram, m_data->histogram, m_data->summary());
    m_items->setData(m_data->items);
    m_categories->setData(m_data->categories);
    m_moves->setData(m_data->moves);
    showGroups();
    if (first) {
        const int width = m_tree->fontMetrics().averageCharWidth();
        for (int column = 0; column < m_model->columnCount(); ++column) {
            m_tree->resizeColumnToContents(column);
            m_tree->setColumnWidth(column, std::min(m_tree->columnWidth(column), width * FirstColumnWidth));
        }
    }
}

void PeakPage::showGroups() {
    const auto by = static_cast<size_t>(m_groupBy->currentIndex());
    m_itemViews->setCurrentIndex(by < GroupKeys.size() ? 0 : 1);
    if (m_data && by < GroupKeys.size()) {
        m_model->setData(m_data->groups[by]);
        m_tree->expand(m_model->index(0, 0));
    }
}

void PeakPage::selectOperation(std::optional<uint32_t> operation) {
    if (operation && *operation != NoId && m_data) {
        selection()->choose(
            {OperationIndex{*operation}, m_data->request.estimator->layers().operations[*operation].layer});
    }
}

} // namespace tileline
