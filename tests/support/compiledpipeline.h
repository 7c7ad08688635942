// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"
#include "core/profile/profile.h"

#include <string>
#include <vector>

namespace tileline::test {

/// How a compiled pipeline differs from its plan.
struct CompiledChanges {
    struct AddedVariable {
        uint32_t ipu = 0;
        uint32_t tile = 0; ///< tile of the IPU
        std::string name;
        uint32_t bytes = 0;
        bool alwaysLive = false; ///< otherwise, it is live when the IPU's tiles are fullest
    };
    struct AddedBytes {
        uint32_t ipu = 0;
        uint32_t tile = 0; ///< tile of the IPU
        uint32_t bytes = 0;
    };
    std::vector<AddedVariable> variables;
    std::vector<AddedBytes> exchangeCode;     ///< code of the program that exchanges data within the IPU
    std::vector<AddedBytes> interIpuExchange; ///< code of a GlobalExchange
    std::vector<AddedBytes> gaps;
    std::vector<std::string> withoutVariables; ///< variables of the plan that the pipeline lacks
    uint32_t furtherIpus = 0;                  ///< number of additional, empty IPUs
    uint32_t withoutIpus = 0;                  ///< how many of the plan's last IPUs are missing
    uint32_t replicas = 1;                     ///< all with the same contents
    bool tileMemory = true;                    ///< the profile has Poplar's totals
    bool operations = true;
};

/// "Compiles" a plan. In the resulting profile of a pipeline, each tile of each IPU holds what the estimate
/// says for its peak: under the names of the plan's profile, and stashes and accumulators under PopART's
/// names. IPU i is fullest in step i.
ProfilePtr compilePipeline(const StageEstimator& estimator, const PlanEstimate& estimate,
                           const CompiledChanges& changes = {});

} // namespace tileline::test
