// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/frameworks/poptorchplan.h"

#include <string>
#include <vector>

namespace tileline {

/// The modules that a layer's operation names speak of.
struct ModulePathGuess {
    std::string path; ///< the most frequent one; on a tie the one found first; empty where no name tells
    std::vector<std::string> others; ///< further ones: the layer name stands for several modules
};

/// Module paths by layer entry, from the operation names: the part up to the end of the match of the layer
/// regex, with `/` as `.` (`bert/encoder/layer.3/attention/MatMul` is in `bert.encoder.layer.3`). Entry 0 has
/// none.
std::vector<ModulePathGuess> guessModulePaths(const Layers& layers);

/// The plan of a profile, ready to be exported: names, the guessed module paths, and whether the layers are
/// listed in the order in which they run. `fit` is empty.
ExportPlan exportPlanOf(const Layers& layers, const SplitPlan& plan);

} // namespace tileline
