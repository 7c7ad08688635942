// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/settings/colours.h"

#include <array>
#include <cmath>

namespace tileline {

namespace {

QColor blend(const QColor& a, const QColor& b, double shareOfB) {
    const auto mix = [&](int from, int to) {
        return static_cast<int>(std::lround(from + (to - from) * shareOfB));
    };
    return {mix(a.red(), b.red()), mix(a.green(), b.green()), mix(a.blue(), b.blue())};
}

/// Relative luminance as WCAG defines it.
double luminance(const QColor& colour) {
    const auto linear = [](double c) {
        return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
           0.0722 * linear(colour.blueF());
}

} // namespace

bool isDark(const QPalette& palette) {
    return luminance(palette.color(QPalette::WindowText)) > luminance(palette.color(QPalette::Window));
}

QColor stageColour(StageIndex stage) {
    static const std::array<QColor, 7> colours{QColor(0x56, 0xB4, 0xE9), QColor(0xE6, 0x9F, 0x00),
                                               QColor(0x00, 0x9E, 0x73), QColor(0xCC, 0x79, 0xA7),
                                               QColor(0xF0, 0xE4, 0x42), QColor(0x00, 0x72, 0xB2),
                                               QColor(0xD5, 0x5E, 0x00)};
    return colours[stage.index() % colours.size()];
}

QColor textOn(const QColor& background) {
    const double light = luminance(background);
    return (light + 0.05) / 0.05 >= 1.05 / (light + 0.05) ? QColor(Qt::black) : QColor(Qt::white);
}

QColor categoryColour(MemoryCategory category) {
    switch (category) {
    case MemoryCategory::Variables:
        return {0x00, 0x72, 0xB2};
    case MemoryCategory::VertexCode:
        return {0xE6, 0x9F, 0x00};
    case MemoryCategory::VertexState:
        return {0x56, 0xB4, 0xE9};
    case MemoryCategory::ExchangeCode:
        return {0x00, 0x9E, 0x73};
    case MemoryCategory::ControlCode:
        return {0xCC, 0x79, 0xA7};
    }
    return {};
}

QColor alarmColour(const QPalette& palette) {
    return isDark(palette) ? QColor(0xFF, 0x8A, 0x4C) : QColor(0xB0, 0x3A, 0x00);
}

QColor gridColour(const QPalette& palette) {
    return blend(palette.color(QPalette::Base), palette.color(QPalette::Text), 0.18);
}

QColor quietTextColour(const QPalette& palette) {
    return blend(palette.color(QPalette::WindowText), palette.color(QPalette::Window), 0.3);
}

} // namespace tileline
