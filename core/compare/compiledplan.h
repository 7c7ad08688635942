// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/sequences.h"
#include "core/estimate/pipelinetime.h"
#include "core/estimate/stageestimator.h"
#include "core/memory/roles.h"
#include "core/plan/planconstraints.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// The reason why an IPU of a compiled pipeline holds certain bytes.
enum class HoldCause : uint8_t {
    Estimated,        ///< the plan also places the variable on this IPU
    PassesThrough,    ///< the plan places the variable on IPUs before and after this one, but not on this one
    OtherIpu,         ///< the plan places the variable only on earlier or only on later IPUs
    Unplanned,        ///< the plan places no such variable on any IPU
    InterIpuExchange, ///< code and buffers of exchanges between IPUs
    Layout, ///< gaps: allocated bytes minus live bytes; negative if fewer bytes are allocated than are live
};

/// The id in tables and JSON, for example "passes_through".
std::string_view idOf(HoldCause cause);

/// The estimated bytes, and the actual bytes in the compiled pipeline.
struct ComparedBytes {
    int64_t estimated = 0;
    int64_t actual = 0;

    int64_t difference() const { return actual - estimated; }
    ComparedBytes& operator+=(const ComparedBytes& other) {
        estimated += other.estimated;
        actual += other.actual;
        return *this;
    }
    bool operator==(const ComparedBytes&) const = default;
};

/// One row of a comparison: a variable, code or vertex state on an IPU, with the estimated and actual bytes.
struct HeldDifference {
    HoldCause cause{};
    std::optional<StageCategory> category; ///< empty for exchanges between IPUs and for the layout
    std::optional<Role> role;              ///< empty for the layout
    /// The variable's name in the plan's profile or, if that profile does not contain the variable, in the
    /// compiled profile. A variable without a name gets the name of its category. The name is empty for code,
    /// vertex state, unowned bytes and the layout.
    std::string name;
    ComparedBytes all; ///< bytes on all tiles of the IPU, each tile at its own peak
    /// The estimated bytes on the fullest tile of the estimate, and the actual bytes on the fullest tile of
    /// the pipeline, which may be another tile.
    ComparedBytes peak;

    /// The id of `category` in tables and JSON; if `category` is empty, "inter_ipu_exchange" or "layout".
    std::string_view categoryId() const;
    /// The id of `role` in tables and JSON; if `role` is empty, "layout".
    std::string_view roleId() const;
};

/// An IPU of a plan, compared with the same IPU of the compiled pipeline.
struct ComparedIpu {
    uint32_t ipu = 0;
    bool planned = false;  ///< whether the plan has this IPU
    bool compiled = false; ///< whether the compiled pipeline has this IPU
    TileId estimatedTile;  ///< fullest tile in the estimate, numbered from the first tile of the IPU
    TileId actualTile;
    StepIndex estimatedStep; ///< step of the plan's profile at which the variables of estimatedTile peak
    StepIndex actualStep;    ///< step of the compiled profile at which the variables of actualTile peak
    uint64_t limit = 0;      ///< maximum number of bytes for each tile of this IPU
    /// The `peak` bytes of the rows add up to all bytes of the fullest tile; the `all` bytes add up to the
    /// bytes of all tiles. The row with the largest absolute difference on the fullest tile comes first.
    std::vector<HeldDifference> rows;

    ComparedBytes peak() const { return sumOf(rows, &HeldDifference::peak); }
    ComparedBytes all() const { return sumOf(rows, &HeldDifference::all); }
    /// The error of the estimate for the fullest tile: (actual bytes - estimated bytes) ÷ actual bytes. The
    /// error is positive if the estimate was too low. Empty if the plan or the pipeline lacks the IPU, or if
    /// there are no actual bytes.
    std::optional<double> error() const;
    int64_t estimatedHeadroom() const { return static_cast<int64_t>(limit) - peak().estimated; }
    int64_t actualHeadroom() const { return static_cast<int64_t>(limit) - peak().actual; }
};

/// The estimated and the measured cycles of an IPU's stages in one pass. The cycles are for one micro-batch
/// or, in the pass "update", for one weight update. Recomputation is part of the backward pass.
struct ComparedCycles {
    uint32_t ipu = 0;
    std::string_view pass; ///< "forward", "backward", "update", or "total" (forward and backward)
    double estimated = 0;
    std::optional<double> measured; ///< empty if the compiled pipeline does not have this IPU

    /// The error of the estimate: (measured - estimated) ÷ measured cycles.
    std::optional<double> error() const {
        return measured && *measured > 0 ? std::optional(1 - estimated / *measured) : std::nullopt;
    }
};

/// A fact that a reader of the comparison should know.
struct ComparisonNote {
    enum class Kind {
        MoreIpus,          ///< the compiled pipeline has `count` IPUs, more than the plan
        FewerIpus,         ///< the compiled pipeline has `count` IPUs, fewer than the plan
        Replicas,          ///< the pipeline has `count` replicas; only the first is compared
        OtherTiles,        ///< the pipeline's IPUs have `count` tiles each, unlike the plan's IPUs
        NoTileMemory,      ///< the compiled profile lacks bytes by tile, so unowned bytes or gaps are unknown
        NoOperations,      ///< the compiled profile lacks operations, so the code of all programs is included
        FewNamesInCommon,  ///< only `count` % of the bytes are in variables that occur in the plan's profile
        NoEstimatedCycles, ///< the plan has no time estimate, so the cycles of stages are not compared
        NoMeasuredCycles,  ///< no run of the compiled pipeline was measured, so cycles are not compared
        MicroBatches,      ///< the measured cycles are means over `count` micro-batches
    };
    Kind kind{};
    uint64_t count = 0;

    bool operator==(const ComparisonNote&) const = default;
};

/// The id in JSON, for example "more_ipus".
std::string_view idOf(ComparisonNote::Kind kind);

/// The estimate of a plan, compared with the profile of the pipeline that was compiled from the plan.
struct CompiledComparison {
    uint32_t plannedIpus = 0;
    uint32_t compiledIpus = 0; ///< number of IPUs of one replica
    uint32_t replicas = 1;
    std::vector<ComparedIpu> ipus; ///< the IPUs of the plan, then any further IPUs of the compiled pipeline
    std::vector<ComparedCycles> stages; ///< sorted by IPU; set by addStageCycles()
    std::vector<ComparisonNote> notes;
    bool figuresHold = true; ///< set by the caller; if false, the output shows no headroom

    /// The position in `ipus` of the IPU with the highest actual peak. IPUs without an error() are left out.
    std::optional<size_t> fullestIpu() const;
    /// The error of the estimate for the fullest IPU. PopLiner's tests cite this error.
    std::optional<double> errorAtFullest() const;
    /// The mean of the absolute errors of all IPUs that have an error().
    std::optional<double> meanError() const;

    /// Compares the cycles of the plan's stages with the first measured run of the compiled pipeline, or adds
    /// a note that says why they cannot be compared. Steps are counted only if they compute or exchange and
    /// belong to an entry. Each such step adds its cycles to one pass (forward, backward or update) of its
    /// IPU. `time` is empty if the plan has no time estimate; `layers` and `passes` are those of the compiled
    /// profile. The number of micro-batches is inferred from the programs of the forward and backward pass.
    /// It is the greatest number N such that at least 95 % of the cycles are those of programs that ran N
    /// times or a multiple of N times. The number of weight updates is inferred in the same way from the
    /// programs of updates.
    Outcome<Done> addStageCycles(const std::optional<PipelineTime>& time, const StagePlacement& placement,
                                 const ProfilePtr& compiled, const LayersPtr& layers, const Passes& passes,
                                 const std::stop_token& stop = {});
};

/// Compares each IPU of a plan with the same IPU of the pipeline that was compiled from the plan.
///
/// The actual bytes of a tile are the bytes that Poplar counts, including gaps (`total.includingGaps`). The
/// actual bytes are divided into the categories of the estimate: code and state of the operations' programs;
/// always-live variables of operations; other variables of operations, at the tile's peak step; and the
/// remaining always-live bytes, which are unowned. Variables are matched by name. Copies of a variable X that
/// PopART makes for other IPUs ("X_c1") or restores from a stash ("Restored___X") are counted as X itself. A
/// stash ("Stashed___X") is counted as the stash of X, and an accumulator as the accumulator of its weight.
///
/// `estimate` must come from `estimator`. Errors: NoLoweredVariables if `compiled` has no lowered variables;
/// BadArgument if `compiled` has only one IPU but the plan has several; TooLarge.
Outcome<CompiledComparison> compareCompiled(const StageEstimator& estimator, const PlanEstimate& estimate,
                                            const MemoryLimits& memory, const Profile& compiled,
                                            Workers& workers, Progress progress = {},
                                            const std::stop_token& stop = {});

} // namespace tileline
