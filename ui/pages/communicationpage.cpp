// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/communicationpage.h"

#include "ui/text/warningtext.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>

namespace tileline {

CommunicationPage::CommunicationPage(Session* session, Selection* selection, QWidget* parent)
    : DataPage(session, selection, tr("Open a profile to see its communication."), parent)
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

MatrixKind CommunicationPage::kind() const {
    return m_kind->currentIndex() == 0 ? MatrixKind::Affinity : MatrixKind::Communication;
}

void CommunicationPage::setKind(MatrixKind kind) {
    m_kind->setCurrentIndex(kind == MatrixKind::Affinity ? 0 : 1);
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
                    tr("A matrix has at most %Ln layers. Adapt the layer expression (Plan > Layers).",
                       nullptr, static_cast<int>(MaxMatrixParts)));
        return;
    }
    if (m_layers == session()->layers()) {
        showPlan();
    } else {
        computeMatrices();
    }
}

void CommunicationPage::computeMatrices() {
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
    m_readout->setText(tr("Point at a cell, or move with the arrow keys, to read it."));
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
