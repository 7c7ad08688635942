// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/load/profileloader.h"
#include "core/partition/intervaltable.h"

#include <filesystem>
#include <memory>
#include <stop_token>
#include <vector>

namespace tileline {

/// What a session holds of a profile. All null, or all but the table set; there is no table where the
/// profile has too many layers for one.
struct Document {
    ProfilePtr profile;
    LayersPtr layers;
    StageEstimatorPtr estimator;
    IntervalTablePtr table;

    explicit operator bool() const { return profile != nullptr; }
};

/// Checks, without reading much, that there is something at `paths` that can be read. Blocking, but short:
/// a load that fails here costs the open document nothing.
Result<ProfileSource> preflight(const std::vector<std::filesystem::path>& paths);

/// Reads a profile and makes of it all that a session needs. Blocking; for a worker thread.
Outcome<Document> loadDocument(const ProfileSource& source, const LayerOptions& options,
                               const Progress::Callback& progress, const std::stop_token& stop);

/// The same profile with other layers. Blocking; for a worker thread.
Outcome<Document> makeDocument(ProfilePtr profile, const LayerOptions& options,
                               const Progress::Callback& progress, const std::stop_token& stop);

} // namespace tileline
