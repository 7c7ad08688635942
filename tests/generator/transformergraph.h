// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/generator/generatoroptions.h"
#include "tests/generator/modelgraph.h"

namespace tileline {

/// The forward part of a BERT or GPT, with names and outlined functions as PopTorch and PopART leave them:
/// embeddings, layers, a head and, for training, the loss.
ModelGraph makeTransformer(const ModelPreset& model);

} // namespace tileline
