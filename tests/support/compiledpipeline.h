// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"
#include "core/profile/profile.h"

#include <string>
#include <vector>

namespace tileline::test {

/// How a compiled pipeline differs from what the plan says.
struct CompiledChanges {
    struct AddedVariable {
        uint32_t ipu = 0;
        uint32_t tile = 0; ///< of the IPU
        std::string name;
        uint32_t bytes = 0;
        bool alwaysLive = false; ///< otherwise it is live when the IPU's tiles are fullest
    };
    struct AddedBytes {
        uint32_t ipu = 0;
        uint32_t tile = 0; ///< of the IPU
        uint32_t bytes = 0;
    };
    std::vector<AddedVariable> variables;
    std::vector<AddedBytes> exchangeCode;     ///< of the program that exchanges data within the IPU
    std::vector<AddedBytes> interIpuExchange; ///< code of a GlobalExchange
    std::vector<AddedBytes> gaps;
    std::vector<std::string> withoutVariables; ///< variables of the plan that do not exist
    uint32_t furtherIpus = 0;                  ///< empty ones
    uint32_t withoutIpus = 0;                  ///< the last ones of the plan
    uint32_t replicas = 1;                     ///< all hold the same
    bool tileMemory = true;                    ///< the profile has Poplar's totals
    bool operations = true;
};

/// "Compiles" a plan: the profile of a pipeline that holds on each tile of each IPU what the estimate says
/// that it holds when the tile is fullest, under the names of the plan's profile, and stashes and
/// accumulators under the names that PopART gives them. IPU i is fullest in step i.
ProfilePtr compilePipeline(const StageEstimator& estimator, const PlanEstimate& estimate,
                           const CompiledChanges& changes = {});

} // namespace tileline::test
