// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QIcon>

namespace tileline {

/// The icon of a page or a command: resources/icons/NAME.svg, drawn in the colour of the text that it stands
/// in, so that one file serves both themes at any scale.
QIcon icon(const QString& name);

} // namespace tileline
