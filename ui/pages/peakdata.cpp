// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/peakdata.h"

#include "core/memory/programnames.h"
#include "core/memory/sourcelocation.h"
#include "ui/pages/rolespanel.h"
#include "ui/pages/tilememorydata.h"
#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>
#include <unordered_map>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct PeakDataText {
    Q_DECLARE_TR_FUNCTIONS(PeakData)
};

/// In per cent, with one digit after the point.
double percentOf(uint64_t part, uint64_t whole) {
    return whole == 0 ? 0 : std::round(1000.0 * static_cast<double>(part) / static_cast<double>(whole)) / 10;
}

Cell textCell(const QString& text) {
    return text.isEmpty() ? Cell() : Cell(text.toStdString());
}

class PeakTables {
public:
    PeakTables(const StageEstimator& estimator, const PeakExplanation& explanation)
        : m_profile(estimator.profile())
        , m_layers(estimator.layers())
        , m_explanation(explanation)
        , m_total(explanation.bytes.total()) {}

    TableDataPtr items() const {
        auto table = std::make_shared<TableData>();
        //: column: the name of a variable, of vertices or of a program
        table->addColumn("name", ColumnType::Text, PeakDataText::tr("Item"));
        table->addColumn("bytes", ColumnType::Integer, PeakDataText::tr("Bytes"), CellStyle::Bytes);
        //: column: the part of all bytes on the tile, in per cent
        table->addColumn("percent", ColumnType::Real, PeakDataText::tr("%"));
        //: column: the part of this row and all rows above it
        table->addColumn("running_percent", ColumnType::Real, PeakDataText::tr("Running %"));
        table->addColumn("category", ColumnType::Text, PeakDataText::tr("Category"));
        //: column: what bytes are for: weights, gradients, ...
        table->addColumn("role", ColumnType::Text, PeakDataText::tr("Role"));
        //: column: how many copies of a variable a pipeline keeps
        table->addColumn("copies", ColumnType::Integer, PeakDataText::tr("Copies"));
        table->addColumn("layer", ColumnType::Text, PeakDataText::tr("Layer"));
        //: columns: the first and the last program step in which a variable is live
        table->addColumn("live_from", ColumnType::Integer, PeakDataText::tr("Live from"));
        table->addColumn("live_to", ColumnType::Integer, PeakDataText::tr("to"));
        //: column: where an operation is in the model
        table->addColumn("module", ColumnType::Text, PeakDataText::tr("Module"));
        //: column: file and line of the user's program
        table->addColumn("source", ColumnType::Text, PeakDataText::tr("Source"));
        uint64_t running = 0;
        for (const StageItem& item : m_explanation.items) {
            running += item.bytes;
            const bool steps = !item.live.empty();
            table->addRow(
                item.operation ? item.operation->value : NoId,
                {itemName(m_profile, item).toStdString(), item.bytes, percentOf(item.bytes, m_total),
                 percentOf(running, m_total), categoryName(item.category).toStdString(),
                 roleName(item.role).toStdString(), item.copies, textCell(keyOf(item, PeakGroups::Layer)),
                 steps ? Cell(item.live.start.value) : Cell(), steps ? Cell(item.live.end.value - 1) : Cell(),
                 textCell(keyOf(item, PeakGroups::Module)), textCell(keyOf(item, PeakGroups::Source))});
        }
        return table;
    }

    GroupedTablePtr grouped(const TableDataPtr& items, PeakGroups by) const {
        std::unordered_map<QString, size_t> positions;
        std::vector<std::pair<uint64_t, GroupedTable::Group>> groups;
        for (uint32_t row = 0; row < m_explanation.items.size(); ++row) {
            const StageItem& item = m_explanation.items[row];
            const QString key = keyOf(item, by);
            const auto [position, isNew] = positions.try_emplace(key, groups.size());
            if (isNew) {
                groups.emplace_back();
                auto& cells = groups.back().second.cells;
                cells.resize(items->table.columns.size());
                cells[0] = Cell((key.isEmpty() ? PeakDataText::tr("(none)") : key).toStdString());
            }
            groups[position->second].first += item.bytes;
            groups[position->second].second.rows.push_back(row);
        }
        std::stable_sort(groups.begin(), groups.end(),
                         [](const auto& a, const auto& b) { return a.first > b.first; });
        auto table = std::make_shared<GroupedTable>();
        table->table = items;
        uint64_t running = 0;
        for (auto& [bytes, group] : groups) {
            running += bytes;
            group.cells[1] = Cell(bytes);
            group.cells[2] = Cell(percentOf(bytes, m_total));
            group.cells[3] = Cell(percentOf(running, m_total));
            table->groups.push_back(std::move(group));
        }
        return table;
    }

    TableDataPtr categories() const {
        auto table = std::make_shared<TableData>();
        table->addColumn("category", ColumnType::Text, PeakDataText::tr("Category"));
        table->addColumn("bytes", ColumnType::Integer, PeakDataText::tr("Bytes"), CellStyle::Bytes);
        table->addColumn("percent", ColumnType::Real, PeakDataText::tr("%"));
        uint32_t row = 0;
        for (const StageCategoryInfo& category : StageCategories) {
            if (const uint64_t bytes = m_explanation.bytes.*category.bytes; bytes > 0) {
                table->addRow(
                    row++, {categoryName(category.category).toStdString(), bytes, percentOf(bytes, m_total)});
            }
        }
        //: a row below the categories: their sum
        table->addRow(row, {PeakDataText::tr("total").toStdString(), m_total, percentOf(m_total, m_total)});
        return table;
    }

    TableDataPtr moves(const PlanEstimate& estimate) const {
        auto table = std::make_shared<TableData>();
        //: column: "layer 4 to IPU 2"
        table->addColumn("move", ColumnType::Text, PeakDataText::tr("Move"));
        table->addColumn("peak_tile_bytes", ColumnType::Integer, PeakDataText::tr("This IPU"),
                         CellStyle::Bytes);
        table->addColumn("change_bytes", ColumnType::Integer, PeakDataText::tr("Change"),
                         CellStyle::ByteChange);
        table->addColumn("neighbour_peak_tile_bytes", ColumnType::Integer, PeakDataText::tr("Neighbour"),
                         CellStyle::Bytes);
        table->addColumn("neighbour_change_bytes", ColumnType::Integer,
                         PeakDataText::tr("Change of the neighbour"), CellStyle::ByteChange);
        table->addColumn("plan_peak_tile_bytes", ColumnType::Integer, PeakDataText::tr("Fullest IPU"),
                         CellStyle::Bytes);
        table->addColumn("buildable", ColumnType::Boolean, PeakDataText::tr("Frameworks compile it"));
        const auto add = [&](const std::optional<EntryMove>& move, const QString& text) {
            if (!move) {
                return;
            }
            const auto change = [&](uint64_t now, uint32_t ipu) {
                return static_cast<int64_t>(now - estimate.stages[ipu].peakTileBytes);
            };
            table->addRow(
                static_cast<uint32_t>(table->keys.size()),
                {text.arg(layersText({move->entry, move->entry}, m_layers), QString::number(move->neighbour))
                     .toStdString(),
                 move->peakTileBytes, change(move->peakTileBytes, m_explanation.ipu),
                 move->neighbourPeakBytes, change(move->neighbourPeakBytes, move->neighbour),
                 move->planPeakBytes, move->buildable});
        };
        //: %1 is "layer 4"
        add(m_explanation.giveFirst, PeakDataText::tr("%1 to IPU %2"));
        add(m_explanation.giveLast, PeakDataText::tr("%1 to IPU %2"));
        //: %1 is "layer 4"
        add(m_explanation.takeNext, PeakDataText::tr("%1 from IPU %2"));
        return table;
    }

private:
    QString keyOf(const StageItem& item, PeakGroups by) const {
        switch (by) {
        case PeakGroups::Layer:
            return item.entry ? layerName(m_layers, *item.entry) : QString();
        case PeakGroups::Role:
            return roleName(item.role);
        case PeakGroups::Category:
            return categoryName(item.category);
        case PeakGroups::Module: {
            return shownText(modulePathOf(m_layers, item));
        }
        case PeakGroups::Source:
            return shownText(shortLocation(locationOf(m_profile, m_layers, item)));
        }
        return {};
    }

    const Profile& m_profile;
    const Layers& m_layers;
    const PeakExplanation& m_explanation;
    uint64_t m_total;
};

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
    const PeakTables tables(*request.estimator, data->explanation);
    data->items = tables.items();
    for (size_t by = 0; by < PeakGroupCount; ++by) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        data->groups[by] = tables.grouped(data->items, static_cast<PeakGroups>(by));
    }
    data->categories = tables.categories();
    data->moves = tables.moves(estimate);
    data->histogram = tileHistogram(data->explanation.tileTotals, request.limit);
    return PeakDataPtr(std::move(data));
}

} // namespace tileline
