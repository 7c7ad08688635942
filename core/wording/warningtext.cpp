// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/warningtext.h"

#include "core/base/printable.h"
#include "core/wording/layertext.h"

#include <array>
#include <charconv>

namespace tileline {

namespace {

constexpr const char* SeveralIpusText = "The profile was made with replication or for several IPUs: the "
                                        "estimate does not hold. Profile the model "
                                        "without replication and on one IPU.";

/// What the texts about a plan name.
struct Named {
    const Layers& layers;
    const Profile& profile;

    std::string operator()(const LayerWarning& warning) const { return textOf(warning); }
    std::string operator()(const LoadNote& note) const { return textOf(note); }
    std::string operator()(const FailedIdentity& failure) const { return textOf(failure); }
    std::string operator()(const MergedLayers& merged) const;
    std::string operator()(const AlreadyRecomputed&) const;
    std::string operator()(const UnstagedVariables& unstaged) const;
    std::string operator()(const OtherMode& other) const;
    std::string operator()(const UnknownAccumulators&) const;
    std::string operator()(const SplitWeights& split) const;
    std::string operator()(const UnknownTime&) const;
};

std::string Named::operator()(const MergedLayers& merged) const {
    std::string text = "Layer " + displayText(layers, merged.layer) +
                       " holds operations of several modules, " + printable(merged.modules[0]) + " and " +
                       printable(merged.modules[1]);
    if (merged.layers > 1) {
        text += ", and " + std::to_string(merged.layers - 1) + " more such layer(s) do";
    }
    text += merged.interrupted ? ". Other layers run in between, so that no stage holds such a layer: the "
                                 "figures do not hold."
                               : ".";
    return merged.expression.empty()
               ? text + " A --layer-name-regex that tells them apart separates them."
               : text + " To separate them, use --layer-name-regex '" + printable(merged.expression) + "'.";
}

std::string Named::operator()(const AlreadyRecomputed&) const {
    return "The profile was itself compiled with recomputation, so it cannot tell what a pipeline "
           "recomputes. The figures do not hold. Compile without recomputation, and profile again.";
}

std::string Named::operator()(const UnstagedVariables& unstaged) const {
    std::string text =
        percentText(static_cast<double>(unstaged.bytes), static_cast<double>(unstaged.ofBytes)) +
        " of the variables, " + std::to_string(unstaged.bytes) +
        " bytes, are used outside layers only. They are on no stage, so the figures are too low.";
    if (!unstaged.largest.empty()) {
        text += " The largest is " + printable(unstaged.largest) + ", with " +
                std::to_string(unstaged.largestBytes) + " bytes.";
    }
    return text + " The pipeline setting (--setting pipeline) counts them.";
}

std::string Named::operator()(const OtherMode& other) const {
    return std::string("The profile is of ") + (other.training ? "inference" : "training") +
           ", but --mode is " + (other.training ? "training" : "inference") + ": the figures do not hold.";
}

std::string Named::operator()(const UnknownAccumulators&) const {
    return "No gradient names its weight: the gradient accumulators cannot be told, and are not counted. "
           "Leave "
           "room for them, and say so with --accumulators none.";
}

/// One text for all, about the largest: where nothing tells weights from constants, there may be many.
std::string Named::operator()(const SplitWeights& split) const {
    const SharedWeight& weight = split.largest;
    const std::string name = printable(profile.variables[weight.variable.index()].name) + " (" +
                             std::to_string(weight.bytes) + " bytes)";
    const std::string users =
        " is used by " + displayText(layers, weight.entries[0]) + " and " +
        displayText(layers, weight.entries[1]) + ", on different IPUs" +
        (split.others > 0 ? ", and " + std::to_string(split.others) + " smaller ones are too"
                          : std::string());
    if (!split.certain) {
        return name + ", which may be a weight," + users + ". If it is one, no framework compiles this plan.";
    }
    return "The weight " + name + users + ": no framework compiles this plan. " +
           (split.outputMoves ? "Put Output on the first IPU with --output-on first, or untie the weight."
                              : "Choose other splits, or untie the weight.");
}

std::string Named::operator()(const UnknownTime&) const {
    return "The profile has too few cycles to tell how fast the plan runs. Compile with the engine option "
           "profiler.includeCycleEstimates, or for the IPU Model, or profile an execution.";
}

} // namespace

std::string percentText(double part, double whole) {
    // A number is written in the same way whatever the locale of the program is.
    std::array<char, 32> buffer{};
    const double percent = whole > 0 ? 100.0 * part / whole : 0.0;
    const auto end =
        std::to_chars(buffer.data(), buffer.data() + buffer.size(), percent, std::chars_format::fixed, 1).ptr;
    return std::string(buffer.data(), end) + " %";
}

std::string textOf(const PlanWarning& warning, const Layers& layers, const Profile& profile) {
    return std::visit(Named{layers, profile}, warning.what);
}

std::string textOf(const LoadNote& note) {
    const std::string count = std::to_string(note.count);
    switch (note.kind) {
    case LoadNote::Kind::OperationsFromDebug:
        return "The profile has no operation tables: operations come from the debug information.";
    case LoadNote::Kind::OperationsFromPrograms:
        return "No framework left operations: named programs of Poplar and its libraries stand in for them. "
               "PopLiner's setting has no layers then.";
    case LoadNote::Kind::NoDebugInformation:
        return "There is no debug information beside the profile: no source lines.";
    case LoadNote::Kind::DebugFromOtherProfile:
        return "The debug information names none of the profile's contexts: is it from another profile?";
    case LoadNote::Kind::NoExecution:
        return "The model was not run: there is no execution.";
    case LoadNote::Kind::SeveralIpusOrReplicas:
        return SeveralIpusText;
    case LoadNote::Kind::UnknownParentContexts:
        return count + " debug contexts have a parent that is not in the file.";
    case LoadNote::Kind::OperationsWithoutSteps:
        return count + " operations have programs that occur in no liveness step.";
    case LoadNote::Kind::NoOperations:
        return note.count > 0 ? "The debug information holds no operations: there are no layers to split."
                              : "There is no debug information to take operations from: there are no layers "
                                "to split.";
    case LoadNote::Kind::NoLoweredVariables:
        return "The profile holds no lowered variables, so no memory estimate is possible. Compile again "
               "with the engine option autoReport.outputLoweredVars.";
    case LoadNote::Kind::OperationsTruncated:
        return "The debug information ends too early, at " + printable(note.detail) +
               ": layers may be missing, so the figures of plans are not valid.";
    case LoadNote::Kind::DebugTruncated:
        return "The debug information ends too early, at " + printable(note.detail) +
               ": source lines may be missing.";
    case LoadNote::Kind::OtherProfileBeside:
        return "Beside the profile lies one of another compilation, which was not read: " +
               printable(note.detail);
    case LoadNote::Kind::NewerFormat:
        return "Poplar wrote version " + printable(note.detail) +
               " of its profile, which is newer than the versions that Tileline knows.";
    case LoadNote::Kind::MissingInSource:
        return "The exporter could not get this part: " + printable(note.detail);
    }
    return printable(note.detail);
}

const char* nameOf(Identity identity) {
    switch (identity) {
    case Identity::StepBytes:
        return "step_bytes";
    case Identity::AlwaysLive:
        return "always_live";
    case Identity::NotAlwaysLive:
        return "not_always_live";
    case Identity::UnionOfAddresses:
        return "union_of_addresses";
    case Identity::HighestAddress:
        return "highest_address";
    case Identity::SeparateAddresses:
        return "separate_addresses";
    case Identity::CategoryBytes:
        return "category_bytes";
    case Identity::VertexState:
        return "vertex_state";
    case Identity::ComputeSetMemory:
        return "compute_set_memory";
    }
    return "";
}

std::string textOf(const FailedIdentity& failure) {
    const auto bytes = [&](const std::string& stated, const std::string& computed) {
        return stated + " are " + std::to_string(failure.stated) + " bytes, but " + computed + " " +
               std::to_string(failure.computed);
    };
    const auto what = [&]() -> std::string {
        switch (failure.identity) {
        case Identity::StepBytes:
            return bytes("not-always-live variables", "those that are live there are");
        case Identity::AlwaysLive:
            return bytes("always-live variables", "their sizes sum to");
        case Identity::NotAlwaysLive:
            return bytes("not-always-live variables at most", "their sizes sum to");
        case Identity::UnionOfAddresses:
            return bytes("all variables without gaps", "their addresses are");
        case Identity::HighestAddress:
            return bytes("all variables with gaps", "the last one ends at");
        case Identity::SeparateAddresses:
            return "variables that are live at the same time share the address " +
                   std::to_string(failure.computed);
        case Identity::CategoryBytes:
            return bytes("variables of the category " + printable(failure.category), "their sizes sum to");
        case Identity::VertexState:
            return bytes("vertex states", "those of its vertices are");
        case Identity::ComputeSetMemory:
            return bytes("compute sets", "their parts are");
        }
        return {};
    };
    std::string text = "The profile contradicts itself. ";
    text += failure.step ? "In step " + std::to_string(failure.step->value)
                         : "On tile " + std::to_string(failure.tile ? failure.tile->value : 0);
    text += ", " + what() + ".";
    if (failure.places > 1) {
        text += " The same is wrong " + std::string(failure.step ? "in " : "on ") +
                std::to_string(failure.places - 1) + " more.";
    }
    return decidesFigures(failure.identity) ? text + " The figures of plans and of liveness are not valid."
                                            : text;
}

static std::string proposalText(const LayerProposal& proposal) {
    return proposal.expression.empty()
               ? std::string()
               : " --layer-name-regex '" + printable(proposal.expression) + "' matches " +
                     std::to_string(proposal.perCent) + " % of the operations.";
}

std::string textOf(const LayerWarning& warning) {
    const std::string count = std::to_string(warning.count);
    switch (warning.kind) {
    case LayerWarning::Kind::FewOperationsInLayers:
        return "Layers were found for only " + count +
               " % of the operations. Check --layer-name-regex against the names that "
               "`tileline-cli operations` lists." +
               proposalText(warning.proposal);
    case LayerWarning::Kind::CallSpansLayers:
        return count + " calls have inputs from several layers (the first is " + printable(warning.detail) +
               "). Recompile with POPART_POPLINER_OUTLINER_REGEX set to the layer regex.";
    case LayerWarning::Kind::SeveralIpusOrReplicas:
        return SeveralIpusText;
    case LayerWarning::Kind::NoLayers:
        return "The layer regex matches no operation: there is nothing to split." +
               proposalText(warning.proposal);
    }
    return printable(warning.detail);
}

} // namespace tileline
