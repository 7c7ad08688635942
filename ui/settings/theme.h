// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>

namespace tileline {

enum class Theme { System, Light, Dark };

/// Gives the application the theme's palette. System keeps what the desktop says; the two others use the
/// Fusion style, which follows the palette everywhere.
void applyTheme(Theme theme);

/// "system", "light", "dark": as in the settings and on the command line.
QString themeName(Theme theme);
std::optional<Theme> themeOf(const QString& name);

} // namespace tileline
