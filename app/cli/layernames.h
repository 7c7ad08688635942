// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/result.h"

#include <string>
#include <vector>

namespace tileline::cli {

/// Layers that an option names: each value is a layer's name or, where no layer is called so, several names
/// with commas between them. In the order of the layer list, each once. UnknownLayer, BadPlan (twice).
Result<std::vector<LayerIndex>> resolveLayers(const Layers& layers, const std::vector<std::string>& values,
                                              const std::string& option);

/// The name for people: "None" for the entry without a layer; control characters replaced.
std::string displayText(const Layers& layers, LayerIndex layer);

} // namespace tileline::cli
