// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

/// Sizes and distances, in device-independent pixels where nothing else is said.
namespace tileline::metrics {

/// How much larger than the application's font the verdict is.
inline constexpr double LargeType = 1.38;

inline constexpr int Inner = 8;
inline constexpr int Margin = 12;
inline constexpr int IconSize = 16;

inline QFont bold(QFont font) {
    font.setBold(true);
    return font;
}

/// A font of another size, relative to its own.
inline QFont sized(QFont font, double type) {
    font.pointSizeF() > 0 ? font.setPointSizeF(font.pointSizeF() * type)
                          : font.setPixelSize(qRound(font.pixelSize() * type));
    return font;
}

} // namespace tileline::metrics
