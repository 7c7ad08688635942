// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/generatoroptions.h"
#include "app/generate/modelgraph.h"

namespace tileline {

/// The forward part of a BERT or GPT: embeddings, layers, a head and, for training, the loss. Names and
/// outlined functions are like those of PopTorch and PopART.
ModelGraph makeTransformer(const ModelPreset& model);

} // namespace tileline
