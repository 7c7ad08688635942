// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcolors.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>

namespace tileline {

namespace {

/// An area with fewer pixels than this in width or height is painted in the colour of its edge, because its
/// fill alone would hardly be visible.
constexpr double MinFilled = 4;
constexpr size_t OtherHues = 7;

/// The looks of the categories, in the order of StageCategory.
constexpr std::array<CategoryLook, StageCategories.size()> Looks{{
    {"category.variable", QT_TRANSLATE_NOOP("Plan", "Variables"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "Variables"), &TileParts::variables, ColorRole::Variables},
    {"category.vertexCode", QT_TRANSLATE_NOOP("Plan", "Vertex code"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "Code and state"), &TileParts::statics, ColorRole::VertexCode},
    {"category.vertexInstanceState", QT_TRANSLATE_NOOP("Plan", "Vertex state"), nullptr, nullptr,
     ColorRole::VertexState},
    {"category.internalExchangeCode", QT_TRANSLATE_NOOP("Plan", "Exchange code"), nullptr, nullptr,
     ColorRole::Exchange},
    {"category.controlCode", QT_TRANSLATE_NOOP("Plan", "Control code"), nullptr, nullptr,
     ColorRole::ControlCode},
    //: activations that wait for the backward pass
    {"category.stash", QT_TRANSLATE_NOOP("Plan", "Stash"), QT_TRANSLATE_NOOP("tileline::IpuBar", "Stash"),
     &TileParts::stash, ColorRole::Stash},
    {"category.accumulators", QT_TRANSLATE_NOOP("Plan", "Gradient accumulators"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "Accumulators"), &TileParts::accumulators,
     ColorRole::Accumulators},
    {"category.unowned", QT_TRANSLATE_NOOP("Plan", "Owned by no operation"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "Unowned"), &TileParts::unowned, ColorRole::Unowned},
    {"category.ioTiles", QT_TRANSLATE_NOOP("Plan", "For the I/O tiles"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "For the I/O tiles"), &TileParts::ioTiles, ColorRole::Host},
}};

} // namespace

const CategoryLook& lookOf(StageCategory category) {
    return Looks[static_cast<size_t>(category)];
}

std::optional<StageCategory> categoryOf(std::string_view id) {
    const auto* const found = std::ranges::find(Looks, id, &CategoryLook::id);
    return found == Looks.end() ? std::nullopt
                                : std::optional(static_cast<StageCategory>(found - Looks.begin()));
}

QString categoryText(StageCategory category) {
    return QCoreApplication::translate("Plan", lookOf(category).name);
}

std::vector<BarPart> barParts() {
    std::vector<BarPart> parts;
    for (const StageCategoryInfo& info : StageCategories) {
        if (const CategoryLook& look = lookOf(info.category); look.inBar) {
            parts.push_back(
                {info.category, QCoreApplication::translate("tileline::IpuBar", look.barName), look.inBar});
        }
    }
    return parts;
}

void FillColors::paint(QPainter& painter, const QRectF& area) const {
    painter.fillRect(area, edge);
    if (std::min(area.width(), area.height()) >= MinFilled) {
        painter.fillRect(area.adjusted(1, 1, -1, -1), fill);
    }
}

void hatch(QPainter& painter, const QRect& area, const QColor& color, int step) {
    painter.save();
    painter.setClipRect(area, Qt::IntersectClip);
    painter.setPen(QPen(color, 1));
    for (int x = area.left() - area.height(); x <= area.right(); x += step) {
        painter.drawLine(x, area.bottom() + 1, x + area.height(), area.top());
    }
    painter.restore();
}

ChartColors::ChartColors(const QPalette& palette)
    : m_palette(palette)
    , m_dark(isDark(palette)) {
}

FillColors ChartColors::phase(CyclePhase phase) const {
    constexpr std::array<double, CyclePhases.size()> shades{0.1, 0.35, 0.7};
    return {blend(background(), text(), shades[static_cast<size_t>(phase)]), of(ColorRole::Muted)};
}

FillColors ChartColors::category(std::string_view name, size_t index) const {
    if (const auto known = categoryOf(name)) {
        return category(*known);
    }
    const double paler = std::min(0.3 * static_cast<double>(index / OtherHues), 0.6);
    return {blend(of(roleAfter(ColorRole::Other0, index % OtherHues)), background(), paler),
            of(ColorRole::Muted)};
}

FillColors ChartColors::look(SpanLook look, size_t ipu) const {
    const QColor hue = stage(ipu);
    switch (look) {
    case SpanLook::Forward:
        return {stageTint(ipu), hue};
    case SpanLook::Recompute:
        return {of(roleAfter(ColorRole::IpuMid0, ipu % IpuHues)), hue};
    case SpanLook::Backward:
        return {hue, hue};
    case SpanLook::Update:
        return {blend(hue, text(), 0.35), hue};
    case SpanLook::Exchange:
        return filled(ColorRole::Exchange);
    case SpanLook::Host:
        return filled(ColorRole::Host);
    case SpanLook::Sync:
    case SpanLook::Waiting:
        return {of(ColorRole::Waiting), of(ColorRole::Waiting)};
    case SpanLook::Other:
        break;
    }
    return {of(ColorRole::Sunken), of(ColorRole::Muted)};
}

QColor ChartColors::heat(double fraction) const {
    return blend(of(ColorRole::HeatLow), of(ColorRole::HeatHigh),
                 fraction > 0 ? std::min(fraction, 1.0) : 0.0);
}

} // namespace tileline
