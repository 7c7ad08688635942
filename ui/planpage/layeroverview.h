// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QWidget>

class QScrollArea;

namespace tileline {

class PlanCanvas;
class Session;

/// An overview of the whole model, shown above a canvas that is too narrow for all layers. Each IPU is shown
/// in the colour of its stages. An IPU that overflows has a line along its lower edge. A frame surrounds the
/// part that the canvas shows. The user can drag the frame and each of its ends.
class LayerOverview : public QWidget {
    Q_OBJECT
public:
    /// `scroll` contains the canvas.
    LayerOverview(const Session* session, PlanCanvas* canvas, QScrollArea* scroll);

    /// The part of the model that the canvas shows, in coordinates of this widget.
    QRectF shown() const;
    /// Whether `width` is too small to show all layers in boxes of a readable width.
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
    double m_grip = 0; ///< during a drag, the distance from the frame's left end to the mouse
};

} // namespace tileline
