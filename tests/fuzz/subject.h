// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelineuses.h"
#include "core/frameworks/poptorchplan.h"
#include "core/layers/pipelineentries.h"
#include "core/plan/settingoptions.h"
#include "core/planfile/planfile.h"
#include "tests/fuzz/targets.h"

#include <string_view>

namespace tileline::fuzz {

/// A small profile with its layers, to which plans are applied.
struct Subject {
    ProfilePtr profile;
    LayersPtr layers;           ///< the layers of the setting
    PipelineEntriesPtr entries; ///< null in PopLiner's setting
    std::optional<PipelineUses> uses;
    ProfileFingerprint fingerprint;
};

/// Always returns the same subjects.
const Subject& subject(Setting setting, bool training);

/// Checks a plan and writes it in formats that the input chooses, and checks the promises of these formats.
void exportPlan(const ExportPlan& plan, const PoptorchExportOptions& options, Input input);

/// Whether a text has only printable ASCII and line feeds.
bool isPlainAscii(std::string_view text);

} // namespace tileline::fuzz
