// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/diagnosis.h"
#include "core/analysis/layers.h"
#include "core/model/profile.h"

#include <QPalette>
#include <QString>

namespace tileline {

/// What the user should know, and what to do about it.
struct WarningText {
    QString text;   ///< a sentence
    QString remedy; ///< a sentence; may be empty
};
WarningText warningText(const LoadNote& note);
WarningText warningText(const LayerWarning& warning);

/// The summary of a profile as rich text: warnings, target, counts, what the file holds, how far the estimate
/// can be trusted (null: that is still being worked out), and the meta data. All texts of the profile are
/// escaped.
QString summaryHtml(const Profile& profile, const Layers& layers, const Diagnosis* diagnosis,
                    const QPalette& palette);

} // namespace tileline
