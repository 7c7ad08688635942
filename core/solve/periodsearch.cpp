// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/periodsearch.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace tileline {

namespace {

constexpr double Never = std::numeric_limits<double>::infinity();

bool isBetter(const SolvedPlan& plan, const SolvedPlan& than) {
    const auto rank = [](const SolvedPlan& of) {
        return std::tuple(of.plan.stageCount(), of.crossingBytes, of.sumOfPeaks);
    };
    if (rank(plan) != rank(than)) {
        return rank(plan) < rank(than);
    }
    const auto splits = plan.plan.splits();
    const auto others = than.plan.splits();
    return std::lexicographical_compare(splits.begin(), splits.end(), others.begin(), others.end());
}

} // namespace

PeriodSearch::PeriodSearch(const StagedSearch& search, const IntervalCosts& costs, uint32_t ipus,
                           uint64_t overflow)
    : m_search(search)
    , m_ipus(ipus)
    , m_overflow(overflow)
    , m_transfers(costs.times()->transfers()) {
}

Outcome<std::optional<SolvedPlan>> PeriodSearch::shortest(uint64_t maxPeak) const {
    const Period period = TRY(shortestPeriod(maxPeak));
    if (period.cycles == Never) {
        return std::optional<SolvedPlan>();
    }
    const uint64_t peak = TRY(lowestPeak(maxPeak, period));
    if (m_overflow > 0) {
        if (auto fitting = TRY(best(0, peak, period))) {
            return fitting;
        }
    }
    return best(m_overflow, peak, period);
}

Outcome<PeriodSearch::Period> PeriodSearch::shortestPeriod(uint64_t maxPeak) const {
    Period period{Never, {}};
    size_t allowed = m_transfers.size(); // transfers shorter than at the corner before
    while (allowed > 0) {
        StagedSearch::Bounds bounds{m_overflow, maxPeak, m_transfers[allowed - 1], period.cycles,
                                    m_transfers.front()};
        const double work = TRY(m_search.minWork(m_ipus, bounds));
        if (work == Never) {
            break;
        }
        bounds.period = work;
        bounds.withTransfer = 0;
        const double transfer = TRY(m_search.minTransfer(m_ipus, bounds));
        const auto corner = static_cast<size_t>(
            std::lower_bound(m_transfers.begin(), m_transfers.end(), transfer) - m_transfers.begin());
        if (work + transfer < period.cycles) {
            period = {work + transfer, {}};
        }
        addTransfers(corner, allowed, work, period);
        allowed = corner;
    }
    return period;
}

/// Adds the transfers [from, to) with which `work` gives the period: the first one, and others if a sum is
/// rounded.
void PeriodSearch::addTransfers(size_t from, size_t to, double work, Period& period) const {
    for (size_t i = from; i < to && work + m_transfers[i] <= period.cycles; ++i) {
        period.transfers.push_back(m_transfers[i]);
    }
}

Outcome<uint64_t> PeriodSearch::lowestPeak(uint64_t maxPeak, const Period& period) const {
    uint64_t lowest = UINT64_MAX;
    for (const double transfer : period.transfers) {
        if (lowest > 0) {
            const uint64_t bound = std::min(maxPeak, lowest - 1);
            const auto peaks = TRY(m_search.minPeaks(m_ipus, boundsOf(bound, transfer, period.cycles)));
            lowest = std::min(lowest, minimumOf(peaks));
        }
    }
    return lowest;
}

/// The best plan with a period and a peak that no plan has less of.
Outcome<std::optional<SolvedPlan>> PeriodSearch::best(uint64_t overflow, uint64_t peak,
                                                      const Period& period) const {
    std::optional<SolvedPlan> best;
    for (const double transfer : period.transfers) {
        StagedSearch::Bounds bounds = boundsOf(peak, transfer, period.cycles);
        bounds.overflow = overflow;
        auto plan = TRY(m_search.bestWithFewestStages(m_ipus, bounds));
        if (plan && (!best || isBetter(*plan, *best))) {
            best = std::move(plan);
        }
    }
    return best;
}

} // namespace tileline
