// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QColor>
#include <QImage>
#include <QString>

#include <functional>
#include <optional>

class QPaintDevice;
class QWidget;

namespace tileline {

struct PictureSource {
    QSize size;
    QColor background;
    QString title;
    QString description;
    int resolution; ///< the number of pixels per inch in an SVG or PDF file
    std::function<void(QPaintDevice&)> paint;
};

/// A transparent image, whose pixels can be set. Throws std::bad_alloc if it does not fit into memory.
QImage transparentImage(const QSize& size);

/// The picture at 192 dots per inch, twice the resolution of a screen, for use in documents.
QImage imageOf(const PictureSource& picture);

/// Whether the suffix of a file name selects a format that writePicture() supports.
bool isPictureName(const QString& path);

/// Writes a picture in the format that the suffix of `path` selects: .png, .svg or .pdf. An existing file is
/// replaced only when the new file is complete. Fails with BadArgument if `path` has another suffix.
std::optional<Error> writePicture(const PictureSource& picture, const QString& path);

/// Writes a picture of what a widget shows. Leaves out controls that are useless in a picture.
std::optional<Error> savePicture(QWidget& widget, const QString& path);

} // namespace tileline
