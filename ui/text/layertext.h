// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/wording/layertext.h"
#include "ui/text/translations.h"

namespace tileline {

/// The name of a layer. The entries *none*, Input and Output have translated names.
inline QString layerName(const Layers& layers, LayerIndex layer) {
    return translated(entryPhrase(layer, layers));
}

/// The layers of a stage: "layer 3", "layers 3 to 5", or "layers 1, 10, 9" if the names are not consecutive.
/// A stage that begins with the entry *none* is called "none and layers 0 to 2". In the pipeline setting, a
/// stage may also be called "Input, layers 0 to 2" or "layer 3, Output".
inline QString layersText(LayerRange range, const Layers& layers) {
    return translated(entriesPhrase(range, layers));
}
/// Like layersText(), but for all entries on an IPU; includes Output if Output runs on that IPU.
inline QString placedText(const PlacedStage& stage, const Layers& layers) {
    const QString entries = layersText(stage.entries, layers);
    return stage.withOutput ? entries + QStringLiteral(", ") + layerName(layers, layers.last()) : entries;
}

} // namespace tileline
