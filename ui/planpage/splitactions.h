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

/// The menu commands that change splits. The commands act on the boundary given to the constructor. If none
/// was given, they act on what last had the focus: the boundary of a split marker, or cursor() of the canvas.
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
    /// The index of the split at boundary(); empty if there is no split at that boundary.
    std::optional<size_t> split() const;
    void move(int by);

    PlanEditor* const m_editor;
    PlanCanvas* const m_canvas;
    const std::optional<LayerIndex> m_boundary;
    QPointer<SplitMarker> m_marker; ///< the marker that had the focus last; null if the canvas had it last
    QAction* m_place;
    QAction* m_add;
    QAction* m_remove;
    QAction* m_pin;
    QAction* m_forbid;
    QAction* m_left;
    QAction* m_right;
};

} // namespace tileline
