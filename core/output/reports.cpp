// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reports.h"

#include "core/base/sequences.h"
#include "core/memory/operationtiles.h"
#include "core/memory/origins.h"

#include <algorithm>

namespace tileline {

namespace {

constexpr std::span AllCategories(StageCategories);
constexpr auto CommonCategories = AllCategories.first(5);
/// Accumulators and unowned bytes: only the pipeline setting has these categories. Their bytes do not depend
/// on a stage's position in the pipeline.
constexpr auto AddedCategories = AllCategories.subspan(static_cast<size_t>(StageCategory::Accumulators), 2);
/// The titles of the columns in the window, by category.
constexpr const char* CategoryTitles[]{ColumnText::tr("Variables"), ColumnText::tr("Vertex code"),
                                       ColumnText::tr("Vertex state"), ColumnText::tr("Exchange code"),
                                       ColumnText::tr("Control code")};

/// A column for each category; `bytesOf` returns a row's bytes in each category.
template <class Row, class BytesOf>
Columns<Row> categoryColumns(std::span<const StageCategoryInfo> categories, BytesOf bytesOf) {
    Columns<Row> columns{};
    for (const StageCategoryInfo& info : categories) {
        const auto position = static_cast<size_t>(info.category);
        columns.add({{{std::string(info.id), ColumnType::Bytes,
                       position < std::size(CategoryTitles) ? CategoryTitles[position] : ""},
                      [=](const Row& row) { return bytesOf(row).*info.bytes; }}});
    }
    return columns;
}

/// Columns for the categories whose bytes do not depend on a stage's position in the pipeline.
template <class Row, class BytesOf>
Columns<Row> stageColumns(const Layers& layers, BytesOf bytesOf) {
    Columns<Row> columns = categoryColumns<Row>(CommonCategories, bytesOf);
    if (layers.list->pipeline) {
        columns.add(categoryColumns<Row>(AddedCategories, bytesOf));
    }
    return columns;
}

/// The column for the bytes at the boundary before a layer or IPU. The setting determines which bytes are
/// counted.
Column crossingColumn(const Layers& layers) {
    return {layers.list->crossingKey, ColumnType::Bytes};
}

std::string stageNumbers(const StagePlacement& placement, size_t ipu) {
    return joinedTexts(placement.stagesOf(ipu), " ", [](uint32_t stage) { return std::to_string(stage); });
}

Cell stepCell(const std::optional<StepIndex>& step) {
    return step ? Cell(step->value) : Cell();
}

std::string textOf(const std::optional<SourceLocation>& location) {
    return !location || location->file.empty() ? std::string()
           : location->line == 0               ? location->file
                                               : location->file + ":" + std::to_string(location->line);
}

} // namespace

Table operationsTable(const Profile& profile, const Layers& layers, std::span<const CategoryBytes> figures,
                      std::span<const OperationCycleFigures> cycles, const Passes* passes) {
    const auto& operations = layers.operations;
    const auto detail = [&](size_t i) -> const OperationDetail& {
        return profile.operationDetails[operations[i].detail.index()];
    };
    Columns<size_t> columns{//: position of an operation in the list
                            {{"position", ColumnType::Integer, ColumnText::tr("No.")},
                             [&](size_t i) { return operations[i].operation.value; }},
                            {{"layer", ColumnType::Layer, ColumnText::tr("Layer")},
                             [&](size_t i) { return layers.nameInFiles(operations[i].layer); }},
                            {{"note", ColumnType::Text, ColumnText::tr("Layer found by")},
                             [&](size_t i) { return operations[i].noteText(); }},
                            {{"name", ColumnType::Text, ColumnText::tr("Operation")},
                             [&](size_t i) { return operations[i].name; }}};
    if (passes != nullptr) {
        columns.add({{{"pass"}, [=](size_t i) { return passes->isBackward(i) ? "backward" : "forward"; }}});
    }
    columns.add(categoryColumns<size_t>(CommonCategories, [=](size_t i) { return figures[i]; }));
    columns.add(
        {{{"first_step", ColumnType::Integer, ColumnText::tr("First step")},
          [&](size_t i) { return stepCell(detail(i).firstStep); }},
         {{"last_step", ColumnType::Integer, ColumnText::tr("Last step")},
          [&](size_t i) { return stepCell(detail(i).lastStep); }},
         //: file and line of the user's program
         {{"source", ColumnType::Source, ColumnText::tr("Source")},
          [&](size_t i) { return textCell(textOf(detail(i).location)); }},
         {{"cycles", ColumnType::Cycles, ColumnText::tr("Cycles"),
           ColumnText::tr(
               "The cycles that the operation takes for one micro-batch. If operations of a layer share a "
               "step, each operation counts the step, but the layer counts it only once. Empty if the "
               "profile has no cycles for the operation.")},
          [=](size_t i) { return cycles[i].cycles; }},
         {{"tile_balance", ColumnType::Balance, ColumnText::tr("Tile balance")},
          [=](size_t i) { return cycles[i].tileBalance; }},
         {{"cycles_measured", ColumnType::Cycles, ColumnText::tr("Measured cycles")},
          [=](size_t i) { return cycles[i].measured; }},
         {{"cycles_estimated", ColumnType::Cycles, ColumnText::tr("Estimated cycles")},
          [=](size_t i) { return cycles[i].estimated; }},
         {{"software_layer", ColumnType::Text, ColumnText::tr("Software layer"),
           ColumnText::tr(
               "The software that made the operation, according to the operation's debug context")},
          [&](size_t i) { return textCell(std::string(softwareLayer(profile, operations[i].detail))); }},
         {{"flops", ColumnType::Integer, ColumnText::tr("FLOPs"),
           ColumnText::tr("Poplar's estimate, with each program counted once. Only reports of models that "
                          "were compiled with profiler.includeFlopEstimates contain this estimate.")},
          [&](size_t i) { return flopsOf(profile, operations[i].detail); }},
         {{"total", ColumnType::Bytes, ColumnText::tr("Total")},
          [=](size_t i) { return figures[i].total(); }}});
    return columns.table(operations.size());
}

Table layersTable(const Layers& layers, const LayerFigures& figures) {
    const std::vector<StageEstimate>& stages = figures.alone;
    const auto& cycles = figures.cycles;
    std::vector<uint64_t> operations(layers.count(), 0);
    for (const LayeredOperation& operation : layers.operations) {
        ++operations[operation.layer.index()];
    }
    Columns<uint32_t> columns{
        {{"index", ColumnType::Integer}, [](uint32_t i) { return i; }},
        {{"layer", ColumnType::Layer}, [&](uint32_t i) { return layers.nameInFiles({i}); }},
        {{"operations", ColumnType::Integer}, [&](uint32_t i) { return operations[i]; }}};
    columns.add(stageColumns<uint32_t>(layers, [&](uint32_t i) { return stages[i].bytes; }));
    columns.add(
        {{{"total", ColumnType::Bytes}, [&](uint32_t i) { return stages[i].bytes.total(); }},
         {{"peak_tile_bytes", ColumnType::Bytes}, [&](uint32_t i) { return stages[i].peakTileBytes; }},
         {{"peak_tile", ColumnType::Integer}, [&](uint32_t i) { return stages[i].peakTile.value; }},
         {{"peak_step", ColumnType::Integer}, [&](uint32_t i) { return stages[i].peakStep.value; }},
         {crossingColumn(layers), [&](uint32_t i) { return figures.crossing[i]; }}});
    if (layers.list->pipeline) {
        columns.add({{{"cycles_forward", ColumnType::Cycles},
                      [&](uint32_t i) { return cycles ? Cell(cycles->cycles.forward[i]) : Cell(); }},
                     {{"cycles_backward", ColumnType::Cycles},
                      [&](uint32_t i) { return cycles ? Cell(cycles->cycles.backward[i]) : Cell(); }},
                     {{"tile_balance", ColumnType::Balance},
                      [&](uint32_t i) { return cycles ? Cell(cycles->tileBalance[i]) : Cell(); }}});
    }
    return columns.table(static_cast<uint32_t>(layers.count()));
}

Table segmentsTable(const IntervalTable& table) {
    struct Segment {
        uint32_t from;
        uint32_t to;
        const StageEstimate& stage;
    };
    using Row = const Segment&;
    std::vector<Segment> segments;
    const auto layers = static_cast<uint32_t>(table.layerCount());
    for (uint32_t from = 0; from < layers; ++from) {
        for (uint32_t to = from; to < layers; ++to) {
            segments.push_back({from, to, *table.find({{from}, {to}})});
        }
    }
    Columns<Segment> columns{
        {{"from", ColumnType::Integer}, [](Row row) { return row.from; }},
        {{"to", ColumnType::Integer}, [](Row row) { return row.to; }},
        {{"max_tile_mem", ColumnType::Bytes}, [](Row row) { return row.stage.peakTileBytes; }},
        {{"argmax_tile", ColumnType::Integer}, [](Row row) { return row.stage.peakTile.value; }},
        {{"total_mem", ColumnType::Bytes}, [](Row row) { return row.stage.bytes.total(); }}};
    columns.add(stageColumns<Segment>(table.estimator().layers(), [](Row row) { return row.stage.bytes; }));
    columns.add({{{"peak_step", ColumnType::Integer}, [](Row row) { return row.stage.peakStep.value; }}});
    return columns.table(segments);
}

Columns<uint32_t> tileColumns(const Profile& profile) {
    Columns<uint32_t> columns{{{"tile", ColumnType::Integer}, [](uint32_t tile) { return tile; }}};
    const auto add = [&](std::string key, const TileMemoryCategory* figure) {
        columns.add({{{std::move(key), ColumnType::Bytes}, [figure](uint32_t tile) {
                          return figure != nullptr ? Cell(at(figure->bytes, tile)) : Cell();
                      }}});
    };
    add("total_excluding_gaps", profile.findTileMemory("total.excludingGaps"));
    add("total_including_gaps", profile.findTileMemory("total.includingGaps"));
    add("always_live", profile.findTileMemory("alwaysLive"));
    add("not_always_live", profile.findTileMemory("notAlwaysLive"));
    add("interleaved", profile.findTileMemory("region.interleaved"));
    add("non_interleaved", profile.findTileMemory("region.nonInterleaved"));
    add("overflowed", profile.findTileMemory("region.overflowed"));
    for (const TileMemoryCategory& category : profile.tileMemory) {
        if (category.isCategory()) {
            add(category.name.substr(std::string_view("category.").size()), &category);
        }
    }
    return columns;
}

Columns<uint32_t> livenessColumns(const Profile& profile, const LivenessSeries& series, TileRange tiles) {
    // Counts the vertices of each program in advance, because many steps can run the same program.
    auto vertices = std::make_shared<std::vector<std::optional<uint64_t>>>(profile.programs.size());
    for (uint32_t i = 0; i < profile.programs.size(); ++i) {
        if (const ComputeSet* const set = executedComputeSet(profile, {i})) {
            uint64_t count = 0;
            for (const VertexInstances& instances : set->vertices) {
                for (uint32_t tile = tiles.begin; tile < tiles.end; ++tile) {
                    count += at(instances.count, tile);
                }
            }
            (*vertices)[i] = count;
        }
    }
    const auto program = [&profile](uint32_t step) { return profile.stepProgram[step]; };
    return {{{"step", ColumnType::Integer, ColumnText::tr("Step")}, [](uint32_t step) { return step; }},
            {{"program", ColumnType::Integer, ColumnText::tr("Program id")},
             [&profile, program](uint32_t step) { return profile.programs[program(step).index()].id; }},
            {{"not_always_live", ColumnType::Bytes, ColumnText::tr("Not always live")},
             [&series](uint32_t step) { return series.notAlwaysLive[step]; }},
            {{"type", ColumnType::Text, ColumnText::tr("Type")},
             [&profile, program](uint32_t step) { return profile.programs[program(step).index()].type; }},
            {{"name", ColumnType::Text, ColumnText::tr("Program")},
             [&profile, program](uint32_t step) { return textCell(programName(profile, program(step))); }},
            {{"vertices", ColumnType::Integer, ColumnText::tr("Vertices"),
              ColumnText::tr("Vertices that the program of the step executes on the shown tiles")},
             [vertices, program](uint32_t step) { return (*vertices)[program(step).index()]; }},
            {{"cycles", ColumnType::Cycles, ColumnText::tr("Cycles"),
              ColumnText::tr("Cycles of the step's program: measured if known, otherwise Poplar's estimate")},
             [cycles = std::make_shared<const ProgramCycles>(profile), program](uint32_t step) {
                 const CycleSource source = cycles->sourceOf(program(step));
                 return source == CycleSource::Measured || source == CycleSource::Estimated
                            ? Cell(cycles->of(program(step)))
                            : Cell();
             }},
            {{"source", ColumnType::Source, ColumnText::tr("Source")}, [&profile, program](uint32_t step) {
                 return textCell(programLocation(profile, program(step)));
             }}};
}

Table stagesTable(const Layers& layers, const PlanEstimate& estimate, const MemoryLimits& memory,
                  const std::vector<PlanWarning>& warnings) {
    const bool pipeline = layers.list->pipeline;
    const auto& stages = estimate.stages;
    const auto entriesOf = [&](uint32_t ipu) { return estimate.placement.ipus[ipu].entries; };
    Columns<uint32_t> columns{{{"ipu", ColumnType::Integer}, [](uint32_t ipu) { return ipu; }}};
    if (pipeline) {
        columns.add(
            {{{"pipeline_stages"}, [&](uint32_t ipu) { return stageNumbers(estimate.placement, ipu); }}});
    }
    columns.add(
        {{{"layer_from", ColumnType::Layer},
          [&](uint32_t ipu) { return layers.nameInFiles(entriesOf(ipu).first); }},
         {{"layer_to", ColumnType::Layer},
          [&](uint32_t ipu) { return layers.nameInFiles(entriesOf(ipu).last); }},
         {{"peak_tile_bytes", ColumnType::Bytes}, [&](uint32_t ipu) { return stages[ipu].peakTileBytes; }},
         {{"memory_per_tile", ColumnType::Bytes}, [&](uint32_t ipu) { return memory.memoryOf({ipu}); }},
         {{"limit", ColumnType::Bytes}, [&](uint32_t ipu) { return memory.limitOf({ipu}); }},
         {{"peak_tile", ColumnType::Integer}, [&](uint32_t ipu) { return stages[ipu].peakTile.value; }},
         {{"peak_step", ColumnType::Integer}, [&](uint32_t ipu) { return stages[ipu].peakStep.value; }},
         {{"fits", ColumnType::Boolean}, [&](uint32_t ipu) {
              return Fit(stages[ipu].peakTileBytes <= memory.limitOf({ipu}), warnings).answer();
          }}});
    columns.add(stageColumns<uint32_t>(layers, [&](uint32_t ipu) { return stages[ipu].bytes; }));
    if (pipeline) {
        columns.add({{{"stash", ColumnType::Bytes}, [&](uint32_t ipu) { return stages[ipu].bytes.stash; }}});
    }
    columns.add({{{"total", ColumnType::Bytes}, [&](uint32_t ipu) { return stages[ipu].bytes.total(); }},
                 {crossingColumn(layers),
                  [&](uint32_t ipu) { return ipu == 0 ? Cell() : Cell(estimate.crossingBytes[ipu - 1]); }}});
    return columns.table(static_cast<uint32_t>(stages.size()));
}

Table peakItemsTable(const Profile& profile, const Layers& layers, const PeakExplanation& explanation) {
    using Row = const StageItem&;
    uint64_t running = 0; // bytes of all rows so far; the rows are made in order
    const auto shareOf = [total = std::max<uint64_t>(explanation.bytes.total(), 1)](uint64_t bytes) {
        return static_cast<double>(bytes) / static_cast<double>(total);
    };
    return Columns<StageItem>{
        //: column: the name of a variable, a vertex type or a program
        {{"name", ColumnType::Text, ColumnText::tr("Item")},
         [&](Row item) { return textCell(item.isStack ? "stack" : nameOf(profile, item)); }},
        {{"category", ColumnType::Category, ColumnText::tr("Category")},
         [](Row item) { return infoOf(item.category).id; }},
        //: column: the purpose of bytes: weights, gradients, ...
        {{"role", ColumnType::Role, ColumnText::tr("Role")}, [](Row item) { return idOf(item.role); }},
        {{"bytes", ColumnType::Bytes, ColumnText::tr("Bytes")}, &StageItem::bytes},
        //: column: the number of copies of a variable that a pipeline keeps
        {{"copies", ColumnType::Integer, ColumnText::tr("Copies")}, &StageItem::copies},
        //: column: the share of all bytes on the tile, in per cent
        {{"share", ColumnType::Share, ColumnText::tr("%")}, [=](Row item) { return shareOf(item.bytes); }},
        //: column: the sum of the shares of this row and all rows above it
        {{"running_share", ColumnType::Share, ColumnText::tr("Running %")},
         [&](Row item) { return shareOf(running += item.bytes); }},
        //: columns: the first and the last program step in which a variable is live
        {{"live_from", ColumnType::Integer, ColumnText::tr("Live from")},
         [](Row item) { return item.live.empty() ? Cell() : Cell(item.live.start.value); }},
        {{"live_to", ColumnType::Integer, ColumnText::tr("to")},
         [](Row item) { return item.live.empty() ? Cell() : Cell(item.live.end.value - 1); }},
        {{"entry", ColumnType::Layer, ColumnText::tr("Layer")},
         [&](Row item) { return item.entry ? Cell(layers.nameInFiles(*item.entry)) : Cell(); }},
        //: column: the module of the model to which an operation belongs
        {{"module", ColumnType::Text, ColumnText::tr("Module")},
         [&](Row item) { return textCell(std::string(modulePathOf(layers, item))); }},
        //: column: file and line of the user's program
        {{"source", ColumnType::Source, ColumnText::tr("Source")},
         [&](Row item) { return textCell(textOf(locationOf(profile, layers, item))); }}}
        .table(explanation.items);
}

Table groupTable(const Table& items, std::string_view key) {
    const auto column = [&](std::string_view of) { return items.columns[*items.find(of)]; };
    return Columns<RowGroup>{
        {column(key), &RowGroup::key},
        {column("bytes"), &RowGroup::bytes},
        {column("share"), &RowGroup::share},
        {{"items", ColumnType::Integer}, [](const RowGroup& group) { return group.rows.size(); }}}
        .table(largestGroups(items, key));
}

Table matrixTable(const Layers& layers, const LayerMatrices& matrices, const ByteMatrix& bytes) {
    Columns<size_t> columns{
        {{"layer", ColumnType::Layer}, [&](size_t row) { return layers.nameInFiles(matrices.parts[row]); }}};
    for (size_t column = 0; column < bytes.size(); ++column) {
        columns.add({{{layers.displayName(matrices.parts[column]), ColumnType::Bytes},
                      [&, column](size_t row) { return bytes.at(row, column); }}});
    }
    return columns.table(bytes.size());
}

} // namespace tileline
