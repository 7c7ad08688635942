// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/frameworks/frameworks.h"
#include "core/planfile/planfile.h"

#include <QString>

#include <vector>

namespace tileline {

/// What the user chose for the export of a plan; part of a plan document.
struct ExportChoices {
    PoptorchExportOptions options;
    std::vector<LayerModule> modules; ///< paths that the user typed

    bool operator==(const ExportChoices&) const = default;
};

/// The choices that a plan without any of its own starts with: the last ones. Extra lines and iterations
/// belong to a model, so they are not remembered.
PoptorchExportOptions rememberedExportOptions();
void rememberExportOptions(const PoptorchExportOptions& options);

Framework rememberedFramework();
void rememberFramework(Framework framework);

QString textOf(const std::string& text);

} // namespace tileline
