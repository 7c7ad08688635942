// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/poptorchremarks.h"

#include <algorithm>

namespace tileline {

namespace {

/// About a pipeline that trains on several IPUs.
void addPipelineRemarks(const ExportPlan& plan, std::vector<ExportRemark>& remarks) {
    if (!plan.assumed) {
        remarks.push_back(
            {"The estimate is PopLiner's: it has no stashes and no gradient accumulators, but the "
             "pipeline has both.",
             "Estimate the plan in the pipeline setting."});
        return;
    }
    const PipelineOptions& options = plan.assumed->options;
    if (options.schedule != Schedule::PopTorch) {
        remarks.push_back({"The estimate assumes the schedule " + std::string(idOf(options.schedule)) +
                               ", but PopTorch's pipeline keeps other numbers of copies in its stashes.",
                           "Estimate the plan with the schedule poptorch."});
    }
    if (options.accumulators == Accumulators::None) {
        remarks.push_back({"The estimate leaves out the gradient accumulators, which the pipeline has.",
                           "Leave room for them, or estimate the plan with gradient accumulators."});
    }
}

/// About the number of micro-batches.
void addMicroBatchRemarks(const ExportPlan& plan, const PoptorchExportOptions& options,
                          std::vector<ExportRemark>& remarks) {
    const bool training = options.mode == ExportMode::Training;
    const MicroBatches written = microBatchesOf(plan, options);
    if (std::string raised = written.raisedText(training); !raised.empty()) {
        remarks.push_back({std::move(raised)});
    }
    PoptorchExportOptions untold;
    untold.mode = options.mode;
    const uint32_t estimated = microBatchesOf(plan, untold).count;
    if (estimated != written.count && plan.assumed && plan.assumed->training == training &&
        options.strategy == ExecutionStrategy::Pipelined) {
        remarks.push_back({"The export works on " + std::to_string(written.count) +
                               " micro-batches at a time, but the estimate on " + std::to_string(estimated) +
                               ".",
                           "Estimate the plan with as many, or give the export no number of its own."});
    }
}

/// About sharded execution for training.
void addShardedRemarks(const ExportPlan& plan, const PoptorchExportOptions& options,
                       std::vector<ExportRemark>& remarks) {
    if (!plan.assumed) {
        return;
    }
    const bool accumulates = microBatchesOf(plan, options).count > 1;
    const bool stashes = plan.assumed->options.schedule != Schedule::None;
    const bool accumulators = plan.assumed->options.accumulators != Accumulators::None && !accumulates;
    if (stashes || accumulators) {
        remarks.push_back({std::string("Sharded execution keeps no stashes") +
                               (accumulators ? " and has no gradient accumulators" : "") +
                               ", but the estimate counts them.",
                           std::string("Estimate the plan with the schedule none") +
                               (accumulators ? " and without gradient accumulators." : ".")});
    }
}

} // namespace

std::vector<ExportRemark> exportRemarks(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::vector<ExportRemark> remarks;
    const bool training = options.mode == ExportMode::Training;
    const bool several = plan.placement().ipus.size() > 1;
    if (plan.assumed && plan.assumed->training != training) {
        remarks.push_back({std::string("The export is for ") + std::string(nameOf(options.mode)) +
                               ", but the estimate is of " + (training ? "inference." : "training."),
                           std::string("Estimate ") + std::string(nameOf(options.mode)) + ", or export for " +
                               (training ? "inference." : "training."),
                           false});
    }
    addMicroBatchRemarks(plan, options, remarks);
    switch (options.strategy) {
    case ExecutionStrategy::Pipelined:
        if (setsCheckpoints(plan, options)) {
            remarks.push_back(
                {"The estimate assumes a checkpoint after every layer. The annotation file sets "
                 "them."});
        }
        if (training && several) {
            addPipelineRemarks(plan, remarks);
        }
        break;
    case ExecutionStrategy::Sharded:
        if (training && several) {
            addShardedRemarks(plan, options, remarks);
        }
        break;
    case ExecutionStrategy::SerialPhased:
    case ExecutionStrategy::ParallelPhased:
        if (several) {
            const bool serial = options.strategy == ExecutionStrategy::SerialPhased;
            remarks.push_back({std::string("The stages take turns on ") +
                                   (serial ? "IPU 0" : "IPUs 0 and 1") +
                                   ". The estimate, of a pipeline with each stage on an IPU of its own, does "
                                   "not apply.",
                               "Do not rely on the figures of the plan, or export a pipeline."});
        }
        break;
    }
    return remarks;
}

} // namespace tileline
