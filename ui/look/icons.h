// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace tileline {

/// The icon of resources/icons/NAME.svg in the application palette's colour for text, disabled text or
/// selected text. The icon follows changes of the palette and is sharp at any scale.
QIcon iconOf(const char* name);

} // namespace tileline
