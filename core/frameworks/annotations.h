// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"

#include <string>

namespace tileline {

/// The Python file that goes with the options file: `BLOCKS`, the modules at which blocks begin, and
/// `annotate(model)`, which begins them. ASCII; names are string literals. Nothing from the profile stands in
/// its first two lines, where Python looks for an encoding.
std::string poptorchAnnotations(const ExportPlan& plan, const PoptorchExportOptions& options);

} // namespace tileline
