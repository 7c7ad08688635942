// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/diagnosis.h"
#include "core/analysis/layers.h"
#include "core/analysis/selfchecks.h"
#include "core/model/profile.h"

#include <QPalette>
#include <QString>

namespace tileline {

/// The summary of a profile as rich text: warnings, target, counts, contents of the files, how far the
/// estimate can be trusted, and the metadata. `estimate` says whose estimate the figures of plans are.
/// `diagnosis` and `checks` are null while they are being computed. All text that comes from the profile is
/// escaped.
QString summaryHtml(const Profile& profile, const Layers& layers, const Diagnosis* diagnosis,
                    const SelfCheckResult* checks, const QString& estimate, const QPalette& palette);

} // namespace tileline
