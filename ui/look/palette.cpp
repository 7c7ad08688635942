// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/look/palette.h"

#include <QPalette>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace tileline {

namespace {

static_assert(std::ranges::all_of(RoleColors, [i = size_t{0}](const RoleColor& row) mutable {
    return row.role == static_cast<ColorRole>(i++);
}));

constexpr std::pair<QPalette::ColorRole, ColorRole> QtRoles[]{
    {QPalette::Window, ColorRole::Window},
    {QPalette::WindowText, ColorRole::Text},
    {QPalette::Base, ColorRole::Surface},
    {QPalette::AlternateBase, ColorRole::Window},
    {QPalette::ToolTipBase, ColorRole::Sunken},
    {QPalette::ToolTipText, ColorRole::Text},
    {QPalette::Text, ColorRole::Text},
    {QPalette::PlaceholderText, ColorRole::Muted},
    {QPalette::Button, ColorRole::Sunken},
    {QPalette::ButtonText, ColorRole::Text},
    {QPalette::BrightText, ColorRole::OnAccent},
    {QPalette::Link, ColorRole::Accent},
    {QPalette::LinkVisited, ColorRole::Accent},
    {QPalette::Highlight, ColorRole::Accent},
    {QPalette::HighlightedText, ColorRole::OnAccent},
};

/// The relative luminance of a colour as WCAG defines it.
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

} // namespace

QColor colorOf(ColorRole role, bool dark) {
    const RoleColor& row = RoleColors[static_cast<size_t>(role)];
    return QColor(dark ? row.dark : row.light);
}

bool isDark(const QPalette& palette) {
    return luminance(palette.color(QPalette::Window)) < luminance(palette.color(QPalette::WindowText));
}

QPalette paletteOf(bool dark) {
    // This constructor also derives the colours of light and dark edges, which Qt's Fusion style draws.
    QPalette palette(colorOf(ColorRole::Sunken, dark), colorOf(ColorRole::Window, dark));
    for (const auto& [qt, role] : QtRoles) {
        palette.setColor(qt, colorOf(role, dark));
    }
    for (const auto text : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText}) {
        palette.setColor(QPalette::Disabled, text, colorOf(ColorRole::Faint, dark));
    }
    return palette;
}

QColor textOn(const QColor& background) {
    return contrast(background, Qt::black) >= contrast(background, Qt::white) ? Qt::black : Qt::white;
}

double contrast(const QColor& a, const QColor& b) {
    const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
    return (light + 0.05) / (dark + 0.05);
}

QColor blend(const QColor& from, const QColor& to, double fraction) {
    const auto mix = [&](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * fraction)); };
    return {mix(from.red(), to.red()), mix(from.green(), to.green()), mix(from.blue(), to.blue())};
}

} // namespace tileline
