// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/layers/layers.h"
#include "core/plan/splitplan.h"

#include <string>

namespace tileline {

/// The name of an entry by itself: "Input", "None", "3" or "Output".
Phrase entryPhrase(LayerIndex entry, const Layers& layers);

/// The entries of a stage in a sentence: "Input, layers 0 to 2", "layers 1, 10, 9", "none and layer 0,
/// Output". Long lists are shortened.
Phrase entriesPhrase(LayerRange range, const Layers& layers);

/// The name of a layer in files: "None" for the entry *none*. Control characters are replaced.
std::string displayText(const Layers& layers, LayerIndex layer);

/// The entries of a stage as they are written to files: "@input, 0 to 2", or "1, 10, 9" if the numbers are
/// not consecutive.
std::string rangeText(const Layers& layers, LayerRange entries);

} // namespace tileline
