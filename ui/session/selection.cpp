// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/selection.h"

namespace tileline {

namespace {

template <class T>
bool assign(std::optional<T>& to, std::optional<T> from) {
    if (to == from) {
        return false;
    }
    to = from;
    return true;
}

} // namespace

void Selection::setLayer(std::optional<LayerIndex> layer) {
    if (assign(m_layer, layer)) {
        emit layerChanged();
    }
}

void Selection::setStage(std::optional<StageIndex> stage) {
    if (assign(m_stage, stage)) {
        emit stageChanged();
    }
}

void Selection::setOperation(std::optional<OperationIndex> operation) {
    if (assign(m_operation, operation)) {
        emit operationChanged();
    }
}

void Selection::setStep(std::optional<StepIndex> step) {
    if (assign(m_step, step)) {
        emit stepChanged();
    }
}

void Selection::setTile(std::optional<TileId> tile) {
    if (assign(m_tile, tile)) {
        emit tileChanged();
    }
}

void Selection::clear() {
    setLayer(std::nullopt);
    setStage(std::nullopt);
    setOperation(std::nullopt);
    setStep(std::nullopt);
    setTile(std::nullopt);
}

} // namespace tileline
