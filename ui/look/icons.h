// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace tileline {

/// The icon of resources/icons/NAME.svg in the colours of the application's palette: the colour of text, of
/// disabled text or of selected text. The icon follows a change of the palette and is sharp at any scale.
QIcon iconOf(const char* name);

} // namespace tileline
