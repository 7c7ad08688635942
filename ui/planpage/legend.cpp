// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/legend.h"

#include "ui/look/metrics.h"
#include "ui/planpage/stagebars.h"
#include "ui/text/linetext.h"
#include "ui/text/plaintext.h"

#include <QPainter>

#include <algorithm>
#include <utility>

namespace tileline {

namespace {

constexpr int Swatch = 11;

LegendItem itemOf(StageCategory category, const QString& text) {
    return {text, [category](QPainter& painter, const QRectF& area, const ChartColors& colors) {
                colors.category(category).paint(painter, area);
            }};
}

} // namespace

Legend::Legend() {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFont(metrics::sized(font(), metrics::SmallType));
}

void Legend::setItems(std::vector<LegendItem> items) {
    const bool same =
        std::equal(items.begin(), items.end(), m_items.begin(), m_items.end(),
                   [](const LegendItem& left, const LegendItem& right) { return left.text == right.text; });
    if (same) {
        return;
    }
    m_items = std::move(items);
    QStringList names;
    for (const LegendItem& item : m_items) {
        names += item.text;
    }
    setToolTip(plainToolTip(names.join(QStringLiteral(", "))));
    updateGeometry();
    update();
}

QSize Legend::sizeHint() const {
    int width = 0;
    for (const LegendItem& item : m_items) {
        width += Swatch + 5 + metrics::Margin + fontMetrics().horizontalAdvance(item.text);
    }
    return {width, fontMetrics().height() + 4};
}

void Legend::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const ChartColors colors(palette());
    int x = 0;
    for (const LegendItem& item : m_items) {
        const int end = x + Swatch + 5 + lineWidth(item.text, font());
        const bool last = &item == &m_items.back();
        if (end + (last ? 0 : Swatch) > width()) {
            drawLine(painter, QRectF(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     QStringLiteral("…"));
            return;
        }
        item.fill(painter, QRectF(x, (height() - Swatch) / 2, Swatch, Swatch), colors);
        painter.setPen(palette().color(QPalette::WindowText));
        drawLine(painter, QRectF(x + Swatch + 5, 0, width(), height()), Qt::AlignLeft | Qt::AlignVCenter,
                 item.text);
        x = end + metrics::Margin;
    }
}

LegendItem legendItem(CyclePhase phase) {
    return {phaseName(phase), [phase](QPainter& painter, const QRectF& area, const ChartColors& colors) {
                colors.phase(phase).paint(painter, area.adjusted(0, 2, 0, -2));
            }};
}

std::vector<LegendItem> chartLegend(bool pipeline) {
    std::vector<LegendItem> items;
    for (const StageCategoryInfo& info : StageCategories) {
        if (isCommon(info.category)) {
            items.push_back(itemOf(info.category, categoryText(info.category)));
        }
    }
    for (const BarPart& part : barParts()) {
        // The figures of a single layer include neither a stash nor the effect of I/O tiles.
        if (pipeline && !isCommon(part.category) && part.category != StageCategory::Stash &&
            part.category != StageCategory::IoTiles) {
            items.push_back(itemOf(part.category, part.name));
        }
    }
    return items;
}

std::vector<LegendItem> barLegend(bool pipeline, bool ioTiles, bool cycles) {
    std::vector<LegendItem> items;
    for (const BarPart& part : barParts()) {
        const bool inChart =
            !cycles && part.category != StageCategory::Stash && part.category != StageCategory::IoTiles;
        const bool inBar =
            (pipeline || isCommon(part.category)) && (ioTiles || part.category != StageCategory::IoTiles);
        if (inBar && !inChart) {
            items.push_back(itemOf(part.category, part.name));
        }
    }
    if (pipeline) {
        for (const CyclePhase phase : CyclePhases) {
            if (!cycles || phase == CyclePhase::Recompute) {
                items.push_back(legendItem(phase));
            }
        }
    }
    return items;
}

} // namespace tileline
