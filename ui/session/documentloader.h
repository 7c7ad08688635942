// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/plan/settingoptions.h"
#include "core/profile/reading/profileloader.h"
#include "ui/session/document.h"
#include "ui/session/profilechoice.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace tileline {

/// What preflight() found.
struct Preflight {
    Result<ProfileSource> source;
    std::vector<ProfileChoice>
        choices; ///< the profiles of a directory with several; `source` is a failure then
};

/// Checks, without reading much, that `paths` lead to a profile. Blocking. A load that fails here leaves the
/// open document as it is.
Preflight preflight(const std::vector<std::filesystem::path>& paths);

/// Reads a profile and builds everything that a session needs. Blocking; for a worker thread.
Outcome<Document> loadDocument(const ProfileSource& source, const LayerOptions& options,
                               const SettingOptions& setting, const Progress::Callback& progress,
                               const std::stop_token& stop);

/// Builds a document from the same profile with other options. LayerOptions::unassigned has no meaning in the
/// pipeline setting. Blocking; for a worker thread.
Outcome<Document> makeDocument(ProfilePtr profile, const LayerOptions& options, const SettingOptions& setting,
                               const Progress::Callback& progress, const std::stop_token& stop);

/// The document for other options of the pipeline setting, in which `document` already is, and the same mode.
/// Keeps the layers and all rows of the table that do not depend on the difference. Blocking; for a worker
/// thread.
Outcome<Document> withOptions(const Document& document, const PipelineOptions& options,
                              const std::stop_token& stop);

} // namespace tileline
