// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/operationstable.h"

#include "core/analysis/sourcelocation.h"
#include "core/export/operationfigures.h"

#include <QCoreApplication>

namespace tileline {

namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("tileline::OperationsPage", text);
}

void addColumns(TableData& table) {
    table.addColumn("position", ColumnType::Integer, tr("No."));
    table.addColumn("name", ColumnType::Text, tr("Operation"));
    table.addColumn("layer", ColumnType::Text, tr("Layer"));
    table.addColumn("total", ColumnType::Integer, tr("Total"), CellStyle::Bytes);
    table.addColumn("variables", ColumnType::Integer, tr("Variables"), CellStyle::Bytes);
    table.addColumn("vertex_code", ColumnType::Integer, tr("Vertex code"), CellStyle::Bytes);
    table.addColumn("vertex_state", ColumnType::Integer, tr("Vertex state"), CellStyle::Bytes);
    table.addColumn("exchange_code", ColumnType::Integer, tr("Exchange code"), CellStyle::Bytes);
    table.addColumn("control_code", ColumnType::Integer, tr("Control code"), CellStyle::Bytes);
    table.addColumn("first_step", ColumnType::Integer, tr("First step"));
    table.addColumn("last_step", ColumnType::Integer, tr("Last step"));
    table.addColumn("source", ColumnType::Text, tr("Source"));
    table.addColumn("note", ColumnType::Text, tr("Layer found by"));
}

std::optional<uint32_t> valueOf(const std::optional<StepIndex>& step) {
    return step ? std::optional(step->value) : std::nullopt;
}

} // namespace

Outcome<TableDataPtr> makeOperationsTable(const Profile& profile, const Layers& layers,
                                          const std::stop_token& stop) {
    Workers workers(1);
    const auto figures = operationFigures(profile, layers, workers, stop);
    if (!figures) {
        return figures.failure();
    }
    auto table = std::make_shared<TableData>();
    addColumns(*table);
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const LayeredOperation& operation = layers.operations[i];
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        const std::string source = shortLocation(detail.location);
        const std::string note = operation.noteText();
        const CategoryBytes& bytes = (*figures)[i];
        table->addRow(
            static_cast<uint32_t>(i),
            {i, operation.name, operation.inLayer() ? Cell(layers.displayName(operation.layer)) : Cell(),
             bytes.total(), bytes.variables, bytes.vertexCode, bytes.vertexState, bytes.exchangeCode,
             bytes.controlCode, valueOf(detail.firstStep), valueOf(detail.lastStep),
             source.empty() ? Cell() : Cell(source), note.empty() ? Cell() : Cell(note)});
    }
    return TableDataPtr(std::move(table));
}

} // namespace tileline
