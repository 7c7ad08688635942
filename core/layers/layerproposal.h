// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"

#include <vector>

namespace tileline {

/// Looks for the word that numbers most operations: "stage" in `model/stage.3/MatMul`. Words that number
/// fewer than two layers, or fewer than a tenth of the operations, are not proposed. The last part of a name
/// is the operation's own; numbers there tell operations apart, not layers.
LayerProposal proposeLayerRegex(const std::vector<LayeredOperation>& operations);

} // namespace tileline
