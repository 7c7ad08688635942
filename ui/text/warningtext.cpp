// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/warningtext.h"

#include "ui/text/translations.h"

#include <QCoreApplication>

namespace tileline {

namespace {

struct WarningsText {
    Q_DECLARE_TR_FUNCTIONS(Warnings)
};

} // namespace

QString standInsText(const Profile& profile) {
    return profile.findNote(LoadNote::Kind::OperationsFromPrograms)
               //: added to a title: "Bytes of each layer (programs stand in for operations)"
               ? WarningsText::tr("programs stand in for operations")
               : QString();
}

WarningText::WarningText(const Advice& advice)
    : text(translated(advice.text))
    , remedy(translated(advice.remedy)) {
}

WarningText warningText(const PlanWarning& warning, const Session& session) {
    return adviceOn(warning, *session.layers(), *session.profile(), Surface::Window);
}

std::string proposedExpression(const PlanWarning& warning) {
    if (const auto* const merged = warning.get<MergedLayers>()) {
        return merged->expression;
    }
    const auto* const layers = warning.get<LayerWarning>();
    return layers != nullptr ? layers->proposal.expression : std::string();
}

QStringList planWarnings(const Session& session) {
    QStringList grave;
    QStringList others;
    for (const PlanWarning& warning : session.warnings()) {
        // Leaves out a warning about layers if it neither voids figures nor proposes an expression. The
        // Summary page shows the warnings that are left out here.
        if (warning.voids || warning.get<LayerWarning>() == nullptr || !proposedExpression(warning).empty()) {
            const WarningText text = warningText(warning, session);
            const QString line =
                text.remedy.isEmpty() ? text.text : text.text + QLatin1Char(' ') + text.remedy;
            (warning.exportAsks() ? grave : others) +=
                warning.exportAsks() ? QStringLiteral("\u26A0 ") + line : line;
        }
    }
    return grave + others;
}

Fit fitOf(const PlanEstimate& estimate, const Session& session) {
    return Fit::of(estimate, session.plan().memory(), session.warnings(&estimate));
}

Fit fitOf(const SplitPlan& plan, bool withinLimits, const Session& session) {
    const PlanEstimate placed{plan, {}, {}, session.estimator()->place(plan)};
    return {withinLimits, session.warnings(&placed)};
}

std::vector<WarningText> missingForPlans(const Profile& profile) {
    std::vector<WarningText> missing;
    for (const LoadNote::Kind kind : {LoadNote::Kind::SeveralIpusOrReplicas,
                                      LoadNote::Kind::NoLoweredVariables, LoadNote::Kind::NoOperations}) {
        if (const LoadNote* const note = profile.findNote(kind)) {
            missing.push_back(warningText(*note));
        }
    }
    const LoadNote* const standIns = profile.findNote(LoadNote::Kind::OperationsFromPrograms);
    if (standIns && missing.empty()) {
        missing.push_back(warningText(*standIns));
        missing.back().remedy =
            WarningsText::tr("PopLiner does not know such operations: choose the pipeline setting.");
    }
    return missing;
}

} // namespace tileline
