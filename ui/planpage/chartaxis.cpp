// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/chartaxis.h"

#include "ui/charts/chartcolors.h"
#include "ui/planpage/layerchart.h"
#include "ui/planpage/plancanvas.h"
#include "ui/planpage/stagebars.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace tileline {

ChartAxis::ChartAxis(PlanCanvas* canvas)
    : m_canvas(canvas) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    canvas->installEventFilter(this);
    connect(canvas->chart(), &LayerChart::changed, this, qOverload<>(&QWidget::update));
    connect(canvas->bars(), &StageBars::changed, this, qOverload<>(&QWidget::update));
}

QString ChartAxis::crossingTitle() {
    //: to the left of a row of numbers: the bytes that cross each split
    return tr("crossing");
}

QString ChartAxis::cutsTitle() {
    //: to the left of a row of cells; each cell shows the peak with a split at its boundary; keep it short
    return tr("cut here");
}

QString ChartAxis::barsTitle() {
    //: to the left of the bars that show the bytes on the fullest tile of each IPU; keep it short
    return tr("fullest tile");
}

/// Repaints the axes when the canvas is resized, because its rows then move.
bool ChartAxis::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        update();
    }
    return QWidget::eventFilter(watched, event);
}

QSize ChartAxis::sizeHint() const {
    const QFontMetrics metrics = fontMetrics();
    const int widest = std::max(
        {metrics.horizontalAdvance(QStringLiteral("000 MiB")), metrics.horizontalAdvance(crossingTitle()),
         metrics.horizontalAdvance(cutsTitle()), metrics.horizontalAdvance(barsTitle())});
    return {widest + 14, 100};
}

std::vector<AxisLabel> ChartAxis::labels() const {
    const LayerChart& chart = *m_canvas->chart();
    const int line = fontMetrics().height();
    const PlanRows rows = PlanRows::of(m_canvas->width(), m_canvas->height());
    // The label of the value 0 is directly above the title of the next row.
    return chart.maximum() == 0 ? std::vector<AxisLabel>()
                                : axisLabels(m_canvas->chartFrame(), chart.gridValues(), line,
                                             rows.crossing.center().y() - 1.5 * line);
}

void ChartAxis::paintEvent(QPaintEvent*) {
    if (m_canvas->chart()->maximum() == 0) {
        return;
    }
    QPainter painter(this);
    painter.setPen(ChartColors(palette()).faintText());
    const int line = fontMetrics().height();
    const auto draw = [&](double top, const QString& text) {
        drawLine(painter, QRectF(0, top, width() - 4, line), Qt::AlignRight | Qt::AlignVCenter, text);
    };
    for (const AxisLabel& label : labels()) {
        draw(label.top, m_canvas->chart()->axisText(label.value));
    }
    const PlanRows rows = PlanRows::of(m_canvas->width(), m_canvas->height());
    draw(rows.cuts.center().y() - line / 2, cutsTitle());
    draw(rows.crossing.center().y() - line / 2, crossingTitle());
    const StageBars& bars = *m_canvas->bars();
    if (bars.bars().empty()) {
        return;
    }
    const double zero = rows.bars.top() + bars.yOf(0) - line + 2;
    const double limit = rows.bars.top() + bars.yOf(bars.limit()) - line / 2.0;
    draw(zero, axisBytesText(0));
    draw(std::min(limit, zero - line), bytesText(bars.limit()));
    draw(std::min(limit, zero - line) - line, barsTitle());
}

} // namespace tileline
