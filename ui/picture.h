// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

#include <optional>

class QWidget;

namespace tileline {

/// Draws a widget, as it is shown, into a .png, .svg or .pdf file, told by the name. Through a temporary
/// file. BadArgument for another name, else what writing says.
std::optional<Error> savePicture(QWidget& widget, const QString& path);

} // namespace tileline
