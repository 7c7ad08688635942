// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace tileline {

/// The icon in resources/icons/NAME.svg, painted in the colour that the application's palette has for normal,
/// disabled or selected text. The icon follows changes of the palette and is sharp at any scale.
QIcon iconOf(const char* name);

} // namespace tileline
