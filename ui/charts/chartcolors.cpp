// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcolors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

namespace tileline {

namespace {

/// The palette of Okabe and Ito (2008), without black. For dark windows the darkest hues are lightened.
constexpr std::array<QRgb, 7> LightPalette{0xFF0072B2, 0xFFE69F00, 0xFF009E73, 0xFFCC79A7,
                                           0xFF56B4E9, 0xFFD55E00, 0xFFF0E442};
constexpr std::array<QRgb, 7> DarkPalette{0xFF3D9BDC, 0xFFE69F00, 0xFF1DB88B, 0xFFCC79A7,
                                          0xFF7CC7F0, 0xFFE5743B, 0xFFF0E442};

/// Cividis (Nuñez, Anderton and Renslow, 2018), sampled at equal intervals.
constexpr std::array<QRgb, 10> Cividis{0xFF00224E, 0xFF123570, 0xFF3B496C, 0xFF575D6D, 0xFF707173,
                                       0xFF8A8678, 0xFFA59C74, 0xFFC3B369, 0xFFE1CC55, 0xFFFEE838};

QColor blend(const QColor& from, const QColor& to, double fraction) {
    const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * fraction)); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

/// Relative luminance as WCAG defines it.
double luminance(const QColor& color) {
    const auto linear = [](double c) {
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

std::optional<MemoryCategory> estimateCategory(std::string_view name) {
    if (name == "category.variable") {
        return MemoryCategory::Variables;
    }
    if (name == "category.vertexCode") {
        return MemoryCategory::VertexCode;
    }
    if (name == "category.vertexInstanceState") {
        return MemoryCategory::VertexState;
    }
    if (name == "category.internalExchangeCode") {
        return MemoryCategory::ExchangeCode;
    }
    if (name == "category.controlCode") {
        return MemoryCategory::ControlCode;
    }
    return std::nullopt;
}

} // namespace

ChartColors::ChartColors(const QPalette& palette)
    : m_palette(palette)
    , m_dark(luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText))) {
}

QColor ChartColors::faintText() const {
    return blend(background(), text(), 0.7);
}

QColor ChartColors::category(MemoryCategory category) const {
    switch (category) {
    case MemoryCategory::Stash:
        return series(6);
    case MemoryCategory::Accumulators:
        return series(5);
    case MemoryCategory::Unowned:
        return blend(background(), text(), 0.4);
    default:
        return series(static_cast<size_t>(category));
    }
}

QBrush ChartColors::patternOf(MemoryCategory category) const {
    const auto lines = [&](Qt::BrushStyle style) {
        QColor ink = textOn(this->category(category));
        ink.setAlphaF(0.55F);
        return QBrush(ink, style);
    };
    switch (category) {
    case MemoryCategory::Stash:
        return lines(Qt::BDiagPattern);
    case MemoryCategory::Accumulators:
        return lines(Qt::DiagCrossPattern);
    case MemoryCategory::Unowned:
        return lines(Qt::Dense6Pattern);
    default:
        return Qt::NoBrush;
    }
}

QBrush ChartColors::phase(CyclePhase phase) const {
    switch (phase) {
    case CyclePhase::Forward:
        return blend(background(), text(), 0.75);
    case CyclePhase::Recompute:
        return QBrush(blend(background(), text(), 0.75), Qt::Dense4Pattern);
    case CyclePhase::Backward:
        break;
    }
    return blend(background(), text(), 0.4);
}

QColor ChartColors::grid() const {
    return blend(background(), text(), m_dark ? 0.18 : 0.13);
}

QColor ChartColors::limit() const {
    return m_dark ? QColor(0xFF, 0x8A, 0x65) : QColor(0xB3, 0x26, 0x00);
}

QColor ChartColors::band() const {
    return blend(background(), text(), m_dark ? 0.10 : 0.06);
}

QColor ChartColors::category(std::string_view name, size_t index) const {
    const auto known = estimateCategory(name);
    return known ? category(*known) : series(index);
}

QColor ChartColors::series(size_t index) const {
    const auto& colors = m_dark ? DarkPalette : LightPalette;
    return QColor(colors[index % colors.size()]);
}

size_t ChartColors::paletteSize() {
    return LightPalette.size();
}

Qt::BrushStyle ChartColors::pattern(size_t index) {
    constexpr std::array<Qt::BrushStyle, 4> patterns{Qt::SolidPattern, Qt::BDiagPattern, Qt::FDiagPattern,
                                                     Qt::DiagCrossPattern};
    return patterns[index / paletteSize() % patterns.size()];
}

QColor ChartColors::map(double fraction) {
    const double position =
        (fraction > 0 ? std::min(fraction, 1.0) : 0.0) * static_cast<double>(Cividis.size() - 1);
    const size_t below = std::min(static_cast<size_t>(position), Cividis.size() - 2);
    return blend(QColor(Cividis[below]), QColor(Cividis[below + 1]), position - static_cast<double>(below));
}

QColor ChartColors::textOn(const QColor& background) {
    const double light = luminance(background);
    return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? QColor(Qt::black) : QColor(Qt::white);
}

} // namespace tileline
