// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"
#include "tests/fuzz/useprofile.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"

#include <array>

namespace tileline::fuzz {

namespace {

constexpr uint32_t Profiles = 1U << 12U;

ProfilePtr makeProfile(uint32_t number) {
    test::Random choices(number);
    test::RandomProfileOptions options;
    options.tiles = 1 + choices.below(6);
    options.layers = choices.below(7);
    options.steps = 1 + choices.below(24);
    options.variables = choices.below(30);
    options.operations = choices.below(20);
    options.computeSets = choices.below(6);
    options.vertexNames = 1 + choices.below(3);
    options.classes = 2 + choices.below(10);
    options.replicas = choices.below(2) == 0;
    options.shuffledLayers = choices.below(2) == 0;
    options.further = choices.below(4) == 0;
    options.pipeline = !options.further;
    options.training = choices.below(2) == 0;
    options.manyCycles = choices.below(2) == 0;
    return test::randomProfile(number, options);
}

} // namespace

void runEstimate(Input input) {
    // Each is made once, because that takes longer than most uses.
    static std::array<ProfilePtr, Profiles> profiles;
    Choices choices(input);
    const uint32_t number = choices.below(Profiles);
    if (!profiles[number]) {
        profiles[number] = makeProfile(number);
    }
    useProfile(profiles[number], choices, input);
}

} // namespace tileline::fuzz
