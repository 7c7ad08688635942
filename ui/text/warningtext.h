// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/fit.h"
#include "core/profile/profile.h"
#include "core/wording/warningtext.h"
#include "ui/session/session.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace tileline {

/// A warning or a note for the user, and its remedy.
struct WarningText {
    WarningText(const Advice& advice);

    QString text;   ///< a sentence
    QString remedy; ///< a sentence; may be empty
};
/// The text of a LoadNote, a LayerWarning or a FailedIdentity.
template <class About>
WarningText warningText(const About& about) {
    return adviceOn(about, Surface::Window);
}
/// If programs stand in for operations: a short note about this, for a title or an axis. Otherwise empty.
QString standInsText(const Profile& profile);
/// The text of a warning about a plan of the session's profile.
WarningText warningText(const PlanWarning& warning, const Session& session);

/// The warnings that the user should read before relying on the current plan's figures, each one or two
/// sentences long. Grave warnings (PlanWarning::exportAsks) come first and begin with a warning sign.
QStringList planWarnings(const Session& session);
/// A layer expression that removes the cause of a warning; empty if no such expression is known.
std::string proposedExpression(const PlanWarning& warning);
/// Whether the plan of `estimate` fits within the session's limits.
Fit fitOf(const PlanEstimate& estimate, const Session& session);
/// Whether a plan without an estimate fits. `withinLimits` says whether a search found the plan to be within
/// the limits.
Fit fitOf(const SplitPlan& plan, bool withinLimits, const Session& session);

/// Warnings about data that plans need but the profile does not contain; empty if nothing is missing.
std::vector<WarningText> missingForPlans(const Profile& profile);

} // namespace tileline
