// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/layertext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct LayersText {
    Q_DECLARE_TR_FUNCTIONS(Layers)
};

} // namespace

QString layerName(const Layers& layers, LayerIndex layer) {
    //: a short name for the operations outside any layer, next to the names of the layers
    return layer.value == 0 ? LayersText::tr("None") : QString::fromStdString(layers.displayName(layer));
}

QString layersText(LayerRange range, const Layers& layers) {
    const bool withNone = range.first.value == 0;
    if (withNone && range.last.value == 0) {
        //: a stage that holds only operations outside any layer
        return LayersText::tr("none");
    }
    const LayerIndex from = withNone ? range.first.next() : range.first;
    const QString first = layerName(layers, from);
    const QString last = layerName(layers, range.last);
    if (from == range.last) {
        return (withNone ? LayersText::tr("none and layer %1") : LayersText::tr("layer %1")).arg(first);
    }
    return (withNone ? LayersText::tr("none and layers %1 to %2") : LayersText::tr("layers %1 to %2"))
        .arg(first, last);
}

} // namespace tileline
