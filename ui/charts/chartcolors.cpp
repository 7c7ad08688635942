// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/chartcolors.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>
#include <cmath>

namespace tileline {

namespace {

/// The palette of Okabe and Ito (2008), without black. For dark windows the darkest hues are lightened.
constexpr std::array<QRgb, 7> LightPalette{0xFF0072B2, 0xFFE69F00, 0xFF009E73, 0xFFCC79A7,
                                           0xFF56B4E9, 0xFFD55E00, 0xFFF0E442};
constexpr std::array<QRgb, 7> DarkPalette{0xFF3D9BDC, 0xFFE69F00, 0xFF1DB88B, 0xFFCC79A7,
                                          0xFF7CC7F0, 0xFFE5743B, 0xFFF0E442};

/// For categories that only Poplar knows.
constexpr std::array<QRgb, 7> LightOthers{0xFF8C564B, 0xFF6B7F2A, 0xFF2F7F86, 0xFFA35A5A,
                                          0xFFB8A97A, 0xFF7B8F7B, 0xFF2E2E6E};
constexpr std::array<QRgb, 7> DarkOthers{0xFFB07A6E, 0xFF93A94C, 0xFF56A7AE, 0xFFC98080,
                                         0xFFD0C396, 0xFF9FB39F, 0xFF6A6AC0};

/// Cividis (Nuñez, Anderton and Renslow, 2018), sampled at equal intervals.
constexpr std::array<QRgb, 10> Cividis{0xFF00224E, 0xFF123570, 0xFF3B496C, 0xFF575D6D, 0xFF707173,
                                       0xFF8A8678, 0xFFA59C74, 0xFFC3B369, 0xFFE1CC55, 0xFFFEE838};

/// Relative luminance as WCAG defines it.
double luminance(const QColor& color) {
    static const auto linear = [] {
        std::array<double, 256> values{};
        for (size_t i = 0; i < values.size(); ++i) {
            const double c = static_cast<double>(i) / 255;
            values[i] = c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        }
        return values;
    }();
    const QRgb rgb = color.rgb();
    return 0.2126 * linear[static_cast<size_t>(qRed(rgb))] +
           0.7152 * linear[static_cast<size_t>(qGreen(rgb))] +
           0.0722 * linear[static_cast<size_t>(qBlue(rgb))];
}

/// By category.
constexpr std::array<CategoryLook, StageCategories.size()> Looks{{
    {"category.variable", QT_TRANSLATE_NOOP("Plan", "Variables"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "Variables"), &TileParts::variables, 0, 0},
    {"category.vertexCode", QT_TRANSLATE_NOOP("Plan", "Vertex code"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "Code and state"), &TileParts::statics, 1, 0},
    {"category.vertexInstanceState", QT_TRANSLATE_NOOP("Plan", "Vertex state"), nullptr, nullptr, 2, 0},
    {"category.internalExchangeCode", QT_TRANSLATE_NOOP("Plan", "Exchange code"), nullptr, nullptr, 3, 0},
    {"category.controlCode", QT_TRANSLATE_NOOP("Plan", "Control code"), nullptr, nullptr, 4, 0},
    //: activations that wait for the backward pass
    {"category.stash", QT_TRANSLATE_NOOP("Plan", "Stash"), QT_TRANSLATE_NOOP("tileline::IpuBar", "Stash"),
     &TileParts::stash, 6, 0, Qt::BDiagPattern},
    {"category.accumulators", QT_TRANSLATE_NOOP("Plan", "Gradient accumulators"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "Accumulators"), &TileParts::accumulators, 5, 0,
     Qt::DiagCrossPattern},
    {"category.unowned", QT_TRANSLATE_NOOP("Plan", "Owned by no operation"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "Unowned"), &TileParts::unowned, 0, 0.4, Qt::Dense6Pattern},
    {"category.ioTiles", QT_TRANSLATE_NOOP("Plan", "For the I/O tiles"),
     QT_TRANSLATE_NOOP("tileline::IpuBar", "For the I/O tiles"), &TileParts::ioTiles, 0, 0.2, Qt::VerPattern},
}};

} // namespace

const CategoryLook& lookOf(StageCategory category) {
    return Looks[static_cast<size_t>(category)];
}

std::optional<StageCategory> categoryOf(std::string_view id) {
    const auto* const found =
        std::find_if(Looks.begin(), Looks.end(), [&](const CategoryLook& look) { return look.id == id; });
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

ChartColors::ChartColors(const QPalette& palette)
    : m_palette(palette)
    , m_dark(luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText))) {
}

QColor ChartColors::faintText() const {
    return blend(background(), text(), 0.7);
}

QColor ChartColors::alwaysLive() const {
    return m_dark ? QColor(0x94, 0x70, 0xDB) : QColor(0x54, 0x27, 0x88);
}

QColor ChartColors::notAlwaysLive() const {
    return m_dark ? QColor(0xD8, 0xCC, 0xF5) : QColor(0xB2, 0xAB, 0xD2);
}

QColor ChartColors::neutral() const {
    return stage(0);
}

QColor ChartColors::stage(size_t ipu) const {
    constexpr QRgb Shades[2][2]{{0xFF48607C, 0xFF8097B3}, {0xFF7F97B8, 0xFF4C6380}};
    return {Shades[m_dark ? 1 : 0][ipu % 2]};
}

QColor ChartColors::category(StageCategory category) const {
    const CategoryLook& look = lookOf(category);
    return look.grey > 0 ? blend(background(), text(), look.grey)
                         : QColor((m_dark ? DarkPalette : LightPalette)[look.color]);
}

QBrush ChartColors::patternOf(StageCategory category) const {
    QColor ink = textOn(this->category(category));
    ink.setAlphaF(0.55F);
    return {ink, lookOf(category).pattern};
}

QBrush ChartColors::phase(CyclePhase phase) const {
    return {blend(background(), text(), phase == CyclePhase::Backward ? 0.4 : 0.75),
            phase == CyclePhase::Recompute ? Qt::Dense4Pattern : Qt::SolidPattern};
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
    if (const auto known = categoryOf(name)) {
        return category(*known);
    }
    const auto& colors = m_dark ? DarkOthers : LightOthers;
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
    return contrast(background, Qt::black) >= contrast(background, Qt::white) ? Qt::black : Qt::white;
}

double ChartColors::contrast(const QColor& a, const QColor& b) {
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

QColor ChartColors::blend(const QColor& from, const QColor& to, double fraction) {
    const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * fraction)); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

} // namespace tileline
