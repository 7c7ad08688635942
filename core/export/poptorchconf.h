// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/export/poptorchplan.h"

#include <string>

namespace tileline {

/// The options file that `poptorch.Options().loadFromFile()` reads: ASCII, one call a line. Names are string
/// literals, in comments too, so that nothing in them can begin a line. Safe for any plan and options: an
/// extra line that breaks a rule is left out (checkExport() reports it).
std::string poptorchConf(const ExportPlan& plan, const PoptorchExportOptions& options);

/// Why an extra option line must not be written: it is no single call of literals and PopTorch's classes, has
/// other characters than printable ASCII, loads another file, or sets what the export itself sets. Comments
/// and blank lines are fine. `item` has the column.
Result<Done> checkOptionLine(std::string_view line);

} // namespace tileline
