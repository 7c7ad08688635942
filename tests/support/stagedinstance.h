// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/optimalsolver.h"
#include "tests/support/bruteforce.h"
#include "tests/support/random.h"

#include <functional>
#include <optional>

namespace tileline::test {

/// An IPU of a plan: the entries [first, last] of its first stage, the number of stages that follow this
/// stage, and whether Output also runs on the IPU.
struct StageAt {
    size_t first = 0;
    size_t last = 0;
    uint32_t after = 0;
    bool withOutput = false;
};

/// An input for the solver whose costs depend on the position, with the data that brute force needs.
struct StagedInstance {
    IntervalCosts costs;
    bool outputOnFirst = false;
    std::function<uint64_t(const StageAt&)> peak;
    std::function<StageTimes::Time(const StageAt&)> time;
};

/// Random lines and times with many ties: short intervals may need more than long ones, and copies matter.
/// Some entries take no time.
StagedInstance randomInstance(Random& random, size_t layers);

/// Pins, forbidden boundaries, memory limits, limits of single IPUs, and bounds on the entries of a stage.
SolveRequest randomStagedRequest(Random& random, size_t layers, Objective objective);

/// Whether a plan obeys all constraints except the memory.
bool obeysStaged(const StagedInstance& instance, const SplitPlan& plan, const SolveRequest& request,
                 size_t ipus);

PlanRank stagedRankOf(const StagedInstance& instance, const SolveRequest& request, const SplitPlan& plan);

/// The best of all plans that obey the request; nothing if no plan does.
std::optional<PlanRank> stagedBruteForce(const StagedInstance& instance, const SolveRequest& request);

} // namespace tileline::test
