// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/legend.h"

#include "ui/planpage/planpainter.h"

#include <QPainter>

#include <utility>

namespace tileline {

namespace {

constexpr int Swatch = 11;
constexpr int Gap = 16;

} // namespace

Legend::Legend(QWidget* parent)
    : QWidget(parent) {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void Legend::setItems(std::vector<LegendItem> items) {
    m_items = std::move(items);
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const {
    int width = 0;
    for (const LegendItem& item : m_items) {
        width += Swatch + 5 + Gap + fontMetrics().horizontalAdvance(item.text);
    }
    return {width, fontMetrics().height() + 4};
}

void Legend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ChartColors colors(palette());
    int x = 0;
    for (const LegendItem& item : m_items) {
        item.fill(painter, QRectF(x, (height() - Swatch) / 2, Swatch, Swatch), colors);
        painter.setPen(palette().color(QPalette::WindowText));
        x += Swatch + 5;
        painter.drawText(x, 0, width(), height(), Qt::AlignLeft | Qt::AlignVCenter, item.text);
        x += fontMetrics().horizontalAdvance(item.text) + Gap;
    }
}

std::vector<LegendItem> chartLegend() {
    std::vector<LegendItem> items;
    for (size_t i = 0; i < MemoryCategoryCount; ++i) {
        const auto category = static_cast<MemoryCategory>(i);
        items.push_back({categoryText(category),
                         [category](QPainter& painter, const QRectF& area, const ChartColors& colors) {
                             painter.fillRect(area, colors.category(category));
                         }});
    }
    return items;
}

} // namespace tileline
