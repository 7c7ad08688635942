// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/exporters.h"
#include "core/planfile/planfile.h"

#include <vector>

namespace tileline {

class Session;

/// The user's choices for exporting a plan. The plan document stores these choices.
struct ExportChoices {
    PoptorchExportOptions options;
    std::vector<LayerModule> modules; ///< the module paths that the user has typed

    bool operator==(const ExportChoices&) const = default;
};

/// The options of the last export, with which a new plan starts. Extra lines and numbers of iterations are
/// not remembered, because they depend on the model.
PoptorchExportOptions rememberedExportOptions();
void rememberExportOptions(const PoptorchExportOptions& options);
/// The remembered options, but with the mode (inference or training) of the session's profile.
PoptorchExportOptions exportOptionsFor(const Session& session);

/// The exporter that the user used last, or the default exporter.
const Exporter& rememberedExporter();
void rememberExporter(const Exporter& exporter);

} // namespace tileline
