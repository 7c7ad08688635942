// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace tileline {

enum class Theme { System, Light, Dark };

/// Applies the theme to the application. The theme System keeps the style and colours of the desktop. Light
/// and Dark use Tileline's own style, which has visible outlines and follows the palette everywhere. System
/// also uses this style if the desktop's style is Fusion.
void applyTheme(Theme theme);

/// The name of a theme in the preferences and on the command line: "system", "light" or "dark".
QString themeName(Theme theme);
std::optional<Theme> themeOf(const QString& name);

} // namespace tileline
