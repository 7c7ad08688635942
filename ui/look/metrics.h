// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFont>
#include <QFontMetrics>

/// Sizes and distances, in device-independent pixels unless stated otherwise.
namespace tileline::metrics {

/// The font size of the verdict, relative to the application's font.
inline constexpr double LargeType = 1.38;
/// The font size of axes, units and the texts around bars, relative to the application's font.
inline constexpr double SmallType = 0.85;

inline constexpr int Inner = 8;
inline constexpr int Margin = 12;
inline constexpr int IconSize = 16;
/// The property with this name marks pages that need a lot of height. Only a very tall window has room for
/// the whole plan and such a page.
inline constexpr auto NeedsHeight = "needsHeight";
/// The property with this name marks the button for the main command of a window. Such a button stands out.
inline constexpr auto MainCommand = "mainCommand";

/// Scales a length with the height of the font. `pixels` is the length for a font of the usual height.
inline int scaled(int pixels, const QFontMetrics& font) {
    constexpr int UsualHeight = 14;
    return pixels * font.height() / UsualHeight;
}

/// The height of a row in a table or a tree: a line of text, with room for a bar beneath the text.
inline int rowHeight(const QFontMetrics& font) {
    return font.height() + 6;
}

inline QFont bold(QFont font) {
    font.setBold(true);
    return font;
}

/// `font` with its size multiplied by `type`.
inline QFont sized(QFont font, double type) {
    font.pointSizeF() > 0 ? font.setPointSizeF(font.pointSizeF() * type)
                          : font.setPixelSize(qRound(font.pixelSize() * type));
    return font;
}

} // namespace tileline::metrics
