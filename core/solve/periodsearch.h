// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/solve/stagedsearch.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace tileline {

/// Finds the shortest period under a bound on the peak.
///
/// A period is the sum of two maximums: the longest work of an IPU and the longest transfer. Each of them
/// alone is one dynamic program, under a bound on the other one (StagedSearch). The pairs of which none is
/// better in both are the corners of a stair, which is walked from the lowest work on:
///
///     work  = the lowest one, with transfers shorter than at the corner before
///     transfer = the shortest one, with that work
///
/// The walk ends when the work and the shortest transfer of all are longer than the shortest period that was
/// found. So there are few corners. The programs are fast because they look at no stage that works longer
/// than that, and a longer stage works longer.
class PeriodSearch {
public:
    /// `search` is for `costs`, which have times. A stage may exceed its IPU's limit by `overflow` bytes.
    PeriodSearch(const StagedSearch& search, const IntervalCosts& costs, uint32_t ipus, uint64_t overflow);

    /// Of the plans with peaks up to `maxPeak`, the one with the shortest period; on a tie, the lowest peak,
    /// then one that fits, then the fewest stages, the fewest crossing bytes, the lowest sum of peaks, and
    /// the first split points. Empty if there is none.
    Outcome<std::optional<SolvedPlan>> shortest(uint64_t maxPeak = UINT64_MAX) const;

private:
    /// A period, and the longest transfers with which plans can have it.
    struct Period {
        double cycles = 0;
        std::vector<double> transfers;
    };

    StagedSearch::Bounds boundsOf(uint64_t peak, double transfer, double period) const {
        return {m_overflow, peak, transfer, period, transfer};
    }
    Outcome<Period> shortestPeriod(uint64_t maxPeak) const;
    void addTransfers(size_t from, size_t to, double work, Period& period) const;
    Outcome<uint64_t> lowestPeak(uint64_t maxPeak, const Period& period) const;
    Outcome<std::optional<SolvedPlan>> best(uint64_t overflow, uint64_t peak, const Period& period) const;

    const StagedSearch& m_search;
    uint32_t m_ipus;
    uint64_t m_overflow;
    std::vector<double> m_transfers; ///< of all stages, ascending
};

} // namespace tileline
