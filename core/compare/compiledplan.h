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
    Estimated,        ///< in the plan, this IPU has the variable too
    PassesThrough,    ///< in the plan, IPUs before and after this one have the variable, but not this one
    OtherIpu,         ///< in the plan, only other IPUs have the variable
    Unplanned,        ///< no IPU of the plan has such a variable
    InterIpuExchange, ///< code and buffers of exchanges between IPUs
    Layout, ///< allocated bytes minus live bytes: gaps; negative if fewer bytes are allocated than live
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

/// One row of a comparison: a variable, code or state on an IPU, with its estimated and actual bytes.
struct HeldDifference {
    HoldCause cause{};
    std::optional<StageCategory> category; ///< empty for exchanges between IPUs and for the layout
    std::optional<Role> role;              ///< empty for the layout
    /// The variable's name in the plan's profile or, if that profile does not contain the variable, in the
    /// compiled profile. A variable without a name gets the name of its category. Empty for code, vertex
    /// state, unowned bytes and the layout.
    std::string name;
    ComparedBytes all; ///< bytes on all tiles, each tile at its own peak
    /// The bytes on the fullest tile. The estimate and the pipeline may have different fullest tiles.
    ComparedBytes peak;

    /// The id in tables and JSON: the id of the category, "inter_ipu_exchange" or "layout".
    std::string_view categoryId() const;
    /// The id in tables and JSON: the id of the role, or "layout".
    std::string_view roleId() const;
};

/// Compares an IPU of a plan with the same IPU of the compiled pipeline.
struct ComparedIpu {
    uint32_t ipu = 0;
    bool planned = false;  ///< whether the plan has this IPU
    bool compiled = false; ///< whether the compiled pipeline has this IPU
    TileId estimatedTile;  ///< fullest tile of the estimate, counted from the first tile of the IPU
    TileId actualTile;
    StepIndex estimatedStep; ///< step of the plan's profile at which the variables of estimatedTile peak
    StepIndex actualStep;    ///< step of the compiled profile at which the variables of actualTile peak
    uint64_t limit = 0;      ///< the most bytes that a tile may hold
    /// The rows add up to the bytes of the fullest tile and of all tiles. The row with the largest difference
    /// on the fullest tile comes first.
    std::vector<HeldDifference> rows;

    ComparedBytes peak() const { return sumOf(rows, &HeldDifference::peak); }
    ComparedBytes all() const { return sumOf(rows, &HeldDifference::all); }
    /// (actual - estimated) ÷ actual bytes of the fullest tile: positive if the estimate was too low. Empty
    /// if the plan or the pipeline lacks the IPU, or if the actual bytes are 0.
    std::optional<double> error() const;
    int64_t estimatedHeadroom() const { return static_cast<int64_t>(limit) - peak().estimated; }
    int64_t actualHeadroom() const { return static_cast<int64_t>(limit) - peak().actual; }
};

/// The cycles of an IPU's stages in a pass, as estimated and as measured: for one micro-batch or, in the pass
/// "update", for one update of the weights. Recomputation is part of the backward pass.
struct ComparedCycles {
    uint32_t ipu = 0;
    std::string_view pass; ///< "forward", "backward", "update", or "total" for the first two together
    double estimated = 0;
    std::optional<double> measured; ///< empty if the compiled pipeline does not have this IPU

    /// The difference as a share of the measured cycles.
    std::optional<double> error() const {
        return measured && *measured > 0 ? std::optional(1 - estimated / *measured) : std::nullopt;
    }
};

/// A fact that a reader of the comparison should know.
struct ComparisonNote {
    enum class Kind {
        MoreIpus,          ///< the compiled pipeline has more IPUs (count) than the plan
        FewerIpus,         ///< the compiled pipeline has fewer IPUs (count) than the plan
        Replicas,          ///< the pipeline has replicas (count); only the first is compared
        OtherTiles,        ///< the pipeline's IPUs have a different number of tiles (count)
        NoTileMemory,      ///< the compiled profile lacks totals, so unowned bytes and layout are unknown
        NoOperations,      ///< the compiled profile lacks operations, so the code of all programs counts
        FewNamesInCommon,  ///< few bytes (count: in %) are in variables that occur in the plan's profile
        NoEstimatedCycles, ///< the plan has no times, so the cycles of stages are not compared
        NoMeasuredCycles,  ///< no run of the compiled pipeline was measured; cycles are not compared
        MicroBatches,      ///< measured cycles are means over this number (count) of micro-batches
    };
    Kind kind{};
    uint64_t count = 0;

    bool operator==(const ComparisonNote&) const = default;
};

/// The id in JSON, for example "more_ipus".
std::string_view idOf(ComparisonNote::Kind kind);

/// Compares the estimate of a plan with the profile of the pipeline that was compiled from it.
struct CompiledComparison {
    uint32_t plannedIpus = 0;
    uint32_t compiledIpus = 0; ///< number of IPUs of one replica
    uint32_t replicas = 1;
    std::vector<ComparedIpu> ipus; ///< the IPUs of the plan, and then further IPUs of the compiled pipeline
    std::vector<ComparedCycles> stages; ///< by IPU of the plan and pass; set by addStageCycles()
    std::vector<ComparisonNote> notes;
    bool figuresHold = true; ///< set by the caller; if false, the output shows no headroom

    /// Among the IPUs of the plan, the one that has the fullest tile in the compiled pipeline.
    std::optional<size_t> fullestIpu() const;
    /// The error on the fullest IPU, which is the figure that PopLiner's tests cite.
    std::optional<double> errorAtFullest() const;
    /// The mean of the absolute errors of all IPUs.
    std::optional<double> meanError() const;

    /// Compares the cycles of the plan's stages with the first measured run of the compiled pipeline, or adds
    /// a note that says why not. Steps that compute or exchange and belong to an entry count for the pass of
    /// that entry, in the stages of their IPU. `time` is empty if the plan has no times; `layers` and
    /// `passes` are those of the compiled profile. The number of micro-batches is the number of runs of some
    /// program: the largest number that divides the numbers of runs of programs with 95 % of all cycles. The
    /// number of updates is found in the same way.
    Outcome<Done> addStageCycles(const std::optional<PipelineTime>& time, const StagePlacement& placement,
                                 const ProfilePtr& compiled, const LayersPtr& layers, const Passes& passes,
                                 const std::stop_token& stop = {});
};

/// Compares each IPU of a plan with the same IPU of the pipeline that was compiled from the plan.
///
/// The actual bytes of a tile are those that Poplar counts, with gaps (`total.includingGaps`). These bytes
/// are divided into the categories of the estimate: code and state of the operations' programs; always-live
/// variables of operations; other variables of operations, at the tile's peak step; and the remaining
/// always-live bytes, which are unowned. Variables are matched by name. PopART's copies of a variable X for
/// other IPUs ("X_c1") and variables that it restores from a stash ("Restored___X") count as X itself. A
/// stash ("Stashed___X") counts as the stash of X, and an accumulator counts as that of its weight.
///
/// `estimate` must come from `estimator`. Errors: NoLoweredVariables if `compiled` has none; BadArgument if
/// it has one IPU but the plan has several; TooLarge.
Outcome<CompiledComparison> compareCompiled(const StageEstimator& estimator, const PlanEstimate& estimate,
                                            const MemoryLimits& memory, const Profile& compiled,
                                            Workers& workers, Progress progress = {},
                                            const std::stop_token& stop = {});

} // namespace tileline
