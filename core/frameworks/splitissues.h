// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchcheck.h"

#include <string>
#include <vector>

namespace tileline {

/// An error as a finding: the file cannot say the plan.
ExportIssue notSayable(const Error& error);

/// A note if the plan has more micro-batches than were asked for.
std::vector<ExportIssue> checkMicroBatches(const ExportPlan& plan, const PoptorchExportOptions& options);

/// What a file that only splits a model leaves unsaid: where Output runs, unless `saysHead`, the number of
/// micro-batches, unless `saysMicroBatches`, and the options of the export. `file`: "ipu_config.json".
void addUnsaid(std::vector<ExportIssue>& issues, const ExportPlan& plan, const PoptorchExportOptions& options,
               const std::string& file, bool saysHead, bool saysMicroBatches = false);

} // namespace tileline
