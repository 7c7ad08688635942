// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/keptpicture.h"

#include <QWidget>

#include <functional>

namespace tileline {

/// A narrow strip that shows the whole axis of a chart, with a frame around the part that the chart shows.
/// Dragging the frame moves the visible part, and dragging an end of the frame zooms. A click beside the
/// frame moves the frame to the mouse. A double click shows everything.
class OverviewStrip : public QWidget {
    Q_OBJECT
public:
    /// `paint(QPainter&, const QRect&)` draws the contents of the strip.
    OverviewStrip(std::function<void(QPainter&, const QRect&)> paint, QWidget* parent = nullptr);

    /// Sets the ends of the axis, and the minimum length of the part that the frame surrounds.
    void setWhole(double from, double to, double shortest);
    /// Sets the ends of the part that the chart shows.
    void setShown(double from, double to);
    /// Draws the strip again. Call this when its contents have changed.
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
    double m_pressed = 0;     ///< position on the axis at which the mouse button was pressed
    double m_pressedFrom = 0; ///< start of the visible part when the button was pressed
    double m_pressedTo = 0;
    KeptPicture m_picture;
};

} // namespace tileline
