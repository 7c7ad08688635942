// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/layertext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

QString text(const char* source) {
    return QCoreApplication::translate("Layers", source);
}

} // namespace

QString layersText(LayerRange range, const Layers& layers) {
    const bool withNone = range.first.value == 0;
    if (withNone && range.last.value == 0) {
        return text(QT_TRANSLATE_NOOP("Layers", "none"));
    }
    const LayerIndex from = withNone ? range.first.next() : range.first;
    const QString first = QString::fromStdString(layers.displayName(from));
    const QString last = QString::fromStdString(layers.displayName(range.last));
    if (from == range.last) {
        return (withNone ? text(QT_TRANSLATE_NOOP("Layers", "none and layer %1"))
                         : text(QT_TRANSLATE_NOOP("Layers", "layer %1")))
            .arg(first);
    }
    return (withNone ? text(QT_TRANSLATE_NOOP("Layers", "none and layers %1 to %2"))
                     : text(QT_TRANSLATE_NOOP("Layers", "layers %1 to %2")))
        .arg(first, last);
}

} // namespace tileline
