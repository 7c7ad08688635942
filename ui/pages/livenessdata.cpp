// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/livenessdata.h"

#include "core/estimate/stagecontents.h"
#include "core/estimate/stageliveness.h"
#include "core/memory/roles.h"
#include "core/output/reports.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>

#include <algorithm>
#include <map>
#include <numeric>

namespace tileline {

namespace {

/// If always-live bytes exceed this percentage of the peak, the chart omits them by default. With them, the
/// curve of the other bytes would be too flat to read.
constexpr uint64_t MaxAlwaysLivePercent = 80;

struct LivenessDataText {
    Q_DECLARE_TR_FUNCTIONS(LivenessData)
};

/// The line for the limit. If always-live bytes are not shown, their number is subtracted from the limit.
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

/// The maximum number of groups that get their own area in the chart.
constexpr size_t MaxGroups = 8;

/// A way to group the lowered variables. `of` returns a variable's group, and `name` returns a group's name.
struct Groups {
    size_t count = 0;
    std::function<size_t(LoweredIndex)> of;
    std::function<QString(size_t)> name;
};

Outcome<Groups> groupsOf(const ProfilePtr& profile, const LayersPtr& layers, StackBy by,
                         const std::stop_token& stop) {
    if (by == StackBy::Category) {
        return Groups{profile->variableCategories.size() + 1,
                      [profile](LoweredIndex row) {
                          const uint8_t category = profile->lowered.categoryOf(row.index());
                          return category == NoCategory ? profile->variableCategories.size() : category;
                      },
                      [profile](size_t group) {
                          return group < profile->variableCategories.size()
                                     ? wordFor(ColumnType::Category, profile->variableCategories[group].name)
                                     : LivenessDataText::tr("Unknown");
                      }};
    }
    if (by == StackBy::Role) {
        return Groups{RoleCount,
                      [roles = std::make_shared<const VariableRoles>(*profile, *layers)](LoweredIndex row) {
                          return static_cast<size_t>(roles->of(row));
                      },
                      [](size_t group) {
                          return wordFor(ColumnType::Role, std::string(idOf(static_cast<Role>(group))));
                      }};
    }
    auto origins = TRY(VariableOrigins::build(profile, layers, stop));
    return Groups{
        layers->count(),
        [origins, profile](LoweredIndex row) {
            return origins->layerOf(profile->lowered.variable[row.index()]).index();
        },
        [layers](size_t group) { return layerName(*layers, LayerIndex{static_cast<uint32_t>(group)}); }};
}

/// Makes a series for each of the groups with the most bytes at the peak, and a last series for all other
/// bytes, including code.
Outcome<std::vector<ChartSeries>> groupSeries(const LivenessData& data, const std::stop_token& stop) {
    const Profile& profile = *data.profile;
    const TileRange tiles = data.request.part.tiles(profile);
    const Groups groups = TRY(groupsOf(data.profile, data.layers, data.request.by, stop));
    const auto counts = [&](LoweredIndex row) {
        return data.stacksAlwaysLive || !isAlwaysLive(profile, row);
    };
    std::vector<std::pair<uint64_t, size_t>> atPeak;
    for (size_t group = 0; group < groups.count; ++group) {
        atPeak.emplace_back(0, group);
    }
    const std::vector<uint8_t> live = liveClasses(profile, *data.series.peakStep());
    const auto& begins = profile.lowered.tileBegin;
    for (size_t row = begins[tiles.begin]; row < begins[tiles.end]; ++row) {
        const LoweredIndex index{static_cast<uint32_t>(row)};
        if (live[profile.lowered.liveClass[row].index()] != 0 && counts(index)) {
            atPeak[groups.of(index)].first += profile.lowered.bytes[row];
        }
    }
    std::ranges::stable_sort(atPeak, std::greater(), &std::pair<uint64_t, size_t>::first);
    std::vector<size_t> places(groups.count, NoId);
    std::vector<ChartSeries> series;
    for (size_t i = 0; i < std::min(atPeak.size(), MaxGroups) && atPeak[i].first > 0; ++i) {
        places[atPeak[i].second] = i;
        series.push_back({groups.name(atPeak[i].second),
                          [i](const ChartColors& colors) { return colors.category({}, i); },
                          {}});
    }
    const auto bytes = TRY(liveBytesByGroup(
        profile, tiles, series.size(),
        [&](LoweredIndex row) { return counts(row) ? places[groups.of(row)] : size_t{NoId}; }, stop));
    std::vector<uint64_t> rest = data.series.notAlwaysLive;
    for (uint64_t& ofStep : rest) {
        ofStep += data.stacksAlwaysLive ? data.series.alwaysLive : 0;
    }
    for (size_t i = 0; i < series.size(); ++i) {
        series[i].values = bytes[i];
        std::transform(rest.begin(), rest.end(), bytes[i].begin(), rest.begin(),
                       [](uint64_t left, uint64_t part) { return left - std::min(left, part); });
    }
    if (std::ranges::any_of(rest, [](uint64_t left) { return left > 0; })) {
        series.push_back({data.stacksAlwaysLive ? LivenessDataText::tr("Others, code and vertex state")
                                                : LivenessDataText::tr("Others"),
                          [](const ChartColors& colors) { return colors.category({}, MaxGroups); },
                          std::move(rest)});
    }
    return series;
}

Outcome<StackChartDataPtr> makeChart(const LivenessData& data, const std::stop_token& stop) {
    auto chart = std::make_shared<StackChartData>();
    chart->xLabel = LivenessDataText::tr("Program step");
    if (const QString standIns = standInsText(*data.profile); !standIns.isEmpty() && !data.bands.empty()) {
        //: %1 is "programs stand in for operations"
        chart->xLabel = LivenessDataText::tr("Program step (layers: %1)").arg(standIns);
    }
    chart->discrete = true; // each step has a width, because the bytes change abruptly from step to step
    const size_t steps = data.series.notAlwaysLive.size();
    const bool grouped = data.request.by != StackBy::Liveness && !data.request.part.stage && steps > 0;
    if (grouped) {
        chart->series = TRY(groupSeries(data, stop));
    }
    if (!grouped && data.stacksAlwaysLive) {
        chart->series.push_back({LivenessDataText::tr("Always live"),
                                 [](const ChartColors& colors) { return colors.alwaysLive(); },
                                 std::vector<uint64_t>(steps, data.series.alwaysLive)});
    }
    if (!grouped || chart->series.empty()) {
        chart->series.push_back({LivenessDataText::tr("Not always live"),
                                 [](const ChartColors& colors) { return colors.notAlwaysLive(); },
                                 data.series.notAlwaysLive});
    }
    for (const LayerBand& band : data.bands) {
        chart->bands.push_back({band.steps.start.value, band.steps.end.value,
                                layerName(*data.layers, band.layer), band.layer.value});
    }
    chart->limit = limitLine(data);
    if (!data.other.empty()) {
        addOther(*chart, data.other, data.request.compared->difference);
    }
    return StackChartDataPtr(std::move(chart));
}

/// A table of variables. The row with the highest result of `bytesOf` is first. The columns are the
/// variable's name, `measures`, and further data about the variable.
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
    std::ranges::stable_sort(rows, std::greater(), bytesOf);
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

Column stepColumn(const char* key, StepIndex step) {
    return {key, ColumnType::Bytes, ColumnText::tr("In step %1"), "", numberText(step.value).toStdString()};
}

TableDataPtr tableOf(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                     std::vector<LiveVariableChange> changes, const LiveTableRequest& request) {
    const auto change = [](const LiveVariableChange& c) {
        return static_cast<int64_t>(c.after) - static_cast<int64_t>(c.before);
    };
    return tableOf<LiveVariableChange>(
        profile, layers, origins,
        {//: the bytes of a variable in the second of two steps, minus those in the first
         {{"change", ColumnType::ByteChange, ColumnText::tr("Change")}, change},
         {stepColumn("bytes_a", request.steps[0]), &LiveVariableChange::before},
         {stepColumn("bytes_b", request.steps[1]), &LiveVariableChange::after}},
        std::move(changes), [=](const LiveVariableChange& c) { return std::abs(change(c)); });
}

/// The bytes of a variable in several steps.
struct VariableInSteps {
    VariableIndex variable;
    uint8_t category = NoCategory;
    std::vector<uint64_t> bytes; ///< by step
};

TableDataPtr tableOf(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                     const std::vector<std::vector<LiveVariable>>& live, const LiveTableRequest& request) {
    std::map<std::pair<VariableIndex, uint8_t>, std::vector<uint64_t>> bytes;
    Columns<VariableInSteps> columns{};
    for (size_t i = 0; i < live.size(); ++i) {
        for (const LiveVariable& variable : live[i]) {
            if (request.withAlwaysLive || !variable.alwaysLive) {
                auto& of = bytes[{variable.variable, variable.category}];
                of.resize(live.size());
                of[i] = variable.bytes;
            }
        }
        const std::string key = std::string("bytes_") + static_cast<char>('a' + i);
        columns.add({{stepColumn(key.c_str(), request.steps[i]),
                      [i](const VariableInSteps& variable) { return variable.bytes[i]; }}});
    }
    std::vector<VariableInSteps> rows;
    for (auto& [variable, ofSteps] : bytes) {
        rows.push_back({variable.first, variable.second, std::move(ofSteps)});
    }
    return tableOf<VariableInSteps>(
        profile, layers, origins, columns, std::move(rows),
        [](const VariableInSteps& variable) { return *std::ranges::max_element(variable.bytes); });
}

/// Adds a table with the bytes of each tile of the report, and a summary of the table. The bytes are those in
/// the first step of `request`.
Outcome<Done> addTiles(LiveTable& table, const Profile& profile, const LiveTableRequest& request,
                       const std::stop_token& stop) {
    const TileRange tiles = request.part.tiles(profile);
    const std::vector<uint64_t> bytes = TRY(liveBytesByTile(profile, request.steps.front(), tiles, stop));
    const TileMemoryCategory* const total = profile.findTileMemory("total.includingGaps");
    std::vector<uint32_t> numbers(bytes.size());
    std::iota(numbers.begin(), numbers.end(), tiles.begin);
    table.tiles = makeTableData<uint32_t>(
        {{{"tile", ColumnType::Integer, ColumnText::tr("Tile")}, [](uint32_t tile) { return tile; }},
         {stepColumn("bytes", request.steps.front()),
          [&](uint32_t tile) { return bytes[tile - tiles.begin]; }},
         {{"total", ColumnType::Bytes, ColumnText::tr("Total"),
           ColumnText::tr("As Poplar counted it, with gaps")},
          [=](uint32_t tile) { return total ? Cell(at(total->bytes, tile)) : Cell(); }}},
        numbers, [](uint32_t tile) { return tile; });
    if (!bytes.empty()) {
        const auto [least, most] = std::ranges::minmax_element(bytes);
        const uint64_t sum = std::accumulate(bytes.begin(), bytes.end(), uint64_t{0});
        const auto tileOf = [&](auto found) {
            return numberText(tiles.begin + static_cast<uint64_t>(found - bytes.begin()));
        };
        table.tilesSummary =
            LivenessDataText::tr(
                "Live variables per tile in step %1: minimum %2 (tile %3), mean %4, maximum %5 (tile %6)")
                .arg(numberText(request.steps.front().value), bytesText(*least), tileOf(least),
                     bytesText(sum / bytes.size()), bytesText(*most), tileOf(most));
    }
    return Done{};
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

TableDataPtr makeStepTable(const LivenessData& data) {
    Columns<uint32_t> columns =
        livenessColumns(*data.profile, data.series, data.request.part.tiles(*data.profile));
    columns.add({{{"layer", ColumnType::Layer, ColumnText::tr("Layer")}, [&](uint32_t step) {
                      const auto layer = data.layerAt({step});
                      return layer ? Cell(data.layers->nameInFiles(*layer)) : Cell();
                  }}});
    return makeTableData(columns.table(static_cast<uint32_t>(data.profile->stepCount())));
}

bool LivenessData::runsIn(StepIndex step) const {
    return !request.part.stage ||
           std::ranges::any_of(steps, [step](StepInterval run) { return run.contains(step); });
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
    if (!other.empty()) {
        lines << otherReadout(stacksAlwaysLive ? total : series.notAlwaysLive[step.index()],
                              other[step.index()]);
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
    if (request.compared && !stage && request.part.isIn(*request.compared->report->study.profile)) {
        const ComparedReport& report = *request.compared->report;
        const Profile& second = *report.study.profile;
        auto series = TRY(livenessSeries(second, request.part.tiles(second), stop));
        for (uint64_t& bytes : series.notAlwaysLive) {
            bytes += data->stacksAlwaysLive ? series.alwaysLive : 0;
        }
        data->other = report.figures.onFirstSteps(series.notAlwaysLive);
    }
    data->bands = layerBands(*profile, *layers);
    if (stage) {
        std::erase_if(data->bands, [&](const LayerBand& band) {
            return !stage->placed.holds(band.layer, layers->last());
        });
    }
    data->profile = std::move(profile);
    data->layers = std::move(layers);
    data->chart = TRY(makeChart(*data, stop));
    return LivenessDataPtr(std::move(data));
}

Outcome<LiveTable> makeLiveTable(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                                 const LiveTableRequest& request, const std::stop_token& stop) {
    const std::optional<ShownStage>& stage = request.part.stage;
    const auto liveIn = [&](StepIndex step) {
        return stage ? stageVariablesLiveIn(*stage->estimator, stage->placed, step, request.part.tile, stop)
                     : liveVariables(profile, step, request.part.tiles(profile), stop);
    };
    std::vector<std::vector<LiveVariable>> live;
    for (const StepIndex step : request.steps) {
        live.push_back(TRY(liveIn(step)));
    }
    LiveTable table;
    for (const LiveVariable& variable : live.front()) {
        table.liveBytes += variable.bytes;
    }
    if (!stage && profile.lowered.size() > 0) {
        TRY(addTiles(table, profile, request, stop));
    }
    if (live.size() == 1 && request.compared && !stage) {
        table.rows = tableOf(profile, layers, origins, std::move(live[0]), request.withAlwaysLive);
        const ComparedReport& report = *request.compared->report;
        const uint32_t step = report.figures.alignedSteps()[request.steps.front().index()];
        LiveTable other;
        other.rows = std::make_shared<TableData>();
        if (step != NoId && request.part.isIn(*report.study.profile)) {
            other = TRY(makeLiveTable(*report.study.profile, *report.study.layers, *report.origins,
                                      {{StepIndex{step}}, request.part, request.withAlwaysLive}, stop));
        }
        table.rows = withOther(table.rows, other.rows, "variable", {"bytes", "parts"});
        return table;
    }
    table.rows =
        live.size() == 1   ? tableOf(profile, layers, origins, std::move(live[0]), request.withAlwaysLive)
        : live.size() == 2 ? tableOf(profile, layers, origins, liveDifference(live[0], live[1]), request)
                           : tableOf(profile, layers, origins, live, request);
    return table;
}

} // namespace tileline
