// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

#include <optional>

class QWidget;

namespace tileline {

/// Saves a picture of a widget as it is shown. The suffix of `path` selects the format: .png, .svg or .pdf.
/// An existing file is replaced only when the new one is complete. Returns BadArgument for any other suffix,
/// or the error if writing fails.
std::optional<Error> savePicture(QWidget& widget, const QString& path);

} // namespace tileline
