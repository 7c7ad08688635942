// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "core/frameworks/poptorchcheck.h"
#include "core/tables/tables.h"

namespace tileline {

// Functions that write, check, recognise and read the formats that exporters() and importers() list.

/// The options file that `poptorch.Options().loadFromFile()` reads: ASCII, one call per line. Names are
/// written as string literals, even in comments, so that no part of a name can begin a line. The text is safe
/// to load for any plan and options, because it omits each extra line that checkExport() reports as refused.
std::string poptorchConf(const ExportPlan& plan, const PoptorchExportOptions& options);

/// The Python annotation file that accompanies the options file. The file defines `BLOCKS` (the modules at
/// which blocks begin) and `annotate(model)`, which begins the blocks. If the estimate assumes a checkpoint
/// after every layer, the file also defines `CHECKPOINTS` (the modules to which `annotate` adds a forward
/// hook). The text is ASCII, and names are string literals. The first two lines contain no text from the
/// profile, because Python looks for an encoding there.
std::string poptorchAnnotations(const ExportPlan& plan, const PoptorchExportOptions& options);

/// A table with a row for each layer and the columns `layer`, `stage`, `ipu` and `module`. `layer` is empty
/// for the entry *none*.
Table planRows(const ExportPlan& plan);
/// The table planRows() as CSV.
std::string planCsv(const ExportPlan& plan, const PoptorchExportOptions& options = {});

/// The plan as JSON. Each of `stages` has `stage`, `ipu` and `layers`; a layer has `name` (null for *none*)
/// and `module`. Each of `extra_lines` has `line`, `source` ("plan file" or "typed") and `refused` (the
/// reason, or null if the line is accepted).
std::string planJson(const ExportPlan& plan, const PoptorchExportOptions& options = {});

/// For PopART: the virtual graph and the pipeline stage of each layer, as JSON. Keys: `accumulationFactor`
/// or, in inference, `batchesPerStep`; `layers`: objects with `layer`, `virtualGraph` and `pipelineStage`.
std::string popartJson(const ExportPlan& plan, const PoptorchExportOptions& options = {});

/// For PopART: Python that contains the table of popartJson() and a context manager. The context manager uses
/// `builder.virtualGraph(i), builder.pipelineStage(i)` to place a layer on its virtual graph and in its
/// pipeline stage. The text is ASCII, and names are string literals.
std::string popartPython(const ExportPlan& plan, const PoptorchExportOptions& options = {});

/// For TensorFlow: Python that provides two arguments of `pipelining_ops.pipeline()`, namely
/// `computational_stages` and `device_mapping`.
std::string tensorflowPython(const ExportPlan& plan, const PoptorchExportOptions& options = {});

// Keras for IPUs, as JSON. Keys:
//
//     pipeline_stage_assignment   the stage of each entry (Input, the layers, Output), as
//                                 set_pipeline_stage_assignment() expects it
//     device_mapping              the IPU of each stage
//     pipeline_stages             the contents of each stage, as in TF2 BERT's configurations: "emb"
//                                 for Input, "hid" for a layer, other names for the parts of Output
//     pipeline_device_mapping     the IPU of each stage in pipeline_stages
//
// The last two keys may also be in an object `ipu_config`, as in TF2 BERT.

/// Writes the plan as JSON for Keras. If `options.imported` already contains some of the keys for Keras, only
/// the keys that contradict the plan get new values; everything else stays unchanged.
std::string kerasJson(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkKeras(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesKeras(const SplitText& text);
/// Reads JSON with the keys for Keras, or Python that contains device_mapping and the list for
/// set_pipeline_stage_assignment().
Outcome<ImportedSplit> readKeras(const SplitText& text, const ImportTarget& target,
                                 const std::stop_token& stop);

// ipu_config.json of Optimum Graphcore. The following keys are read and written. If the file has one of the
// first three keys with the prefix of the mode (`training_` or `inference_`), the key with the prefix is
// used.
//
//     layers_per_ipu        [-1] if the file does not have this key
//     ipus_per_replica      the length of layers_per_ipu if the file does not have this key
//     matmul_proportion     one number for all IPUs, or a list with a number for each IPU
//     gradient_accumulation_steps, recompute_checkpoint_every_layer: only for training
//     optimizer_state_offchip: only for training
//     inference_device_iterations: only for inference
//
// All other keys are kept, except those that an export option sets (iterations and replicas).

/// Writes an ipu_config.json for the plan. If `options.imported` is an ipu_config.json, only the keys that
/// contradict the plan get new values.
std::string optimumJson(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkOptimum(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesOptimum(const SplitText& text);
Outcome<ImportedSplit> readOptimum(const SplitText& text, const ImportTarget& target,
                                   const std::stop_token& stop);

/// One line of YAML: `layers_per_ipu: [3, 7, 7, 7]`.
std::string layersPerIpuText(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkLayersPerIpu(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesLayersPerIpu(const SplitText& text);
/// Reads layers_per_ipu from a line of YAML, a command-line option or a part of JSON; also reads a list
/// without a key. The numbers must follow Optimum's rules. If the text contains ipus_per_replica, that key is
/// read too.
Outcome<ImportedSplit> readLayersPerIpu(const SplitText& text, const ImportTarget& target,
                                        const std::stop_token& stop);

/// One line of YAML: `pipeline_splits: ["encoder/layer/3"]`. The list is also valid JSON and Python. Each
/// name is the module or the name scope at which a stage begins. Stage i runs on IPU i.
std::string pipelineSplitsText(const ExportPlan& plan, const PoptorchExportOptions& options);
std::vector<ExportIssue> checkPipelineSplits(const ExportPlan& plan, const PoptorchExportOptions& options);

bool recognisesPipelineSplits(const SplitText& text);
/// Reads names of operations, modules or name scopes. The text has the key `pipeline_splits` in JSON, YAML,
/// Python or a command line, or is a list without a key. Names may have slashes or dots. For each name, a
/// stage begins at the first operation that has the name in its path. It is an error if that operation is
/// inside a layer. The error may propose a layer regex that makes a layer begin at this operation.
Outcome<ImportedSplit> readPipelineSplits(const SplitText& text, const ImportTarget& target,
                                          const std::stop_token& stop);

} // namespace tileline
