// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/communicationdata.h"

#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct CommunicationDataText {
    Q_DECLARE_TR_FUNCTIONS(CommunicationData)
};

const ByteMatrix& matrixOf(const LayerMatrices& matrices, MatrixKind kind) {
    return kind == MatrixKind::Affinity ? matrices.affinity : matrices.communication;
}

QString partName(const LayerMatrices& matrices, const Layers& layers, size_t part) {
    return layerName(layers, matrices.parts[part]);
}

/// Bytes that pass across a boundary in one direction. A variable counts once for each pair of layers.
uint64_t passing(const ByteMatrix& matrix, size_t boundary, bool forward) {
    uint64_t bytes = 0;
    for (size_t before = 0; before < boundary; ++before) {
        for (size_t after = boundary; after < matrix.size(); ++after) {
            bytes += forward ? matrix.at(before, after) : matrix.at(after, before);
        }
    }
    return bytes;
}

} // namespace

HeatMapDataPtr makeMatrixMap(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers,
                             const SplitPlan& plan) {
    const ByteMatrix& matrix = matrixOf(matrices, kind);
    auto map = std::make_shared<HeatMapData>();
    map->columns = matrix.size();
    for (size_t row = 0; row < matrix.size(); ++row) {
        const QString name = partName(matrices, layers, row);
        map->rowLabels.push_back(name);
        map->columnLabels.push_back(name);
        for (size_t column = 0; column < matrix.size(); ++column) {
            // The diagonal (all bytes that a layer uses) is left out: it would dominate the colour scale.
            const bool own = kind == MatrixKind::Affinity && row == column;
            map->values.push_back(own ? 0 : matrix.at(row, column));
        }
    }
    map->rowTitle = kind == MatrixKind::Affinity ? CommunicationDataText::tr("Layer")
                                                 : CommunicationDataText::tr("From layer");
    map->columnTitle = kind == MatrixKind::Affinity ? CommunicationDataText::tr("Layer")
                                                    : CommunicationDataText::tr("To layer");
    for (size_t part = 1; part < matrices.parts.size(); ++part) {
        if (plan.stageOf(matrices.parts[part]) != plan.stageOf(matrices.parts[part - 1])) {
            map->splits.push_back(part);
        }
    }
    return map;
}

namespace {

/// The stages of the pipeline, with what each is sent.
TableDataPtr transferTable(const StageEstimator& estimator, const SplitPlan& plan) {
    auto table = std::make_shared<TableData>();
    table->addColumn("split", ColumnType::Integer, CommunicationDataText::tr("Split"));
    table->addColumn("before_layer", ColumnType::Text, CommunicationDataText::tr("Before layer"));
    //: columns of bytes, a row for each split: activations, and their gradients
    table->addColumn("forward_bytes", ColumnType::Integer, CommunicationDataText::tr("Sent forward"),
                     CellStyle::Bytes);
    table->addColumn("backward_bytes", ColumnType::Integer, CommunicationDataText::tr("Sent back"),
                     CellStyle::Bytes);
    const bool training = estimator.entries()->passes().training();
    const std::vector<LayerRange> stages = estimator.place(plan).stages;
    for (uint32_t stage = 1; stage < stages.size(); ++stage) {
        const uint64_t bytes = estimator.crossingBytes(stages[stage].first);
        table->addRow(stage - 1, {stage, layerName(estimator.layers(), stages[stage].first).toStdString(),
                                  bytes, training ? bytes : 0});
    }
    return table;
}

} // namespace

TableDataPtr makeCutTable(const LayerMatrices& matrices, const StageEstimator& estimator,
                          const SplitPlan& plan) {
    if (estimator.uses() != nullptr) {
        return transferTable(estimator, plan);
    }
    auto table = std::make_shared<TableData>();
    table->addColumn("split", ColumnType::Integer, CommunicationDataText::tr("Split"));
    table->addColumn("before_layer", ColumnType::Text, CommunicationDataText::tr("Before layer"));
    //: columns of bytes, a row for each split
    table->addColumn("crossing_bytes", ColumnType::Integer, CommunicationDataText::tr("Used on both sides"),
                     CellStyle::Bytes);
    table->addColumn("forward_bytes", ColumnType::Integer, CommunicationDataText::tr("Passed forward"),
                     CellStyle::Bytes);
    table->addColumn("backward_bytes", ColumnType::Integer, CommunicationDataText::tr("Passed back"),
                     CellStyle::Bytes);
    uint32_t number = 0;
    for (const LayerIndex split : plan.splits()) {
        const uint32_t key = number++;
        table->addRow(key, {number, estimator.layers().displayName(split), estimator.crossingBytes(split),
                            passing(matrices.communication, split.index(), true),
                            passing(matrices.communication, split.index(), false)});
    }
    return table;
}

QString matrixReadout(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers, size_t cell) {
    const ByteMatrix& matrix = matrixOf(matrices, kind);
    const size_t row = cell / matrix.size();
    const size_t column = cell % matrix.size();
    const QString from = partName(matrices, layers, row);
    const QString to = partName(matrices, layers, column);
    const QString bytes = bytesText(matrix.at(row, column));
    if (kind == MatrixKind::Communication) {
        return CommunicationDataText::tr("From layer %1 to layer %2: %3").arg(from, to, bytes);
    }
    return row == column ? CommunicationDataText::tr("Layer %1 uses %2").arg(from, bytes)
                         : CommunicationDataText::tr("Layers %1 and %2 share %3").arg(from, to, bytes);
}

} // namespace tileline
