// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/legend.h"

#include "core/base/sequences.h"
#include "ui/look/metrics.h"
#include "ui/planpage/layerchart.h"
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

LegendItem itemOf(CyclePhase phase) {
    return {phaseName(phase), [phase](QPainter& painter, const QRectF& area, const ChartColors& colors) {
                colors.phase(phase).paint(painter, area.adjusted(0, 2, 0, -2));
            }};
}

} // namespace

Legend::Legend() {
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setFont(metrics::sized(font(), metrics::SmallType));
}

void Legend::setItems(std::vector<LegendItem> items) {
    if (std::ranges::equal(items, m_items, {}, &LegendItem::text, &LegendItem::text)) {
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
    const int width = sumOf(m_items, [this](const LegendItem& item) {
        return Swatch + 5 + metrics::Margin + fontMetrics().horizontalAdvance(item.text);
    });
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

void drawMeanTile(QPainter& painter, double left, double right, double y, const ChartColors& colors) {
    painter.fillRect(QRectF(left, y - 2, right - left, 4), colors.background());
    painter.fillRect(QRectF(left, y - 1, right - left, 2), colors.text());
}

std::vector<LegendItem> planLegend(const LayerChart& chart, const SettingOptions& setting) {
    const bool pipeline = setting.traits().pipeline;
    const bool cycles = chart.measure() == LayerChart::Measure::Cycles;
    std::vector<LegendItem> items;
    std::vector<BarPart> parts = barParts();
    if (cycles) {
        items.push_back(itemOf(CyclePhase::Forward));
        if (chart.training()) {
            items.push_back(itemOf(CyclePhase::Backward));
        }
        //: the line across a bar and, in brackets, the number above the bar
        items.push_back({LayerChart::tr("Mean tile (tile balance)"),
                         [](QPainter& painter, const QRectF& area, const ChartColors& colors) {
                             drawMeanTile(painter, area.left(), area.right(), area.center().y(), colors);
                         }});
    } else {
        for (const StageCategoryInfo& info : StageCategories) {
            if (isCommon(info.category)) {
                items.push_back(itemOf(info.category, categoryText(info.category)));
            }
        }
        std::erase_if(parts, [](const BarPart& part) { return isCommon(part.category); });
        // The parts that only IPU bars show are moved to the end. A layer's figures do not include the stash
        // or the effect of I/O tiles.
        std::ranges::stable_partition(parts, [](const BarPart& part) {
            return part.category != StageCategory::Stash && part.category != StageCategory::IoTiles;
        });
    }
    for (const BarPart& part : parts) {
        if ((pipeline || isCommon(part.category)) &&
            (setting.pipeline.ioTiles > 0 || part.category != StageCategory::IoTiles)) {
            items.push_back(itemOf(part.category, part.name));
        }
    }
    for (const CyclePhase phase : CyclePhases) {
        if (pipeline && (!cycles || phase == CyclePhase::Recompute)) {
            items.push_back(itemOf(phase));
        }
    }
    return items;
}

} // namespace tileline
