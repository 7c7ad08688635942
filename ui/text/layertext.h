// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/layers/layers.h"

#include <QString>

namespace tileline {

/// The name of a layer. The entries *none*, Input and Output have translated names.
QString layerName(const Layers& layers, LayerIndex layer);

/// The layers of a stage: "layer 3", "layers 3 to 5", or "layers 1, 10, 9" if the names are not consecutive.
/// "none and layers 0 to 2" if the stage begins with the entry *none*; in the pipeline setting also "Input,
/// layers 0 to 2", "layer 3, Output".
QString layersText(LayerRange range, const Layers& layers);
/// Like layersText(), but for all entries on an IPU; Output is added if it runs there.
QString placedText(const PlacedStage& stage, const Layers& layers);

} // namespace tileline
