// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "core/frameworks/poptorchcheck.h"

namespace tileline {

/// One line of YAML, whose list is JSON and Python too: `pipeline_splits: ["encoder/layer/3"]`. Each name is
/// the module or the name scope at which a stage begins. Stage i runs on IPU i.
std::string pipelineSplitsText(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkPipelineSplits(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesPipelineSplits(const SplitText& text);
/// Names of operations, modules or name scopes, with slashes or dots; `pipeline_splits` of JSON, YAML, Python
/// or a command line, or the bare list. A stage begins at the first operation with that name in its path. If
/// that is inside a layer, the error proposes a layer regex under which it begins one, if there is any.
Outcome<ImportedSplit> readPipelineSplits(const SplitText& text, const ImportTarget& target,
                                          const std::stop_token& stop);

} // namespace tileline
