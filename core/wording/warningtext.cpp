// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/warningtext.h"

#include "core/wording/layertext.h"

#include <iterator>
#include <utility>

namespace tileline {

namespace {

struct WarningsText {
    TILELINE_PHRASES(Warnings)
};

/// Picks the phrase for the window or for the command line. Only the phrase for the window is translated.
Phrase bySurface(Surface surface, Phrase window, Phrase commandLine) {
    return surface == Surface::Window ? std::move(window) : std::move(commandLine);
}

Advice severalIpus(Surface surface) {
    return {
        bySurface(
            surface,
            WarningsText::tr("A report of several IPUs or replicas shows what was compiled; Tileline makes "
                             "no plan for it."),
            {"",
             "The profile was made with replication or for several IPUs, so the estimate is not reliable."}),
        bySurface(surface,
                  WarningsText::tr("To make a plan, open a report of the same model compiled for one IPU. "
                                   "File > Compare then shows the plan beside this report."),
                  {"", "Profile the model without replication and on one IPU."})};
}

/// For one Identity: its JSON key, and a phrase that contrasts the profile's figure with the computed one.
struct IdentityWords {
    const char* key;
    Phrase contradiction;
};
const IdentityWords& wordsOf(Identity identity) {
    static const IdentityWords Words[] = {
        {"step_bytes",
         WarningsText::tr(
             "it states %1 for not-always-live variables, but those that are live in this step take %2")},
        {"always_live",
         WarningsText::tr("it states %1 for always-live variables, but their sizes sum to %2")},
        {"not_always_live",
         WarningsText::tr(
             "it states that not-always-live variables take at most %1, but at their peak they take %2")},
        {"union_of_addresses",
         WarningsText::tr(
             "it states %1 for all variables, without the gaps between them, but the variables occupy %2")},
        {"highest_address",
         WarningsText::tr(
             "it states %1 for all variables and the gaps between them, but the last variable ends at %2")},
        {"separate_addresses",
         WarningsText::tr("variables that are live at the same time share the address %1")},
        //: %1 is the name of a category of variables
        {"category_bytes",
         WarningsText::tr("it states %2 for variables of the category %1, but their sizes sum to %3")},
        {"vertex_state",
         WarningsText::tr(
             "it states %1 for vertex states, but the states of the vertices on this tile sum to %2")},
        {"compute_set_memory", WarningsText::tr("it states %1 for compute sets, but their parts sum to %2")},
    };
    static_assert(std::size(Words) == IdentityCount);
    return Words[static_cast<size_t>(identity)];
}

Phrase contradiction(const FailedIdentity& failure) {
    Phrase text = wordsOf(failure.identity).contradiction;
    if (failure.identity == Identity::SeparateAddresses) {
        return std::move(text).arg(failure.computed);
    }
    if (failure.identity == Identity::CategoryBytes) {
        text.add(failure.category);
    }
    return std::move(text).arg(ByteCount{failure.stated}, ByteCount{failure.computed});
}

/// The remedy for a profile in which too few layers were found.
Phrase layersRemedy(const LayerProposal& proposal, Surface surface) {
    if (proposal.expression.empty()) {
        return bySurface(
            surface, WarningsText::tr("Adapt the layer expression to your operation names (Plan > Layers)."),
            {"", "Check --layer-name-regex against the names that `tileline-cli operations` lists."});
    }
    //: %1 is a regular expression, %2 a whole number
    return bySurface(
               surface,
               WarningsText::tr(
                   "Use the layer expression %1 (Plan > Layers), which matches %2 % of the operations."),
               {"", "Use --layer-name-regex '%1', which matches %2 % of the operations."})
        .arg(proposal.expression, proposal.perCent);
}

/// Writes the advice for each kind of warning. `layers` and `profile` supply the names in the texts.
struct PlanAdvice {
    const Layers& layers;
    const Profile& profile;
    Surface surface;

    template <class OfProfile>
    Advice operator()(const OfProfile& about) const {
        return adviceOn(about, surface);
    }
    Advice operator()(const MergedLayers& merged) const {
        //: %2 and %3 are modules, such as bert.encoder.layer.0
        Phrase text = WarningsText::tr("Layer %1 holds operations of several modules, %2 and %3.")
                          .arg(entryPhrase(merged.layer, layers), merged.modules[0], merged.modules[1]);
        Phrase others = merged.layers > 1 ? WarningsText::tr("The same goes for %n more layer(s).", nullptr,
                                                             merged.layers - 1)
                                          : Phrase{};
        Phrase between =
            merged.interrupted
                ? WarningsText::tr("Other layers run between these modules, so no stage can contain the "
                                   "whole of such a layer. The figures are not reliable.")
                : Phrase{};
        Phrase remedy =
            merged.expression.empty()
                ? bySurface(
                      surface,
                      WarningsText::tr("Adapt the layer expression to your operation names (Plan > Layers)."),
                      {"", "Use a --layer-name-regex that puts the modules into separate layers."})
                //: %1 is a regular expression
                : bySurface(surface,
                            WarningsText::tr("To put the modules into separate layers, use the layer "
                                             "expression (Plan > Layers): %1"),
                            {"", "To put the modules into separate layers, use --layer-name-regex '%1'."})
                      .arg(merged.expression);
        return {joined({std::move(text), std::move(others), std::move(between)}), std::move(remedy)};
    }
    Advice operator()(const AlreadyRecomputed&) const {
        return {WarningsText::tr("The profile itself was compiled with recomputation, so it does not show "
                                 "what a pipeline would recompute. The figures are not reliable."),
                WarningsText::tr("Compile without recomputation, and profile again.")};
    }
    Advice operator()(const UnstagedVariables& unstaged) const {
        //: %1 is a number in per cent, %2 a number of bytes
        Phrase text =
            WarningsText::tr("%1 of the variables, %2, are used only outside layers. No stage holds them, so "
                             "the figures are too low.")
                .arg(Share{static_cast<double>(unstaged.bytes) / static_cast<double>(unstaged.ofBytes)},
                     ByteCount{unstaged.bytes});
        Phrase largest = unstaged.largest.empty()
                             ? Phrase{} //: %1 is the name of a variable, %2 a number of bytes
                             : WarningsText::tr("The largest such variable is %1 (%2).")
                                   .arg(unstaged.largest, ByteCount{unstaged.largestBytes});
        return {
            joined({std::move(text), std::move(largest)}),
            bySurface(surface, WarningsText::tr("Choose the pipeline setting, which counts these variables."),
                      {"", "Use the pipeline setting (--setting pipeline), which counts these variables."})};
    }
    Advice operator()(const OtherMode& other) const {
        return {other.training
                    ? WarningsText::tr("The plan is for training, but the profile is of inference and has no "
                                       "gradients. The figures are not reliable.")
                    : WarningsText::tr("The plan is for inference, but the profile is of training. The "
                                       "figures are not reliable.")};
    }
    Advice operator()(const UnknownAccumulators&) const {
        return {WarningsText::tr("The profile does not show which gradient belongs to which weight, so the "
                                 "gradient accumulators are not known and not counted."),
                bySurface(surface,
                          WarningsText::tr(
                              "Leave room for the accumulators, and set gradient accumulators to none."),
                          {"", "Leave room for the accumulators, and pass --accumulators none."})};
    }
    /// Advice about the largest weight that is split over IPUs. The remedy depends on whether moving Output
    /// would keep that weight on one IPU.
    Advice operator()(const SplitWeights& split) const {
        const SharedWeight& weight = split.largest;
        const auto nameOf = [&](LayerIndex entry) { return entriesPhrase({entry, entry}, layers); };
        //: %1 is the name of a weight, %2 a number of bytes, %3 and %4 are "Input", "layer 3" or "Output"
        Phrase text = (split.certain && !split.allowed
                           ? WarningsText::tr("The weight %1 (%2) is split over IPUs: %3 and %4 use it. No "
                                              "framework compiles such a plan.")
                           : WarningsText::tr("%1 (%2) is used on several IPUs, by %3 and %4. If it is a "
                                              "weight that is trained, no framework compiles such a plan."))
                          .arg(profile.variables[weight.variable.index()].name, ByteCount{weight.bytes},
                               nameOf(weight.entries[0]), nameOf(weight.entries[1]));
        Phrase others = split.others > 0 ? WarningsText::tr("The same is true of %n more weight(s).", nullptr,
                                                            split.others)
                                         : Phrase{};
        return {
            joined({std::move(text), std::move(others)}),
            split.outputMoves
                ? bySurface(surface, WarningsText::tr("Run Output on the first IPU, or untie the weight."),
                            {"", "Run Output on the first IPU with --output-on first, or untie the weight."})
                : WarningsText::tr("Keep all uses of the weight on one IPU, or untie the weight.")};
    }
    Advice operator()(const UnknownTime&) const {
        return {WarningsText::tr(
                    "The profile has cycle counts for too few programs to tell how fast the plan runs."),
                WarningsText::tr("Compile with the engine option profiler.includeCycleEstimates, compile for "
                                 "the IPU Model, or profile an execution.")};
    }
};

} // namespace

Advice adviceOn(const PlanWarning& warning, const Layers& layers, const Profile& profile, Surface surface) {
    return std::visit(PlanAdvice{layers, profile, surface}, warning.what);
}

Advice adviceOn(const LoadNote& note, Surface surface) {
    const Phrase copyAgain =
        WarningsText::tr("Copy the debug information again, and open the profile again.");
    switch (note.kind) {
    case LoadNote::Kind::OperationsFromDebug:
        return {WarningsText::tr(
            "The profile has no operation tables, so operations come from the debug information.")};
    case LoadNote::Kind::OperationsFromPrograms:
        return {WarningsText::tr("The profile has no operations of a framework. Named programs of Poplar and "
                                 "its libraries take their place."),
                bySurface(surface, {}, {"", "PopLiner's setting therefore has no layers."})};
    case LoadNote::Kind::NoDebugInformation:
        if (!note.detail.empty()) {
            return {WarningsText::tr("The debug information %1 cannot be read, so there are no source lines.")
                        .arg(note.detail),
                    copyAgain};
        }
        return {WarningsText::tr("There is no debug information, so there are no source lines."),
                WarningsText::tr("Put the debug.cbor of the same compilation beside the profile, and open "
                                 "the profile again.")};
    case LoadNote::Kind::DebugFromOtherProfile:
        return {WarningsText::tr("The debug information names none of the profile's contexts."),
                WarningsText::tr("Use the debug.cbor that Poplar wrote with this profile.")};
    case LoadNote::Kind::NoExecution:
        return {WarningsText::tr("The model was not run, so the profile has no execution.")};
    case LoadNote::Kind::SeveralIpusOrReplicas:
        return severalIpus(surface);
    case LoadNote::Kind::UnknownParentContexts:
        return {
            WarningsText::tr("The parent of %Ln debug context(s) is not in the file.", nullptr, note.count)};
    case LoadNote::Kind::OperationsWithoutSteps:
        return {WarningsText::tr("The programs of %Ln operation(s) occur in no liveness step.", nullptr,
                                 note.count)};
    case LoadNote::Kind::NoOperations:
        if (note.count > 0) {
            return {WarningsText::tr(
                        "The debug information holds no operations, so there are no layers to split."),
                    WarningsText::tr(
                        "Profile a program that a framework made; only such programs have operations.")};
        }
        if (!note.detail.empty()) {
            return {
                WarningsText::tr("The debug information %1 cannot be read, so there are no layers to split.")
                    .arg(note.detail),
                copyAgain};
        }
        return {
            WarningsText::tr(
                "There is no debug information to take operations from, so there are no layers to split."),
            WarningsText::tr("Put the debug.cbor of the same compilation beside the profile, and open the "
                             "profile again.")};
    case LoadNote::Kind::NoLoweredVariables:
        return {
            WarningsText::tr("The profile contains no lowered variables, so no memory estimate is possible."),
            WarningsText::tr(
                "Compile again with the engine option autoReport.outputLoweredVars set to true.")};
    case LoadNote::Kind::OperationsTruncated:
        return {WarningsText::tr("The debug information ends too early, at %1. Layers may be missing, so the "
                                 "figures of plans are not valid.")
                    .arg(note.detail),
                copyAgain};
    case LoadNote::Kind::DebugTruncated:
        return {WarningsText::tr("The debug information ends too early, at %1. Source lines may be missing.")
                    .arg(note.detail),
                copyAgain};
    case LoadNote::Kind::OtherProfileBeside:
        return {WarningsText::tr(
                    "Another profile in the same directory is from another compilation and was not read: %1")
                    .arg(note.detail)};
    case LoadNote::Kind::NewerFormat:
        return {WarningsText::tr("Poplar wrote version %1 of its profile. Tileline knows only older "
                                 "versions, and ignores what this version added.")
                    .arg(note.detail)};
    case LoadNote::Kind::MissingInSource:
        // `detail` comes from the file and ends without a full stop. On the command line, the remedy would
        // follow `detail` on the same line without a full stop between them, so the remedy is omitted.
        return {
            WarningsText::tr("The exporter could not get this part: %1").arg(note.detail),
            bySurface(surface,
                      WarningsText::tr("Profile again with the engine option autoReport.all set to true."),
                      {})};
    }
    return {};
}

const char* nameOf(Identity identity) {
    return wordsOf(identity).key;
}

Advice adviceOn(const FailedIdentity& failure, Surface) {
    //: %2 is a text about the two figures that contradict each other
    Phrase text = failure.step ? WarningsText::tr("The profile contradicts itself. In step %1, %2.")
                                     .arg(failure.step->value, contradiction(failure))
                               : WarningsText::tr("The profile contradicts itself. On tile %1, %2.")
                                     .arg(failure.tile.value_or(TileId{}).value, contradiction(failure));
    const uint64_t more = failure.places - 1;
    Phrase others =
        failure.places <= 1 ? Phrase{}
        : failure.step
            ? WarningsText::tr("The same contradiction occurs in %Ln more step(s).", nullptr, more)
            : WarningsText::tr("The same contradiction occurs on %Ln more tile(s).", nullptr, more);
    return {joined({std::move(text), std::move(others)}),
            decidesFigures(failure.identity)
                ? WarningsText::tr("The figures of plans and of liveness are not valid.")
                : Phrase{}};
}

Advice adviceOn(const LayerWarning& warning, Surface surface) {
    Advice byKind[] = {
        {WarningsText::tr("A layer was found for only %1 % of the operations.").arg(warning.count),
         layersRemedy(warning.proposal, surface)},
        {WarningsText::tr("Inputs of %Ln call(s) come from several layers; the first such call is %1.",
                          nullptr, warning.count)
             .arg(warning.detail),
         WarningsText::tr(
             "Compile again with the environment variable POPART_POPLINER_OUTLINER_REGEX set to the "
             "layer expression, so that code is not shared across layers.")},
        severalIpus(surface),
        {WarningsText::tr("The layer expression matches no operation, so there is nothing to split."),
         layersRemedy(warning.proposal, surface)},
    };
    static_assert(std::size(byKind) == static_cast<size_t>(LayerWarning::Kind::NoLayers) + 1);
    return std::move(byKind[static_cast<size_t>(warning.kind)]);
}

} // namespace tileline
