// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QScrollArea;

namespace tileline {

class PlanCanvas;
class Session;

/// The whole model above a canvas in which its layers cannot all be read: each IPU in its colour, a line
/// where it overflows, and a window around what the canvas shows. The window and its ends are dragged.
class LayerOverview : public QWidget {
    Q_OBJECT
public:
    /// `scroll` shows the canvas.
    LayerOverview(const Session* session, PlanCanvas* canvas, QScrollArea* scroll);

    /// What the canvas shows, in coordinates of this widget.
    QRectF shown() const;
    /// Whether there are too many layers for the width.
    static bool isNeeded(const PlanCanvas& canvas, int width);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;

private:
    enum class Drag { Window, Left, Right };

    Drag dragAt(double x) const;
    void show(double left, double right);

    const Session* const m_session;
    PlanCanvas* const m_canvas;
    QScrollArea* const m_scroll;
    Drag m_drag = Drag::Window;
    double m_grip = 0; ///< from the window's left end to the mouse
};

} // namespace tileline
