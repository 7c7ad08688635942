// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchcheck.h"

#include <string_view>
#include <vector>

namespace tileline {

/// A module of a PyTorch model, as `print(model)` shows it.
struct PrintedModule {
    std::string name;      ///< "3", "encoder"; a run of equal modules is one entry, such as "0-11"
    std::string className; ///< "ModuleList"
    std::vector<PrintedModule> children;
};

/// Parses the output of `print(model)`: one line `(name): Class(` for each module, nested by indentation.
/// Other lines are skipped. The root has no name, and no children if no module could be read.
PrintedModule parsePrintedModel(std::string_view text);

/// The module at `path`, or null. Where equal modules are printed as one range, such as "(0-11)", each index
/// in the range finds that module.
const PrintedModule* findModule(const PrintedModule& root, std::string_view path);

/// Checks that each block and each checkpoint of the export is at a module of the printed model, and that
/// PyTorch calls this module. PyTorch never calls a ModuleList or a ModuleDict.
std::vector<ExportIssue> checkAgainstModel(const ExportPlan& plan, const PoptorchExportOptions& options,
                                           const PrintedModule& model);

} // namespace tileline
