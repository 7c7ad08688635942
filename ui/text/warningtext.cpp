// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/warningtext.h"

#include "ui/text/bytestext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct WarningsText {
    Q_DECLARE_TR_FUNCTIONS(Warnings)
};

/// What two figures say that should be equal.
QString contradiction(const FailedIdentity& failure) {
    const QString stated = bytesText(failure.stated);
    const QString computed = bytesText(failure.computed);
    switch (failure.identity) {
    case Identity::StepBytes:
        return WarningsText::tr("not-always-live variables are %1, but those that are live there are %2")
            .arg(stated, computed);
    case Identity::AlwaysLive:
        return WarningsText::tr("always-live variables are %1, but their sizes sum to %2")
            .arg(stated, computed);
    case Identity::NotAlwaysLive:
        return WarningsText::tr("not-always-live variables are at most %1, but their sizes sum to %2")
            .arg(stated, computed);
    case Identity::UnionOfAddresses:
        return WarningsText::tr("all variables without gaps are %1, but their addresses are %2")
            .arg(stated, computed);
    case Identity::HighestAddress:
        return WarningsText::tr("all variables with gaps are %1, but the last one ends at %2")
            .arg(stated, computed);
    case Identity::SeparateAddresses:
        return WarningsText::tr("variables that are live at the same time share the address %1")
            .arg(numberText(failure.computed));
    case Identity::CategoryBytes:
        //: %1 is the name of a category of variables
        return WarningsText::tr("variables of the category %1 are %2, but their sizes sum to %3")
            .arg(QString::fromStdString(failure.category), stated, computed);
    case Identity::VertexState:
        return WarningsText::tr("vertex states are %1, but those of its vertices are %2")
            .arg(stated, computed);
    case Identity::ComputeSetMemory:
        return WarningsText::tr("compute sets are %1, but their parts are %2").arg(stated, computed);
    }
    return {};
}

} // namespace

WarningText warningText(const LoadNote& note) {
    switch (note.kind) {
    case LoadNote::Kind::OperationsFromDebug:
        return {WarningsText::tr(
                    "The profile has no operation tables: operations come from the debug information."),
                {}};
    case LoadNote::Kind::NoDebugInformation:
        return {WarningsText::tr("There is no debug information, so there are no source lines."),
                WarningsText::tr(
                    "Put the debug.cbor of the same compilation beside the profile and open it again.")};
    case LoadNote::Kind::DebugFromOtherProfile:
        return {WarningsText::tr("The debug information names none of the profile's contexts."),
                WarningsText::tr("Use the debug.cbor that Poplar wrote with this profile.")};
    case LoadNote::Kind::NoExecution:
        return {WarningsText::tr("The model was not run: the profile has no execution."), {}};
    case LoadNote::Kind::SeveralIpusOrReplicas:
        return {WarningsText::tr(
                    "The profile was made with replication or for several IPUs: the estimate does not hold."),
                WarningsText::tr("Profile the model without replication and on one IPU.")};
    case LoadNote::Kind::UnknownParentContexts:
        return {WarningsText::tr("%Ln debug contexts have a parent that is not in the file.", nullptr,
                                 static_cast<int>(note.count)),
                {}};
    case LoadNote::Kind::OperationsWithoutSteps:
        return {WarningsText::tr("%Ln operations have programs that occur in no liveness step.", nullptr,
                                 static_cast<int>(note.count)),
                {}};
    case LoadNote::Kind::NoOperations:
        if (note.count > 0) {
            return {
                WarningsText::tr("The debug information holds no operations: there are no layers to split."),
                WarningsText::tr("Only programs that a framework made have operations.")};
        }
        return {
            WarningsText::tr("There is no debug information to take operations from: there are no layers to "
                             "split."),
            WarningsText::tr(
                "Put the debug.cbor of the same compilation beside the profile and open it again.")};
    case LoadNote::Kind::NoLoweredVariables:
        return {
            WarningsText::tr("The profile holds no lowered variables, so no memory estimate is possible."),
            WarningsText::tr(
                "Compile again with the engine option autoReport.outputLoweredVars set to true.")};
    case LoadNote::Kind::OperationsTruncated:
        return {WarningsText::tr("The debug information ends too early, at %1: layers may be missing, so the "
                                 "figures of plans are not valid.")
                    .arg(QString::fromStdString(note.detail)),
                WarningsText::tr("Copy the debug information again, and open the profile again.")};
    case LoadNote::Kind::DebugTruncated:
        return {WarningsText::tr("The debug information ends too early, at %1: source lines may be missing.")
                    .arg(QString::fromStdString(note.detail)),
                WarningsText::tr("Copy the debug information again, and open the profile again.")};
    case LoadNote::Kind::OtherProfileBeside:
        return {WarningsText::tr("Beside the profile lies one of another compilation, which was not read: %1")
                    .arg(QString::fromStdString(note.detail)),
                {}};
    case LoadNote::Kind::NewerFormat:
        return {
            WarningsText::tr("Poplar wrote version %1 of its profile, which is newer than the versions that "
                             "Tileline knows.")
                .arg(QString::fromStdString(note.detail)),
            {}};
    case LoadNote::Kind::MissingInSource:
        return {WarningsText::tr("The exporter could not get this part: %1")
                    .arg(QString::fromStdString(note.detail)),
                WarningsText::tr("Profile again with the engine option autoReport.all set to true.")};
    }
    return {QString::fromStdString(note.detail), {}};
}

WarningText warningText(const LayerWarning& warning) {
    switch (warning.kind) {
    case LayerWarning::Kind::FewOperationsInLayers:
        return {WarningsText::tr("A layer was found for only %1 % of the operations.")
                    .arg(numberText(warning.count)),
                WarningsText::tr("Adapt the layer expression to your operation names (Plan > Layers).")};
    case LayerWarning::Kind::CallSpansLayers:
        return {WarningsText::tr("%Ln calls have inputs from several layers; the first is %1.", nullptr,
                                 static_cast<int>(warning.count))
                    .arg(QString::fromStdString(warning.detail)),
                WarningsText::tr(
                    "Compile again with the environment variable POPART_POPLINER_OUTLINER_REGEX set to the "
                    "layer expression, so that code is not shared across layers.")};
    case LayerWarning::Kind::SeveralIpusOrReplicas:
        return {WarningsText::tr(
                    "The profile was made with replication or for several IPUs: the estimate does not hold."),
                WarningsText::tr("Profile the model without replication and on one IPU.")};
    case LayerWarning::Kind::NoLayers:
        return {WarningsText::tr("The layer expression matches no operation: there is nothing to split."),
                WarningsText::tr("Adapt the layer expression to your operation names (Plan > Layers).")};
    }
    return {QString::fromStdString(warning.detail), {}};
}

WarningText warningText(const FailedIdentity& failure) {
    //: %2 is what contradicts itself there
    QString text =
        (failure.step ? WarningsText::tr("The profile contradicts itself. In step %1, %2.")
                            .arg(numberText(failure.step->value), contradiction(failure))
                      : WarningsText::tr("The profile contradicts itself. On tile %1, %2.")
                            .arg(numberText(failure.tile.value_or(TileId{}).value), contradiction(failure)));
    if (failure.places > 1) {
        const auto more = static_cast<int>(failure.places - 1);
        text += QLatin1Char(' ') +
                (failure.step ? WarningsText::tr("The same is wrong in %Ln more steps.", nullptr, more)
                              : WarningsText::tr("The same is wrong on %Ln more tiles.", nullptr, more));
    }
    return {text, decidesFigures(failure.identity)
                      ? WarningsText::tr("The figures of plans and of liveness are not valid.")
                      : QString()};
}

std::vector<WarningText> voidingWarnings(const Profile& profile, const SelfCheckResult* checks) {
    std::vector<WarningText> warnings;
    for (const LoadNote& note : profile.notes) {
        if (voidsPlan(note.kind)) {
            warnings.push_back(warningText(note));
        }
    }
    for (const FailedIdentity& failure : checks ? checks->failed : std::vector<FailedIdentity>()) {
        if (decidesFigures(failure.identity)) {
            warnings.push_back(warningText(failure));
        }
    }
    return warnings;
}

std::vector<WarningText> missingForPlans(const Profile& profile) {
    std::vector<WarningText> missing;
    for (const LoadNote::Kind kind : {LoadNote::Kind::NoLoweredVariables, LoadNote::Kind::NoOperations}) {
        if (const LoadNote* const note = profile.findNote(kind)) {
            missing.push_back(warningText(*note));
        }
    }
    return missing;
}

} // namespace tileline
