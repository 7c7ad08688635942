// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/importers.h"
#include "core/plan/planconstraints.h"
#include "core/planfile/planfile.h"

#include <string>

namespace tileline {

/// The setting with what an imported text says: where Output runs, recomputation, gradient accumulation.
SettingOptions settingOf(const ImportedSplit& split, SettingOptions setting);

/// The plan that was imported, for as many IPUs as it uses. Its notes say where it comes from, where Output
/// runs and why, and what the reader noticed. `source`: the file's name, or empty.
PlanDescription descriptionOf(const ImportedSplit& split, const Layers& layers, ExportMode mode,
                              const MemoryLimits& memory, const std::string& source);

} // namespace tileline
