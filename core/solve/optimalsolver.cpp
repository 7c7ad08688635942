// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/optimalsolver.h"

#include "core/base/sequences.h"
#include "core/estimate/estimateindex.h"
#include "core/estimate/stageplacement.h"
#include "core/plan/plan.h"
#include "core/solve/stagedsearch.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <tuple>
#include <utility>

namespace tileline {

void IntervalCosts::setPositional(std::vector<uint32_t> copies, bool outputOnFirst) {
    m_copies = std::move(copies);
    m_outputOnFirst = outputOnFirst;
    m_lines.resize(m_peak.size());
    m_linesBesideOutput.resize(m_crossing.size());
    std::vector<uint64_t>().swap(m_peak);
}

bool IntervalCosts::anySplitsWeight() const {
    return std::ranges::any_of(m_splitsWeight, [](uint8_t splits) { return splits != 0; });
}

IntervalCosts::Lines IntervalCosts::append(std::span<const PeakLine> lines) {
    const Lines appended{static_cast<uint32_t>(m_pool.size()), static_cast<uint32_t>(lines.size())};
    m_pool.insert(m_pool.end(), lines.begin(), lines.end());
    return appended;
}

Outcome<IntervalCosts> IntervalCosts::make(const IntervalTable& table, const std::stop_token& stop,
                                           std::optional<StageTimes> times) {
    const StageEstimator& estimator = table.estimator();
    const PipelineOptions& options = estimator.options();
    IntervalCosts costs(table.layerCount());
    costs.setTimes(std::move(times));
    const bool pipeline = estimator.uses() != nullptr;
    const bool besideOutput =
        pipeline && options.outputOn == OutputOn::First && hasMovableOutput(estimator.layers().kinds);
    if (pipeline) {
        costs.setPositional(
            mapped(MaxIpus + 1, [&](uint32_t after) { return stashCopies(options.schedule, after); }),
            besideOutput);
        costs.m_ioTiles = estimator.index().ioTiles();
        if (estimator.entries()->passes().training() && estimator.uses()->weightsAreCertain() &&
            !options.allowSharedWeights) {
            costs.m_splitsWeight = splitsOfWeights(*estimator.uses(), estimator.layers(), options.outputOn);
        }
    }
    for (uint32_t first = 0; first < costs.layerCount(); ++first) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        costs.m_crossing[first] = estimator.crossingBytes({first});
        for (uint32_t last = first; last < costs.layerCount(); ++last) {
            if (pipeline) {
                costs.setLines(first, last, table.peaks({{first}, {last}}));
            } else {
                costs.setPeak(first, last, table.find({{first}, {last}})->peakTileBytes);
            }
        }
    }
    for (uint32_t last = 0; besideOutput && last + 1 < costs.layerCount(); ++last) {
        costs.setLinesBesideOutput(last, table.peaks({{0}, {last}}, true));
    }
    return costs;
}

SolvedPlan judgePlan(const IntervalCosts& costs, const PlanConstraints& constraints, const SplitPlan& plan) {
    SolvedPlan judged{plan, 0, 0, 0, false};
    const StageTimes* const times = costs.times();
    StageTimes::Time longest;
    std::vector<LayerRange> stages = plan.stages();
    const auto output = static_cast<uint32_t>(costs.layerCount() - 1);
    bool beside = costs.outputOnFirst() && stages.size() > 1;
    if (beside && stages.back().first.value == output) {
        stages.pop_back(); // this stage contains only Output, which runs on the first IPU
        beside = stages.size() > 1;
        stages.back().last.value = beside ? stages.back().last.value : output;
    } else if (beside) {
        stages.back().last.value = output - 1;
    }
    judged.fits = stages.size() <= constraints.ipus();
    const auto count = static_cast<uint32_t>(stages.size());
    for (uint32_t ipu = 0; ipu < count; ++ipu) {
        const size_t first = stages[ipu].first.index();
        const size_t last = stages[ipu].last.index();
        const uint32_t after = count - 1 - ipu + (beside ? 1 : 0);
        const uint64_t peak =
            beside && ipu == 0 ? costs.peakBesideOutput(last, after) : costs.peakAt(first, last, after);
        judged.peakTileBytes = std::max(judged.peakTileBytes, peak);
        judged.sumOfPeaks += peak;
        judged.fits = judged.fits && peak <= constraints.limitOf({ipu});
        judged.crossingBytes += ipu > 0 ? costs.crossing(first) : 0;
        if (times) {
            const StageTimes::Time time =
                beside && ipu == 0 ? times->besideOutput(last) : times->of(first, last);
            longest.work = std::max(longest.work, time.work);
            longest.transfer = std::max(longest.transfer, time.transfer);
        }
    }
    if (times) {
        judged.period = longest.work + longest.transfer;
    }
    judged.crossingBytes += beside ? costs.crossing(output) : 0;
    return judged;
}

namespace {

/// Whether the solver returns the plan SolveRequest::keep in place of `found`, because both are equally good.
bool isKept(const IntervalCosts& costs, const SolveRequest& request, const SolvedPlan& found) {
    if (!request.keep || request.minLayers > 1 || request.maxLayers > 0 ||
        !Plan::make(*request.keep, request.constraints)) {
        return false;
    }
    const auto splits = request.keep->splits();
    const SolvedPlan kept = judgePlan(costs, request.constraints, *request.keep);
    const auto rank = [](const SolvedPlan& of) {
        return std::tuple(of.fits, of.peakTileBytes, of.period, of.crossingBytes, of.sumOfPeaks,
                          of.plan.stageCount());
    };
    return rank(kept) == rank(found) &&
           std::ranges::none_of(splits, [&](LayerIndex split) { return costs.splitsWeight(split.index()); });
}

/// Finds two changes, each of which would make `request` feasible: a number of IPUs, and a memory per tile.
/// `noneFits` is true if the caller knows that no plan fits on the requested number of IPUs.
Outcome<Relaxation> relaxationFrom(const StagedSearch& search, const SolveRequest& request, bool noneFits) {
    Relaxation relaxation;
    const uint32_t ipus = search.usefulIpus(MaxIpus);
    const uint32_t requested = search.usefulIpus(request.constraints.ipus());
    if (!noneFits || requested < ipus) {
        const auto fitting = TRY(search.minPeaks(ipus, {.overflow = 0}, true));
        if (lowestOf(fitting) != UINT64_MAX) {
            relaxation.ipus = static_cast<uint32_t>(fitting.size()) + search.emptyStages();
        }
    }
    if (const uint64_t peak = lowestOf(TRY(search.minPeaks(requested, {}))); peak != UINT64_MAX) {
        relaxation.memoryPerTile = request.constraints.memory().memoryFor(peak);
    }
    return relaxation;
}

/// Why no plan meets the request. `fitting`: whether a plan would meet it if the memory limits were higher.
Outcome<Infeasible::Reason> reasonOf(const IntervalCosts& costs, const SolveRequest& request, bool fitting,
                                     const std::stop_token& stop) {
    const PlanConstraints& constraints = request.constraints;
    if (costs.anySplitsWeight()) {
        const StagedSearch search(costs, request, true, stop);
        const StagedSearch::Bounds bounds{.overflow = fitting ? 0 : UINT64_MAX};
        const auto peaks = TRY(search.minPeaks(search.usefulIpus(constraints.ipus()), bounds, true));
        if (lowestOf(peaks) != UINT64_MAX) {
            return Infeasible::Reason::SharedWeights;
        }
    }
    if (fitting) {
        return Infeasible::Reason::Memory;
    }
    const bool pins = constraints.withLayerCount(costs.layerCount()).pinned().size() >= constraints.ipus();
    return pins ? Infeasible::Reason::TooManyPins : Infeasible::Reason::LayersPerStage;
}

/// The best plan with the lowest possible peak on at most `ipus` IPUs. If the costs have times, the best plan
/// is the fastest one. `bounds` must contain the lowest possible peak, and the minimum number of stages of a
/// plan with this peak.
Outcome<std::optional<SolvedPlan>> bestWithin(const StagedSearch& search, const IntervalCosts& costs,
                                              uint32_t ipus, const StagedSearch::Bounds& bounds) {
    if (costs.times()) {
        return PeriodSearch(search, costs, ipus, bounds.overflow).fastest(bounds.peak);
    }
    return bestOf(TRY(search.best(ipus, bounds)));
}

/// Solves a request without regard to SolveRequest::keep.
Outcome<SolveResult> solveAnew(const IntervalCosts& costs, const SolveRequest& request,
                               const std::stop_token& stop) {
    if (request.objective == Objective::MinPeriod && !costs.times()) {
        return SolveResult(Infeasible{Infeasible::Reason::NoCycles, {}});
    }
    const StagedSearch search(costs, request, false, stop);
    const uint32_t ipus = search.usefulIpus(request.constraints.ipus());
    const bool mustFit = request.objective != Objective::MinPeak;
    StagedSearch::Bounds bounds;
    if (mustFit) {
        bounds.overflow = 0;
    } else if (limitsOfIpus(request)) {
        bounds.overflow = lowestOf(TRY(search.minOverflows(ipus)));
    }
    const auto peaks = TRY(search.minPeaks(ipus, bounds, request.objective == Objective::MinIpus));
    bounds.peak = lowestOf(peaks);
    bounds.minStages = static_cast<uint32_t>(std::ranges::find(peaks, bounds.peak) - peaks.begin() + 1);
    if (bounds.peak == UINT64_MAX) {
        const bool anyPlan = mustFit && lowestOf(TRY(search.minPeaks(ipus, {}, true))) != UINT64_MAX;
        return SolveResult(Infeasible{TRY(reasonOf(costs, request, anyPlan, stop)),
                                      TRY(relaxationFrom(search, request, mustFit))});
    }
    if (request.objective == Objective::MinPeriod) {
        return SolveResult(*TRY(PeriodSearch(search, costs, ipus, 0).shortest()));
    }
    return SolveResult(*TRY(bestWithin(search, costs, static_cast<uint32_t>(peaks.size()), bounds)));
}

} // namespace

Outcome<SolveResult> solveOptimal(const IntervalCosts& costs, const SolveRequest& request,
                                  const std::stop_token& stop) {
    auto result = TRY(solveAnew(costs, request, stop));
    if (auto* const found = std::get_if<SolvedPlan>(&result); found && isKept(costs, request, *found)) {
        found->plan = *request.keep;
    }
    return result;
}

Outcome<Relaxation> suggestRelaxation(const IntervalCosts& costs, const SolveRequest& request,
                                      const std::stop_token& stop) {
    return relaxationFrom(StagedSearch(costs, request, false, stop), request, false);
}

Outcome<std::vector<std::optional<SolvedPlan>>>
solveTradeOff(const IntervalCosts& costs, const SolveRequest& request, const std::stop_token& stop) {
    const StagedSearch search(costs, request, false, stop);
    const uint32_t ipus = search.usefulIpus(MaxIpus);
    std::vector<uint64_t> overflows(ipus, UINT64_MAX);
    if (limitsOfIpus(request)) {
        overflows = TRY(search.minOverflows(ipus));
    }
    std::vector<std::optional<SolvedPlan>> plans(search.emptyStages());
    std::vector<uint64_t> peaks;
    for (uint32_t i = 0; i < ipus; ++i) {
        StagedSearch::Bounds bounds{.overflow = overflows[i], .minStages = i + 1};
        const bool sameOverflow = i > 0 && overflows[i] == overflows[i - 1];
        if (!sameOverflow) {
            const auto end =
                std::upper_bound(overflows.begin(), overflows.end(), overflows[i], std::greater<>());
            peaks = TRY(search.minPeaks(static_cast<uint32_t>(end - overflows.begin()), bounds));
        }
        bounds.peak = peaks[i];
        auto plan = TRY(bestWithin(search, costs, i + 1, bounds));
        // The best plan for one IPU fewer can be as good only if it has the same overflow and peak.
        plans.push_back(sameOverflow && peaks[i] == peaks[i - 1] ? bestOf({plans.back(), plan}) : plan);
    }
    return plans;
}

} // namespace tileline
