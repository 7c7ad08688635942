// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"
#include "ui/planpage/boundarygeometry.h"

class QKeyEvent;

namespace tileline {

/// Turns mouse and keyboard input on a split marker into changes to the plan. Markers pass positions and keys
/// to the controller. The controller uses no widgets, so that tests need no window.
class MarkerController {
public:
    /// The number of layers by which an arrow key moves a split while Shift is held down.
    static constexpr int LongStep = 5;

    explicit MarkerController(PlanEditor* editor)
        : m_editor(editor) {}

    PlanEditor* editor() const { return m_editor; }
    const BoundaryGeometry& geometry() const { return m_geometry; }
    void setGeometry(const BoundaryGeometry& geometry) { m_geometry = geometry; }

    /// Begins a drag: the mouse button has been pressed at `x` on marker `split`. During the drag, the
    /// distance between mouse and marker does not change.
    void press(size_t split, double x);
    void moveTo(double x);

    /// Handles Left and Right (with or without Shift), Home, End, Delete, Backspace, P and F on a marker.
    /// Escape ends a series of moves (see PlanEditor::endMoves()). During a drag, Escape cancels the drag,
    /// and all other keys are ignored. Returns false if a key has no function.
    bool key(size_t split, const QKeyEvent& event);

private:
    bool moveKey(size_t split, const QKeyEvent& event);
    LayerIndex split(size_t index) const { return m_editor->plan().splits()[index]; }

    PlanEditor* const m_editor;
    BoundaryGeometry m_geometry;
    double m_grip = 0; ///< x of the mouse minus x of the marker's middle, as of press()
};

} // namespace tileline
