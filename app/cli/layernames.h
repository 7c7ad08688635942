// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/layers.h"

#include <string>
#include <vector>

namespace tileline::cli {

/// The layers that an option names. Each value is a layer's name or, if no layer has that name, several names
/// separated by commas. The result is in the order of the layer list, without duplicates. Errors:
/// UnknownLayer, BadPlan (a layer is named twice).
Result<std::vector<LayerIndex>> resolveLayers(const Layers& layers, const std::vector<std::string>& values,
                                              const std::string& option);

} // namespace tileline::cli
