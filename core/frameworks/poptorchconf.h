// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/poptorchplan.h"

#include <string>

namespace tileline {

/// The options file that `poptorch.Options().loadFromFile()` reads: ASCII, one call per line. Names are
/// string literals, even in comments, so that no part of a name can begin a line. Safe for any plan and
/// options: refused extra lines are left out (checkExport() reports them).
std::string poptorchConf(const ExportPlan& plan, const PoptorchExportOptions& options);

} // namespace tileline
