// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/generatoroptions.h"
#include "app/generate/modelgraph.h"

namespace tileline {

/// Adds what training needs to a forward graph: the gradients, from the loss back to the embeddings, and the
/// updates of the weights (Adam), each directly after the gradient that it applies. Forward activations that
/// a gradient reads stay live until then, which is why training needs so much memory. With several replicas,
/// the gradients of weights are first summed over the replicas.
ModelGraph addBackwardPass(ModelGraph forward, const ModelPreset& model, uint32_t replicas);

} // namespace tileline
