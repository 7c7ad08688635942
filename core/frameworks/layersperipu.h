// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "core/frameworks/poptorchcheck.h"

namespace tileline {

/// One line of YAML: `layers_per_ipu: [3, 7, 7, 7]`.
std::string layersPerIpuText(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkLayersPerIpu(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesLayersPerIpu(const SplitText& text);
/// The same line, as an option of a command line, as a part of JSON, or the bare list. The rules are those of
/// Optimum. ipus_per_replica is read too if the text has it.
Outcome<ImportedSplit> readLayersPerIpu(const SplitText& text, const ImportTarget& target,
                                        const std::stop_token& stop);

} // namespace tileline
