// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/reports.h"

#include <algorithm>

namespace tileline {

namespace {

Cell layerCell(const Layers& layers, LayerIndex layer) {
    return {layers.nameInFiles(layer)};
}

void addColumns(Table& table, std::initializer_list<const char*> names, ColumnType type) {
    for (const char* name : names) {
        table.columns.push_back({name, type});
    }
}

void addSumColumns(Table& table) {
    addColumns(table, {"variables", "vertex_code", "vertex_state", "exchange_code", "control_code"},
               ColumnType::Integer);
}

void addSums(std::vector<Cell>& row, const CategoryBytes& bytes) {
    for (const uint64_t sum :
         {bytes.variables, bytes.vertexCode, bytes.vertexState, bytes.exchangeCode, bytes.controlCode}) {
        row.emplace_back(sum);
    }
}

/// What the pipeline setting adds to a stage, beside stashes, which depend on its position.
void addAdditionColumns(Table& table, const Layers& layers) {
    if (!layers.hasNone()) {
        addColumns(table, {"accumulators", "unowned"}, ColumnType::Integer);
    }
}

void addAdditions(std::vector<Cell>& row, const CategoryBytes& bytes, const Layers& layers) {
    if (!layers.hasNone()) {
        row.emplace_back(bytes.accumulators);
        row.emplace_back(bytes.unowned);
    }
}

/// The column of the bytes at a boundary, which mean something else in each setting.
const char* crossingColumn(const Layers& layers) {
    return layers.hasNone() ? "crossing_bytes" : "transfer_bytes";
}

/// What the pipeline setting says of the cycles of an entry.
void addCycleColumns(Table& table, const Layers& layers) {
    if (!layers.hasNone()) {
        addColumns(table, {"cycles_forward", "cycles_backward", "tile_balance"}, ColumnType::Real);
    }
}

void addCycles(std::vector<Cell>& row, const EntryCycleFigures* cycles, LayerIndex entry,
               const Layers& layers) {
    if (layers.hasNone()) {
        return;
    }
    row.push_back(cycles ? Cell(cycles->cycles.forward[entry.index()]) : Cell());
    row.push_back(cycles ? Cell(cycles->cycles.backward[entry.index()]) : Cell());
    row.push_back(cycles ? Cell(cycles->tileBalance[entry.index()]) : Cell());
}

std::string stageNumbers(const StagePlacement& placement, size_t ipu) {
    std::string text;
    for (const uint32_t stage : placement.stagesOf(ipu)) {
        text += (text.empty() ? "" : " ") + std::to_string(stage);
    }
    return text;
}

Cell stepCell(const std::optional<StepIndex>& step) {
    return step ? Cell(step->value) : Cell();
}

std::string textOf(const std::optional<SourceLocation>& location) {
    if (!location || location->file.empty()) {
        return {};
    }
    return location->line == 0 ? location->file : location->file + ":" + std::to_string(location->line);
}

} // namespace

Table operationsTable(const Profile& profile, const Layers& layers, std::span<const CategoryBytes> figures,
                      std::span<const OperationCycleFigures> cycles, const Passes* passes) {
    Table table;
    addColumns(table, {"position"}, ColumnType::Integer);
    addColumns(table, {"layer", "note", "name"}, ColumnType::Text);
    if (passes != nullptr) {
        addColumns(table, {"pass"}, ColumnType::Text);
    }
    addSumColumns(table);
    addColumns(table, {"first_step", "last_step"}, ColumnType::Integer);
    addColumns(table, {"source"}, ColumnType::Text);
    addColumns(table, {"cycles", "tile_balance"}, ColumnType::Real);
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const LayeredOperation& operation = layers.operations[i];
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        std::vector<Cell> row{operation.operation.value, layerCell(layers, operation.layer),
                              operation.noteText(), operation.name};
        if (passes != nullptr) {
            row.emplace_back(passes->isBackward(i) ? "backward" : "forward");
        }
        addSums(row, figures[i]);
        row.push_back(stepCell(detail.firstStep));
        row.push_back(stepCell(detail.lastStep));
        const std::string source = textOf(detail.location);
        row.push_back(source.empty() ? Cell() : Cell(source));
        row.emplace_back(cycles[i].cycles);
        row.emplace_back(cycles[i].tileBalance);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table layersTable(const Layers& layers, std::span<const StageEstimate> stages,
                  std::span<const uint64_t> crossingBytes, const EntryCycleFigures* cycles) {
    Table table;
    addColumns(table, {"index"}, ColumnType::Integer);
    addColumns(table, {"layer"}, ColumnType::Text);
    addColumns(table, {"operations"}, ColumnType::Integer);
    addSumColumns(table);
    addAdditionColumns(table, layers);
    addColumns(table, {"total", "peak_tile_bytes", "peak_tile", "peak_step", crossingColumn(layers)},
               ColumnType::Integer);
    addCycleColumns(table, layers);
    std::vector<uint64_t> operations(layers.count(), 0);
    for (const LayeredOperation& operation : layers.operations) {
        ++operations[operation.layer.index()];
    }
    for (uint32_t layer = 0; layer < layers.count(); ++layer) {
        const StageEstimate& stage = stages[layer];
        std::vector<Cell> row{layer, layerCell(layers, {layer}), operations[layer]};
        addSums(row, stage.bytes);
        addAdditions(row, stage.bytes, layers);
        row.emplace_back(stage.bytes.total());
        row.emplace_back(stage.peakTileBytes);
        row.emplace_back(stage.peakTile.value);
        row.emplace_back(stage.peakStep.value);
        row.emplace_back(crossingBytes[layer]);
        addCycles(row, cycles, {layer}, layers);
        table.rows.push_back(std::move(row));
    }
    return table;
}

Table segmentsTable(const IntervalTable& table) {
    Table segments;
    addColumns(segments, {"from", "to", "max_tile_mem", "argmax_tile", "total_mem"}, ColumnType::Integer);
    addSumColumns(segments);
    const Layers& list = table.estimator().layers();
    addAdditionColumns(segments, list);
    addColumns(segments, {"peak_step"}, ColumnType::Integer);
    const auto layers = static_cast<uint32_t>(table.layerCount());
    for (uint32_t from = 0; from < layers; ++from) {
        for (uint32_t to = from; to < layers; ++to) {
            const StageEstimate& stage = *table.find({{from}, {to}});
            std::vector<Cell> row{from, to, stage.peakTileBytes, stage.peakTile.value, stage.bytes.total()};
            addSums(row, stage.bytes);
            addAdditions(row, stage.bytes, list);
            row.emplace_back(stage.peakStep.value);
            segments.rows.push_back(std::move(row));
        }
    }
    return segments;
}

TileRows::TileRows(const Profile& profile)
    : m_profile(profile) {
    for (const char* name :
         {"tile", "total_excluding_gaps", "total_including_gaps", "always_live", "not_always_live"}) {
        m_columns.push_back({name, ColumnType::Integer});
    }
    for (const char* name : {"total.excludingGaps", "total.includingGaps", "alwaysLive", "notAlwaysLive"}) {
        m_figures.push_back(profile.findTileMemory(name));
    }
    for (const TileMemoryCategory& category : profile.tileMemory) {
        if (category.isCategory()) {
            m_columns.push_back(
                {category.name.substr(std::string_view("category.").size()), ColumnType::Integer});
            m_figures.push_back(&category);
        }
    }
}

std::vector<Cell> TileRows::operator[](size_t tile) const {
    std::vector<Cell> row{tile};
    for (const TileMemoryCategory* figure : m_figures) {
        row.push_back(figure ? Cell(at(figure->bytes, static_cast<uint32_t>(tile))) : Cell());
    }
    return row;
}

Table livenessTable(const Profile& profile) {
    Table table;
    addColumns(table, {"step", "program", "not_always_live"}, ColumnType::Integer);
    for (uint32_t step = 0; step < profile.stepCount(); ++step) {
        table.rows.push_back(
            {step, profile.programs[profile.stepProgram[step].index()].id, profile.stepNotAlwaysLive[step]});
    }
    return table;
}

Table stagesTable(const Layers& layers, const PlanEstimate& estimate, const MemoryLimits& memory,
                  const std::vector<PlanWarning>& warnings) {
    Table table;
    const bool pipeline = !layers.hasNone();
    addColumns(table, {"ipu"}, ColumnType::Integer);
    if (pipeline) {
        addColumns(table, {"pipeline_stages"}, ColumnType::Text);
    }
    addColumns(table, {"layer_from", "layer_to"}, ColumnType::Text);
    addColumns(table, {"peak_tile_bytes", "memory_per_tile", "limit", "peak_tile", "peak_step"},
               ColumnType::Integer);
    addColumns(table, {"fits"}, ColumnType::Boolean);
    addSumColumns(table);
    addAdditionColumns(table, layers);
    if (pipeline) {
        addColumns(table, {"stash"}, ColumnType::Integer);
    }
    addColumns(table, {"total", crossingColumn(layers)}, ColumnType::Integer);
    for (uint32_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const StageEstimate& stage = estimate.stages[ipu];
        const LayerRange range = estimate.placement.ipus[ipu].entries;
        const Fit fit(stage.peakTileBytes <= memory.limitOf({ipu}), warnings);
        std::vector<Cell> row{ipu};
        if (pipeline) {
            row.emplace_back(stageNumbers(estimate.placement, ipu));
        }
        for (const Cell& cell :
             {layerCell(layers, range.first), layerCell(layers, range.last), Cell(stage.peakTileBytes),
              Cell(memory.memoryOf({ipu})), Cell(memory.limitOf({ipu})), Cell(stage.peakTile.value),
              Cell(stage.peakStep.value), Cell(fit.answer())}) {
            row.push_back(cell);
        }
        addSums(row, stage.bytes);
        addAdditions(row, stage.bytes, layers);
        if (pipeline) {
            row.emplace_back(stage.bytes.stash);
        }
        row.emplace_back(stage.bytes.total());
        row.push_back(ipu == 0 ? Cell() : Cell(estimate.crossingBytes[ipu - 1]));
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string sourceText(const Profile& profile, const Layers& layers, const StageItem& item) {
    return textOf(locationOf(profile, layers, item));
}

Table peakItemsTable(const Profile& profile, const Layers& layers, const PeakExplanation& explanation) {
    Table table;
    addColumns(table, {"name", "category", "role"}, ColumnType::Text);
    addColumns(table, {"bytes", "copies"}, ColumnType::Integer);
    addColumns(table, {"share", "running_share"}, ColumnType::Real);
    addColumns(table, {"live_from", "live_to"}, ColumnType::Integer);
    addColumns(table, {"entry", "module", "source"}, ColumnType::Text);
    const auto textCell = [](std::string text) { return text.empty() ? Cell() : Cell(std::move(text)); };
    const auto total = static_cast<double>(std::max<uint64_t>(explanation.bytes.total(), 1));
    uint64_t running = 0;
    for (const StageItem& item : explanation.items) {
        running += item.bytes;
        table.rows.push_back(
            {textCell(item.isStack ? "stack" : nameOf(profile, item)), infoOf(item.category).id,
             idOf(item.role), item.bytes, item.copies, static_cast<double>(item.bytes) / total,
             static_cast<double>(running) / total, item.live.empty() ? Cell() : Cell(item.live.start.value),
             item.live.empty() ? Cell() : Cell(item.live.end.value - 1),
             item.entry ? layerCell(layers, *item.entry) : Cell(),
             textCell(std::string(modulePathOf(layers, item))), textCell(sourceText(profile, layers, item))});
    }
    return table;
}

Table matrixTable(const Layers& layers, const LayerMatrices& matrices, const ByteMatrix& bytes) {
    Table table;
    addColumns(table, {"layer"}, ColumnType::Text);
    for (const LayerIndex part : matrices.parts) {
        table.columns.push_back({layers.displayName(part), ColumnType::Integer});
    }
    for (size_t row = 0; row < bytes.size(); ++row) {
        std::vector<Cell> cells{layerCell(layers, matrices.parts[row])};
        for (size_t column = 0; column < bytes.size(); ++column) {
            cells.emplace_back(bytes.at(row, column));
        }
        table.rows.push_back(std::move(cells));
    }
    return table;
}

} // namespace tileline
