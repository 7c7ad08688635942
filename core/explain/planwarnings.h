// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimator.h"
#include "core/explain/selfchecks.h"
#include "core/layers/modulepaths.h"

#include <cstdint>
#include <stop_token>
#include <string>
#include <variant>
#include <vector>

namespace tileline {

/// In PopLiner's setting: variables that belong to no stage, because only operations outside all layers use
/// them.
struct UnstagedVariables {
    uint64_t bytes = 0;        ///< bytes of these variables on the tiles of one IPU
    uint64_t ofBytes = 0;      ///< bytes of all variables that operations use, on the same tiles
    std::string largest{};     ///< the variable with the most bytes
    uint64_t largestBytes = 0; ///< bytes of `largest` on the tiles of the IPU

    bool operator==(const UnstagedVariables&) const = default;
};

/// In the pipeline setting: the profile is of a model that was compiled with recomputation (passes.h).
struct AlreadyRecomputed {};

/// The plan is for training, but the profile is of inference, or the reverse.
struct OtherMode {
    bool training = false; ///< true: the plan is for training, the profile of inference; false: the reverse
};

/// The profile is of training, but does not show which variables are weights. So accumulators are unknown.
struct UnknownAccumulators {};

/// Weights that a plan splits over IPUs.
struct SplitWeights {
    SharedWeight largest;
    size_t others = 0;    ///< number of further weights that the plan splits; none is larger than `largest`
    bool certain = false; ///< false: the weights may be constants, of which each IPU can have a copy
    bool outputMoves = false; ///< moving Output to the first IPU would avoid the split
    bool allowed = false;     ///< PipelineOptions::allowSharedWeights
};

/// The profile states cycles for so few programs that the speed of a plan cannot be estimated.
struct UnknownTime {};

/// A reason to doubt a plan or its figures.
struct PlanWarning {
    using What = std::variant<LayerWarning, LoadNote, MergedLayers, AlreadyRecomputed, UnstagedVariables,
                              FailedIdentity, OtherMode, UnknownAccumulators, SplitWeights, UnknownTime>;
    What what;
    /// Whether the warning makes the plan's figures invalid. If the figures are invalid, Tileline never says
    /// that the plan fits or is optimal, and does not show the headroom.
    bool voids = false;
    /// Whether the user must confirm exports, because figures are invalid or no framework compiles the plan.
    bool exportAsks() const;

    template <class T>
    const T* get() const {
        return std::get_if<T>(&what);
    }
};

/// The id that JSON output uses for this kind of warning, for example "no_layers".
const char* codeOf(const PlanWarning& warning);

/// The warnings about a profile and its layers, which apply to every plan for the profile. `entries` is null
/// in PopLiner's setting.
Outcome<std::vector<PlanWarning>> findWarnings(const Profile& profile, const Layers& layers,
                                               const PipelineEntries* entries,
                                               const std::stop_token& stop = {});

/// All warnings about a plan. `shared` is the result of findWarnings(). `checks` is null while the
/// self-checks run; `estimate` is null while the plan is being estimated.
std::vector<PlanWarning> warningsOf(const std::vector<PlanWarning>& shared, const SelfCheckResult* checks,
                                    const StageEstimator& estimator, const PlanEstimate* estimate);

/// Whether the figures are valid: true if no warning makes them invalid.
bool figuresHold(const std::vector<PlanWarning>& warnings);

/// Whether a plan splits a weight in a way that no framework compiles. False in inference, where weights look
/// like constants, so that a split only causes a warning.
bool splitsWeights(const StageEstimator& estimator, const PlanEstimate& estimate);
/// Whether weights must stay whole: in training, if they are known for certain and no option allows splits.
bool refusesSplitWeights(const StageEstimator& estimator);

} // namespace tileline
