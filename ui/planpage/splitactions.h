// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/editing/planeditor.h"

#include <QObject>
#include <QPointer>

#include <optional>

class QAction;
class QMenu;

namespace tileline {

class PlanCanvas;
class SplitMarker;

/// The menu commands that change splits. The commands act on the given boundary or, without one, on the split
/// marker that had the focus last; if there is no such marker, on the boundary at the canvas's cursor.
class SplitActions : public QObject {
    Q_OBJECT
public:
    /// `editor` and `canvas` must outlive this object.
    SplitActions(PlanEditor* editor, PlanCanvas* canvas, QMenu* menu,
                 std::optional<LayerIndex> boundary = {});

private:
    void onFocusChanged(QWidget* before, QWidget* now);
    void update();
    LayerIndex boundary() const;
    /// The index of the plan's split at boundary(); empty if there is none.
    std::optional<size_t> split() const;
    void move(int by);

    PlanEditor* const m_editor;
    PlanCanvas* const m_canvas;
    const std::optional<LayerIndex> m_boundary;
    QPointer<SplitMarker> m_marker; ///< the marker that had the focus last
    QAction* m_place;
    QAction* m_add;
    QAction* m_remove;
    QAction* m_pin;
    QAction* m_forbid;
    QAction* m_left;
    QAction* m_right;
};

} // namespace tileline
