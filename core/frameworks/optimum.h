// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "core/frameworks/poptorchcheck.h"

namespace tileline {

// ipu_config.json of Optimum Graphcore. The keys that are read and written, each with the prefix `training_`
// or `inference_` instead where the file has it:
//
//     layers_per_ipu        without it [-1]
//     ipus_per_replica      without it, the length of that list
//     matmul_proportion     a number, or one for each IPU
//     gradient_accumulation_steps, recompute_checkpoint_every_layer: only for training
//     inference_device_iterations: only for inference
//
// inference_layers_per_ipu is read for inference. All other keys are kept.

/// The file with the split of the plan. If `options.imported` is such a file, everything that already says
/// what the plan says, and all other keys, stay as they are.
std::string optimumJson(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkOptimum(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesOptimum(const SplitText& text);
Outcome<ImportedSplit> readOptimum(const SplitText& text, const ImportTarget& target,
                                   const std::stop_token& stop);

} // namespace tileline
