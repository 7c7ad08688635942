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

/// In PopLiner's setting: variables that operations use, but no operation in a layer. They belong to no
/// stage.
struct UnstagedVariables {
    uint64_t bytes = 0;        ///< on the tiles of one IPU
    uint64_t ofBytes = 0;      ///< of all variables that operations use
    std::string largest{};     ///< the one with the most bytes
    uint64_t largestBytes = 0; ///< of it, over all tiles

    bool operator==(const UnstagedVariables&) const = default;
};

/// In the pipeline setting: the profile itself was compiled with recomputation (passes.h).
struct AlreadyRecomputed {};

/// The profile is planned in another mode than its own.
struct OtherMode {
    bool training = false; ///< planned as training, although the profile is of inference
};

/// A profile of training in which no gradient names its weight, so that the accumulators are not counted.
struct UnknownAccumulators {};

/// Weights that a plan splits over IPUs.
struct SplitWeights {
    SharedWeight largest;
    size_t others = 0;        ///< further ones, which are not larger
    bool certain = false;     ///< otherwise they may be constants, of which each IPU can have a copy
    bool outputMoves = false; ///< it would help to run Output on the first IPU
    bool allowed = false;     ///< PipelineOptions::allowSharedWeights
};

/// The profile has too few cycles to tell how fast a plan runs.
struct UnknownTime {};

/// A reason to doubt a plan or its figures.
struct PlanWarning {
    using What = std::variant<LayerWarning, LoadNote, MergedLayers, AlreadyRecomputed, UnstagedVariables,
                              FailedIdentity, OtherMode, UnknownAccumulators, SplitWeights, UnknownTime>;
    What what;
    /// The figures of the plan do not hold. The plan is called neither fitting nor optimal, and no headroom
    /// is shown.
    bool voids = false;
    /// Whether an export asks first: the figures do not hold, or no framework compiles the plan.
    bool exportAsks() const;

    template <class T>
    const T* get() const {
        return std::get_if<T>(&what);
    }
};

/// The word for a warning in JSON: "no_layers".
const char* codeOf(const PlanWarning& warning);

/// The warnings about a profile and its layers, which all plans share. `entries` is null in PopLiner's
/// setting.
Outcome<std::vector<PlanWarning>> findWarnings(const Profile& profile, const Layers& layers,
                                               const PipelineEntries* entries,
                                               const std::stop_token& stop = {});

/// All warnings about a plan. `shared` are the results of findWarnings(). `checks` is null while the checks
/// run, and `estimate` while the plan is being estimated.
std::vector<PlanWarning> warningsOf(const std::vector<PlanWarning>& shared, const SelfCheckResult* checks,
                                    const StageEstimator& estimator, const PlanEstimate* estimate);

/// Whether no warning voids the figures.
bool figuresHold(const std::vector<PlanWarning>& warnings);

/// Whether a plan splits a weight in a way that no framework compiles. In inference, weights cannot be told
/// from constants, so a split weight is only a warning.
bool splitsWeights(const StageEstimator& estimator, const PlanEstimate& estimate);
/// Whether a plan that splits a weight is refused, whichever weight it is.
bool refusesSplitWeights(const StageEstimator& estimator);

} // namespace tileline
