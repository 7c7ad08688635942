// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"

#include <string>

namespace tileline {

/// The Python annotation file that accompanies the options file. It defines `BLOCKS`, the modules at which
/// blocks begin, and `annotate(model)`, which begins the blocks. If the estimate assumes a checkpoint after
/// every layer, it also defines `CHECKPOINTS`, and `annotate` sets them as forward hooks. ASCII; names are
/// string literals. The first two lines contain no text from the profile, because Python looks for an
/// encoding there.
std::string poptorchAnnotations(const ExportPlan& plan, const PoptorchExportOptions& options);

} // namespace tileline
