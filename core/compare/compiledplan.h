// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/estimate/stageestimator.h"
#include "core/memory/roles.h"
#include "core/plan/planconstraints.h"

#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace tileline {

/// Why an IPU of a compiled pipeline holds something.
enum class HoldCause : uint8_t {
    Estimated,        ///< the plan has it on this IPU
    PassesThrough,    ///< IPUs before and after this one use the variable, this one only passes it on
    OtherIpu,         ///< the plan has the variable, but on other IPUs
    Unplanned,        ///< no IPU of the plan has such a variable
    InterIpuExchange, ///< code and buffers of exchanges between IPUs
    Layout,           ///< gaps in the tile's memory, beyond what is live; negative if less is allocated
};

/// "passes_through"
std::string_view idOf(HoldCause cause);

/// Bytes as estimated and as compiled.
struct ComparedBytes {
    int64_t estimated = 0;
    int64_t actual = 0;

    int64_t difference() const { return actual - estimated; }
    void add(const ComparedBytes& other) {
        estimated += other.estimated;
        actual += other.actual;
    }
    bool operator==(const ComparedBytes&) const = default;
};

/// Something that an IPU holds.
struct HeldDifference {
    HoldCause cause{};
    std::optional<StageCategory> category; ///< empty for exchanges between IPUs and for the layout
    std::optional<Role> role;              ///< empty for the layout
    /// Of the variable: in the plan's profile if it has one, otherwise in the compiled one. The name of the
    /// category for all variables of a category without a name. Empty for code, vertex state, unowned bytes
    /// and the layout.
    std::string name;
    ComparedBytes all; ///< over all tiles, each when it is fullest
    /// On the fullest tile of the estimate, and on that of the compiled pipeline, which can be another one.
    ComparedBytes peak;

    /// The id in tables and JSON: that of the category, "inter_ipu_exchange" or "layout".
    std::string_view categoryId() const;
    /// The id in tables and JSON: that of the role, or "layout".
    std::string_view roleId() const;
};

/// An IPU of a plan beside the same IPU of the compiled pipeline.
struct ComparedIpu {
    uint32_t ipu = 0;
    bool planned = false;  ///< the plan has this IPU
    bool compiled = false; ///< the compiled pipeline has it
    TileId estimatedTile;  ///< the fullest one; counted from the first tile of the IPU
    TileId actualTile;
    StepIndex estimatedStep; ///< of the plan's profile
    StepIndex actualStep;    ///< of the compiled one: when the variables of the fullest tile peak
    uint64_t limit = 0;      ///< bytes that a tile may hold
    /// They sum to the bytes of the tile and of all tiles. Those that differ most on the fullest tile come
    /// first.
    std::vector<HeldDifference> rows;

    ComparedBytes sum(ComparedBytes HeldDifference::*bytes) const;
    ComparedBytes peak() const { return sum(&HeldDifference::peak); }
    ComparedBytes all() const { return sum(&HeldDifference::all); }
    /// (actual - estimated) ÷ actual bytes of the fullest tile. Positive if the estimate was too low. Empty
    /// unless the plan and the compiled pipeline have the IPU and it holds anything.
    std::optional<double> error() const;
    int64_t estimatedHeadroom() const { return static_cast<int64_t>(limit) - peak().estimated; }
    int64_t actualHeadroom() const { return static_cast<int64_t>(limit) - peak().actual; }
};

/// What a reader of the comparison should know.
struct ComparisonNote {
    enum class Kind {
        MoreIpus,         ///< the compiled pipeline has more IPUs (count) than the plan
        FewerIpus,        ///< it has fewer IPUs (count): the plan's last ones have no counterpart
        Replicas,         ///< it has replicas (count), of which only the first is compared
        OtherTiles,       ///< its IPUs have another number of tiles (count)
        NoTileMemory,     ///< it lacks Poplar's totals: nothing is known of unowned bytes and of the layout
        NoOperations,     ///< it lacks operations: the code of all programs counts as that of operations
        FewNamesInCommon, ///< few of its variables' bytes (count: per cent) have names of the plan's profile
    };
    Kind kind{};
    uint64_t count = 0;

    bool operator==(const ComparisonNote&) const = default;
};

/// In JSON: "more_ipus".
std::string_view idOf(ComparisonNote::Kind kind);

/// The estimate of a plan beside the profile of the pipeline that was compiled from it.
struct CompiledComparison {
    uint32_t plannedIpus = 0;
    uint32_t compiledIpus = 0; ///< of one replica
    uint32_t replicas = 1;
    std::vector<ComparedIpu> ipus; ///< those of the plan, and further ones that are compiled
    std::vector<ComparisonNote> notes;
    bool figuresHold = true; ///< of the plan; otherwise it has no headroom. For the caller to set

    /// The IPU whose fullest tile is the fullest of the compiled pipeline, of those that the plan has.
    std::optional<size_t> fullestIpu() const;
    /// The error of that IPU: the figure that PopLiner's tests cite.
    std::optional<double> errorAtFullest() const;
    /// The mean of the errors of all IPUs without their signs.
    std::optional<double> meanError() const;
};

/// Compares a plan with the pipeline that was compiled from it, IPU by IPU.
///
/// The actual bytes of a tile are what Poplar counts, with gaps (`total.includingGaps`), in the categories of
/// the estimate: the code and state of the operations' programs; what the operations' variables take that
/// are always live, and those that are not, in the step in which the tile's variables peak; and the rest of
/// the always-live bytes, as unowned. Variables are matched by name. PopART's copies of a variable for other
/// IPUs ("X_c1") and what it restores from a stash ("Restored___X") count as the variable, a stash
/// ("Stashed___X") as the stash of the variable, and its accumulators as accumulators of the weight.
///
/// `estimate` must be of `estimator`. NoLoweredVariables if `compiled` has none; BadArgument if it is of one
/// IPU but the plan of several; TooLarge.
Outcome<CompiledComparison> compareCompiled(const StageEstimator& estimator, const PlanEstimate& estimate,
                                            const MemoryLimits& memory, const Profile& compiled,
                                            Workers& workers, Progress progress = {},
                                            const std::stop_token& stop = {});

} // namespace tileline
