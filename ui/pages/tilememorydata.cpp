// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tilememorydata.h"

#include "core/output/memorytables.h"
#include "ui/pages/livenessdata.h"
#include "ui/text/bytestext.h"
#include "ui/text/celltext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <string_view>
#include <utility>

namespace tileline {

namespace {

constexpr size_t HistogramBins = 60;
/// A category with less than 1/SmallPart of all bytes is small. Small categories are drawn as one if there
/// are at least MinFolded of them.
constexpr uint64_t SmallPart = 100;
constexpr size_t MinFolded = 2;
/// The maximum number of categories that a readout lists.
constexpr size_t MaxListed = 8;
/// The name under which tileMemoryOf() lists the unused bytes between variables.
constexpr std::string_view Gaps = "gaps";
/// The ratio of the map's columns to its rows.
constexpr double MapAspect = 1.6;

struct TileMemoryDataText {
    Q_DECLARE_TR_FUNCTIONS(TileMemoryData)
};

TileMemory memoryOf(const StageTiles& tiles) {
    TileMemory memory;
    std::vector<CategoryBytes> byTile;
    for (size_t tile = 0; tile < tiles.size(); ++tile) {
        byTile.push_back(tiles.tile(tile));
        memory.totals.push_back(byTile.back().total());
    }
    for (const StageCategoryInfo& info : StageCategories) {
        if (info.category == StageCategory::IoTiles ? tiles.io.ioTiles > 0
                                                    : isCommon(info.category) || !tiles.stash.empty()) {
            auto& column =
                memory.categories.emplace_back(TileMemory::Category{lookOf(info.category).id, {}}).bytes;
            for (const CategoryBytes& bytes : byTile) {
                column.push_back(static_cast<uint32_t>(std::min<uint64_t>(bytes.*info.bytes, UINT32_MAX)));
            }
        }
    }
    return memory;
}

void removeGaps(TileMemory& memory) {
    const auto gaps = std::ranges::find(memory.categories, Gaps, &TileMemory::Category::name);
    if (gaps == memory.categories.end()) {
        return;
    }
    for (size_t tile = 0; tile < memory.tileCount(); ++tile) {
        memory.totals[tile] -= gaps->bytes[tile];
    }
    memory.categories.erase(gaps);
}

/// By category: whether the category is folded, that is, drawn as one with the other small categories. If
/// fewer than MinFolded categories are small, no category is folded.
std::vector<bool> smallCategories(const TileMemory& memory) {
    const uint64_t all = std::accumulate(memory.totals.begin(), memory.totals.end(), uint64_t{0});
    std::vector<bool> small;
    for (const TileMemory::Category& category : memory.categories) {
        const uint64_t bytes = std::accumulate(category.bytes.begin(), category.bytes.end(), uint64_t{0});
        small.push_back(bytes < all / SmallPart);
    }
    if (static_cast<size_t>(std::ranges::count(small, true)) < MinFolded) {
        small.assign(small.size(), false);
    }
    return small;
}

QString foldedName(size_t categories) {
    //: small categories of memory that are drawn as one
    return TileMemoryDataText::tr("%Ln smaller ones", nullptr, static_cast<int>(categories));
}

/// The palette number of each category. The lowest numbers are kept for the estimate's categories, so that no
/// other category gets their colours.
std::vector<size_t> paletteOf(const TileMemory& memory) {
    std::vector<size_t> numbers;
    auto others = static_cast<size_t>(StageCategory::Stash);
    for (const TileMemory::Category& category : memory.categories) {
        const auto known = categoryOf(category.name);
        numbers.push_back(known && isCommon(*known) ? static_cast<size_t>(*known) : others++);
    }
    return numbers;
}

/// Makes the plot. The folded categories are drawn together, as a single category on top of the others.
StackChartDataPtr plotOf(const TileMemoryData& data, const std::vector<bool>& folded, bool difference) {
    const TileMemory& memory = data.memory;
    const std::optional<uint64_t>& limit = data.limit;
    auto plot = std::make_shared<StackChartData>();
    plot->xFrom = data.firstTile;
    for (size_t tile = 0; data.tilesPerIpu < memory.tileCount() && tile < memory.tileCount();
         tile += data.tilesPerIpu) {
        const auto ipu = static_cast<uint32_t>(tile / data.tilesPerIpu);
        plot->bands.push_back({static_cast<uint32_t>(tile),
                               static_cast<uint32_t>(std::min(tile + data.tilesPerIpu, memory.tileCount())),
                               TileMemoryDataText::tr("IPU %1").arg(ipu), ipu});
    }
    plot->xLabel = TileMemoryDataText::tr("Tile");
    plot->discrete = true;
    const auto palette = paletteOf(memory);
    ChartSeries rest{{},
                     [](const ChartColors& colors) { return colors.category(StageCategory::Unowned); },
                     std::vector<uint64_t>(memory.tileCount())};
    for (size_t i = 0; i < memory.categories.size(); ++i) {
        const TileMemory::Category& category = memory.categories[i];
        if (folded[i]) {
            std::transform(category.bytes.begin(), category.bytes.end(), rest.values.begin(),
                           rest.values.begin(), std::plus<>());
            continue;
        }
        const size_t number = palette[i];
        plot->series.push_back({wordFor(ColumnType::Category, category.name),
                                [name = category.name, number](const ChartColors& colors) {
                                    return name == "alwaysLive"      ? colors.alwaysLive()
                                           : name == "notAlwaysLive" ? colors.notAlwaysLive()
                                                                     : colors.category(name, number);
                                },
                                {category.bytes.begin(), category.bytes.end()}});
    }
    if (const auto count = static_cast<size_t>(std::ranges::count(folded, true)); count > 0) {
        rest.name = foldedName(count);
        plot->series.push_back(std::move(rest));
    }
    if (limit) {
        plot->limit = {*limit, TileMemoryDataText::tr("Limit per tile: %1").arg(bytesText(*limit))};
    }
    if (data.other) {
        std::vector<uint64_t> other = data.other->memory.totals;
        other.resize(memory.tileCount());
        addOther(*plot, std::move(other), difference);
    }
    return plot;
}

/// Copies the part of `memory` that belongs to `tiles`.
TileMemory partOf(const TileMemory& memory, TileRange tiles) {
    const auto part = [tiles](const auto& values) {
        return std::decay_t<decltype(values)>(values.begin() + tiles.begin, values.begin() + tiles.end);
    };
    TileMemory some{{}, part(memory.totals)};
    for (const TileMemory::Category& category : memory.categories) {
        some.categories.push_back({category.name, part(category.bytes)});
    }
    return some;
}

HeatMapDataPtr mapOf(const TileMemoryData& data) {
    const size_t tiles = data.memory.tileCount();
    auto map = std::make_shared<HeatMapData>();
    map->columns = static_cast<size_t>(
        std::ceil(std::sqrt(static_cast<double>(std::max<size_t>(tiles, 1)) * MapAspect)));
    if (data.tilesPerIpu < tiles) {
        // The number of tiles per IPU is a multiple of the number of columns, so no row contains tiles of two
        // IPUs.
        map->columns = std::min(map->columns, data.tilesPerIpu);
        while (data.tilesPerIpu % map->columns != 0) {
            --map->columns;
        }
        for (size_t tile = data.tilesPerIpu; tile < tiles; tile += data.tilesPerIpu) {
            map->rowSplits.push_back(tile / map->columns);
        }
    }
    map->values = data.memory.totals;
    for (const uint64_t bytes : data.occupied) {
        map->over.push_back(data.limit && bytes > *data.limit);
    }
    if (tiles > 0) {
        map->peak = data.positionOf(data.fullest());
    }
    return map;
}

TableDataPtr variableTable(const Profile& profile, const Layers& layers, const VariableOrigins& origins,
                           const std::vector<LiveVariable>& variables) {
    using Row = const LiveVariable&;
    return makeTableData(
        Columns<LiveVariable>{
            {{"variable", ColumnType::Text, ColumnText::tr("Variable")},
             [&](Row row) { return variableName(profile, row.variable, row.category).toStdString(); }},
            {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, &LiveVariable::bytes},
            {{"layer", ColumnType::Layer, ColumnText::tr("Layer")},
             [&](Row row) {
                 const LayerIndex layer = origins.layerOf(row.variable);
                 return layer.value ? Cell(layers.nameInFiles(layer)) : Cell();
             }},
            //: file and line of the user's program
            {{"source", ColumnType::Source, ColumnText::tr("Source")},
             [&](Row row) { return textCell(shortLocation(origins.locationOf(row.variable))); }},
            {{"always_live", ColumnType::Boolean, ColumnText::tr("Always live")}, &LiveVariable::alwaysLive}},
        variables, [](Row row) { return row.variable.value; });
}

/// A table of everything in a stage except code and vertex state, which have their own tables.
TableDataPtr stageVariableTable(const StageEstimator& estimator, std::vector<StageItem> items) {
    using Row = const StageItem&;
    const Profile& profile = estimator.profile();
    const Layers& layers = estimator.layers();
    std::erase_if(items, [](Row item) { return !item.row && item.category != StageCategory::Unowned; });
    return makeTableData(
        Columns<StageItem>{
            {{"variable", ColumnType::Text, ColumnText::tr("Variable")},
             [&](Row item) { return itemName(profile, item).toStdString(); }},
            {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, &StageItem::bytes},
            {{"category", ColumnType::Category, ColumnText::tr("Category")},
             [](Row item) { return infoOf(item.category).id; }},
            //: how many copies of a variable a pipeline keeps
            {{"copies", ColumnType::Integer, ColumnText::tr("Copies")}, &StageItem::copies},
            {{"layer", ColumnType::Layer, ColumnText::tr("Layer")},
             [&](Row item) { return item.entry ? Cell(layers.nameInFiles(*item.entry)) : Cell(); }},
            {{"source", ColumnType::Source, ColumnText::tr("Source")},
             [&](Row item) { return textCell(shortLocation(locationOf(profile, layers, item))); }},
            {{"always_live", ColumnType::Boolean, ColumnText::tr("Always live")},
             [&](Row item) { return item.isAlwaysLive(profile); }}},
        items, [](Row item) { return item.variable ? item.variable->value : NoId; });
}

std::vector<TileVertex> verticesOf(const Profile& profile, const std::vector<StageItem>& items) {
    std::map<std::string, TileVertex> byName;
    for (const StageItem& item : items) {
        if (item.vertex) {
            TileVertex& vertex = byName[nameOf(profile, item)];
            vertex.instances += item.instances;
            (item.category == StageCategory::VertexState ? vertex.stateBytes : vertex.codeBytes) +=
                item.bytes;
        }
    }
    std::vector<TileVertex> vertices;
    for (auto& [name, vertex] : byName) {
        vertex.name = name;
        vertices.push_back(std::move(vertex));
    }
    std::ranges::stable_sort(vertices, [](const TileVertex& a, const TileVertex& b) {
        return a.stateBytes + a.codeBytes > b.stateBytes + b.codeBytes;
    });
    return vertices;
}

std::vector<TileExchange> exchangesOf(const Profile& profile, const TileSet& tiles,
                                      const std::vector<StageItem>& items) {
    std::vector<TileExchange> exchanges;
    for (const StageItem& item : items) {
        if (item.category == StageCategory::ExchangeCode) {
            exchanges.push_back({*item.program, item.bytes, exchangedBytes(profile, tiles, *item.program)});
        }
    }
    return exchanges;
}

} // namespace

StackChartDataPtr tileHistogram(std::span<const uint64_t> totals, std::optional<uint64_t> limit) {
    std::vector<uint64_t> values(totals.begin(), totals.end());
    // The x axis extends to the limit, unless the limit is more than twice the greatest value.
    const uint64_t maximum = values.empty() ? 0 : *std::ranges::max_element(values);
    const bool hasLimit = limit && !values.empty() && *limit / 2 <= maximum;
    if (hasLimit) {
        values.push_back(*limit);
    }
    Histogram bins = histogramOf(values, HistogramBins);
    auto chart = std::make_shared<StackChartData>();
    chart->xLabel = TileMemoryDataText::tr("Bytes on a tile");
    chart->yLabel = TileMemoryDataText::tr("Tiles");
    chart->xAxis = StackChartData::Axis::Bytes;
    chart->yAxis = StackChartData::Axis::Count;
    // The chart draws a bin around its position, so the position must be the middle of the bin.
    chart->xFrom = bins.from + bins.binWidth / 2;
    chart->xStep = bins.binWidth;
    chart->discrete = true;
    if (hasLimit) {
        const auto bin = static_cast<uint32_t>((*limit - bins.from) / bins.binWidth);
        --bins.counts[bin];
        //: tiles with more bytes than fit into their memory
        chart->bands.push_back(
            {bin, static_cast<uint32_t>(bins.counts.size()), TileMemoryDataText::tr("over the limit"), 0});
    }
    chart->series.push_back({TileMemoryDataText::tr("Tiles"),
                             [](const ChartColors& colors) {
                                 return FillColors{colors.stageTint(0), colors.neutral()};
                             },
                             {bins.counts.begin(), bins.counts.end()}});
    return chart;
}

void showHistogram(StackChart& chart, const StackChartDataPtr& histogram, const QString& summary) {
    chart.setData(histogram);
    chart.setReadout([histogram](uint32_t bin) {
        const uint64_t from = histogram->xFrom - histogram->xStep / 2 + bin * histogram->xStep;
        //: tiles that hold from %1 to %2 bytes
        return TileMemoryDataText::tr("%1 to %2: %Ln tiles", nullptr,
                                      static_cast<int>(histogram->series.front().values[bin]))
            .arg(bytesText(from), bytesText(from + histogram->xStep - 1));
    });
    chart.setSummary(summary);
}

QString itemName(const Profile& profile, const StageItem& item) {
    if (item.category == StageCategory::Unowned) {
        return item.isStack ? TileMemoryDataText::tr("stack")
                            : TileMemoryDataText::tr("owned by no operation");
    }
    if (item.category == StageCategory::IoTiles) {
        return TileMemoryDataText::tr("for the I/O tiles");
    }
    const std::string name = nameOf(profile, item);
    return name.empty() ? TileMemoryDataText::tr("(unnamed)") : shownText(name);
}

TileId TileMemoryData::fullest() const {
    const auto fullest = std::ranges::max_element(occupied);
    return tileAt(static_cast<size_t>(fullest - occupied.begin()));
}

QString TileMemoryData::readout(TileId tile) const {
    const auto line = [](const QString& name, uint64_t bytes) {
        return TileMemoryDataText::tr("%1: %2").arg(name, bytesText(bytes));
    };
    const uint64_t total = occupied[positionOf(tile)];
    QStringList lines{TileMemoryDataText::tr("Tile %1: %2")
                          .arg(numberText(tile.value), bytesText(memory.totals[positionOf(tile)]))};
    std::vector<std::pair<uint32_t, std::string_view>> parts;
    for (const TileMemory::Category& category : memory.categories) {
        if (category.bytes[positionOf(tile)] > 0) {
            parts.emplace_back(category.bytes[positionOf(tile)], category.name);
        }
    }
    std::ranges::stable_sort(parts, std::greater(), [](const auto& part) { return part.first; });
    const size_t listed = parts.size() <= MaxListed ? parts.size() : MaxListed - 1;
    for (size_t i = 0; i < listed; ++i) {
        lines << line(wordFor(ColumnType::Category, parts[i].second), parts[i].first);
    }
    if (listed < parts.size()) {
        const auto rest =
            std::accumulate(parts.begin() + static_cast<ptrdiff_t>(listed), parts.end(), uint64_t{0},
                            [](uint64_t sum, const auto& part) { return sum + part.first; });
        lines << line(foldedName(parts.size() - listed), rest);
    }
    if (hasGaps && !showsGaps) {
        lines << line(TileMemoryDataText::tr("With gaps"), total);
    }
    if (limit) {
        lines << (total <= *limit ? TileMemoryDataText::tr("Headroom: %1").arg(bytesText(*limit - total))
                                  : TileMemoryDataText::tr("Overflow: %1").arg(bytesText(total - *limit)));
    }
    if (other) {
        lines << otherReadout(memory.totals[positionOf(tile)],
                              other->contains(tile) ? other->memory.totals[other->positionOf(tile)] : 0);
    }
    return lines.join(QLatin1Char('\n'));
}

QString TileMemoryData::summary() const {
    if (memory.tileCount() == 0) {
        return TileMemoryDataText::tr("The profile does not say how much memory each tile needs.");
    }
    const TileId peak = fullest();
    const uint64_t total = occupied[positionOf(peak)];
    QString text = (!limit            ? TileMemoryDataText::tr("Fullest tile %1: %2")
                    : total <= *limit ? TileMemoryDataText::tr("Fullest tile %1: %2, headroom %3")
                                      : TileMemoryDataText::tr("Fullest tile %1: %2, overflow %3"))
                       .arg(numberText(peak.value), bytesText(total));
    if (limit) {
        text = text.arg(bytesText(total <= *limit ? *limit - total : total - *limit));
    }
    const auto over = std::ranges::count(map->over, true);
    if (over > 0) {
        //: %1 is the text about the fullest tile, %2 a number of tiles
        text = TileMemoryDataText::tr("%1; %2 of %Ln tiles over the limit", nullptr,
                                      static_cast<int>(memory.tileCount()))
                   .arg(text, numberText(static_cast<uint64_t>(over)));
    }
    //: %1 is the text about the fullest tile and the tiles over the limit
    return hasGaps ? TileMemoryDataText::tr("%1. A tile is full up to the end of its last variable, so gaps "
                                            "between variables count as full.")
                         .arg(text)
                   : text;
}

Outcome<TileMemoryDataPtr> makeTileMemoryData(const Profile& profile, const std::optional<ShownStage>& stage,
                                              std::optional<StageIndex> reportIpu,
                                              std::optional<uint64_t> limit, const TileMemoryView& view,
                                              const std::stop_token& stop) {
    auto data = std::make_shared<TileMemoryData>();
    data->stage = stage;
    data->limit = limit;
    if (stage) {
        Workers workers(1);
        auto tiles = TRY(stage->estimator->tilesPlaced(stage->placed, workers, stop));
        data->memory = data->details = memoryOf(tiles);
        data->roles = std::make_shared<VariableRoles>(profile, stage->estimator->layers());
        data->estimate = std::move(tiles);
    } else {
        data->memory = tileMemoryOf(profile, view.by);
        data->details = tileMemoryOf(profile);
        if (reportIpu && data->memory.tileCount() > 0) {
            const TileRange tiles = TileRange::ofIpu(profile, reportIpu->value);
            data->firstTile = tiles.begin;
            data->memory = partOf(data->memory, tiles);
            data->details = partOf(data->details, tiles);
        }
    }
    const bool marks = profile.target.ipusOfTiles() <= MaxReportIpus;
    data->tilesPerIpu = marks ? profile.target.tilesPerIpu : data->memory.tileCount();
    data->occupied = data->details.totals;
    data->hasGaps = std::ranges::find(data->details.categories, Gaps, &TileMemory::Category::name) !=
                    data->details.categories.end();
    data->showsGaps = data->hasGaps && view.gaps;
    if (!data->showsGaps) {
        removeGaps(data->memory);
    }
    // An estimate has few categories, each with its own colour, so none is folded.
    std::vector<bool> folded(data->memory.categories.size());
    if (!stage) {
        const auto small = smallCategories(data->memory);
        data->foldable = static_cast<size_t>(std::ranges::count(small, true));
        folded = view.allCategories ? folded : small;
    }
    if (view.compared && !stage && view.compared->report->hasIpu(reportIpu)) {
        data->otherReport = view.compared->report;
        data->other = TRY(makeTileMemoryData(*data->otherReport->study.profile, {}, reportIpu, limit,
                                             {view.gaps, view.allCategories}, stop));
    }
    data->plot = plotOf(*data, folded, view.compared && view.compared->difference);
    // The histogram includes gaps, because gaps count as occupied bytes.
    data->histogram = tileHistogram(data->occupied, limit);
    data->map = mapOf(*data);
    return TileMemoryDataPtr(std::move(data));
}

Outcome<TileTables> makeTileTables(const Profile& profile, const Layers& layers,
                                   const VariableOrigins& origins, const TileMemoryData& data,
                                   const TileSet& tiles, const std::stop_token& stop) {
    TileTables tables;
    TileContents contents;
    if (data.stage) {
        const StageEstimator& estimator = *data.stage->estimator;
        const auto items =
            TRY(stageContents(estimator, *data.roles, data.stage->placed, data.estimate, tiles, stop));
        tables.variables = stageVariableTable(estimator, items);
        contents.vertices = verticesOf(profile, items);
        contents.exchanges = exchangesOf(profile, tiles, items);
        contents.computeSets =
            tileVertices(profile, tiles, computeSetsUsedBy(estimator, data.stage->placed)).computeSets;
    } else {
        contents = TRY(tileContents(profile, tiles, stop));
        tables.variables = variableTable(profile, layers, origins, contents.variables);
    }
    tables.details =
        makeTableData(tileDetailsTable(profile, data.details, data.firstTile, tiles, !data.stage));
    tables.computeSets = makeTableData(tileComputeSetColumns(profile).table(contents.computeSets));
    tables.vertices = makeTableData(tileVertexColumns().table(contents.vertices));
    tables.exchanges = makeTableData(tileExchangeColumns(profile), contents.exchanges,
                                     [](const TileExchange& row) { return row.program.value; });
    if (data.other) {
        const Study& study = data.otherReport->study;
        TileSet both = tiles;
        both.keep(data.other->tiles());
        const TileTables other = TRY(makeTileTables(*study.profile, *study.layers, *data.otherReport->origins,
                                                    *data.other, both, stop));
        tables = {
            withOther(tables.details, other.details, "category", {"bytes"}),
            withOther(tables.computeSets, other.computeSets, "name", {"state_bytes", "instances"}),
            withOther(tables.vertices, other.vertices, "name", {"state_bytes", "instances", "code_bytes"}),
            withOther(tables.exchanges, other.exchanges, "name", {"code_bytes"}),
            withOther(tables.variables, other.variables, "variable", {"bytes"})};
    }
    return tables;
}

Outcome<StackChartDataPtr> variablesChart(const Profile& profile, const TileMemoryData& data,
                                          const std::vector<VariableIndex>& variables,
                                          const std::stop_token& stop) {
    auto chart = std::make_shared<StackChartData>(*data.plot);
    chart->limit.reset();
    chart->series.clear();
    auto bytes = TRY(variablesByTile(profile, variables, data.tiles(), stop));
    for (size_t i = 0; i < variables.size(); ++i) {
        chart->series.push_back({variableName(profile, variables[i]),
                                 [i](const ChartColors& colors) { return colors.category({}, i); },
                                 std::move(bytes[i])});
    }
    return StackChartDataPtr(std::move(chart));
}

} // namespace tileline
