// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace tileline {

/// The icon in resources/icons/NAME.svg, painted in the palette's colour for normal, disabled or selected
/// text. When the palette changes, the icon's colour changes, too. The icon is sharp at any scale.
QIcon iconOf(const char* name);

} // namespace tileline
