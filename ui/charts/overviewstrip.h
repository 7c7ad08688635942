// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/keptpicture.h"

#include <QWidget>

#include <functional>

namespace tileline {

/// The whole axis of a chart in a low strip, with a frame around the part that is shown. Dragging the frame
/// moves it, dragging an end of it zooms, a click beside it moves it there, a double click shows everything.
class OverviewStrip : public QWidget {
    Q_OBJECT
public:
    /// `paint(QPainter&, const QRect&)` draws what is in the strip.
    OverviewStrip(std::function<void(QPainter&, const QRect&)> paint, QWidget* parent = nullptr);

    /// The ends of the axis, and of the part that is shown. No shown part is shorter than `shortest`.
    void setWhole(double from, double to, double shortest);
    void setShown(double from, double to);
    /// Call this when what `paint` draws has changed.
    void redraw();

    QSize sizeHint() const override { return {240, 24}; }

signals:
    void rangeWanted(double from, double to);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent*) override { m_drag = Drag::None; }
    void mouseDoubleClickEvent(QMouseEvent*) override { emit rangeWanted(m_first, m_last); }
    void resizeEvent(QResizeEvent*) override { m_picture.forget(); }

private:
    enum class Drag : uint8_t { None, Window, From, To };

    double pixelOf(double position) const { return (position - m_first) / (m_last - m_first) * width(); }
    double positionOf(double pixel) const { return m_first + pixel / width() * (m_last - m_first); }

    std::function<void(QPainter&, const QRect&)> m_paint;
    double m_first = 0;
    double m_last = 1;
    double m_shortest = 0;
    double m_from = 0;
    double m_to = 1;
    Drag m_drag = Drag::None;
    double m_pressed = 0; ///< position of the mouse when it was pressed, and the part shown then
    double m_pressedFrom = 0;
    double m_pressedTo = 0;
    KeptPicture m_picture;
};

} // namespace tileline
