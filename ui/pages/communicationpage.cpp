// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/communicationpage.h"

#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/warningtext.h"

#include <algorithm>
#include <iterator>

namespace tileline {

namespace {

const ByteMatrix& matrixOf(const LayerMatrices& matrices, MatrixKind kind) {
    return kind == MatrixKind::Affinity ? matrices.affinity : matrices.communication;
}

/// The bytes that cross a layer boundary in one direction. A variable counts once for each pair of layers.
uint64_t passing(const ByteMatrix& matrix, size_t boundary, bool forward) {
    uint64_t bytes = 0;
    for (size_t before = 0; before < boundary; ++before) {
        for (size_t after = boundary; after < matrix.size(); ++after) {
            bytes += forward ? matrix.at(before, after) : matrix.at(after, before);
        }
    }
    return bytes;
}

/// The heat map of a matrix, with a line at each split of the plan.
HeatMapDataPtr makeMatrixMap(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers,
                             const SplitPlan& plan) {
    const ByteMatrix& matrix = matrixOf(matrices, kind);
    const bool affinity = kind == MatrixKind::Affinity;
    auto map = std::make_shared<HeatMapData>();
    map->columns = matrix.size();
    for (size_t row = 0; row < matrix.size(); ++row) {
        const QString name = layerName(layers, matrices.parts[row]);
        map->rowLabels.push_back(name);
        map->columnLabels.push_back(name);
        for (size_t column = 0; column < matrix.size(); ++column) {
            // The diagonal of the affinity matrix stays 0, because the bytes within single layers would
            // dominate the colours.
            map->values.push_back(affinity && row == column ? 0 : matrix.at(row, column));
        }
    }
    map->rowTitle = affinity ? CommunicationPage::tr("Layer") : CommunicationPage::tr("From layer");
    map->columnTitle = affinity ? CommunicationPage::tr("Layer") : CommunicationPage::tr("To layer");
    for (size_t part = 1; part < matrices.parts.size(); ++part) {
        if (plan.stageOf(matrices.parts[part]) != plan.stageOf(matrices.parts[part - 1])) {
            map->splits.push_back(part);
        }
    }
    return map;
}

/// A table of the bytes that cross each split of the plan, with a row for each split. In the pipeline
/// setting, the table shows the bytes that neighbouring stages send to each other. The key of a row is the
/// layer after the row's split. `matrices` must belong to the layers of `estimator`.
TableDataPtr makeCutTable(const LayerMatrices& matrices, const StageEstimator& estimator,
                          const SplitPlan& plan) {
    const bool pipeline = estimator.uses() != nullptr;
    std::vector<LayerIndex> firsts; // the first layer of each stage except the first stage
    if (pipeline) {
        const std::vector<LayerRange> stages = estimator.place(plan).stages;
        std::transform(stages.begin() + 1, stages.end(), std::back_inserter(firsts),
                       [](const LayerRange& stage) { return stage.first; });
    } else {
        firsts.assign(plan.splits().begin(), plan.splits().end());
    }
    uint32_t number = 0; // number of the current row; rows are made in order
    Columns<LayerIndex> columns{
        {{"split", ColumnType::Integer, ColumnText::tr("Split")}, [&](LayerIndex) { return ++number; }},
        {{"before_layer", ColumnType::Layer, ColumnText::tr("Before layer")},
         [&](LayerIndex first) { return estimator.layers().nameInFiles(first); }}};
    if (pipeline) {
        const bool training = estimator.entries()->passes().training();
        const auto bytes = [&](LayerIndex first) { return estimator.crossingBytes(first); };
        //: columns of a table with a row per split: bytes of activations sent on, and of gradients sent back
        columns.add({{{"forward_bytes", ColumnType::Bytes, ColumnText::tr("Sent forward")}, bytes},
                     {{"backward_bytes", ColumnType::Bytes, ColumnText::tr("Sent back")},
                      [=](LayerIndex first) { return training ? bytes(first) : 0; }}});
    } else {
        const auto passed = [&](bool forward) {
            return [&, forward](LayerIndex first) {
                return passing(matrices.communication, first.index(), forward);
            };
        };
        //: column of bytes in a table with a row for each split
        columns.add({{{"crossing_bytes", ColumnType::Bytes, ColumnText::tr("Used on both sides")},
                      [&](LayerIndex first) { return estimator.crossingBytes(first); }},
                     {{"forward_bytes", ColumnType::Bytes, ColumnText::tr("Passed forward")}, passed(true)},
                     {{"backward_bytes", ColumnType::Bytes, ColumnText::tr("Passed back")}, passed(false)}});
    }
    return makeTableData(columns, firsts, [](LayerIndex first) { return first.value; });
}

/// The readout of a matrix cell: two layers, and the bytes that they share or that one passes to the other.
QString matrixReadout(const LayerMatrices& matrices, MatrixKind kind, const Layers& layers, size_t cell) {
    const ByteMatrix& matrix = matrixOf(matrices, kind);
    const size_t row = cell / matrix.size();
    const size_t column = cell % matrix.size();
    const QString from = layerName(layers, matrices.parts[row]);
    const QString to = layerName(layers, matrices.parts[column]);
    const QString bytes = bytesText(matrix.at(row, column));
    if (kind == MatrixKind::Communication) {
        return CommunicationPage::tr("From layer %1 to layer %2: %3").arg(from, to, bytes);
    }
    return row == column ? CommunicationPage::tr("Layer %1 uses %2").arg(from, bytes)
                         : CommunicationPage::tr("Layers %1 and %2 share %3").arg(from, to, bytes);
}

} // namespace

CommunicationPage::CommunicationPage(Session* session, Selection* selection)
    : DataPage(session, selection, tr("Open a profile to see its communication."))
    , m_kind(comboBox({tr("Layer affinity"), tr("Inter-layer communication")}, tr("Matrix"),
                      tr("Affinity: bytes of variables that two layers both use. Communication: bytes of "
                         "variables that go live in one layer and die in another."))) {
    m_map->setTitle(tr("Layer affinity"));
    m_readout->setTextInteractionFlags(Qt::TextSelectableByMouse);
    addParts(rowOf({m_kind, {m_readout, 1}}), m_map, {plainLabel(m_cuts->accessibleName()), {m_cuts, 1}});
    connect(m_kind, &QComboBox::currentIndexChanged, this, &CommunicationPage::showMatrices);
    connect(m_map, &HeatMap::cellClicked, this, [this](size_t cell) {
        m_readout->setText(matrixReadout(*m_matrices, kind(), *m_layers, cell));
        this->selection()->choose(m_matrices->parts[cell / m_matrices->parts.size()]);
    });
    connect(session, &Session::planChanged, this, &CommunicationPage::invalidate);
}

void CommunicationPage::refresh() {
    if (const auto missing = missingForPlans(*session()->profile()); !missing.empty()) {
        showMessage(missing.front().text, missing.front().remedy);
        return;
    }
    if (session()->layers()->count() < 2) {
        showMessage(tr("No layers were found"),
                    tr("Adapt the layer expression to your operation names (Plan > Layers)."));
        return;
    }
    if (session()->layers()->count() > MaxMatrixParts) {
        showMessage(tr("There are too many layers for a matrix"),
                    tr("A matrix has at most %Ln layers. Choose a layer expression that finds fewer layers "
                       "(Plan > Layers).",
                       nullptr, static_cast<int>(MaxMatrixParts)));
        return;
    }
    if (m_layers == session()->layers()) {
        showPlan();
        return;
    }
    compute(
        m_task,
        [profile = session()->profile(), layers = session()->layers()](const std::stop_token& stop) {
            return findLayerMatrices(*profile, *layers, MatrixParts::Layers, stop);
        },
        [this, layers = session()->layers()](LayerMatrices made) {
            m_matrices = std::make_shared<const LayerMatrices>(std::move(made));
            m_layers = layers;
            showMatrices();
        });
}

void CommunicationPage::reset() {
    m_matrices.reset();
    m_layers.reset();
    m_readout->clear();
}

void CommunicationPage::showMatrices() {
    if (!m_matrices) {
        return;
    }
    m_readout->setText(tr("To read a cell, point at it or move to it with the arrow keys."));
    m_map->setTitle(m_kind->currentText());
    m_map->setReadout([matrices = m_matrices, layers = m_layers, shown = kind()](size_t cell) {
        return matrixReadout(*matrices, shown, *layers, cell);
    });
    m_map->setSummary(
        //: %1 is "Layer affinity" or "Inter-layer communication"
        tr("%1 of %Ln layers, in bytes", nullptr, static_cast<int>(m_matrices->parts.size()))
            .arg(m_kind->currentText()));
    showPlan();
}

void CommunicationPage::showPlan() {
    if (!m_matrices || m_layers != session()->layers()) {
        return;
    }
    const SplitPlan& plan = session()->plan().splitPlan();
    const auto selected = m_map->selectedCell();
    m_map->setData(makeMatrixMap(*m_matrices, kind(), *m_layers, plan));
    m_map->setSelectedCell(selected);
    m_cuts->setPlaceholder(plan.splits().empty() ? tr("The plan has no split.") : QString());
    m_cuts->setData(makeCutTable(*m_matrices, *session()->estimator(), plan));
}

} // namespace tileline
