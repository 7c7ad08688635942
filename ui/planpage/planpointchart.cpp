// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/sequences.h"
#include "ui/charts/chartcolors.h"
#include "ui/planpage/tradeoffcharts.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"

#include <QKeyEvent>
#include <QLineF>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <tuple>

namespace tileline {

namespace {

constexpr double Reach = 14;
constexpr double PointRadius = 4;
constexpr int GridLines = 4;

} // namespace

PlanPointChart::PlanPointChart(PlanEditor* editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(m_session, &Session::tableProgress, this, qOverload<>(&QWidget::update));
}

void PlanPointChart::setPoints(std::optional<std::vector<Point>> points) {
    m_ready = points.has_value();
    std::vector<Point> now = points ? std::move(*points) : std::vector<Point>();
    if (now != m_points) {
        m_points = std::move(now);
        m_picture.forget();
    }
    refresh();
}

void PlanPointChart::refresh() {
    const auto plan = current();
    uint64_t highest = std::max<uint64_t>({1, greatestOf(m_points, &Point::peak), plan ? plan->peak : 0});
    // Leaves out a limit that is far above the peaks of all plans, because the limit would flatten the curve.
    std::optional<uint64_t> limit = m_session->plan().memory().limit();
    if (*limit <= 2 * highest) {
        highest = std::max(highest, *limit);
    } else {
        limit.reset();
    }
    // The axis ends at a round value, so that its scale seldom changes while a split is dragged.
    const auto step = static_cast<uint64_t>(byteTickStep(static_cast<double>(highest), 2 * GridLines));
    PlotFrame frame = m_frame;
    frame.yUpper = static_cast<double>((highest + highest / 16) / step * step + step);
    std::tie(frame.xLower, frame.xUpper) = range();
    if (frame != m_frame || limit != m_limit) {
        m_frame = frame;
        m_limit = limit;
        m_picture.forget();
        layOut();
    }
    if (m_pointed && *m_pointed >= m_points.size()) {
        m_pointed.reset();
    }
    describe();
    update();
}

void PlanPointChart::describe() {
    const auto point = m_pointed ? m_pointed : nearestToCurrent();
    setAccessibleDescription(point ? textOf(*point) : QString());
}

std::vector<uint64_t> PlanPointChart::grid() const {
    return gridValues(static_cast<uint64_t>(m_frame.yUpper), GridLines);
}

void PlanPointChart::layOut() {
    const int line = fontMetrics().height();
    const int widest =
        greatestOf(grid(), [this](uint64_t value) { return lineWidth(axisBytesText(value), font()); });
    m_frame.rect = QRectF(rect()).adjusted(widest + 14, line + 10, -14, -(2 * line + 8));
}

QString PlanPointChart::withVerdict(const QString& text, size_t point) const {
    const Fit fit = m_points[point].fit;
    if (!fit.known()) {
        return text;
    }
    //: verdict on the plan of a point
    const QString verdict = fit.fits() ? tr("fits") : tr("does not fit");
    //: %1 is "4 IPUs: at least 600 kB", %2 is "fits" or "does not fit"
    return tr("%1, %2").arg(text, verdict);
}

void PlanPointChart::drawAxes(QPainter& painter) const {
    const ChartColors colors(palette());
    const QRectF& area = m_frame.rect;
    painter.fillRect(area, colors.background());
    const auto drawAcross = [&](uint64_t value) {
        const double y = m_frame.pixelOfY(value);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
    };
    painter.setPen(colors.grid());
    for (const uint64_t value : grid()) {
        drawAcross(value);
    }
    if (m_limit) {
        painter.setPen(QPen(colors.limit(), 1.5, Qt::DashLine));
        drawAcross(*m_limit);
    }
    painter.setPen(colors.faintText());
    const int line = fontMetrics().height();
    for (const AxisLabel& label : axisLabels(m_frame, grid(), line)) {
        drawLine(painter, QRectF(0, label.top, area.left() - 6, line), Qt::AlignRight | Qt::AlignVCenter,
                 axisBytesText(label.value));
    }
    for (const double x : xLabels()) {
        const QString text = xText(x);
        const double half = lineWidth(text, font());
        drawLine(painter, QRectF(m_frame.pixelOfX(x) - half, area.bottom() + 3, 2 * half, line),
                 Qt::AlignHCenter, text);
    }
    drawLine(painter, QRectF(area.left(), area.bottom() + line + 3, area.width(), line), Qt::AlignCenter,
             xTitle());
}

void PlanPointChart::drawCurve(QPainter& painter) const {
    QPolygonF curve;
    for (const Point& point : m_points) {
        const QPointF at = positionOf(point);
        if (stepped() && !curve.isEmpty()) {
            curve << QPointF(at.x(), curve.last().y());
        }
        curve << at;
    }
    painter.setPen(QPen(ChartColors(palette()).neutral(), 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curve);
    for (size_t i = 0; i < m_points.size(); ++i) {
        drawPoint(painter, i, false);
    }
}

/// Draws a filled circle if the plan fits, a hollow circle if it does not, and a dash if this is unknown.
void PlanPointChart::drawPoint(QPainter& painter, size_t point, bool pointed) const {
    const ChartColors colors(palette());
    const QColor line = colors.neutral();
    painter.setPen(QPen(pointed ? colors.selection() : line, pointed ? 3 : 1.5));
    painter.setBrush(m_points[point].fit.overflows() ? colors.background() : line);
    const double radius = PointRadius + (pointed ? 1.5 : 0);
    painter.drawEllipse(positionOf(m_points[point]), radius,
                        m_points[point].fit.known() ? radius : radius / 4);
}

void PlanPointChart::drawCurrent(QPainter& painter) const {
    const auto plan = current();
    if (!plan) {
        return;
    }
    const ChartColors colors(palette());
    const QPointF at = positionOf(*plan);
    painter.setPen(QPen(colors.background(), 1));
    painter.setBrush(colors.text());
    painter.drawPolygon(
        QPolygonF({at + QPointF(0, -6), at + QPointF(6, 0), at + QPointF(0, 6), at + QPointF(-6, 0)}));
}

void PlanPointChart::drawEmpty(QPainter& painter) const {
    const ChartColors colors(palette());
    painter.setPen(colors.faintText());
    QString text = tr("Too many layers to try all plans");
    if (!m_session->profile()) {
        text.clear();
    } else if (m_session->table()) {
        text = tr("Trying all plans… %1").arg(percentText(m_session->tableFraction()));
    }
    painter.drawText(m_frame.rect, Qt::AlignCenter | Qt::TextWordWrap, text);
}

void PlanPointChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void PlanPointChart::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange) {
        m_picture.forget();
        layOut();
    }
}

void PlanPointChart::paintEvent(QPaintEvent* event) {
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_ready) {
        m_picture.paint(painter, *this, *event, rect(), [this](QPainter& picture, const QRect&) {
            drawAxes(picture);
            drawCurve(picture);
        });
        if (m_pointed) {
            drawPoint(painter, *m_pointed, true);
        }
        drawCurrent(painter);
    } else {
        drawEmpty(painter);
    }
    const ChartColors colors(palette());
    painter.setPen(colors.text());
    drawLine(painter, QRectF(8, 3, width() - 16, fontMetrics().height()), Qt::AlignLeft,
             m_pointed ? textOf(*m_pointed) : title());
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void PlanPointChart::setPointed(std::optional<size_t> point) {
    if (m_pointed == point) {
        return;
    }
    m_pointed = point;
    setCursor(point ? Qt::PointingHandCursor : Qt::ArrowCursor);
    describe();
    update();
}

void PlanPointChart::mouseMoveEvent(QMouseEvent* event) {
    const auto distance = [&](const Point& point) {
        return QLineF(positionOf(point), event->position()).length();
    };
    const auto nearest = std::ranges::min_element(m_points, {}, distance);
    setPointed(nearest != m_points.end() && distance(*nearest) < Reach
                   ? std::optional(static_cast<size_t>(nearest - m_points.begin()))
                   : std::nullopt);
}

void PlanPointChart::mousePressEvent(QMouseEvent* event) {
    mouseMoveEvent(event);
    if (event->button() == Qt::LeftButton && m_pointed) {
        take(*m_pointed);
    }
}

void PlanPointChart::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    setPointed(std::nullopt);
}

std::optional<size_t> PlanPointChart::nearestToCurrent() const {
    const auto plan = current();
    const auto nearest = std::ranges::min_element(m_points, [&](const Point& a, const Point& b) {
        return plan && std::abs(a.x - plan->x) < std::abs(b.x - plan->x);
    });
    return nearest == m_points.end() ? std::nullopt
                                     : std::optional(static_cast<size_t>(nearest - m_points.begin()));
}

/// The first key press selects the point that is nearest to the current plan.
void PlanPointChart::step(int by) {
    if (!m_pointed || m_points.empty()) {
        setPointed(nearestToCurrent());
        return;
    }
    const auto last = static_cast<int>(m_points.size()) - 1;
    setPointed(static_cast<size_t>(std::clamp(static_cast<int>(*m_pointed) + by, 0, last)));
}

void PlanPointChart::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
        return step(-1);
    case Qt::Key_Right:
        return step(1);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_pointed) {
            take(*m_pointed);
        }
        return;
    default:
        QWidget::keyPressEvent(event);
    }
}

void PlanPointChart::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    setPointed(std::nullopt);
}

} // namespace tileline
