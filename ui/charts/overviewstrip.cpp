// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/overviewstrip.h"

#include "ui/charts/chartcolors.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

/// A mouse press at most this many pixels from an end of the frame starts a drag of that end.
constexpr double StripHandleReach = 5;

} // namespace

OverviewStrip::OverviewStrip(std::function<void(QPainter&, const QRect&)> paint, QWidget* parent)
    : QWidget(parent)
    , m_paint(std::move(paint)) {
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setToolTip(tr(
        "The whole axis. Drag the frame to move it, or its ends to zoom; double-click to show everything"));
}

void OverviewStrip::setWhole(double from, double to, double shortest) {
    m_first = from;
    m_last = std::max(to, from + std::max(shortest, 1.0));
    m_shortest = shortest;
    redraw();
}

void OverviewStrip::setShown(double from, double to) {
    m_from = from;
    m_to = to;
    update();
}

void OverviewStrip::redraw() {
    m_picture.forget();
    update();
}

void OverviewStrip::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    const ChartColors colors(palette());
    m_picture.paint(painter, *this, *event, rect(), [&](QPainter& picture, const QRect&) {
        picture.fillRect(rect(), colors.of(ColorRole::Window));
        m_paint(picture, rect());
    });
    const QRectF window(pixelOf(m_from) + 1, 0.5, std::max(2.0, pixelOf(m_to) - pixelOf(m_from) - 2),
                        height() - 1);
    painter.setPen(QPen(colors.selection(), 1.5));
    painter.drawRect(window);
    for (const double x : {window.left(), window.right()}) {
        painter.fillRect(QRectF(x - 1.5, window.center().y() - 6, 3, 12), colors.selection());
    }
}

void OverviewStrip::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) {
        return event->ignore();
    }
    const double x = event->position().x();
    const auto near = [&](double position) { return std::abs(pixelOf(position) - x) <= StripHandleReach; };
    m_pressed = positionOf(x);
    m_drag = near(m_from) ? Drag::From : near(m_to) ? Drag::To : Drag::Window;
    if (m_drag == Drag::Window && (m_pressed < m_from || m_pressed > m_to)) {
        const double half = (m_to - m_from) / 2;
        emit rangeWanted(m_pressed - half, m_pressed + half);
    }
    m_pressedFrom = m_from;
    m_pressedTo = m_to;
}

void OverviewStrip::mouseMoveEvent(QMouseEvent* event) {
    const double moved = positionOf(event->position().x()) - m_pressed;
    switch (m_drag) {
    case Drag::None:
        return;
    case Drag::Window:
        return emit rangeWanted(m_pressedFrom + moved, m_pressedTo + moved);
    case Drag::From:
        return emit rangeWanted(std::clamp(m_pressedFrom + moved, m_first, m_pressedTo - m_shortest),
                                m_pressedTo);
    case Drag::To:
        return emit rangeWanted(m_pressedFrom,
                                std::clamp(m_pressedTo + moved, m_pressedFrom + m_shortest, m_last));
    }
}

} // namespace tileline
