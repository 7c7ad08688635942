// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"
#include "tests/fuzz/useprofile.h"
#include "tests/support/randomprofile.h"

namespace tileline::fuzz {

void runEstimate(Input input) {
    Choices choices(input);
    const uint64_t seed = choices.below(1U << 16U);
    test::RandomProfileOptions options;
    options.tiles = 1 + choices.below(6);
    options.layers = choices.below(7);
    options.steps = 1 + choices.below(24);
    options.variables = choices.below(30);
    options.operations = choices.below(20);
    options.computeSets = choices.below(6);
    options.vertexNames = 1 + choices.below(3);
    options.classes = 2 + choices.below(10);
    options.replicas = choices.yes();
    options.shuffledLayers = choices.yes();
    options.further = choices.below(4) == 0;
    options.pipeline = !options.further;
    options.training = choices.yes();
    options.manyCycles = choices.yes();
    useProfile(test::randomProfile(seed, options), choices);
}

} // namespace tileline::fuzz
