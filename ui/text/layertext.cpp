// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/layertext.h"

#include "core/wording/layertext.h"
#include "ui/text/translations.h"

namespace tileline {

QString layerName(const Layers& layers, LayerIndex layer) {
    return translated(entryPhrase(layer, layers));
}

QString layersText(LayerRange range, const Layers& layers) {
    return translated(entriesPhrase(range, layers));
}

QString placedText(const PlacedStage& stage, const Layers& layers) {
    const QString entries = layersText(stage.entries, layers);
    return stage.withOutput ? entries + QStringLiteral(", ") + layerName(layers, layers.last()) : entries;
}

} // namespace tileline
