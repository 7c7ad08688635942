// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// The rules of an export to PopTorch. Each comment states a rule; many names say what breaks the rule.
enum class ExportRule : uint8_t {
    EmptyStage,           ///< every stage has a block
    NoModulePath,         ///< every block begins at a module
    BadModulePath,        ///< a module path consists of names joined by dots
    NotUtf8,              ///< names are valid UTF-8
    SameModule,           ///< no two blocks begin at the same module
    DeviceIterations,     ///< the number of device iterations is at least 1
    GradientAccumulation, ///< the gradient accumulation factor is at least 1
    Replication,          ///< the replication factor is at least 1
    TooManyIpus,          ///< the export needs at most 64 IPUs
    IdleIpus,             ///< the number of IPUs is a power of two
    MemoryProportion,     ///< the available memory proportion is in (0, 1]
    ExtraLine,            ///< extra lines call known options with literal arguments; valid lines get notes
    LayerOrder,           ///< stages are in the order of execution
    StageOverflows,       ///< each stage fits into the memory of its IPU
    Assumption,           ///< the export matches the estimate's assumptions; never an error
    OtherFramework,       ///< the profile is of a PyTorch or PopART model
    DoubtfulFigures,      ///< the plan has no warning with PlanWarning::exportAsks()
    NotSayable,           ///< the format of the file can express the plan
    OnlyPoptorchKnows,    ///< the export obeys rules that only PopTorch can check
};

enum class IssueSeverity : uint8_t {
    Error,   ///< PopTorch would refuse the export or run a different plan, so nothing is written
    Warning, ///< the exported files may fail later
    Note,    ///< information for the user
};

/// One finding of a check, as text.
struct ExportIssue {
    IssueSeverity severity{};
    ExportRule rule{};
    std::string reason;   ///< a sentence that states the finding
    std::string remedy{}; ///< a sentence that says what to do; empty for some notes
    std::optional<StageIndex> stage{};
    std::optional<LayerIndex> layer{};

    bool operator==(const ExportIssue&) const = default;
};

/// Checks every rule. The result lists errors first, then warnings, then notes.
std::vector<ExportIssue> checkExport(const ExportPlan& plan, const PoptorchExportOptions& options);

bool hasErrors(const std::vector<ExportIssue>& issues);

/// A remark that says how an export treats an assumption of the estimate.
struct ExportRemark {
    std::string text;
    std::string remedy{};   ///< empty if the export obeys the estimate's assumption
    bool ofEstimate = true; ///< whether the remark is written to the options file as a comment

    /// Whether the figures of the exported model differ from those of the plan.
    bool differs() const { return !remedy.empty(); }
};

/// The remarks on an export. The remarks are in ASCII, and contain no names from the profile.
std::vector<ExportRemark> exportRemarks(const ExportPlan& plan, const PoptorchExportOptions& options);

/// A module of a PyTorch model, as `print(model)` shows it.
struct PrintedModule {
    std::string name;      ///< "3", "encoder"; "0-11" stands for a run of equal modules
    std::string className; ///< "ModuleList"
    std::vector<PrintedModule> children;
};

/// Parses the output of `print(model)`: one line `(name): Class(` for each module, nested by indentation.
/// Other lines are skipped. The root module has no name; if no module could be read, the root has no
/// children.
PrintedModule parsePrintedModel(std::string_view text);

/// The module at `path`, or null. If equal modules are printed as one range, such as "(0-11)", every index in
/// the range leads to that module.
const PrintedModule* findModule(const PrintedModule& root, std::string_view path);

/// Checks that each block and each checkpoint of the export is at a module of the printed model, and that
/// PyTorch calls this module. PyTorch never calls a ModuleList or a ModuleDict.
std::vector<ExportIssue> checkAgainstModel(const ExportPlan& plan, const PoptorchExportOptions& options,
                                           const PrintedModule& model);

/// Turns an error into an issue which states that the file cannot express the plan.
ExportIssue notSayable(const Error& error);

/// Adds a note if `batches` has more micro-batches than were requested.
void noteRaised(std::vector<ExportIssue>& issues, const MicroBatches& batches,
                const PoptorchExportOptions& options);
std::vector<ExportIssue> checkMicroBatches(const ExportPlan& plan, const PoptorchExportOptions& options);

/// Adds issues for a file that only splits a model. Such a file cannot state the strategy and the extra lines
/// of the export, the IPU of Output (unless `saysHead`), and the number of micro-batches (unless
/// `saysMicroBatches`). `file` is what the issues call the file. Also warns if the layers are not in the
/// order of execution.
void addUnsaid(std::vector<ExportIssue>& issues, const ExportPlan& plan, const PoptorchExportOptions& options,
               const std::string& file, bool saysHead, bool saysMicroBatches = false);

} // namespace tileline
