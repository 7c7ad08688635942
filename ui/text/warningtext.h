// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/analysis/selfchecks.h"
#include "core/model/profile.h"

#include <QString>

#include <vector>

namespace tileline {

/// A warning or a note for the user, and its remedy.
struct WarningText {
    QString text;   ///< a sentence
    QString remedy; ///< a sentence; may be empty
};
WarningText warningText(const LoadNote& note);
WarningText warningText(const LayerWarning& warning);
WarningText warningText(const FailedIdentity& failure);

/// What makes the figures of every plan invalid. `checks` is null while they are being done.
std::vector<WarningText> voidingWarnings(const Profile& profile, const SelfCheckResult* checks);
/// What a profile lacks, if there is no estimate for it.
std::vector<WarningText> missingForPlans(const Profile& profile);

} // namespace tileline
