// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/livenessdata.h"

#include "core/estimate/stagecontents.h"
#include "core/estimate/stageliveness.h"
#include "core/memory/liveness.h"
#include "core/memory/origins.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>

#include <algorithm>

namespace tileline {

namespace {

/// If the always-live share of the peak is larger than this, the curve of the other bytes is too low to read.
constexpr uint64_t MaxAlwaysLivePercent = 80;

struct LivenessDataText {
    Q_DECLARE_TR_FUNCTIONS(LivenessData)
};

/// The line that shows the limit. If the always-live bytes are not shown, they are subtracted from it.
std::optional<ChartLimit> limitLine(const LivenessData& data) {
    if (!data.request.limit) {
        return std::nullopt;
    }
    const uint64_t limit = *data.request.limit;
    if (data.stacksAlwaysLive) {
        const QString label = data.request.part.tile ? LivenessDataText::tr("Limit of the tile: %1")
                                                     : LivenessDataText::tr("Limit of all tiles: %1");
        return ChartLimit{limit, label.arg(bytesText(limit))};
    }
    if (data.series.alwaysLive >= limit) {
        return std::nullopt;
    }
    const uint64_t left = limit - data.series.alwaysLive;
    return ChartLimit{left, LivenessDataText::tr("Limit minus always-live bytes: %1").arg(bytesText(left))};
}

StackChartDataPtr makeChart(const LivenessData& data) {
    auto chart = std::make_shared<StackChartData>();
    chart->xLabel = LivenessDataText::tr("Program step");
    if (const QString standIns = standInsText(*data.profile); !standIns.isEmpty() && !data.bands.empty()) {
        //: %1 is "programs stand in for operations"
        chart->xLabel = LivenessDataText::tr("Program step (layers: %1)").arg(standIns);
    }
    chart->discrete = true; // the bytes change abruptly from step to step
    const size_t steps = data.series.notAlwaysLive.size();
    if (data.stacksAlwaysLive) {
        chart->series.push_back({LivenessDataText::tr("Always live"),
                                 [](const ChartColors& colors) { return colors.alwaysLive(); },
                                 std::vector<uint64_t>(steps, data.series.alwaysLive)});
    }
    chart->series.push_back({LivenessDataText::tr("Not always live"),
                             [](const ChartColors& colors) { return colors.notAlwaysLive(); },
                             data.series.notAlwaysLive});
    for (const LayerBand& band : data.bands) {
        chart->bands.push_back({band.steps.start.value, band.steps.end.value,
                                layerName(*data.layers, band.layer), band.layer.value});
    }
    chart->limit = limitLine(data);
    return chart;
}

/// A table of variables, most bytes first. Its columns are the name, `measures`, and the origin.
template <class Row, class BytesOf>
TableDataPtr tableOf(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                     const Columns<Row>& measures, std::vector<Row> rows, BytesOf bytesOf) {
    Columns<Row> columns{{{"variable", ColumnType::Text, ColumnText::tr("Variable")}, [&](const Row& row) {
                              return variableName(profile, row.variable, row.category).toStdString();
                          }}};
    columns.add(measures);
    const auto add = [&](Column column, auto cellOf) {
        columns.add({{std::move(column), [cellOf](const Row& row) {
                          return row.variable.value == NoId ? Cell() : Cell(cellOf(row.variable));
                      }}});
    };
    const auto variable = [&](VariableIndex index) -> const Variable& {
        return profile.variables[index.index()];
    };
    add({"layer", ColumnType::Layer, ColumnText::tr("Layer")}, [&](VariableIndex index) {
        const LayerIndex layer = origins.layerOf(index);
        return layer.value ? Cell(layers.nameInFiles(layer)) : Cell();
    });
    //: file and line of the user's program
    add({"source", ColumnType::Source, ColumnText::tr("Source")},
        [&](VariableIndex index) { return textCell(shortLocation(origins.locationOf(index))); });
    add({"operation", ColumnType::Text, ColumnText::tr("First operation")}, [&](VariableIndex index) {
        const auto operation = origins.operationOf(index);
        return operation ? Cell(layers.operations[operation->index()].name) : Cell();
    });
    add({"always_live", ColumnType::Boolean, ColumnText::tr("Always live")},
        [=](VariableIndex index) { return variable(index).alwaysLive; });
    //: type of the elements of a tensor, such as HALF
    add({"element_type", ColumnType::Text, ColumnText::tr("Type")},
        [=](VariableIndex index) { return textCell(variable(index).elementType); });
    add({"shape", ColumnType::Text, ColumnText::tr("Shape")},
        [=](VariableIndex index) { return textCell(variable(index).shape); });
    std::stable_sort(rows.begin(), rows.end(),
                     [&](const Row& a, const Row& b) { return bytesOf(a) > bytesOf(b); });
    return makeTableData(columns, rows, [](const Row& row) { return row.variable.value; });
}

TableDataPtr tableOf(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                     std::vector<LiveVariable> live, bool withAlwaysLive) {
    if (!withAlwaysLive) {
        std::erase_if(live, [](const LiveVariable& variable) { return variable.alwaysLive; });
    }
    return tableOf<LiveVariable>(
        profile, layers, origins,
        {{{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, &LiveVariable::bytes},
         //: the number of lowered variables into which a variable was cut
         {{"parts", ColumnType::Integer, ColumnText::tr("Parts")}, &LiveVariable::parts}},
        std::move(live), [](const LiveVariable& variable) { return variable.bytes; });
}

TableDataPtr tableOf(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                     std::vector<LiveVariableChange> changes, const LiveTableRequest& request) {
    const auto change = [](const LiveVariableChange& c) {
        return static_cast<int64_t>(c.after) - static_cast<int64_t>(c.before);
    };
    const auto column = [](const char* key, StepIndex step) {
        return Column{key, ColumnType::Bytes, ColumnText::tr("In step %1"), "",
                      numberText(step.value).toStdString()};
    };
    return tableOf<LiveVariableChange>(
        profile, layers, origins,
        {//: the bytes of a variable in the second of two steps, minus those in the first
         {{"change", ColumnType::ByteChange, ColumnText::tr("Change")}, change},
         {column("bytes_a", request.step), &LiveVariableChange::before},
         {column("bytes_b", *request.other), &LiveVariableChange::after}},
        std::move(changes), [=](const LiveVariableChange& c) { return std::abs(change(c)); });
}

} // namespace

QString variableName(const Profile& profile, VariableIndex variable, uint8_t category) {
    if (variable.value == NoId) {
        return category == NoCategory ? LivenessDataText::tr("(lowered variables without a variable)")
                                      : QStringLiteral("(%1)").arg(wordFor(
                                            ColumnType::Category, profile.variableCategories[category].name));
    }
    const std::string& name = profile.variables[variable.index()].name;
    return name.empty() ? LivenessDataText::tr("(unnamed)") : shownText(name);
}

bool LivenessData::runsIn(StepIndex step) const {
    return !request.part.stage ||
           std::any_of(steps.begin(), steps.end(), [step](StepInterval run) { return run.contains(step); });
}

std::optional<LayerIndex> LivenessData::layerAt(StepIndex step) const {
    const auto next =
        std::upper_bound(bands.begin(), bands.end(), step,
                         [](StepIndex s, const LayerBand& band) { return s < band.steps.start; });
    if (next == bands.begin() || !(next - 1)->steps.contains(step)) {
        return std::nullopt;
    }
    return (next - 1)->layer;
}

QString LivenessData::readout(StepIndex step) const {
    const auto layer = layerAt(step);
    const ProgramIndex program = profile->stepProgram[step.index()];
    QStringList lines;
    lines << (layer ? LivenessDataText::tr("Step %1, layer %2")
                          .arg(numberText(step.value), layerName(*layers, *layer))
                    : LivenessDataText::tr("Step %1").arg(numberText(step.value)));
    const QString name = shownText(profile->programs[program.index()].type) + QLatin1Char(' ') +
                         shownText(programName(*profile, program));
    constexpr qsizetype MaxLength = 64;
    lines << (name.size() > MaxLength ? name.left(MaxLength - 1) + QChar(0x2026) : name);
    const uint64_t total = series.total(step);
    lines << LivenessDataText::tr("Live: %1").arg(bytesText(total));
    lines << LivenessDataText::tr("Not always live: %1").arg(bytesText(series.notAlwaysLive[step.index()]));
    if (const uint64_t limit = request.limit.value_or(0); limit > 0) {
        lines << (total <= limit ? LivenessDataText::tr("Headroom: %1")
                                 : LivenessDataText::tr("Overflow: %1"))
                     .arg(bytesText(total <= limit ? limit - total : total - limit));
    }
    return lines.join(QLatin1Char('\n'));
}

QString LivenessData::summary() const {
    const auto peak = series.peakStep();
    if (!peak) {
        return LivenessDataText::tr("The profile has no liveness steps.");
    }
    const QString bytes = bytesText(series.total(*peak));
    const QString always = bytesText(series.alwaysLive);
    const auto layer = layerAt(*peak);
    const QString text = layer ? LivenessDataText::tr("Peak %1 at step %2, layer %3; %4 always live")
                                     .arg(bytes, numberText(peak->value), layerName(*layers, *layer), always)
                               : LivenessDataText::tr("Peak %1 at step %2; %3 always live")
                                     .arg(bytes, numberText(peak->value), always);
    //: %1 is the complete text about the peak, which ends with "always live"
    return series.alwaysLiveIsVariablesOnly
               ? LivenessDataText::tr("%1 (variables only: the profile does not count code and vertex state)")
                     .arg(text)
               : text;
}

Outcome<LivenessDataPtr> makeLivenessData(ProfilePtr profile, LayersPtr layers,
                                          const LivenessRequest& request, const std::stop_token& stop) {
    auto data = std::make_shared<LivenessData>();
    data->request = request;
    const std::optional<ShownStage>& stage = request.part.stage;
    if (stage) {
        Workers workers(1);
        data->series = TRY(stageLiveness(*stage->estimator, stage->placed, request.part.tile, workers, stop));
        data->steps = stepsOf(*stage->estimator, stage->placed);
    } else {
        data->series = TRY(livenessSeries(*profile, request.part.tiles(*profile), stop));
    }
    const auto peak = data->series.peakStep();
    const uint64_t highest = peak ? data->series.total(*peak) : 0;
    data->stacksAlwaysLive =
        request.stackAlwaysLive.value_or(data->series.alwaysLive <= highest / 100 * MaxAlwaysLivePercent);
    data->bands = layerBands(*profile, *layers);
    if (stage) {
        std::erase_if(data->bands, [&](const LayerBand& band) {
            return !stage->placed.holds(band.layer, layers->last());
        });
    }
    data->profile = std::move(profile);
    data->layers = std::move(layers);
    data->chart = makeChart(*data);
    return LivenessDataPtr(std::move(data));
}

Outcome<LiveTable> makeLiveTable(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                                 const LiveTableRequest& request, const std::stop_token& stop) {
    const std::optional<ShownStage>& stage = request.part.stage;
    const auto liveIn = [&](StepIndex step) {
        return stage ? stageVariablesLiveIn(*stage->estimator, stage->placed, step, request.part.tile, stop)
                     : liveVariables(profile, step, request.part.tiles(profile), stop);
    };
    auto live = TRY(liveIn(request.step));
    LiveTable table;
    for (const LiveVariable& variable : live) {
        table.liveBytes += variable.bytes;
    }
    if (!request.other) {
        table.rows = tableOf(profile, layers, origins, std::move(live), request.withAlwaysLive);
        return table;
    }
    auto other = TRY(liveIn(*request.other));
    table.rows = tableOf(profile, layers, origins, liveDifference(live, other), request);
    return table;
}

} // namespace tileline
