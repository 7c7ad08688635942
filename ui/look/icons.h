// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

class QPainter;

namespace tileline {

/// The icon in resources/icons/NAME.svg, painted in the palette's colour for normal, disabled or selected
/// text. When the palette changes, the icon's colour changes, too. The icon is sharp at any scale.
QIcon iconOf(const char* name);

/// The number of device pixels per pixel of what is painted on. 1 if nothing can be painted, which happens if
/// there is no memory for the pixels.
double ratioOf(const QPainter& painter);

} // namespace tileline
