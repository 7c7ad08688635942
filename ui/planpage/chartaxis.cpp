// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/chartaxis.h"

#include "core/base/sequences.h"
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

namespace {

//: a short title to the left of a row of numbers: the bytes that cross each split
constexpr auto CrossingTitle = QT_TRANSLATE_NOOP("tileline::ChartAxis", "crossing");
//: a short title to the left of a row of cells: each cell shows the peak with a split at its boundary
constexpr auto CutsTitle = QT_TRANSLATE_NOOP("tileline::ChartAxis", "cut here");
//: a short title to the left of bars: each bar shows the bytes on the fullest tile of its IPU
constexpr auto BarsTitle = QT_TRANSLATE_NOOP("tileline::ChartAxis", "fullest tile");

} // namespace

ChartAxis::ChartAxis(PlanCanvas* canvas)
    : m_canvas(canvas) {
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Expanding);
    canvas->installEventFilter(this);
    connect(canvas->chart(), &LayerChart::changed, this, qOverload<>(&QWidget::update));
    connect(canvas->bars(), &StageBars::changed, this, qOverload<>(&QWidget::update));
}

/// If the canvas is resized, its rows move, so the axes are repainted.
bool ChartAxis::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize) {
        update();
    }
    return QWidget::eventFilter(watched, event);
}

QSize ChartAxis::sizeHint() const {
    const QStringList texts{QStringLiteral("000 MiB"), tr(CrossingTitle), tr(CutsTitle), tr(BarsTitle)};
    const QFontMetrics metrics = fontMetrics();
    return {greatestOf(texts, [&](const QString& text) { return metrics.horizontalAdvance(text); }) + 14,
            100};
}

std::vector<AxisLabel> ChartAxis::labels() const {
    const LayerChart& chart = *m_canvas->chart();
    const int line = fontMetrics().height();
    const PlanRows rows = PlanRows::of(m_canvas->width(), m_canvas->height());
    // The label of the value 0 may reach down to the title of the row below the chart.
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
    draw(rows.cuts.center().y() - line / 2, tr(CutsTitle));
    draw(rows.crossing.center().y() - line / 2, tr(CrossingTitle));
    const StageBars& bars = *m_canvas->bars();
    if (bars.bars().empty()) {
        return;
    }
    const double zero = rows.bars.top() + bars.yOf(0) - line + 2;
    const double limit = rows.bars.top() + bars.yOf(bars.limit()) - line / 2.0;
    draw(zero, axisBytesText(0));
    draw(std::min(limit, zero - line), bytesText(bars.limit()));
    draw(std::min(limit, zero - line) - line, tr(BarsTitle));
}

} // namespace tileline
