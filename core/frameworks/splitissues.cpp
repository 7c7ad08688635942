// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/splitissues.h"

namespace tileline {

ExportIssue notSayable(const Error& error) {
    return {IssueSeverity::Error, ExportRule::NotSayable,
            error.item + ": " + error.actual + ". Expected: " + error.expected + ".", error.remedy};
}

std::vector<ExportIssue> checkMicroBatches(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::string raised = microBatchesOf(plan, options).raisedText(options.mode == ExportMode::Training);
    if (raised.empty()) {
        return {};
    }
    return {{IssueSeverity::Note, ExportRule::Assumption, std::move(raised), {}}};
}

void addUnsaid(std::vector<ExportIssue>& issues, const ExportPlan& plan, const PoptorchExportOptions& options,
               const std::string& file, bool saysHead, bool saysMicroBatches) {
    if (!plan.inExecutionOrder && plan.plan.stageCount() > 1) {
        issues.push_back({IssueSeverity::Warning, ExportRule::LayerOrder,
                          "The layers are not listed in the order in which the profile runs them.",
                          "Choose the layer order steps: the file counts layers in the order of execution."});
    }
    if (!options.extraLines.empty() || options.strategy != ExecutionStrategy::Pipelined) {
        issues.push_back({IssueSeverity::Warning, ExportRule::NotSayable,
                          "The strategy and the extra lines of the export are PopTorch's: " + file +
                              " does not have them.",
                          "Set them in the program that reads the file."});
    }
    const StagePlacement placement = plan.placement();
    if (!saysHead && placement.ipus.size() > 1 && plan.assumed) {
        issues.push_back({IssueSeverity::Note,
                          ExportRule::Assumption,
                          file +
                              " does not say where the head runs, the model class does: the plan has it on "
                              "the " +
                              (placement.outputOnFirst() ? "first" : "last") + " IPU.",
                          {}});
    }
    if (!saysMicroBatches && plan.assumed) {
        const bool training = options.mode == ExportMode::Training;
        const auto raised = checkMicroBatches(plan, options);
        issues.insert(issues.end(), raised.begin(), raised.end());
        issues.push_back(
            {IssueSeverity::Note,
             ExportRule::Assumption,
             file + " does not say the " + (training ? "gradient accumulation" : "device iterations") +
                 ": the estimate assumes " + std::to_string(microBatchesOf(plan, options).count) + ".",
             {}});
    }
}

} // namespace tileline
