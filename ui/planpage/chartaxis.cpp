// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/chartaxis.h"

#include "ui/charts/chartcolors.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/plancanvas.h"
#include "ui/text/linetext.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace tileline {

ChartAxis::ChartAxis(PlanCanvas* canvas, QWidget* parent)
    : QWidget(parent)
    , m_canvas(canvas) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    canvas->installEventFilter(this);
    connect(canvas->chart(), &LayerChart::changed, this, qOverload<>(&QWidget::update));
}

QString ChartAxis::crossingTitle() {
    //: in front of the row of numbers: the bytes that cross each split
    return tr("crossing");
}

QString ChartAxis::cutsTitle() {
    //: in front of the row of cells that show the peak if a split stood at each boundary; short
    return tr("cut here");
}

/// The rows of the canvas depend on its size, which changes when a scroll bar appears.
bool ChartAxis::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        update();
    }
    return QWidget::eventFilter(watched, event);
}

QSize ChartAxis::sizeHint() const {
    const QFontMetrics metrics = fontMetrics();
    const int widest =
        std::max({metrics.horizontalAdvance(QStringLiteral("000 MiB")),
                  metrics.horizontalAdvance(crossingTitle()), metrics.horizontalAdvance(cutsTitle())});
    return {widest + 14, 100};
}

double ChartAxis::yOf(uint64_t value) const {
    const QRect chart = PlanRows::of(m_canvas->width(), m_canvas->height()).chart;
    return chart.bottom() + 1 -
           chart.height() * static_cast<double>(value) / static_cast<double>(m_canvas->chart()->maximum());
}

/// The label of the 0 stands above the title of the row beneath.
double ChartAxis::labelTop(uint64_t value) const {
    const int line = fontMetrics().height();
    const PlanRows rows = PlanRows::of(m_canvas->width(), m_canvas->height());
    return std::min(yOf(value) - line / 2.0, rows.crossing.center().y() - 1.5 * line);
}

std::vector<uint64_t> ChartAxis::labelled() const {
    std::vector<uint64_t> values;
    if (m_canvas->chart()->maximum() > 0) {
        const std::vector<uint64_t> grid = m_canvas->chart()->gridValues();
        for (auto value = grid.rbegin(); value != grid.rend(); ++value) {
            if (values.empty() || labelTop(*value) - labelTop(values.front()) >= fontMetrics().height()) {
                values.insert(values.begin(), *value);
            }
        }
    }
    return values;
}

void ChartAxis::paintEvent(QPaintEvent*) {
    if (m_canvas->chart()->maximum() == 0) {
        return;
    }
    QPainter painter(this);
    painter.setPen(ChartColors(palette()).faintText());
    const PlanRows rows = PlanRows::of(m_canvas->width(), m_canvas->height());
    const int line = fontMetrics().height();
    for (const uint64_t value : labelled()) {
        drawLine(painter, QRectF(0, labelTop(value), width() - 4, line), Qt::AlignRight | Qt::AlignVCenter,
                 m_canvas->chart()->axisText(value));
    }
    const auto drawTitle = [&](const QRect& row, const QString& title) {
        drawLine(painter, QRectF(0, row.center().y() - line / 2, width() - 4, line),
                 Qt::AlignRight | Qt::AlignVCenter, title);
    };
    drawTitle(rows.cuts, cutsTitle());
    drawTitle(rows.crossing, crossingTitle());
}

} // namespace tileline
