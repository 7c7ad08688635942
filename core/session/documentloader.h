// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/profileio/profileloader.h"
#include "core/session/document.h"
#include "core/session/profilechoice.h"

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
                               const Progress::Callback& progress, const std::stop_token& stop);

/// Builds a document from the same profile with other layer options. Blocking; for a worker thread.
Outcome<Document> makeDocument(ProfilePtr profile, const LayerOptions& options,
                               const Progress::Callback& progress, const std::stop_token& stop);

} // namespace tileline
