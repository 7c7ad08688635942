// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/tradeoffchart.h"

#include "core/partition/splitplan.h"
#include "ui/charts/chartcolors.h"
#include "ui/planpage/planpainter.h"
#include "ui/text/bytestext.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr double Reach = 14;
constexpr double PointRadius = 4;
constexpr int GridLines = 4;

} // namespace

TradeOffChart::TradeOffChart(PlanEditor* editor, QWidget* parent)
    : QWidget(parent)
    , m_editor(editor)
    , m_session(editor->session()) {
    setObjectName(QStringLiteral("tradeOffChart"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Lowest peak by number of IPUs"));
    connect(m_session, &Session::optimumChanged, this, &TradeOffChart::refresh);
    connect(m_session, &Session::resultChanged, this, &TradeOffChart::refresh);
    connect(m_session, &Session::planChanged, this, &TradeOffChart::refresh);
    connect(m_session, &Session::tableProgress, this, qOverload<>(&QWidget::update));
}

std::vector<TradeOffChart::Point> TradeOffChart::points() const {
    std::vector<Point> result;
    if (const OptimumPtr optimum = m_session->optimum()) {
        const size_t count = std::min<size_t>(optimum->tradeOff.size(), MaxIpus);
        for (size_t i = 0; i < count; ++i) {
            if (optimum->tradeOff[i]) {
                result.push_back({static_cast<uint32_t>(i + 1), &*optimum->tradeOff[i]});
            }
        }
    }
    return result;
}

const SolvedPlan* TradeOffChart::planOf(uint32_t ipus) const {
    const OptimumPtr optimum = m_session->optimum();
    const bool there =
        optimum && ipus >= 1 && ipus <= optimum->tradeOff.size() && optimum->tradeOff[ipus - 1];
    return there ? &*optimum->tradeOff[ipus - 1] : nullptr;
}

void TradeOffChart::refresh() {
    m_maxIpus = 1;
    m_maxBytes = 1;
    for (const Point& point : points()) {
        m_maxIpus = std::max(m_maxIpus, point.ipus);
        m_maxBytes = std::max(m_maxBytes, point.plan->peakTileBytes);
    }
    if (const PartitionResultPtr result = m_session->result()) {
        m_maxBytes = std::max(m_maxBytes, result->estimate.peakTileBytes());
        m_maxIpus = std::max(m_maxIpus, static_cast<uint32_t>(result->estimate.stages.size()));
    }
    // A limit far above all plans would flatten the curve, so it is left out.
    const uint64_t limit = m_session->plan().memory().perTile;
    m_showsLimit = limit <= 2 * m_maxBytes;
    m_maxBytes = std::max(m_maxBytes, m_showsLimit ? limit : 0);
    m_maxBytes += m_maxBytes / 12;
    if (m_pointed && !planOf(*m_pointed)) {
        m_pointed.reset();
    }
    setAccessibleDescription(textOf(m_pointed.value_or(m_session->plan().ipus())));
    layOut();
    update();
}

void TradeOffChart::layOut() {
    const QFontMetrics metrics = fontMetrics();
    int widest = 0;
    for (const uint64_t value : gridValues(m_maxBytes, GridLines)) {
        widest = std::max(widest, metrics.horizontalAdvance(axisBytesText(value)));
    }
    const double left = widest + 14;
    const double bottom = 2.0 * metrics.height() + 8;
    m_area = QRectF(rect()).adjusted(left, metrics.height() + 10, -14, -bottom);
}

double TradeOffChart::xOf(double ipus) const {
    return m_area.left() + m_area.width() * (ipus - 0.5) / static_cast<double>(m_maxIpus);
}

double TradeOffChart::yOf(uint64_t bytes) const {
    return m_area.bottom() - m_area.height() * static_cast<double>(bytes) / static_cast<double>(m_maxBytes);
}

std::optional<QPointF> TradeOffChart::pointOf(uint32_t ipus) const {
    const SolvedPlan* const plan = planOf(ipus);
    return plan ? std::optional(QPointF(xOf(ipus), yOf(plan->peakTileBytes))) : std::nullopt;
}

void TradeOffChart::take(uint32_t ipus) {
    if (const SolvedPlan* const plan = planOf(ipus)) {
        // The curve may still belong to other constraints.
        const auto next = m_editor->plan().withIpus(ipus).withSplits(plan->plan);
        if (!next) {
            return;
        }
        m_editor->apply(*next, tr("Best plan for %n IPU(s)", nullptr, static_cast<int>(ipus)));
    }
}

QString TradeOffChart::textOf(uint32_t ipus) const {
    const SolvedPlan* const plan = planOf(ipus);
    if (!plan) {
        return {};
    }
    if (!figuresHold(m_session->warnings(nullptr))) {
        return tr("%n IPU(s): at least %1", nullptr, static_cast<int>(ipus))
            .arg(bytesText(plan->peakTileBytes));
    }
    //: about the best plan for a number of IPUs
    const QString verdict = plan->fits ? tr("fits") : tr("does not fit");
    //: %2 is "fits" or "does not fit"
    return tr("%n IPU(s): at least %1, %2", nullptr, static_cast<int>(ipus))
        .arg(bytesText(plan->peakTileBytes), verdict);
}

void TradeOffChart::drawAxes(QPainter& painter) const {
    const ChartColors colors(palette());
    const QRectF area = m_area;
    painter.fillRect(area, colors.background());
    const QFontMetrics metrics = fontMetrics();
    for (const uint64_t value : gridValues(m_maxBytes, GridLines)) {
        const double y = yOf(value);
        painter.setPen(colors.grid());
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.setPen(colors.faintText());
        painter.drawText(QRectF(0, y - metrics.height() / 2.0, area.left() - 6, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, axisBytesText(value));
    }
    const double needed = metrics.horizontalAdvance(QStringLiteral("00")) + 8;
    const double perIpu = area.width() / m_maxIpus;
    const int every = std::max(1, static_cast<int>(std::ceil(needed / perIpu)));
    for (uint32_t ipus = 1; ipus <= m_maxIpus; ++ipus) {
        if (ipus == 1 || static_cast<int>(ipus) % every == 0) {
            painter.drawText(QRectF(xOf(ipus) - 20, area.bottom() + 3, 40, metrics.height()),
                             Qt::AlignHCenter, QString::number(ipus));
        }
    }
    painter.drawText(
        QRectF(area.left(), area.bottom() + metrics.height() + 3, area.width(), metrics.height()),
        Qt::AlignCenter, tr("IPUs"));
    if (!m_showsLimit) {
        return;
    }
    painter.setPen(QPen(colors.limit(), 1.5, Qt::DashLine));
    const double limit = yOf(m_session->plan().memory().perTile);
    painter.drawLine(QPointF(area.left(), limit), QPointF(area.right(), limit));
}

void TradeOffChart::drawCurve(QPainter& painter) const {
    const ChartColors colors(palette());
    const QColor line = colors.series(0);
    QPolygonF curve;
    for (const Point& point : points()) {
        curve << QPointF(xOf(point.ipus), yOf(point.plan->peakTileBytes));
    }
    painter.setPen(QPen(line, 1.5));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(curve);
    for (const Point& point : points()) {
        const QPointF middle(xOf(point.ipus), yOf(point.plan->peakTileBytes));
        const bool pointed = m_pointed == point.ipus;
        // Filled points fit, hollow points do not.
        painter.setPen(QPen(pointed ? colors.selection() : line, pointed ? 3 : 1.5));
        painter.setBrush(point.plan->fits ? line : colors.background());
        painter.drawEllipse(middle, PointRadius + (pointed ? 1.5 : 0), PointRadius + (pointed ? 1.5 : 0));
    }
}

void TradeOffChart::drawCurrent(QPainter& painter) const {
    const PartitionResultPtr result = m_session->result();
    if (!result) {
        return;
    }
    const ChartColors colors(palette());
    const QPointF at(xOf(static_cast<double>(result->estimate.stages.size())),
                     yOf(result->estimate.peakTileBytes()));
    painter.setPen(QPen(colors.background(), 1));
    painter.setBrush(colors.text());
    painter.drawPolygon(
        QPolygonF({at + QPointF(0, -6), at + QPointF(6, 0), at + QPointF(0, 6), at + QPointF(-6, 0)}));
}

void TradeOffChart::drawEmpty(QPainter& painter) const {
    const ChartColors colors(palette());
    painter.setPen(colors.faintText());
    QString text = tr("Too many layers to try all plans");
    if (!m_session->profile()) {
        text.clear();
    } else if (m_session->table()) {
        text = tr("Trying all plans… %1").arg(percentText(m_session->tableFraction()));
    }
    painter.drawText(m_area, Qt::AlignCenter | Qt::TextWordWrap, text);
}

void TradeOffChart::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    layOut();
}

void TradeOffChart::paintEvent(QPaintEvent*) {
    layOut();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const ChartColors colors(palette());
    painter.setPen(colors.text());
    const QString title = m_pointed ? textOf(*m_pointed) : tr("Lowest peak by number of IPUs; ◆ this plan");
    painter.drawText(QRectF(8, 3, width() - 16, fontMetrics().height()), Qt::AlignLeft,
                     fontMetrics().elidedText(title, Qt::ElideRight, width() - 16));
    if (!m_session->optimum()) {
        drawEmpty(painter);
        return;
    }
    drawAxes(painter);
    drawCurve(painter);
    drawCurrent(painter);
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 1.5));
        painter.setBrush(Qt::NoBrush);
        painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 4, 4);
    }
}

void TradeOffChart::setPointed(std::optional<uint32_t> ipus) {
    if (m_pointed == ipus) {
        return;
    }
    m_pointed = ipus;
    setCursor(ipus ? Qt::PointingHandCursor : Qt::ArrowCursor);
    setAccessibleDescription(textOf(ipus.value_or(m_session->plan().ipus())));
    update();
}

void TradeOffChart::mouseMoveEvent(QMouseEvent* event) {
    std::optional<uint32_t> nearest;
    double minimum = Reach;
    for (const Point& point : points()) {
        const QPointF to = QPointF(xOf(point.ipus), yOf(point.plan->peakTileBytes)) - event->position();
        const double distance = std::hypot(to.x(), to.y());
        if (distance < minimum) {
            minimum = distance;
            nearest = point.ipus;
        }
    }
    setPointed(nearest);
}

void TradeOffChart::mousePressEvent(QMouseEvent* event) {
    mouseMoveEvent(event);
    if (event->button() == Qt::LeftButton && m_pointed) {
        take(*m_pointed);
    }
}

void TradeOffChart::leaveEvent(QEvent* event) {
    QWidget::leaveEvent(event);
    setPointed(std::nullopt);
}

void TradeOffChart::step(int by) {
    const std::vector<Point> all = points();
    if (all.empty()) {
        return;
    }
    const auto from = static_cast<int>(m_pointed.value_or(m_session->plan().ipus()));
    const int to = std::clamp(m_pointed ? from + by : from, static_cast<int>(all.front().ipus),
                              static_cast<int>(all.back().ipus));
    setPointed(static_cast<uint32_t>(to));
}

void TradeOffChart::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left:
        step(-1);
        return;
    case Qt::Key_Right:
        step(1);
        return;
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

void TradeOffChart::focusInEvent(QFocusEvent* event) {
    QWidget::focusInEvent(event);
    update();
}

void TradeOffChart::focusOutEvent(QFocusEvent* event) {
    QWidget::focusOutEvent(event);
    setPointed(std::nullopt);
    update();
}

} // namespace tileline
