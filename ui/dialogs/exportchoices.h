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
    std::vector<LayerModule> modules; ///< paths that the user typed

    bool operator==(const ExportChoices&) const = default;
};

/// The options that were used last. A plan without options of its own starts with them. Extra lines and the
/// number of iterations depend on the model, so they are not remembered.
PoptorchExportOptions rememberedExportOptions();
void rememberExportOptions(const PoptorchExportOptions& options);
/// The remembered options, but with the mode of the session's profile: inference or training.
PoptorchExportOptions exportOptionsFor(const Session& session);

/// The exporter that was used last, or the default one.
const Exporter& rememberedExporter();
void rememberExporter(const Exporter& exporter);

} // namespace tileline
