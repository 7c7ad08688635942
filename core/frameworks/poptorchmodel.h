// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchcheck.h"

#include <string_view>
#include <vector>

namespace tileline {

/// A module of a PyTorch model, as `print(model)` shows it.
struct PrintedModule {
    std::string name;      ///< "3", "encoder"; a run of equal ones is one entry: "0-11"
    std::string className; ///< "ModuleList"
    std::vector<PrintedModule> children;
};

/// Reads what `print(model)` printed: a line `(name): Class(` for each module, nested by indentation. Lines
/// of any other kind are passed over. The root has no name; without children where nothing could be read.
PrintedModule parsePrintedModel(std::string_view text);

/// The module at a path, or null. Runs of equal modules contain each number of the run.
const PrintedModule* findModule(const PrintedModule& root, std::string_view path);

/// Checks that each block of the export begins at a module of the printed model, and at one that is called: a
/// ModuleList or ModuleDict never is.
std::vector<ExportIssue> checkAgainstModel(const ExportPlan& plan, const PoptorchExportOptions& options,
                                           const PrintedModule& model);

} // namespace tileline
