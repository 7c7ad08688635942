// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/peakpage.h"

#include "core/memory/programnames.h"
#include "core/output/plantext.h"
#include "core/output/reports.h"
#include "ui/pages/tilememorydata.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>

#include <string_view>

namespace tileline {

namespace {

struct PeakDataText {
    Q_DECLARE_TR_FUNCTIONS(PeakData)
};

/// By PeakGroups: the column that the items of a group share.
constexpr std::array<std::string_view, PeakGroupCount> GroupKeys{"entry", "role", "category", "module",
                                                                 "source"};

TableDataPtr itemsData(const StageEstimator& estimator, const PeakExplanation& explanation) {
    auto data = std::make_shared<TableData>();
    data->table = peakItemsTable(estimator.profile(), estimator.layers(), explanation)
                      .only({"name", "bytes", "share", "running_share", "category", "role", "copies", "entry",
                             "live_from", "live_to", "module", "source"});
    for (size_t row = 0; row < explanation.items.size(); ++row) {
        const StageItem& item = explanation.items[row];
        data->keys.push_back(item.operation ? item.operation->value : NoId);
        Cell& name = data->table.rows[row].front();
        if (name == Cell() || item.category == StageCategory::Unowned) {
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
        const QString text = taken ? PeakDataText::tr("%1 from IPU %2") : PeakDataText::tr("%1 to IPU %2");
        (row++)->front() =
            Cell(text.arg(layersText({move->entry, move->entry}, layers), QString::number(move->neighbour))
                     .toStdString());
    }
    return makeTableData(std::move(table));
}

} // namespace

QString PeakData::summary() const {
    const Layers& layers = request.estimator->layers();
    const Profile& profile = request.estimator->profile();
    const uint64_t total = explanation.bytes.total();
    const uint64_t limit = request.limit.value_or(total);
    //: %2 is "layers 4 to 7"
    const QString where =
        !request.limit ? PeakDataText::tr("IPU %1 (%2): tile %3 holds %4 at step %5.")
        : total > limit
            ? PeakDataText::tr("IPU %1 (%2): tile %3 holds %4 at step %5, %6 more than its limit.")
            : PeakDataText::tr("IPU %1 (%2): tile %3 holds %4 at step %5, with a headroom of %6.");
    QStringList sentences{where.arg(QString::number(explanation.ipu), placedText(explanation.stage, layers),
                                    numberText(explanation.tile.value), bytesText(total),
                                    numberText(explanation.step.value))};
    if (request.limit) {
        sentences[0] = sentences[0].arg(bytesText(total > limit ? total - limit : limit - total));
    }
    if (explanation.operation) {
        //: %1 is the name of an operation, %2 its layer
        sentences += PeakDataText::tr("Then %1 runs (%2).")
                         .arg(shownText(layers.operations[explanation.operation->index()].name),
                              layersText({layers.operations[explanation.operation->index()].layer,
                                          layers.operations[explanation.operation->index()].layer},
                                         layers));
    } else if (explanation.program) {
        const Program& program = profile.programs[explanation.program->index()];
        //: %1 is the type of a program, %2 its name
        sentences += PeakDataText::tr("Then a program runs: %1 %2.")
                         .arg(shownText(program.type), shownText(programName(profile, *explanation.program)));
    }
    //: %1 is a number of tiles
    sentences += PeakDataText::tr("%1 of %Ln tiles hold at least 95 % of that.", nullptr,
                                  static_cast<int>(explanation.tileTotals.size()))
                     .arg(numberText(explanation.tilesFrom(explanation.nearlyFullBytes())));
    return sentences.join(QLatin1Char(' '));
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
    for (size_t by = 0; by < PeakGroupCount; ++by) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        data->groups[by] = groupedBy(data->items, GroupKeys[by]);
    }
    data->categories = categoriesData(*data->items, data->explanation.bytes.total());
    data->moves = movesData(request.estimator->layers(), estimate, data->explanation);
    data->histogram = tileHistogram(data->explanation.tileTotals, request.limit);
    return PeakDataPtr(std::move(data));
}

} // namespace tileline
