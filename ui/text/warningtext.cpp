// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/warningtext.h"

#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/plaintext.h"

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
            .arg(shownText(failure.category), stated, computed);
    case Identity::VertexState:
        return WarningsText::tr("vertex states are %1, but those of its vertices are %2")
            .arg(stated, computed);
    case Identity::ComputeSetMemory:
        return WarningsText::tr("compute sets are %1, but their parts are %2").arg(stated, computed);
    }
    return {};
}

WarningText severalIpusText() {
    return {WarningsText::tr(
                "The profile was made with replication or for several IPUs: the estimate does not hold."),
            WarningsText::tr("Profile the model without replication and on one IPU.")};
}

/// The texts about plans of a session's profile.
struct PlanWarningText {
    const Session& session;

    WarningText operator()(const LayerWarning& warning) const { return warningText(warning); }
    WarningText operator()(const LoadNote& note) const { return warningText(note); }
    WarningText operator()(const FailedIdentity& failure) const { return warningText(failure); }
    WarningText operator()(const MergedLayers& merged) const;
    WarningText operator()(const AlreadyRecomputed&) const;
    WarningText operator()(const UnstagedVariables& unstaged) const;
    WarningText operator()(const OtherMode& other) const;
    WarningText operator()(const UnknownAccumulators&) const;
    WarningText operator()(const SplitWeights& split) const;
    WarningText operator()(const UnknownTime&) const;
};

WarningText PlanWarningText::operator()(const MergedLayers& merged) const {
    //: %2 and %3 are modules, such as bert.encoder.layer.0
    QString text = WarningsText::tr("Layer %1 holds operations of several modules, %2 and %3.")
                       .arg(layerName(*session.layers(), merged.layer), shownText(merged.modules[0]),
                            shownText(merged.modules[1]));
    if (merged.layers > 1) {
        text += QLatin1Char(' ') +
                WarningsText::tr("So do %n more layer(s).", nullptr, static_cast<int>(merged.layers - 1));
    }
    if (merged.interrupted) {
        text +=
            QLatin1Char(' ') + WarningsText::tr("Other layers run in between, so that no stage holds such "
                                                "a layer: the figures do not hold.");
    }
    if (merged.expression.empty()) {
        return {text,
                WarningsText::tr("Adapt the layer expression to your operation names (Plan > Layers).")};
    }
    //: %1 is a regular expression
    return {text, WarningsText::tr("To separate them, use the layer expression (Plan > Layers): %1")
                      .arg(shownText(merged.expression))};
}

WarningText PlanWarningText::operator()(const AlreadyRecomputed&) const {
    return {WarningsText::tr("The profile was itself compiled with recomputation, so it cannot tell what a "
                             "pipeline recomputes. The figures do not hold."),
            WarningsText::tr("Compile without recomputation, and profile again.")};
}

WarningText PlanWarningText::operator()(const UnstagedVariables& unstaged) const {
    //: %1 is a number in per cent, %2 a number of bytes
    QString text =
        WarningsText::tr("%1 of the variables, %2, are used outside layers only. They are on no "
                         "stage, so the figures are too low.")
            .arg(percentText(static_cast<double>(unstaged.bytes) / static_cast<double>(unstaged.ofBytes)),
                 bytesText(unstaged.bytes));
    if (!unstaged.largest.empty()) {
        //: %1 is the name of a variable, %2 a number of bytes
        text += QLatin1Char(' ') + WarningsText::tr("The largest is %1 (%2).")
                                       .arg(shownText(unstaged.largest), bytesText(unstaged.largestBytes));
    }
    return {text, WarningsText::tr("The pipeline setting counts them.")};
}

WarningText PlanWarningText::operator()(const OtherMode& other) const {
    return {
        other.training
            ? WarningsText::tr("The plan is for training, but the profile is of inference: it has no "
                               "gradients. The figures do not hold.")
            : WarningsText::tr("The plan is for inference, but the profile is of training. The figures do "
                               "not hold."),
        {}};
}

WarningText PlanWarningText::operator()(const UnknownAccumulators&) const {
    return {
        WarningsText::tr("No gradient names its weight: the gradient accumulators cannot be told, and are "
                         "not counted."),
        WarningsText::tr("Leave room for them, and set gradient accumulators to none.")};
}

/// About the largest weight; the remedy depends on whether Output uses it.
WarningText PlanWarningText::operator()(const SplitWeights& split) const {
    const SharedWeight& weight = split.largest;
    const auto nameOf = [&](LayerIndex entry) { return layersText({entry, entry}, *session.layers()); };
    const QString name = shownText(session.profile()->variables[weight.variable.index()].name);
    //: %1 is the name of a weight, %2 a number of bytes, %3 and %4 are "Input", "layer 3" or "Output"
    QString text =
        (split.certain && !split.allowed
             ? WarningsText::tr("The weight %1 (%2) is split over IPUs: %3 and %4 use it. No framework "
                                "compiles this.")
             : WarningsText::tr("%1 (%2) is used on several IPUs, by %3 and %4. If it is a weight that is "
                                "trained, no framework compiles this."))
            .arg(name, bytesText(weight.bytes), nameOf(weight.entries[0]), nameOf(weight.entries[1]));
    if (split.others > 0) {
        text += QLatin1Char(' ') + WarningsText::tr("The same is true of %n more weight(s).", nullptr,
                                                    static_cast<int>(split.others));
    }
    return {text, split.outputMoves ? WarningsText::tr("Run Output on the first IPU, or untie the weight.")
                                    : WarningsText::tr("Keep both on one IPU, or untie the weight.")};
}

WarningText PlanWarningText::operator()(const UnknownTime&) const {
    return {WarningsText::tr("The profile has too few cycles to tell how fast the plan runs."),
            WarningsText::tr("Compile with the engine option profiler.includeCycleEstimates, or for the IPU "
                             "Model, or profile an execution.")};
}

} // namespace

QString standInsText(const Profile& profile) {
    return profile.findNote(LoadNote::Kind::OperationsFromPrograms)
               //: a remark in a title: "Bytes of each layer (programs stand in for operations)"
               ? WarningsText::tr("programs stand in for operations")
               : QString();
}

WarningText warningText(const LoadNote& note) {
    switch (note.kind) {
    case LoadNote::Kind::OperationsFromDebug:
        return {WarningsText::tr(
                    "The profile has no operation tables: operations come from the debug information."),
                {}};
    case LoadNote::Kind::OperationsFromPrograms:
        return {WarningsText::tr("No framework left operations: named programs of Poplar and its libraries "
                                 "stand in for them."),
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
        return severalIpusText();
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
                    .arg(shownText(note.detail)),
                WarningsText::tr("Copy the debug information again, and open the profile again.")};
    case LoadNote::Kind::DebugTruncated:
        return {WarningsText::tr("The debug information ends too early, at %1: source lines may be missing.")
                    .arg(shownText(note.detail)),
                WarningsText::tr("Copy the debug information again, and open the profile again.")};
    case LoadNote::Kind::OtherProfileBeside:
        return {WarningsText::tr("Beside the profile lies one of another compilation, which was not read: %1")
                    .arg(shownText(note.detail)),
                {}};
    case LoadNote::Kind::NewerFormat:
        return {
            WarningsText::tr("Poplar wrote version %1 of its profile, which is newer than the versions that "
                             "Tileline knows.")
                .arg(shownText(note.detail)),
            {}};
    case LoadNote::Kind::MissingInSource:
        return {WarningsText::tr("The exporter could not get this part: %1").arg(shownText(note.detail)),
                WarningsText::tr("Profile again with the engine option autoReport.all set to true.")};
    }
    return {shownText(note.detail), {}};
}

/// How more layers are found.
static QString layersRemedy(const LayerProposal& proposal) {
    return proposal.expression.empty()
               ? WarningsText::tr("Adapt the layer expression to your operation names (Plan > Layers).")
               //: %1 is a regular expression, %2 a whole number
               : WarningsText::tr("The layer expression %1 matches %2 % of the operations (Plan > Layers).")
                     .arg(shownText(proposal.expression), numberText(proposal.perCent));
}

WarningText warningText(const LayerWarning& warning) {
    switch (warning.kind) {
    case LayerWarning::Kind::FewOperationsInLayers:
        return {WarningsText::tr("A layer was found for only %1 % of the operations.")
                    .arg(numberText(warning.count)),
                layersRemedy(warning.proposal)};
    case LayerWarning::Kind::CallSpansLayers:
        return {WarningsText::tr("%Ln calls have inputs from several layers; the first is %1.", nullptr,
                                 static_cast<int>(warning.count))
                    .arg(shownText(warning.detail)),
                WarningsText::tr(
                    "Compile again with the environment variable POPART_POPLINER_OUTLINER_REGEX set to the "
                    "layer expression, so that code is not shared across layers.")};
    case LayerWarning::Kind::SeveralIpusOrReplicas:
        return severalIpusText();
    case LayerWarning::Kind::NoLayers:
        return {WarningsText::tr("The layer expression matches no operation: there is nothing to split."),
                layersRemedy(warning.proposal)};
    }
    return {shownText(warning.detail), {}};
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

WarningText warningText(const PlanWarning& warning, const Session& session) {
    return std::visit(PlanWarningText{session}, warning.what);
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
        // The Summary page has the warnings about layers that void nothing, and that nothing here can cure.
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
    for (const LoadNote::Kind kind : {LoadNote::Kind::NoLoweredVariables, LoadNote::Kind::NoOperations}) {
        if (const LoadNote* const note = profile.findNote(kind)) {
            missing.push_back(warningText(*note));
        }
    }
    const LoadNote* const standIns = profile.findNote(LoadNote::Kind::OperationsFromPrograms);
    if (standIns && missing.empty()) {
        missing.push_back(warningText(*standIns));
        missing.back().remedy = WarningsText::tr("PopLiner does not know them: choose the pipeline setting.");
    }
    return missing;
}

} // namespace tileline
