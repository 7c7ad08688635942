// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>

/// Sizes and distances, in device-independent pixels where nothing else is said.
namespace tileline::metrics {

/// The three sizes of type, as shares of the application's font, so that twice that font works.
inline constexpr double SmallType = 0.85; ///< axes, units, headers of columns
inline constexpr double BodyType = 1;
inline constexpr double LargeType = 1.38; ///< the verdict, key figures

inline constexpr int Gap = 4;
inline constexpr int Inner = 8;
inline constexpr int Margin = 12;
inline constexpr int Section = 16;

inline constexpr int IconSize = 16;

/// A font of one of the three sizes.
inline QFont sized(QFont font, double type) {
    font.pointSizeF() > 0 ? font.setPointSizeF(font.pointSizeF() * type)
                          : font.setPixelSize(qRound(font.pixelSize() * type));
    return font;
}

} // namespace tileline::metrics
