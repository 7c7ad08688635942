// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/remedies.h"

#include "core/estimate/stageplacement.h"
#include "core/explain/planwarnings.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <utility>

namespace tileline {

namespace {

/// Finds remedies for one plan.
class RemedySearch {
public:
    RemedySearch(const Plan& plan, const IntervalTable& table, const std::stop_token& stop)
        : m_plan(plan)
        , m_table(table)
        , m_stop(stop) {
        if (const auto estimate = tabulated(table, plan.splitPlan())) {
            m_fit = fitOf(*estimate, plan.memory());
            m_splitsWeights = splitsWeights(table.estimator(), *estimate);
        }
    }

    bool needed() const { return m_fit.overflow > 0 || m_splitsWeights; }

    /// The best move of one entry to a neighbouring IPU. `judge(plan)` makes a remedy of `plan`, or returns
    /// nothing if `plan` is not better than the original plan.
    template <class Judge>
    Outcome<std::optional<Remedy>> moveEntry(const Judge& judge) const {
        std::optional<Remedy> best;
        for (size_t split = 0; split < m_plan.splits().size(); ++split) {
            const LayerIndex at = m_plan.splits()[split];
            for (const bool forward : {false, true}) {
                if (m_stop.stop_requested()) {
                    return Cancelled{};
                }
                const LayerIndex to{forward ? at.value + 1 : at.value - 1};
                const Plan moved = m_plan.withSplitMoved(split, to);
                if (moved.splits()[split] != to) {
                    continue; // a boundary is pinned or forbidden, or an IPU would become empty
                }
                const std::optional<Remedy> judged = judge(moved);
                if (judged &&
                    (!best || std::tie(judged->period, judged->fit) < std::tie(best->period, best->fit))) {
                    best = judged;
                    best->entry = forward ? at : to;
                    best->to = StageIndex{static_cast<uint32_t>(forward ? split : split + 1)};
                }
            }
        }
        return best;
    }

    Outcome<std::optional<Remedy>> fittingMove() const {
        return moveEntry(
            [this](const Plan& moved) { return remedy(Remedy::Kind::MoveEntry, moved, m_table); });
    }
    Outcome<std::optional<Remedy>>
    quickerMove(const std::function<double(const PlanEstimate&)>& periodOf) const {
        const auto now = tabulated(m_table, m_plan.splitPlan());
        return moveEntry([&, longest = now ? periodOf(*now) : 0](const Plan& moved) -> std::optional<Remedy> {
            const auto estimate = tabulated(m_table, moved.splitPlan());
            const PlanFit fit = estimate ? fitOf(*estimate, moved.memory()) : PlanFit{UINT64_MAX, 0};
            return fit.overflow <= m_fit.overflow && periodOf(*estimate) < longest &&
                           !splitsWeights(m_table.estimator(), *estimate)
                       ? std::optional(
                             Remedy{Remedy::Kind::MoveEntry, moved, fit, {}, {}, periodOf(*estimate)})
                       : std::nullopt;
        });
    }

    Outcome<std::optional<Remedy>> outputOnFirst(Workers& workers) const {
        const StageEstimator& estimator = m_table.estimator();
        if (estimator.uses() == nullptr || estimator.options().outputOn == OutputOn::First ||
            !hasMovableOutput(estimator.layers().kinds)) {
            return std::optional<Remedy>();
        }
        PipelineOptions options = estimator.options();
        options.outputOn = OutputOn::First;
        // `table` reuses the rows of m_table, because they do not depend on where Output runs.
        const IntervalTable table(TRY(estimator.withOptions(options, workers, m_stop)), m_table);
        return remedy(Remedy::Kind::OutputOnFirst, m_plan, table);
    }

    std::optional<Remedy> bestPlan(const Optimum& optimum) const {
        const auto* const solved = std::get_if<SolvedPlan>(&optimum.result);
        const auto plan = solved != nullptr ? m_plan.withSplits(solved->plan) : std::nullopt;
        return plan ? remedy(Remedy::Kind::BestPlan, *plan, m_table) : std::nullopt;
    }

    /// The remedy MoreIpus; empty if some plan fits without more IPUs, or if no plan fits even with more.
    std::optional<Remedy> moreIpus(const Optimum& optimum) const {
        for (size_t i = 0; i < optimum.tradeOff.size(); ++i) {
            const auto& solved = optimum.tradeOff[i];
            if (solved && solved->fits) {
                const auto ipus = static_cast<uint32_t>(i + 1);
                const auto plan =
                    ipus > m_plan.ipus() ? m_plan.withIpus(ipus).withSplits(solved->plan) : std::nullopt;
                return plan ? remedy(Remedy::Kind::MoreIpus, *plan, m_table) : std::nullopt;
            }
        }
        return std::nullopt;
    }

private:
    /// Returns `plan` as a remedy. Empty if `plan` splits a weight, or if `table` shows that `plan` is not
    /// better than the original plan.
    std::optional<Remedy> remedy(Remedy::Kind kind, const Plan& plan, const IntervalTable& table) const {
        const auto estimate = tabulated(table, plan.splitPlan());
        if (!estimate || splitsWeights(table.estimator(), *estimate)) {
            return std::nullopt;
        }
        const PlanFit fit = fitOf(*estimate, plan.memory());
        return m_splitsWeights || fit < m_fit ? std::optional(Remedy{kind, plan, fit, {}, {}}) : std::nullopt;
    }

    const Plan& m_plan;
    const IntervalTable& m_table;
    const std::stop_token& m_stop;
    PlanFit m_fit;
    bool m_splitsWeights = false;
};

} // namespace

PlanFit fitOf(const PlanEstimate& estimate, const MemoryLimits& memory) {
    PlanFit fit;
    for (uint32_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
        const uint64_t peak = estimate.stages[ipu].peakTileBytes;
        const uint64_t limit = memory.limitOf({ipu});
        fit.peakTileBytes = std::max(fit.peakTileBytes, peak);
        fit.overflow = std::max(fit.overflow, peak > limit ? peak - limit : 0);
    }
    return fit;
}

PlanVerdict verdictOf(const PlanEstimate& estimate, const MemoryLimits& memory) {
    PlanVerdict verdict;
    verdict.ipus = static_cast<uint32_t>(estimate.stages.size());
    for (uint32_t ipu = 0; ipu < verdict.ipus; ++ipu) {
        const uint64_t peak = estimate.stages[ipu].peakTileBytes;
        const uint64_t limit = memory.limitOf({ipu});
        const bool over = peak > limit;
        // The difference is computed from unsigned numbers, because a limit can exceed INT64_MAX.
        const auto distance =
            static_cast<int64_t>(std::min<uint64_t>(over ? peak - limit : limit - peak, INT64_MAX));
        const int64_t headroom = over ? -distance : distance;
        verdict.over += over ? 1 : 0;
        if (ipu == 0 || headroom < verdict.headroom) {
            verdict.tightest = {ipu};
            verdict.headroom = headroom;
            verdict.limit = limit;
        }
    }
    return verdict;
}

uint32_t fullestIpu(const PlanEstimate& estimate, const MemoryLimits& memory) {
    uint32_t fullest = 0;
    double maximum = -1;
    for (uint32_t i = 0; i < estimate.stages.size(); ++i) {
        const double share = static_cast<double>(estimate.stages[i].peakTileBytes) /
                             static_cast<double>(std::max<uint64_t>(memory.limitOf({i}), 1));
        if (share > maximum) {
            maximum = share;
            fullest = i;
        }
    }
    return fullest;
}

IpuUse ipuUse(size_t stages, uint32_t ipus) {
    const auto used = static_cast<uint32_t>(stages);
    return used < ipus ? IpuUse{used, ipus, false} : IpuUse{used, std::bit_ceil(used), true};
}

Outcome<std::vector<Remedy>> findRemedies(const Plan& plan, const IntervalTable& table,
                                          const Optimum& optimum, Workers& workers,
                                          const std::stop_token& stop) {
    std::vector<Remedy> remedies;
    const RemedySearch search(plan, table, stop);
    if (!search.needed()) {
        return remedies;
    }
    const auto add = [&](std::optional<Remedy> remedy) {
        const bool known = remedy && std::ranges::any_of(remedies, [&](const Remedy& other) {
                               return other.kind != Remedy::Kind::OutputOnFirst && other.plan == remedy->plan;
                           });
        if (remedy && !known) {
            remedies.push_back(*std::move(remedy));
        }
    };
    add(TRY(search.fittingMove()));
    add(TRY(search.outputOnFirst(workers)));
    add(search.bestPlan(optimum));
    add(search.moreIpus(optimum));
    return remedies;
}

Outcome<std::optional<Remedy>> findQuickerMove(const Plan& plan, const IntervalTable& table,
                                               const std::function<double(const PlanEstimate&)>& periodOf,
                                               const std::stop_token& stop) {
    return RemedySearch(plan, table, stop).quickerMove(periodOf);
}

} // namespace tileline
