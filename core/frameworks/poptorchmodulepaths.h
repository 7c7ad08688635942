// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/frameworks/poptorchplan.h"

#include <string>
#include <vector>

namespace tileline {

/// The modules that the operation names of a layer point to.
struct ModulePathGuess {
    std::string path; ///< the most frequent path, the first one on a tie; empty if no name has a path
    std::vector<std::string> others; ///< other paths, if several modules match the layer name
};

/// Module paths by layer entry, from the operation names: the part of the name up to the end of the match of
/// the layer regex, with `/` replaced by `.` (`bert/encoder/layer.3/attention/MatMul` is in
/// `bert.encoder.layer.3`). Entry 0 has no path.
std::vector<ModulePathGuess> guessModulePaths(const Layers& layers);

/// The plan of a profile, ready to be exported: names, the guessed module paths, and whether the layers are
/// listed in the order in which they run. `fit` is empty.
ExportPlan exportPlanOf(const Layers& layers, const SplitPlan& plan);

} // namespace tileline
