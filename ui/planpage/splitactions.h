// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <QObject>
#include <QPointer>

#include <optional>

class QAction;
class QMenu;

namespace tileline {

class PlanCanvas;
class PlanEditor;
class SplitMarker;

/// The commands of the Plan menu that change splits. They act on the split marker that had the focus last,
/// otherwise on the boundary that the keys have chosen in the canvas.
class SplitActions : public QObject {
    Q_OBJECT
public:
    /// `editor` and `canvas` must outlive this object.
    SplitActions(PlanEditor* editor, PlanCanvas* canvas, QMenu* menu);

private:
    void onFocusChanged(QWidget* before, QWidget* now);
    void update();
    LayerIndex boundary() const;
    std::optional<size_t> split() const;
    void move(int by);

    PlanEditor* const m_editor;
    PlanCanvas* const m_canvas;
    QPointer<SplitMarker> m_marker; ///< the one that had the focus last
    QAction* m_place;
    QAction* m_add;
    QAction* m_remove;
    QAction* m_pin;
    QAction* m_forbid;
    QAction* m_left;
    QAction* m_right;
};

} // namespace tileline
