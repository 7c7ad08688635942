// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/layertext.h"

#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QStringList>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct LayersText {
    Q_DECLARE_TR_FUNCTIONS(Layers)
};

/// More runs of layers than this are not listed.
constexpr qsizetype MaxRuns = 8;

/// The layers from `first` to before `end`: as a range where their names count on.
QString runsText(LayerIndex first, LayerIndex end, const Layers& layers) {
    QStringList runs;
    for (LayerIndex begin = first; begin < end && runs.size() <= MaxRuns;) {
        LayerIndex next = begin.next();
        while (next < end && layers.countsOn(next)) {
            next = next.next();
        }
        const LayerIndex last{next.value - 1};
        //: layers whose names are consecutive numbers: "3 to 5"
        runs += begin == last
                    ? layerName(layers, begin)
                    : LayersText::tr("%1 to %2").arg(layerName(layers, begin), layerName(layers, last));
        begin = next;
    }
    if (runs.size() <= MaxRuns) {
        return runs.join(QStringLiteral(", "));
    }
    //: %1 is the beginning of a list of layers, %2 how many there are
    return LayersText::tr("%1 … (%2 layers)")
        .arg(runs.first(MaxRuns).join(QStringLiteral(", ")), numberText(end.value - first.value));
}

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
    return shownText(layers.displayName(layer));
}

QString layersText(LayerRange range, const Layers& layers) {
    const auto kindOf = [&](LayerIndex entry) { return layers.kinds[entry.index()]; };
    QStringList parts;
    if (kindOf(range.first) == EntryKind::Input) {
        parts += layerName(layers, range.first);
        range.first = range.first.next();
    }
    const bool empty = range.last < range.first;
    const bool withNone = !empty && kindOf(range.first) == EntryKind::None;
    const bool withOutput = !empty && kindOf(range.last) == EntryKind::Output;
    const LayerIndex first = withNone ? range.first.next() : range.first;
    const LayerIndex end = withOutput ? range.last : range.last.next();
    if (end.value == first.value + 1) {
        parts += (withNone ? LayersText::tr("none and layer %1") : LayersText::tr("layer %1"))
                     .arg(layerName(layers, first));
    } else if (first < end) {
        //: %1 is "3 to 5" or "1, 10, 9"
        parts += (withNone ? LayersText::tr("none and layers %1") : LayersText::tr("layers %1"))
                     .arg(runsText(first, end, layers));
    } else if (withNone) {
        //: a stage that holds only operations outside any layer
        parts += LayersText::tr("none");
    }
    if (withOutput) {
        parts += layerName(layers, range.last);
    }
    return parts.join(QStringLiteral(", "));
}

QString placedText(const PlacedStage& stage, const Layers& layers) {
    const QString entries = layersText(stage.entries, layers);
    return stage.withOutput ? entries + QStringLiteral(", ") + layerName(layers, layers.last()) : entries;
}

} // namespace tileline
