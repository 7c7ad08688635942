// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/layeroverview.h"

#include "ui/charts/chartcolors.h"
#include "ui/look/metrics.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/stagebars.h"
#include "ui/text/linetext.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr int HandleWidth = 7;
constexpr int StageTop = 3;
constexpr double MinWindow = 4;

} // namespace

LayerOverview::LayerOverview(const Session* session, PlanCanvas* canvas, QScrollArea* scroll)
    : m_session(session)
    , m_canvas(canvas)
    , m_scroll(scroll) {
    setObjectName(QStringLiteral("layerOverview"));
    setAccessibleName(tr("All layers"));
    setToolTip(tr("Drag the frame or its ends to choose the layers that are shown"));
    setMouseTracking(true);
    setFixedHeight(fontMetrics().height() + StageTop + 2);
    connect(canvas->bars(), &StageBars::changed, this, qOverload<>(&QWidget::update));
    for (const auto signal : {&QScrollBar::valueChanged, &QScrollBar::sliderMoved}) {
        connect(scroll->horizontalScrollBar(), signal, this, qOverload<>(&QWidget::update));
    }
    connect(scroll->horizontalScrollBar(), &QScrollBar::rangeChanged, this, qOverload<>(&QWidget::update));
}

bool LayerOverview::isNeeded(const PlanCanvas& canvas, int width) {
    return static_cast<double>(width) / static_cast<double>(canvas.geometry().layerCount) <
           PlanCanvas::ReadableWidth;
}

QRectF LayerOverview::shown() const {
    const double scale = static_cast<double>(width()) / std::max(1, m_canvas->width());
    return {m_scroll->horizontalScrollBar()->value() * scale, 0.5,
            std::min<double>(width(), m_scroll->viewport()->width() * scale), height() - 1.0};
}

void LayerOverview::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ChartColors colors(palette());
    const double scale = static_cast<double>(width()) / std::max(1, m_canvas->width());
    painter.setFont(metrics::sized(font(), metrics::SmallType));
    const StagePlacement placement = m_session->placement();
    for (const LayerRange& stage : m_session->layers() ? placement.stages : std::vector<LayerRange>()) {
        const uint32_t ipu = placement.ipuOf(stage.first);
        const auto left = static_cast<int>(std::lround(m_canvas->geometry().xOf(stage.first) * scale));
        const auto end = static_cast<int>(std::lround(m_canvas->geometry().xOf(stage.last.next()) * scale));
        const QRect area(left, 2, end - left - 1, height() - 4);
        const auto& bars = m_canvas->bars()->bars();
        const bool over = ipu < bars.size() && bars[ipu].isOver();
        painter.fillRect(area, colors.stageTint(ipu));
        painter.fillRect(QRect(area.topLeft(), QSize(area.width(), StageTop)), colors.stage(ipu));
        if (over) {
            painter.fillRect(area.adjusted(0, area.height() - StageTop, 0, 0), colors.limit());
        }
        painter.setPen(over ? colors.limit() : colors.text());
        const QString name = QString::number(ipu);
        if (lineWidth(name, painter.font()) <= area.width()) {
            drawLine(painter, area, Qt::AlignCenter, name);
        }
    }
    painter.setRenderHint(QPainter::Antialiasing);
    const QRectF window = shown();
    painter.setPen(QPen(colors.selection(), 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(window.adjusted(1, 0.5, -1, -0.5), 3, 3);
    painter.setPen(QPen(colors.selection(), 1.5));
    painter.setBrush(colors.background());
    for (const double x : {window.left(), window.right() - HandleWidth}) {
        painter.drawRoundedRect(QRectF(x + 0.5, height() / 2.0 - 6, HandleWidth - 1, 12), 2, 2);
    }
}

LayerOverview::Drag LayerOverview::dragAt(double x) const {
    const QRectF window = shown();
    return std::abs(x - window.left()) <= HandleWidth    ? Drag::Left
           : std::abs(x - window.right()) <= HandleWidth ? Drag::Right
                                                         : Drag::Window;
}

void LayerOverview::mousePressEvent(QMouseEvent* event) {
    const double x = event->position().x();
    const QRectF window = shown();
    m_drag = dragAt(x);
    m_grip = window.contains(x, 1) ? x - window.left() : window.width() / 2;
    mouseMoveEvent(event);
}

void LayerOverview::mouseMoveEvent(QMouseEvent* event) {
    const double x = event->position().x();
    const QRectF window = shown();
    if (!event->buttons().testFlag(Qt::LeftButton)) {
        setCursor(dragAt(x) == Drag::Window ? Qt::ArrowCursor : Qt::SplitHCursor);
    } else if (m_drag == Drag::Left) {
        show(std::min(x, window.right() - MinWindow), window.right());
    } else if (m_drag == Drag::Right) {
        show(window.left(), std::max(x, window.left() + MinWindow));
    } else {
        show(x - m_grip, x - m_grip + window.width());
    }
}

/// Makes the canvas show the range from `left` to `right`, as far as the limits of the zoom allow.
void LayerOverview::show(double left, double right) {
    const double from = std::clamp(left, 0.0, static_cast<double>(width()));
    m_canvas->setZoom(width() / std::max(MinWindow, std::min<double>(right, width()) - from));
    QScrollBar* const bar = m_scroll->horizontalScrollBar();
    bar->setValue(static_cast<int>(std::lround(left / width() * m_canvas->width())));
    update();
}

} // namespace tileline
