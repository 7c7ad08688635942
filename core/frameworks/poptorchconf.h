// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"

#include <string>

namespace tileline {

/// The options file that `poptorch.Options().loadFromFile()` reads: ASCII, one call a line. Names are string
/// literals, in comments too, so that nothing in them can begin a line. Safe for any plan and options: an
/// extra line that is refused is left out (checkExport() reports it).
std::string poptorchConf(const ExportPlan& plan, const PoptorchExportOptions& options);

} // namespace tileline
