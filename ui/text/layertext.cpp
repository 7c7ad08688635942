// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/layertext.h"

#include <QCoreApplication>
#include <QStringList>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct LayersText {
    Q_DECLARE_TR_FUNCTIONS(Layers)
};

} // namespace

QString layerName(const Layers& layers, LayerIndex layer) {
    switch (layers.kinds[layer.index()]) {
    case EntryKind::None:
        //: a short name for the operations outside any layer, next to the names of the layers
        return LayersText::tr("None");
    case EntryKind::Input:
        //: what runs before the first layer
        return LayersText::tr("Input");
    case EntryKind::Output:
        //: what runs after the last layer
        return LayersText::tr("Output");
    case EntryKind::Layer:
        break;
    }
    return QString::fromStdString(layers.displayName(layer));
}

QString layersText(LayerRange range, const Layers& layers) {
    const auto kindOf = [&](LayerIndex entry) { return layers.kinds[entry.index()]; };
    if (kindOf(range.first) == EntryKind::Input || kindOf(range.last) == EntryKind::Output) {
        QStringList parts;
        if (kindOf(range.first) == EntryKind::Input) {
            parts += layerName(layers, range.first);
            range.first = range.first.next();
        }
        const bool withOutput = range.first <= range.last && kindOf(range.last) == EntryKind::Output;
        const LayerIndex end = withOutput ? range.last : range.last.next();
        if (range.first < end) {
            parts += layersText({range.first, {end.value - 1}}, layers);
        }
        if (withOutput) {
            parts += layerName(layers, range.last);
        }
        return parts.join(QStringLiteral(", "));
    }
    const bool withNone = kindOf(range.first) == EntryKind::None;
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
