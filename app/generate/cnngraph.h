// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/generatoroptions.h"
#include "app/generate/modelgraph.h"

namespace tileline {

/// The forward part of an EfficientNet-like network: stem, inverted residual blocks, head and, for training,
/// the loss. The names are like those in a graph that TensorFlow has optimised.
ModelGraph makeCnn(const ModelPreset& model);

} // namespace tileline
