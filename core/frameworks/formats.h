// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "core/frameworks/poptorchcheck.h"
#include "core/tables/tables.h"

namespace tileline {

// The formats of the tables exporters() and importers(): what each writes, checks, recognises and reads.

/// The options file that `poptorch.Options().loadFromFile()` reads: ASCII, one call per line. Names are
/// string literals, even in comments, so that no part of a name can begin a line. Safe for any plan and
/// options: refused extra lines are left out (checkExport() reports them).
std::string poptorchConf(const ExportPlan& plan, const PoptorchExportOptions& options);

/// The Python annotation file that accompanies the options file. It defines `BLOCKS`, the modules at which
/// blocks begin, and `annotate(model)`, which begins the blocks. If the estimate assumes a checkpoint after
/// every layer, it also defines `CHECKPOINTS`, and `annotate` sets them as forward hooks. ASCII; names are
/// string literals. The first two lines contain no text from the profile, because Python looks for an
/// encoding there.
std::string poptorchAnnotations(const ExportPlan& plan, const PoptorchExportOptions& options);

/// The stage and IPU of each layer, with the columns layer, stage, ipu and module. The layer of entry *none*
/// is empty.
Table planRows(const ExportPlan& plan);
/// The same as CSV.
std::string planCsv(const ExportPlan& plan, const PoptorchExportOptions& options = {});

/// The plan as JSON: `stages`, each with `stage`, `ipu` and `layers` (`name`, null for *none*; `module`), and
/// `extra_lines`, each with `line`, `source` ("plan file" or "typed") and `refused` (the reason, or null if
/// the line is accepted).
std::string planJson(const ExportPlan& plan, const PoptorchExportOptions& options = {});

/// PopART: for each layer its virtual graph and its pipeline stage, as JSON. Keys: `accumulationFactor` or,
/// in inference, `batchesPerStep`; `layers`, each with `layer`, `virtualGraph` and `pipelineStage`.
std::string popartJson(const ExportPlan& plan, const PoptorchExportOptions& options = {});

/// PopART: Python with the same table and a context manager that builds a layer on its virtual graph and in
/// its pipeline stage, with `builder.virtualGraph(i), builder.pipelineStage(i)`. ASCII; names are string
/// literals.
std::string popartPython(const ExportPlan& plan, const PoptorchExportOptions& options = {});

/// TensorFlow: Python with the layers of each computational stage and the device mapping, as
/// `pipelining_ops.pipeline(computational_stages=..., device_mapping=...)` takes them.
std::string tensorflowPython(const ExportPlan& plan, const PoptorchExportOptions& options = {});

// Keras for IPUs, as JSON. Keys:
//
//     pipeline_stage_assignment   the stage of each entry (Input, the layers, Output), as
//                                 set_pipeline_stage_assignment() takes it
//     device_mapping              the IPU of each stage
//     pipeline_stages             as in the configurations of TF2 BERT: for each stage what it holds, "emb"
//                                 for Input, "hid" for a layer, other names for the parts of Output
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

/// One line of YAML: `layers_per_ipu: [3, 7, 7, 7]`.
std::string layersPerIpuText(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkLayersPerIpu(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesLayersPerIpu(const SplitText& text);
/// The same line, as an option of a command line, as a part of JSON, or the bare list. The rules are those of
/// Optimum. ipus_per_replica is read too if the text has it.
Outcome<ImportedSplit> readLayersPerIpu(const SplitText& text, const ImportTarget& target,
                                        const std::stop_token& stop);

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
