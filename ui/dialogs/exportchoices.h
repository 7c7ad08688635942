// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/exporters.h"
#include "core/planfile/planfile.h"

#include <vector>

namespace tileline {

class Session;

/// The user's choices for exporting a plan. A plan document stores them.
struct ExportChoices {
    PoptorchExportOptions options;
    std::vector<LayerModule> modules; ///< the module paths that the user has typed

    bool operator==(const ExportChoices&) const = default;
};

/// The options of the last export. A plan that has no options of its own starts with these options. Extra
/// lines and numbers of iterations are not remembered, because they depend on the model.
PoptorchExportOptions rememberedExportOptions();
void rememberExportOptions(const PoptorchExportOptions& options);
/// The remembered options, but with the mode (inference or training) of the session's profile.
PoptorchExportOptions exportOptionsFor(const Session& session);

/// The exporter that was used last, or the default one.
const Exporter& rememberedExporter();
void rememberExporter(const Exporter& exporter);

} // namespace tileline
