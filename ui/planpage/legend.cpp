// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/legend.h"

#include "ui/planpage/planpainter.h"

#include <QPainter>

namespace tileline {

namespace {

constexpr int Swatch = 11;
constexpr int Gap = 16;

} // namespace

Legend::Legend(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

QSize Legend::sizeHint() const {
    int width = 0;
    for (size_t i = 0; i < MemoryCategoryCount; ++i) {
        width +=
            Swatch + 5 + Gap + fontMetrics().horizontalAdvance(categoryText(static_cast<MemoryCategory>(i)));
    }
    return {width, fontMetrics().height() + 4};
}

void Legend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ChartColors colors(palette());
    int x = 0;
    for (size_t i = 0; i < MemoryCategoryCount; ++i) {
        const auto category = static_cast<MemoryCategory>(i);
        const QString text = categoryText(category);
        painter.fillRect(x, (height() - Swatch) / 2, Swatch, Swatch, colors.category(category));
        painter.setPen(palette().color(QPalette::WindowText));
        x += Swatch + 5;
        painter.drawText(x, 0, width(), height(), Qt::AlignLeft | Qt::AlignVCenter, text);
        x += fontMetrics().horizontalAdvance(text) + Gap;
    }
}

} // namespace tileline
