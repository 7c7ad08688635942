// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/poptorchcheck.h"

#include "core/base/printable.h"
#include "core/frameworks/pythonliteral.h"
#include "core/plan/splitplan.h"

#include <algorithm>
#include <map>

namespace tileline {

namespace {

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
                               ", but PopTorch's pipeline keeps a different number of copies in each stash.",
                           "Estimate the plan with the schedule 'poptorch'."});
    }
    if (options.accumulators == Accumulators::None) {
        remarks.push_back({"The estimate leaves out the gradient accumulators, but the pipeline has them.",
                           "Keep memory free for them, or estimate the plan with gradient accumulators."});
    }
}

/// Adds remarks about memory that the exported pipeline needs in addition to the estimate, and about
/// assumptions of the estimate that no option of the export expresses.
void addMemoryRemarks(const ExportPlan& plan, const PoptorchExportOptions& options,
                      std::vector<ExportRemark>& remarks) {
    if (options.replicationFactor > 1 && options.mode == ExportMode::Training) {
        remarks.push_back({"Replicas add up their gradients. No estimate includes the buffers and code for "
                           "this, 5 to 30 MB on each IPU.",
                           "Keep memory free for them."});
    }
    if (saysOption(options, "TensorLocations.numIOTiles(") && plan.assumed &&
        plan.assumed->options.ioTiles == 0) {
        remarks.push_back({"The export reserves I/O tiles, but the estimate assumes none. I/O tiles leave "
                           "fewer tiles for the model, so each remaining tile must store more.",
                           "Estimate the plan with the same number of I/O tiles."});
    }
    if (plan.assumed && plan.assumed->options.accumulatorType == AccumulatorType::Float &&
        options.mode == ExportMode::Training) {
        remarks.push_back(
            {"The estimate has gradient accumulators in float, but no option of the export sets this.",
             "Give the optimizer accum_type=torch.float32."});
    }
}

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
                               " micro-batches at a time, but the estimate assumes " +
                               std::to_string(estimated) + ".",
                           "Estimate the plan with the same number of micro-batches, or do not set this "
                           "number in the export."});
    }
}

class Checker {
public:
    Checker(const ExportPlan& plan, const PoptorchExportOptions& options)
        : m_plan(plan)
        , m_options(options)
        , m_stages(poptorchStages(plan, options)) {}

    std::vector<ExportIssue> run() {
        checkBlocks();
        checkCheckpoints();
        checkSameModules();
        checkIterations();
        checkIpus();
        checkMemoryProportion();
        checkExtraLines();
        checkRecomputation();
        checkAssumptions();
        checkOrder();
        checkFit();
        addNotes();
        std::ranges::stable_sort(m_issues, {}, &ExportIssue::severity);
        return std::move(m_issues);
    }

private:
    ExportIssue& add(IssueSeverity severity, ExportRule rule, std::string reason, std::string remedy) {
        return m_issues.emplace_back(ExportIssue{severity, rule, std::move(reason), std::move(remedy)});
    }

    void checkBlocks() {
        for (uint32_t i = 0; i < m_stages.size(); ++i) {
            if (m_stages[i].blocks.empty()) {
                addEmptyStage({i});
            }
            for (const PoptorchBlock& block : m_stages[i].blocks) {
                checkPath(block.layer, block.path, "where the block " + pythonLiteral(block.name) + " begins",
                          block.name, StageIndex{i});
            }
        }
    }

    void addEmptyStage(StageIndex stage) {
        const bool alone = m_plan.plan.layerCount() == 1;
        const bool input = m_plan.kind({0}) == EntryKind::Input;
        const std::string module = input ? "for Input, type the path of the module that runs first."
                                         : "for the entry None, type the path of the module that runs first.";
        add(IssueSeverity::Error, ExportRule::EmptyStage,
            input ? "IPU 0 holds only Input, whose module is not known, so no block would begin there."
                  : "IPU 0 holds only operations outside any layer, which have no module, so no block would "
                    "begin there.",
            (alone ? "Change the layer regex so that layers are found, or "
                   : "Move the first split after a layer, or ") +
                module)
            .stage = stage;
    }

    /// With checkpoints, even layers at which no block begins need module paths. Checks these paths.
    void checkCheckpoints() {
        if (!setsCheckpoints(m_plan, m_options)) {
            return;
        }
        std::vector<LayerIndex> begun;
        for (const PoptorchStage& stage : m_stages) {
            for (const PoptorchBlock& block : stage.blocks) {
                begun.push_back(block.layer);
            }
        }
        for (uint32_t i = 0; i < m_plan.layerNames.size(); ++i) {
            const LayerIndex layer{i};
            if (m_plan.kind(layer) == EntryKind::Layer && std::ranges::find(begun, layer) == begun.end()) {
                checkPath(layer, m_plan.modulePath(layer), "which ends with a checkpoint", {}, {});
            }
        }
    }

    /// Checks the module path of a layer and, if `name` is not empty, the block name. `why` says why the
    /// layer needs a path.
    void checkPath(LayerIndex layer, const std::string& path, const std::string& why, const std::string& name,
                   std::optional<StageIndex> stage) {
        if (path.empty()) {
            add(IssueSeverity::Error, ExportRule::NoModulePath,
                "No module path is known for " +
                    entryText(m_plan, layer, "the operations outside any layer") + ", " + why + ".",
                "Type the path of its module, as print(model) or model.named_modules() shows it.");
        } else if (!isUtf8(path) || !isUtf8(name)) {
            add(IssueSeverity::Error, ExportRule::NotUtf8,
                "The name " + pythonLiteral(isUtf8(path) ? name : path) + " is not UTF-8 text.",
                "If this is a module path, type it in UTF-8. If it is the name of a block, choose one block "
                "for each stage.");
        } else if (path.front() == '.' || path.back() == '.' || path.find("..") != std::string::npos) {
            add(IssueSeverity::Error, ExportRule::BadModulePath,
                pythonLiteral(path) + " is no module path: a part of it is empty.",
                "Join the names of the modules with single dots, as in bert.encoder.layer.3.");
        } else {
            return;
        }
        m_issues.back().layer = layer;
        m_issues.back().stage = stage;
    }

    void checkSameModules() {
        std::map<std::string, std::string> blockAt;
        for (uint32_t i = 0; i < m_stages.size(); ++i) {
            for (const PoptorchBlock& block : m_stages[i].blocks) {
                const auto [at, first] = blockAt.emplace(block.path, block.name);
                if (!first && !block.path.empty()) {
                    add(IssueSeverity::Error, ExportRule::SameModule,
                        "The blocks " + pythonLiteral(at->second) + " and " + pythonLiteral(block.name) +
                            " both begin at the module " + pythonLiteral(block.path) + ".",
                        "Give each block its own module, because only one block can begin at a module.");
                    m_issues.back().stage = StageIndex{i};
                    m_issues.back().layer = block.layer;
                }
            }
        }
    }

    void checkIterations() {
        if (m_options.deviceIterations == 0U) {
            add(IssueSeverity::Error, ExportRule::DeviceIterations, "Device iterations are 0.",
                "Set them to 1 or more.");
        }
        if (m_options.gradientAccumulation == 0U) {
            add(IssueSeverity::Error, ExportRule::GradientAccumulation, "Gradient accumulation is 0.",
                "Set it to 1 or more.");
        }
    }

    void checkIpus() {
        if (m_options.replicationFactor == 0) {
            add(IssueSeverity::Error, ExportRule::Replication, "The replication factor is 0.",
                "Set it to 1 or more.");
            return;
        }
        const IpuCount ipus = ipuCount(m_plan, m_options);
        std::string used = countOf(ipus.used, "IPU");
        if (m_options.replicationFactor > 1) {
            used += " (" + std::to_string(ipusPerReplica(m_stages)) + " for each of " +
                    std::to_string(m_options.replicationFactor) + " replicas)";
        }
        if (ipus.used > MaxIpus) {
            add(IssueSeverity::Error, ExportRule::TooManyIpus,
                "The export uses " + used + ", but a program can have " + std::to_string(MaxIpus) +
                    " at most.",
                "Use fewer stages or replicas.");
        } else if (ipus.idle() > 0) {
            add(IssueSeverity::Warning, ExportRule::IdleIpus,
                "The export uses " + used +
                    ", but IPUs can be acquired only in powers of two: " + std::to_string(ipus.rounded) +
                    " IPUs are acquired and " + std::to_string(ipus.idle()) + " stay idle.",
                "Plan for " + std::to_string(ipus.rounded) +
                    " IPUs to use them all, or accept the idle IPUs: the export rounds up.");
        }
    }

    void checkMemoryProportion() {
        const auto& proportion = m_options.availableMemoryProportion;
        // The condition is written so that NaN counts as an error.
        if (proportion && !(*proportion > 0 && *proportion <= 1)) {
            add(IssueSeverity::Error, ExportRule::MemoryProportion,
                "The available memory proportion is " + pythonNumber(*proportion) + ".",
                "Set it to the value that the profile was made with. The value is more than 0 and at most "
                "1.");
        }
    }

    void checkExtraLines() {
        for (size_t i = 0; i < m_options.extraLines.size(); ++i) {
            const OptionLine& line = m_options.extraLines[i];
            const std::string which =
                "Extra line " + std::to_string(i + 1) + ", " + std::string(textOf(line.source()));
            if (line.call()) {
                add(IssueSeverity::Note, ExportRule::ExtraLine, which + ": " + line.shown(), {});
            } else {
                add(IssueSeverity::Error, ExportRule::ExtraLine,
                    which + ", is refused: " + line.shown() + ", " + line.refusal() + ".",
                    line.call().failure().remedy);
            }
        }
    }

    /// Warns about extra lines that replace the recomputation of the estimate. Extra lines come last in the
    /// file, so they override other options.
    void checkRecomputation() {
        for (const OptionLine& line : m_options.extraLines) {
            if (m_plan.assumed && trainsInPipeline(m_plan, m_options) && line.call() &&
                line.call()->starts_with("_Popart.set(")) {
                add(IssueSeverity::Warning, ExportRule::Assumption,
                    line.shown() + " replaces the recomputation that the estimate assumes, " +
                        std::string(idOf(m_plan.assumed->options.recompute)) + ".",
                    "Remove the line. To recompute differently, change the setting with which the plan is "
                    "estimated.");
            }
        }
    }

    void checkAssumptions() {
        for (const ExportRemark& remark : exportRemarks(m_plan, m_options)) {
            add(remark.differs() ? IssueSeverity::Warning : IssueSeverity::Note, ExportRule::Assumption,
                remark.text, remark.remedy);
        }
        if (m_plan.ofTensorflow) {
            add(IssueSeverity::Warning, ExportRule::OtherFramework,
                "The profile is of TensorFlow: the names of its operations are not those of PyTorch modules.",
                "Export for TensorFlow, or type the module paths of the same model in PyTorch.");
        }
    }

    void checkOrder() {
        if (!m_plan.inExecutionOrder && m_plan.plan.stageCount() > 1) {
            add(IssueSeverity::Warning, ExportRule::LayerOrder,
                "The layers are not listed in the order in which they run.",
                "Choose the layer order 'steps': PopTorch runs stages in the order of execution.");
        }
    }

    void checkFit() {
        for (uint32_t i = 0; i < m_plan.fit.size(); ++i) {
            const ExportPlan::Fit& fit = m_plan.fit[i];
            if (fit.peakTileBytes > fit.limit) {
                add(IssueSeverity::Warning, ExportRule::StageOverflows,
                    "IPU " + std::to_string(i) + " peaks at " + std::to_string(fit.peakTileBytes) +
                        " bytes on one tile, " + std::to_string(fit.peakTileBytes - fit.limit) +
                        " more than the limit of " + std::to_string(fit.limit) + ".",
                    "Move the splits of this stage or use more IPUs; otherwise, PopTorch will probably run "
                    "out of memory.");
                m_issues.back().stage = StageIndex{i};
            }
        }
    }

    void addNotes() {
        add(IssueSeverity::Note, ExportRule::OnlyPoptorchKnows,
            "Only PopTorch can tell whether the modules exist, whether they run in this order, and whether "
            "the compiled model fits.",
            "Paste print(model) to check the modules here.");
        if (!m_options.extraLines.empty()) {
            add(IssueSeverity::Note, ExportRule::OnlyPoptorchKnows,
                "Only PopTorch can tell whether its version has the options of the extra lines.", {});
        }
    }

    const ExportPlan& m_plan;
    const PoptorchExportOptions& m_options;
    std::vector<PoptorchStage> m_stages;
    std::vector<ExportIssue> m_issues;
};

} // namespace

std::vector<ExportIssue> checkExport(const ExportPlan& plan, const PoptorchExportOptions& options) {
    return Checker(plan, options).run();
}

bool hasErrors(const std::vector<ExportIssue>& issues) {
    return std::ranges::any_of(
        issues, [](const ExportIssue& issue) { return issue.severity == IssueSeverity::Error; });
}

std::vector<ExportRemark> exportRemarks(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::vector<ExportRemark> remarks;
    const bool training = options.mode == ExportMode::Training;
    const bool pipelined = options.strategy == ExecutionStrategy::Pipelined;
    const bool sharded = options.strategy == ExecutionStrategy::Sharded;
    const bool several = plan.placement().ipus.size() > 1;
    if (plan.assumed && plan.assumed->training != training) {
        remarks.push_back({std::string("The export is for ") + std::string(nameOf(options.mode)) +
                               ", but the estimate is of " + (training ? "inference." : "training."),
                           std::string("Estimate ") + std::string(nameOf(options.mode)) + ", or export for " +
                               (training ? "inference." : "training."),
                           false});
    }
    addMicroBatchRemarks(plan, options, remarks);
    addMemoryRemarks(plan, options, remarks);
    if (setsCheckpoints(plan, options)) {
        remarks.push_back({"The estimate assumes a checkpoint after every layer. The annotation file sets "
                           "these checkpoints."});
    }
    if (pipelined && training && several) {
        addPipelineRemarks(plan, remarks);
    }
    if (sharded && training && several && plan.assumed) {
        const bool accumulates = microBatchesOf(plan, options).count > 1;
        const bool accumulators = plan.assumed->options.accumulators != Accumulators::None && !accumulates;
        if (accumulators || plan.assumed->options.schedule != Schedule::None) {
            remarks.push_back({std::string("Sharded execution keeps no stashes") +
                                   (accumulators ? " and has no gradient accumulators" : "") +
                                   ", but the estimate counts them.",
                               std::string("Estimate the plan with the schedule 'none'") +
                                   (accumulators ? " and without gradient accumulators." : ".")});
        }
    }
    if (!pipelined && !sharded && several) {
        remarks.push_back(
            {std::string("The stages take turns on ") +
                 (options.strategy == ExecutionStrategy::SerialPhased ? "IPU 0" : "IPUs 0 and 1") +
                 ". The estimate does not apply: it is for a pipeline with each stage on an "
                 "IPU of its own.",
             "Do not rely on the figures of the plan, or export a pipeline."});
    }
    return remarks;
}

ExportIssue notSayable(const Error& error) {
    return {IssueSeverity::Error, ExportRule::NotSayable,
            error.item + ": " + error.actual + ". Expected: " + error.expected + ".", error.remedy};
}

void noteRaised(std::vector<ExportIssue>& issues, const MicroBatches& batches,
                const PoptorchExportOptions& options) {
    if (std::string raised = batches.raisedText(options.mode == ExportMode::Training); !raised.empty()) {
        issues.push_back({IssueSeverity::Note, ExportRule::Assumption, std::move(raised)});
    }
}

std::vector<ExportIssue> checkMicroBatches(const ExportPlan& plan, const PoptorchExportOptions& options) {
    std::vector<ExportIssue> issues;
    noteRaised(issues, microBatchesOf(plan, options), options);
    return issues;
}

void addUnsaid(std::vector<ExportIssue>& issues, const ExportPlan& plan, const PoptorchExportOptions& options,
               const std::string& file, bool saysHead, bool saysMicroBatches) {
    if (!plan.inExecutionOrder && plan.plan.stageCount() > 1) {
        issues.push_back(
            {IssueSeverity::Warning, ExportRule::LayerOrder,
             "The layers are not listed in the order in which they run.",
             "Choose the layer order 'steps': the file counts layers in the order of execution."});
    }
    if (!options.extraLines.empty() || options.strategy != ExecutionStrategy::Pipelined) {
        issues.push_back({IssueSeverity::Warning, ExportRule::NotSayable,
                          "The strategy and the extra lines of the export are only for PopTorch: " + file +
                              " does not have them.",
                          "Set them in the program that reads the file."});
    }
    const StagePlacement placement = plan.placement();
    if (!saysHead && placement.ipus.size() > 1 && plan.assumed) {
        issues.push_back({IssueSeverity::Note, ExportRule::Assumption,
                          file +
                              " does not say where Output runs, because the model class decides it. The plan "
                              "runs Output on the " +
                              (placement.outputOnFirst() ? "first" : "last") + " IPU."});
    }
    if (!saysMicroBatches && plan.assumed) {
        const bool training = options.mode == ExportMode::Training;
        noteRaised(issues, microBatchesOf(plan, options), options);
        issues.push_back(
            {IssueSeverity::Note, ExportRule::Assumption,
             file + " does not say the " + (training ? "gradient accumulation" : "device iterations") +
                 ": the estimate assumes " + std::to_string(microBatchesOf(plan, options).count) + "."});
    }
}

} // namespace tileline
