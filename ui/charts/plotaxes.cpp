// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/plotaxes.h"

#include "ui/charts/axis.h"
#include "ui/text/bytestext.h"

#include <algorithm>
#include <cmath>
#include <qcustomplot.h>

namespace tileline {

namespace {

/// Puts ticks at round numbers of bytes or at whole numbers. The axis counts positions; position p stands for
/// the value `from` + p × `step`.
class ValueTicker : public QCPAxisTicker {
public:
    ValueTicker(StackChartData::Axis kind, uint64_t from, uint64_t step)
        : m_kind(kind)
        , m_from(static_cast<double>(from))
        , m_step(static_cast<double>(step)) {}

protected:
    double getTickStep(const QCPRange& range) override {
        const double values = range.size() * m_step;
        if (m_kind == StackChartData::Axis::Bytes) {
            return byteTickStep(values, tickCount());
        }
        return std::max(std::round(cleanMantissa(values / tickCount())), 1.0);
    }

    int getSubTickCount(double) override { return 0; }

    QVector<double> createTickVector(double tickStep, const QCPRange& range) override {
        QVector<double> ticks;
        const double lower = std::max(m_from + range.lower * m_step, 0.0);
        const double upper = m_from + range.upper * m_step;
        for (double value = std::ceil(lower / tickStep) * tickStep; value <= upper; value += tickStep) {
            ticks.append((value - m_from) / m_step);
        }
        return ticks;
    }

    QString getTickLabel(double tick, const QLocale&, QChar, int) override {
        const auto value = static_cast<uint64_t>(std::llround(m_from + tick * m_step));
        return m_kind == StackChartData::Axis::Bytes ? bytesText(value) : numberText(value);
    }

private:
    StackChartData::Axis m_kind;
    double m_from;
    double m_step;
};

void applyAxisTheme(QCPAxis& axis, const ChartColors& colors, const QFont& font) {
    axis.setBasePen(QPen(colors.faintText()));
    axis.setTickPen(QPen(colors.faintText()));
    axis.setSubTickPen(QPen(colors.faintText()));
    axis.setTickLabelColor(colors.text());
    axis.setLabelColor(colors.text());
    axis.setTickLabelFont(font);
    axis.setLabelFont(font);
    axis.grid()->setPen(QPen(colors.grid(), 0));
    axis.grid()->setZeroLinePen(Qt::NoPen);
}

} // namespace

void applyPlotTheme(QCustomPlot& plot, const ChartColors& colors, const QFont& font) {
    plot.setBackground(QBrush(colors.background()));
    for (QCPAxis* axis : plot.axisRect()->axes()) {
        applyAxisTheme(*axis, colors, font);
    }
    plot.xAxis->grid()->setVisible(false);
    plot.legend->setFont(font);
    plot.legend->setTextColor(colors.text());
    plot.legend->setBrush(Qt::NoBrush);
    plot.legend->setBorderPen(Qt::NoPen);
}

void setUpAxes(QCustomPlot& plot, const StackChartData& data) {
    plot.xAxis->setTicker(
        QSharedPointer<ValueTicker>::create(data.xAxis, data.xFrom, std::max<uint64_t>(data.xStep, 1)));
    plot.yAxis->setTicker(QSharedPointer<ValueTicker>::create(data.yAxis, uint64_t{0}, uint64_t{1}));
    plot.xAxis->setLabel(data.xLabel);
    plot.yAxis->setLabel(data.yLabel);
}

} // namespace tileline
