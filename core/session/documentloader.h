// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/convert/convertsettings.h"
#include "core/profileio/profileloader.h"
#include "core/session/document.h"
#include "core/session/profilechoice.h"

#include <filesystem>
#include <stop_token>
#include <vector>

namespace tileline {

/// What a first look at the files found.
struct Preflight {
    Outcome<ProfileSource> source;
    std::vector<ProfileChoice>
        choices; ///< where a directory holds several profiles: `source` is a failure then
};

/// Checks, without reading much, that there is something at `paths` that can be read, and converts it first
/// where it is Poplar's own profile: then it takes minutes, with progress in Phase::Converting. Blocking. A
/// load that fails here costs the open document nothing.
Preflight preflight(const std::vector<std::filesystem::path>& paths, const ConvertSettings& settings,
                    const Progress::Callback& progress, const std::stop_token& stop);

/// Reads a profile and makes of it all that a session needs. Blocking; for a worker thread.
Outcome<Document> loadDocument(const ProfileSource& source, const LayerOptions& options,
                               const Progress::Callback& progress, const std::stop_token& stop);

/// The same profile with other layers. Blocking; for a worker thread.
Outcome<Document> makeDocument(ProfilePtr profile, const LayerOptions& options,
                               const Progress::Callback& progress, const std::stop_token& stop);

} // namespace tileline
