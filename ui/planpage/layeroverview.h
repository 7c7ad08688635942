// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QScrollArea;

namespace tileline {

class PlanCanvas;
class Session;

/// An overview of the whole model, above a canvas that is too narrow for all layers: each IPU in its colour,
/// with a line if it overflows. The user can drag the frame around the visible part, and its ends.
class LayerOverview : public QWidget {
    Q_OBJECT
public:
    /// `scroll` contains the canvas.
    LayerOverview(const Session* session, PlanCanvas* canvas, QScrollArea* scroll);

    /// The part that the canvas shows, in coordinates of this widget.
    QRectF shown() const;
    /// Whether there are too many layers to be readable at this width.
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
    double m_grip = 0; ///< distance from the window's left end to the mouse
};

} // namespace tileline
