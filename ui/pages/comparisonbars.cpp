// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/comparisonbars.h"

#include "ui/charts/chartcolors.h"
#include "ui/text/bytestext.h"
#include "ui/text/linetext.h"

#include <QEvent>
#include <QPainter>

#include <algorithm>

namespace tileline {

namespace {

constexpr int BarsMargin = 6;
constexpr int MinBarsWidth = 240;

QString sizeText(const std::optional<int64_t>& bytes) {
    return bytes ? bytesText(static_cast<uint64_t>(std::max<int64_t>(*bytes, 0))) : QStringLiteral("–");
}

} // namespace

ComparisonBars::ComparisonBars(QWidget* parent)
    : QWidget(parent) {
    setObjectName(QStringLiteral("comparisonBars"));
    setAccessibleName(tr("Fullest tile of each IPU, as estimated and as compiled"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Minimum);
}

void ComparisonBars::setIpus(const std::vector<ComparedIpu>& ipus) {
    m_rows.clear();
    m_scale = 1;
    for (const ComparedIpu& ipu : ipus) {
        const ComparedBytes peak = ipu.peak();
        Row row{ipu.ipu, {}, {}, static_cast<int64_t>(ipu.limit)};
        row.estimated = ipu.planned ? std::optional(peak.estimated) : std::nullopt;
        row.actual = ipu.compiled ? std::optional(peak.actual) : std::nullopt;
        m_rows.push_back(row);
        m_scale = std::max({m_scale, row.limit, peak.estimated, peak.actual});
    }
    describe();
    updateGeometry();
    update();
}

QString ComparisonBars::textOf(size_t position) const {
    const Row& row = m_rows[position];
    QString text = tr("IPU %1: estimated %2, compiled %3")
                       .arg(row.ipu)
                       .arg(sizeText(row.estimated), sizeText(row.actual));
    if (row.estimated && row.actual) {
        //: %1: "IPU 1: estimated 500 KiB, compiled 520 KiB", %2: a difference in bytes with its sign
        text = tr("%1 (%2)").arg(text, signedBytesText(*row.actual - *row.estimated));
    }
    if (row.actual && *row.actual > row.limit) {
        text = tr("%1, over the limit").arg(text);
    }
    return text;
}

void ComparisonBars::describe() {
    QStringList lines;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        lines += textOf(i);
    }
    setAccessibleDescription(lines.join(QLatin1Char('\n')));
}

/// The height of a row: a line of text, and two bars that are each half a line high.
int ComparisonBars::rowHeight() const {
    return 2 * fontMetrics().height() + BarsMargin;
}

QSize ComparisonBars::sizeHint() const {
    return {3 * MinBarsWidth, rowHeight() * static_cast<int>(m_rows.size()) + BarsMargin};
}

QSize ComparisonBars::minimumSizeHint() const {
    return {MinBarsWidth, sizeHint().height()};
}

void ComparisonBars::paintEvent(QPaintEvent* /*event*/) {
    QPainter painter(this);
    const ChartColors colors(palette());
    const int line = fontMetrics().height();
    const int width = std::max(this->width() - 2 * BarsMargin, 1);
    const auto xOf = [&](int64_t bytes) {
        return static_cast<int>(static_cast<double>(std::max<int64_t>(bytes, 0)) /
                                static_cast<double>(m_scale) * width);
    };
    int y = BarsMargin;
    for (size_t i = 0; i < m_rows.size(); ++i) {
        const Row& row = m_rows[i];
        painter.setPen(colors.text());
        drawLine(painter, QRect(BarsMargin, y, width, line), Qt::AlignLeft | Qt::AlignVCenter, textOf(i));
        const QColor color = colors.stage(row.ipu);
        const QRect top(BarsMargin, y + line, width, line / 2);
        if (row.estimated) {
            FillColors{colors.stageTint(row.ipu), color}.paint(
                painter, QRect(top.topLeft(), QSize(xOf(*row.estimated), top.height())));
        }
        if (row.actual) {
            painter.fillRect(QRect(top.bottomLeft() + QPoint(0, 1), QSize(xOf(*row.actual), top.height())),
                             color);
        }
        painter.setPen(QPen(colors.limit(), 2));
        const int limit = BarsMargin + std::min(xOf(row.limit), width - 1);
        painter.drawLine(limit, y + line, limit, y + 2 * line);
        y += rowHeight();
    }
}

void ComparisonBars::changeEvent(QEvent* event) {
    if (event->type() == QEvent::LocaleChange || event->type() == QEvent::FontChange) {
        describe();
        updateGeometry();
        update();
    }
    QWidget::changeEvent(event);
}

} // namespace tileline
