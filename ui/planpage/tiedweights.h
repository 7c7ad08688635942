// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"

#include <QString>

#include <vector>

namespace tileline {

/// A group of weights that are all used by the same entries, of which there are at least two.
struct TiedWeights {
    std::vector<LayerIndex> entries; ///< in ascending order
    VariableIndex largest;
    uint64_t bytes = 0; ///< bytes of the largest weight
    size_t count = 0;
};

/// All tied weights of a profile. Empty in PopLiner's setting, or if some of the weights may be constants.
std::vector<TiedWeights> tiedWeights(const StageEstimator& estimator);

/// Whether `placement` puts the entries of `tied` on more than one IPU.
bool isSplit(const TiedWeights& tied, const StagePlacement& placement);

/// A line for the tool tip of `entry`, such as "Shares the weight embedding/table (1.2 MiB) with Output".
QString tiedText(const TiedWeights& tied, LayerIndex entry, const StageEstimator& estimator);

} // namespace tileline
