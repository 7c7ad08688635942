// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "core/frameworks/poptorchcheck.h"

namespace tileline {

// Keras for IPUs, as JSON. Keys:
//
//     pipeline_stage_assignment   the stage of each entry (Input, the layers, Output), as
//                                 set_pipeline_stage_assignment() takes it
//     device_mapping              the IPU of each stage
//     pipeline_stages             as in the configurations of TF2 BERT: for each stage what it holds, "emb"
//     for
//                                 Input, "hid" for a layer, other names for the parts of Output
//     pipeline_device_mapping     the IPU of each of these stages
//
// The last two are also found in an object `ipu_config`, where TF2 BERT has them.

/// The keys of the plan. If `options.imported` is a file with some of them, these get new values where they
/// say another plan, and everything else stays as it is.
std::string kerasJson(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkKeras(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesKeras(const SplitText& text);
/// The JSON, or Python with the list of set_pipeline_stage_assignment() and with device_mapping.
Outcome<ImportedSplit> readKeras(const SplitText& text, const ImportTarget& target,
                                 const std::stop_token& stop);

} // namespace tileline
