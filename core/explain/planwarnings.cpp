// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/planwarnings.h"

#include "core/estimate/stageplacement.h"

#include <algorithm>
#include <array>
#include <map>

namespace tileline {

namespace {

/// A plan gets a warning if more than this percentage of the bytes that operations use belongs to no stage.
constexpr uint64_t UnstagedPerCent = 1;
/// A plan's figures are invalid if more than this percentage of those bytes belongs to no stage. PopLiner's
/// own tests accept estimates that are up to 10 % too low.
constexpr uint64_t VoidingPerCent = 10;

struct CodeOf {
    const char* operator()(const LayerWarning& warning) const {
        constexpr std::array Codes{"few_operations_in_layers", "call_spans_layers",
                                   "several_ipus_or_replicas", "no_layers"};
        return Codes[static_cast<size_t>(warning.kind)];
    }
    const char* operator()(const LoadNote&) const { return "incomplete_debug_information"; }
    const char* operator()(const MergedLayers&) const { return "merged_layers"; }
    const char* operator()(const AlreadyRecomputed&) const { return "already_recomputed"; }
    const char* operator()(const UnstagedVariables&) const { return "variables_on_no_stage"; }
    const char* operator()(const FailedIdentity&) const { return "self_check_failed"; }
    const char* operator()(const OtherMode&) const { return "other_mode"; }
    const char* operator()(const UnknownAccumulators&) const { return "accumulators_unknown"; }
    const char* operator()(const SplitWeights&) const { return "shared_weight"; }
    const char* operator()(const UnknownTime&) const { return "no_cycles"; }
};

/// Finds the variables that belong to no stage. Empty if their share of the bytes is at most UnstagedPerCent.
Outcome<std::optional<UnstagedVariables>> findUnstaged(const Profile& profile, const Layers& layers,
                                                       const std::stop_token& stop) {
    constexpr uint8_t Used = 1; // only operations outside layers use the variable
    constexpr uint8_t InLayer = 2;
    std::vector<uint8_t> uses(profile.lowered.tileBegin[profile.target.tilesPerIpu], 0);
    for (const LayeredOperation& operation : layers.operations) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
            if (row.index() < uses.size()) {
                uint8_t& use = uses[row.index()];
                use = std::max(use, operation.inLayer() ? InLayer : Used);
            }
        }
    }
    UnstagedVariables found;
    std::map<uint32_t, uint64_t> bytesOf;
    for (size_t row = 0; row < uses.size(); ++row) {
        const uint64_t bytes = profile.lowered.bytes[row];
        found.ofBytes += uses[row] != 0 ? bytes : 0;
        if (uses[row] == Used) {
            found.bytes += bytes;
            bytesOf[profile.lowered.variable[row].value] += bytes;
        }
    }
    if (found.bytes * 100 <= found.ofBytes * UnstagedPerCent) {
        return std::optional<UnstagedVariables>();
    }
    for (const auto& [variable, bytes] : bytesOf) {
        if (variable != NoId && bytes > found.largestBytes) {
            found.largest = profile.variables[variable].name;
            found.largestBytes = bytes;
        }
    }
    return std::optional(std::move(found));
}

SplitWeights splitWeightsOf(const StageEstimator& estimator, const PlanEstimate& estimate) {
    const auto& weights = estimate.sharedWeights;
    SplitWeights split;
    split.largest = *std::ranges::max_element(weights, {}, &SharedWeight::bytes);
    split.others = weights.size() - 1;
    split.certain = estimate.sharedWeightsAreCertain && estimator.entries()->passes().training();
    split.outputMoves = estimator.options().outputOn == OutputOn::Last &&
                        estimator.layers().kinds[split.largest.entries[1].index()] == EntryKind::Output;
    split.allowed = estimator.options().allowSharedWeights;
    return split;
}

} // namespace

const char* codeOf(const PlanWarning& warning) {
    return std::visit(CodeOf{}, warning.what);
}

Outcome<std::vector<PlanWarning>> findWarnings(const Profile& profile, const Layers& layers,
                                               const PipelineEntries* entries, const std::stop_token& stop) {
    std::vector<PlanWarning> warnings;
    for (const LoadNote& note : profile.notes) {
        if (voidsPlan(note.kind)) {
            warnings.push_back({note, true});
        }
    }
    for (const LayerWarning& warning : layers.warnings) {
        warnings.push_back({warning, warning.kind != LayerWarning::Kind::FewOperationsInLayers});
    }
    const Passes passes = entries != nullptr ? entries->passes() : Passes::find(profile, layers);
    if (auto merged = TRY(findMergedLayers(layers, passes, stop))) {
        const bool voids = merged->interrupted;
        warnings.push_back({*std::move(merged), voids});
    }
    if (entries != nullptr && TRY(isAlreadyRecomputed(profile, layers, passes, stop))) {
        warnings.push_back({AlreadyRecomputed{}, true});
    }
    const bool anyLayer = layers.count() > 1; // without layers, all variables belong to no stage
    if (entries == nullptr && anyLayer) {
        if (auto unstaged = TRY(findUnstaged(profile, layers, stop))) {
            const bool voids = unstaged->bytes * 100 > unstaged->ofBytes * VoidingPerCent;
            warnings.push_back({*std::move(unstaged), voids});
        }
    }
    return warnings;
}

std::vector<PlanWarning> warningsOf(const std::vector<PlanWarning>& shared, const SelfCheckResult* checks,
                                    const StageEstimator& estimator, const PlanEstimate* estimate) {
    std::vector<PlanWarning> warnings = shared;
    for (const FailedIdentity& failure : checks != nullptr ? checks->failed : std::vector<FailedIdentity>()) {
        if (decidesFigures(failure.identity)) {
            warnings.push_back({failure, true});
        }
    }
    if (estimator.uses() == nullptr) {
        return warnings;
    }
    const Passes& passes = estimator.entries()->passes();
    if (passes.training() != passes.profileIsTraining()) {
        warnings.push_back({OtherMode{passes.training()}, true});
    }
    if (passes.training() && passes.profileIsTraining() && !estimator.uses()->weightsAreCertain() &&
        estimator.options().accumulators != Accumulators::None) {
        // One stage alone accumulates gradients only if the user asks for it; if not, its figures stay valid.
        warnings.push_back({UnknownAccumulators{}, estimate == nullptr ||
                                                       estimate->placement.ipus.size() > 1 ||
                                                       accumulatesAlone(estimator.options())});
    }
    if (estimate != nullptr && !estimate->sharedWeights.empty()) {
        warnings.push_back({splitWeightsOf(estimator, *estimate)});
    }
    return warnings;
}

bool PlanWarning::exportAsks() const {
    const auto* const split = get<SplitWeights>();
    return voids || (split != nullptr && split->certain && !split->allowed);
}

bool figuresHold(const std::vector<PlanWarning>& warnings) {
    return std::ranges::none_of(warnings, [](const PlanWarning& warning) { return warning.voids; });
}

bool splitsWeights(const StageEstimator& estimator, const PlanEstimate& estimate) {
    return !estimate.sharedWeights.empty() && refusesSplitWeights(estimator);
}

bool refusesSplitWeights(const StageEstimator& estimator) {
    return estimator.uses() != nullptr && estimator.uses()->weightsAreCertain() &&
           estimator.entries()->passes().training() && !estimator.options().allowSharedWeights;
}

} // namespace tileline
