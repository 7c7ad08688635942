// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QObject>

#include <optional>

namespace tileline {

/// The user's selection, shared by all views of a window: an item selected in one view is selected in all
/// views.
class Selection : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    std::optional<LayerIndex> layer() const { return m_layer; }
    /// The IPU that all pages show; empty: the whole model.
    std::optional<StageIndex> stage() const { return m_stage; }
    /// Position in Layers::operations.
    std::optional<OperationIndex> operation() const { return m_operation; }
    std::optional<StepIndex> step() const { return m_step; }
    std::optional<TileId> tile() const { return m_tile; }

    void setLayer(std::optional<LayerIndex> layer);
    void setStage(std::optional<StageIndex> stage);
    void setOperation(std::optional<OperationIndex> operation);
    void setStep(std::optional<StepIndex> step);
    void setTile(std::optional<TileId> tile);
    /// For another profile or other layers: clears the selection.
    void clear();

signals:
    void layerChanged();
    void stageChanged();
    void operationChanged();
    void stepChanged();
    void tileChanged();

private:
    std::optional<LayerIndex> m_layer;
    std::optional<StageIndex> m_stage;
    std::optional<OperationIndex> m_operation;
    std::optional<StepIndex> m_step;
    std::optional<TileId> m_tile;
};

} // namespace tileline
