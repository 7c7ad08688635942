// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"
#include "core/tables/tables.h"

#include <string>

namespace tileline {

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

} // namespace tileline
