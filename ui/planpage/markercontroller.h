// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"
#include "ui/planpage/boundarygeometry.h"

#include <QObject>

#include <optional>

class QKeyEvent;

namespace tileline {

/// What mouse and keyboard on a split marker mean. Knows positions and keys, but no widgets: the markers pass
/// their events on, and tests can call it without a window.
class MarkerController : public QObject {
    Q_OBJECT
public:
    /// Layers that an arrow key moves with Shift held.
    static constexpr int LongStep = 5;

    explicit MarkerController(PlanEditor* editor, QObject* parent = nullptr);

    PlanEditor* editor() const { return m_editor; }
    const BoundaryGeometry& geometry() const { return m_geometry; }
    void setGeometry(const BoundaryGeometry& geometry) { m_geometry = geometry; }

    /// The split point that is being dragged.
    std::optional<size_t> dragged() const { return m_dragged; }

    /// A button went down at `x` on marker `split`. The distance to the marker's middle is kept.
    void press(size_t split, double x);
    void moveTo(double x);
    void release();
    /// Back to where the drag began.
    void cancel();

    /// Arrows, Shift+arrows, Home, End, Delete, P, F on a marker. False where the key means nothing here.
    bool key(size_t split, const QKeyEvent& event);

signals:
    void dragChanged();

private:
    bool moveKey(size_t split, const QKeyEvent& event);
    LayerIndex split(size_t index) const { return m_editor->plan().splits()[index]; }

    PlanEditor* const m_editor;
    BoundaryGeometry m_geometry;
    std::optional<size_t> m_dragged;
    double m_grip = 0; ///< where the marker was taken, relative to its middle
};

} // namespace tileline
