// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/operationstable.h"

#include "core/estimate/operationfigures.h"
#include "core/execution/cycles.h"
#include "core/memory/sourcelocation.h"
#include "ui/text/cyclestext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct OperationsTableText {
    Q_DECLARE_TR_FUNCTIONS(OperationsTable)
};

void addColumns(TableData& table) {
    //: position of an operation in the list
    table.addColumn("position", ColumnType::Integer, OperationsTableText::tr("No."));
    table.addColumn("name", ColumnType::Text, OperationsTableText::tr("Operation"));
    table.addColumn("layer", ColumnType::Text, OperationsTableText::tr("Layer"));
    table.addColumn("total", ColumnType::Integer, OperationsTableText::tr("Total"), CellStyle::Bytes);
    table.addColumn("cycles", ColumnType::Real, OperationsTableText::tr("Cycles"), CellStyle::Rounded,
                    OperationsTableText::tr("Cycles of the operation for a micro-batch. A step that several "
                                            "operations of a layer share counts in each of them, and once in "
                                            "the layer. Empty where the profile has no cycles.") +
                        QLatin1Char(' ') + cyclesRemedyText());
    table.addColumn("tile_balance", ColumnType::Real, OperationsTableText::tr("Tile balance"),
                    CellStyle::Share, tileBalanceText());
    table.addColumn("variables", ColumnType::Integer, OperationsTableText::tr("Variables"), CellStyle::Bytes);
    table.addColumn("vertex_code", ColumnType::Integer, OperationsTableText::tr("Vertex code"),
                    CellStyle::Bytes);
    table.addColumn("vertex_state", ColumnType::Integer, OperationsTableText::tr("Vertex state"),
                    CellStyle::Bytes);
    table.addColumn("exchange_code", ColumnType::Integer, OperationsTableText::tr("Exchange code"),
                    CellStyle::Bytes);
    table.addColumn("control_code", ColumnType::Integer, OperationsTableText::tr("Control code"),
                    CellStyle::Bytes);
    table.addColumn("first_step", ColumnType::Integer, OperationsTableText::tr("First step"));
    table.addColumn("last_step", ColumnType::Integer, OperationsTableText::tr("Last step"));
    //: file and line of the user's program
    table.addColumn("source", ColumnType::Text, OperationsTableText::tr("Source"));
    table.addColumn("note", ColumnType::Text, OperationsTableText::tr("Layer found by"));
}

std::optional<uint32_t> valueOf(const std::optional<StepIndex>& step) {
    return step ? std::optional(step->value) : std::nullopt;
}

} // namespace

Outcome<TableDataPtr> makeOperationsTable(const Profile& profile, const Layers& layers,
                                          const std::optional<PlacedStage>& stage,
                                          const std::stop_token& stop) {
    Workers workers(1);
    auto figures = TRY(operationFigures(profile, layers, workers, stop));
    auto cycles = TRY(OperationCycleFigures::find(profile, layers, stop));
    auto table = std::make_shared<TableData>();
    addColumns(*table);
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const LayeredOperation& operation = layers.operations[i];
        if (stage && !stage->holds(operation.layer, layers.last())) {
            continue;
        }
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        const std::string source = shortLocation(detail.location);
        const std::string note = operation.noteText();
        const CategoryBytes& bytes = figures[i];
        table->addRow(static_cast<uint32_t>(i),
                      {i, operation.name,
                       operation.inLayer() ? Cell(layers.displayName(operation.layer)) : Cell(),
                       bytes.total(), cycles[i].cycles, cycles[i].tileBalance, bytes.variables,
                       bytes.vertexCode, bytes.vertexState, bytes.exchangeCode, bytes.controlCode,
                       valueOf(detail.firstStep), valueOf(detail.lastStep),
                       source.empty() ? Cell() : Cell(source), note.empty() ? Cell() : Cell(note)});
    }
    return TableDataPtr(std::move(table));
}

} // namespace tileline
