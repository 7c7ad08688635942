// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/optimalsolver.h"

#include "core/base/sequences.h"
#include "core/estimate/estimateindex.h"
#include "core/estimate/stageplacement.h"
#include "core/plan/plan.h"
#include "core/solve/stagedsearch.h"

#include <limits>
#include <tuple>

namespace tileline {

namespace {

constexpr uint64_t Unreachable = std::numeric_limits<uint64_t>::max();

/// Upper bounds that every stage of a plan must obey.
struct Bounds {
    uint64_t overflow = Unreachable; ///< the most bytes by which a stage may exceed its IPU's limit
    uint64_t peak = Unreachable;     ///< the highest peak of a stage, in bytes
};

/// The dynamic programs for one set of constraints; solveOptimal() describes them. Layer entries are counted
/// from 0; the index m_layers means that no layer is left.
class PlanSearch {
public:
    PlanSearch(const IntervalCosts& costs, const SolveRequest& request, const std::stop_token& stop)
        : m_costs(costs)
        , m_request(request)
        , m_stop(stop)
        , m_layers(costs.layerCount())
        , m_lowestFrom(m_layers * m_layers, 0)
        , m_nextPin(m_layers, m_layers)
        , m_forbidden(m_layers + 1, 0) {
        for (size_t first = 0; first < m_layers; ++first) {
            uint64_t lowest = Unreachable;
            for (size_t last = m_layers; last-- > first;) {
                lowest = std::min(lowest, costs.peak(first, last));
                m_lowestFrom[first * m_layers + last] = lowest;
            }
        }
        const PlanConstraints constraints = request.constraints.withLayerCount(m_layers);
        size_t next = m_layers;
        for (size_t first = m_layers; first-- > 0;) {
            m_nextPin[first] = next;
            next = constraints.isPinned({static_cast<uint32_t>(first)}) ? first : next;
        }
        for (const LayerIndex layer : constraints.forbidden()) {
            m_forbidden[layer.index()] = 1;
        }
    }

    /// For each number of IPUs, from 1: the lowest overflow that a plan with at most that many stages can
    /// have.
    Outcome<std::vector<uint64_t>> minOverflows(uint32_t ipus) const {
        return minMax(ipus, {}, [this](uint32_t ipu, uint64_t peak) { return overflow(ipu, peak); });
    }
    /// For each number of IPUs, from 1: the lowest peak that a plan with at most that many stages can have if
    /// all its stages are within `bounds`.
    Outcome<std::vector<uint64_t>> minPeaks(uint32_t ipus, const Bounds& bounds) const {
        return minMax(ipus, bounds, [](uint32_t, uint64_t peak) { return peak; });
    }

    /// The smallest number of stages, up to `ipus`, of any plan within `bounds`; empty if there is none.
    Outcome<std::optional<uint32_t>> minStages(uint32_t ipus, const Bounds& bounds) const {
        std::vector<uint8_t> reached(m_layers + 1, 0);
        reached[0] = 1;
        for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
            std::vector<uint8_t> next(m_layers + 1, 0);
            for (size_t first = 0; first < m_layers; ++first) {
                if (m_stop.stop_requested()) {
                    return Cancelled{};
                }
                if (reached[first]) {
                    forEachStage(first, ipu, bounds, [&](size_t last, uint64_t) { next[last + 1] = 1; });
                }
            }
            if (next[m_layers]) {
                return std::optional(ipu + 1);
            }
            reached = std::move(next);
        }
        return std::optional<uint32_t>();
    }

    /// The best plan within `bounds`; empty if there is none.
    Outcome<std::optional<SolvedPlan>> best(uint32_t ipus, const Bounds& bounds) const {
        const size_t width = m_layers + 1;
        std::vector<Suffix> suffix((ipus + size_t{1}) * width);
        for (uint32_t used = 0; used <= ipus; ++used) {
            suffix[used * width + m_layers] = {0, 0, 0, 0, true};
        }
        for (uint32_t ipu = ipus; ipu-- > 0;) {
            for (size_t first = 0; first < m_layers; ++first) {
                if (m_stop.stop_requested()) {
                    return Cancelled{};
                }
                Suffix& chosen = suffix[ipu * width + first];
                forEachStage(first, ipu, bounds, [&](size_t last, uint64_t peak) {
                    const Suffix& rest = suffix[(ipu + size_t{1}) * width + last + 1];
                    if (rest.reachable) {
                        chosen.improve(rest, last, peak,
                                       last + 1 < m_layers ? m_costs.crossing(last + 1) : 0);
                    }
                });
            }
        }
        if (!suffix[0].reachable) {
            return std::optional<SolvedPlan>();
        }
        std::vector<LayerIndex> splits;
        for (size_t first = suffix[0].last + 1, ipu = 1; first < m_layers; ++ipu) {
            splits.push_back({static_cast<uint32_t>(first)});
            first = suffix[ipu * width + first].last + 1;
        }
        auto plan = TRY(SplitPlan::make(m_layers, std::move(splits)));
        return std::optional(judgePlan(m_costs, m_request.constraints.withIpus(ipus), plan));
    }

    /// For each number of IPUs, from 1 to `ipus`: the bounds that dynamic programs 1 and 2 find. The peak is
    /// Unreachable if no plan obeys the constraints.
    Outcome<std::vector<Bounds>> tightestBounds(uint32_t ipus) const {
        std::vector<Bounds> tightest(ipus);
        if (!m_request.constraints.memory().ofIpu.empty()) {
            auto overflows = TRY(minOverflows(ipus));
            for (uint32_t i = 0; i < ipus; ++i) {
                tightest[i].overflow = overflows[i];
            }
        }
        // With more IPUs, the lowest overflow never rises, so equal values are adjacent.
        for (uint32_t begin = 0; begin < ipus;) {
            uint32_t end = begin + 1;
            while (end < ipus && tightest[end].overflow == tightest[begin].overflow) {
                ++end;
            }
            auto peaks = TRY(minPeaks(end, tightest[begin]));
            for (uint32_t i = begin; i < end; ++i) {
                tightest[i].peak = peaks[i];
            }
            begin = end;
        }
        return tightest;
    }

private:
    /// The best way to divide one layer and all layers after it into stages.
    struct Suffix {
        uint64_t crossing = 0;
        uint64_t sumOfPeaks = 0;
        uint64_t stages = 0;
        size_t last = 0; ///< last layer of the first of these stages
        bool reachable = false;

        /// On a tie, the candidate that was found first stays, because it has the earlier split.
        void improve(const Suffix& rest, size_t stageLast, uint64_t peak, uint64_t crossed) {
            const Suffix candidate{rest.crossing + crossed, rest.sumOfPeaks + peak, rest.stages + 1,
                                   stageLast, true};
            if (!reachable || std::tie(candidate.crossing, candidate.sumOfPeaks, candidate.stages) <
                                  std::tie(crossing, sumOfPeaks, stages)) {
                *this = candidate;
            }
        }
    };

    uint64_t overflow(uint32_t ipu, uint64_t peak) const {
        const uint64_t limit = m_request.constraints.limitOf({ipu});
        return peak > limit ? peak - limit : 0;
    }

    /// The highest peak that `bounds` allow for a stage on `ipu`.
    uint64_t maxPeak(uint32_t ipu, const Bounds& bounds) const {
        const uint64_t limit = m_request.constraints.limitOf({ipu});
        const bool unlimited = bounds.overflow > Unreachable - limit;
        return std::min(bounds.peak, unlimited ? Unreachable : limit + bounds.overflow);
    }

    /// Calls `use(last, peak)` for each stage that may begin with `first` on `ipu`, by ascending last layer.
    template <class Use>
    void forEachStage(size_t first, uint32_t ipu, const Bounds& bounds, const Use& use) const {
        const uint64_t bound = maxPeak(ipu, bounds);
        const uint64_t* const peaks = m_costs.peaks(first);
        const uint64_t* const lowestFrom = &m_lowestFrom[first * m_layers];
        const size_t min = std::max<size_t>(m_request.minLayers, 1);
        const size_t max = m_request.maxLayers == 0 ? m_layers : m_request.maxLayers;
        // A stage must end before the next pinned boundary.
        const size_t end = std::min({m_nextPin[first], first + std::min(max, m_layers), m_layers});
        for (size_t last = first + min - 1; last < end && lowestFrom[last] <= bound; ++last) {
            if (!m_forbidden[last + 1] && peaks[last] <= bound) {
                use(last, peaks[last]);
            }
        }
    }

    template <class Value>
    Outcome<std::vector<uint64_t>> minMax(uint32_t ipus, const Bounds& bounds, const Value& value) const {
        std::vector<uint64_t> result;
        uint64_t minimum = Unreachable;
        // By layer: the lowest maximum of `value` over `ipu` stages that hold exactly the layers before it.
        std::vector<uint64_t> before(m_layers + 1, Unreachable);
        before[0] = 0;
        for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
            std::vector<uint64_t> after(m_layers + 1, Unreachable);
            for (size_t first = 0; first < m_layers; ++first) {
                if (m_stop.stop_requested()) {
                    return Cancelled{};
                }
                // A beginning of a plan that is no better than a complete plan with fewer stages is skipped.
                if (before[first] < minimum) {
                    forEachStage(first, ipu, bounds, [&](size_t last, uint64_t peak) {
                        after[last + 1] =
                            std::min(after[last + 1], std::max(value(ipu, peak), before[first]));
                    });
                }
            }
            minimum = std::min(minimum, after[m_layers]);
            result.push_back(minimum);
            before = std::move(after);
        }
        return result;
    }

    const IntervalCosts& m_costs;
    const SolveRequest& m_request;
    const std::stop_token& m_stop;
    size_t m_layers;
    std::vector<uint64_t> m_lowestFrom; ///< by first and last entry: the lowest peak of any stage that ends
                                        ///< with the last entry or later
    std::vector<size_t> m_nextPin;      ///< by entry: the next pinned entry after it
    std::vector<uint8_t> m_forbidden;   ///< by entry
};

/// The number of IPUs that a plan can use: at most one for each layer.
uint32_t usefulIpus(const IntervalCosts& costs, uint32_t ipus) {
    return static_cast<uint32_t>(std::min<size_t>(ipus, costs.layerCount()));
}

Outcome<Relaxation> relaxationOf(const PlanSearch& search, const IntervalCosts& costs,
                                 const SolveRequest& request) {
    Relaxation relaxation;
    relaxation.ipus = TRY(search.minStages(usefulIpus(costs, MaxIpus), {0, Unreachable}));
    auto peaks = TRY(search.minPeaks(usefulIpus(costs, request.constraints.ipus()), {}));
    if (peaks.back() != Unreachable) {
        relaxation.memoryPerTile = request.constraints.memory().memoryFor(peaks.back());
    }
    return relaxation;
}

} // namespace

IntervalCosts::IntervalCosts(size_t layerCount)
    : m_peak(layerCount * layerCount, 0)
    , m_crossing(layerCount, 0)
    , m_splitsWeight(layerCount, 0) {
}

void IntervalCosts::setPositional(std::vector<uint32_t> copies, bool outputOnFirst) {
    m_copies = std::move(copies);
    m_outputOnFirst = outputOnFirst;
    m_lines.resize(m_peak.size());
    m_linesBesideOutput.resize(m_crossing.size());
}

bool IntervalCosts::anySplitsWeight() const {
    return std::ranges::any_of(m_splitsWeight, [](uint8_t splits) { return splits != 0; });
}

IntervalCosts::Lines IntervalCosts::append(std::span<const PeakLine> lines) {
    const Lines appended{static_cast<uint32_t>(m_pool.size()), static_cast<uint32_t>(lines.size())};
    m_pool.insert(m_pool.end(), lines.begin(), lines.end());
    return appended;
}

Outcome<IntervalCosts> IntervalCosts::make(const IntervalTable& table, const std::stop_token& stop) {
    const StageEstimator& estimator = table.estimator();
    const PipelineOptions& options = estimator.options();
    IntervalCosts costs(table.layerCount());
    const bool pipeline = estimator.uses() != nullptr;
    const bool besideOutput =
        pipeline && options.outputOn == OutputOn::First && hasMovableOutput(estimator.layers());
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
            costs.setPeak(first, last, costs.m_ioTiles.peak(table.find({{first}, {last}})->peakTileBytes));
            if (pipeline) {
                costs.setLines(first, last, table.peaks({{first}, {last}}));
            }
        }
    }
    for (uint32_t last = 0; besideOutput && last + 1 < costs.layerCount(); ++last) {
        costs.setLinesBesideOutput(last, table.peaks({{0}, {last}}, true));
    }
    return costs;
}

SolvedPlan judgePlan(const IntervalCosts& costs, const PlanConstraints& constraints, const SplitPlan& plan) {
    if (costs.positional()) {
        return judgeStaged(costs, constraints, plan);
    }
    SolvedPlan judged{plan, 0, 0, 0, plan.stageCount() <= constraints.ipus()};
    for (uint32_t stage = 0; stage < plan.stageCount(); ++stage) {
        const LayerRange range = plan.stage({stage});
        const uint64_t peak = costs.peak(range.first.index(), range.last.index());
        judged.peakTileBytes = std::max(judged.peakTileBytes, peak);
        judged.sumOfPeaks += peak;
        judged.fits = judged.fits && peak <= constraints.limitOf({stage});
    }
    for (const LayerIndex split : plan.splits()) {
        judged.crossingBytes += costs.crossing(split.index());
    }
    return judged;
}

namespace {

/// Whether SolveRequest::keep is as good as the plan that the solver found.
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

Outcome<SolveResult> solveAnew(const IntervalCosts& costs, const SolveRequest& request,
                               const std::stop_token& stop) {
    if (costs.positional()) {
        return solveStaged(costs, request, stop);
    }
    if (request.objective == Objective::MinPeriod) {
        return SolveResult(Infeasible{Infeasible::Reason::NoCycles, {}});
    }
    const PlanSearch search(costs, request, stop);
    const PlanConstraints& constraints = request.constraints;
    const uint32_t ipus = usefulIpus(costs, constraints.ipus());
    if (!TRY(search.minStages(ipus, {}))) {
        const bool pins =
            constraints.withLayerCount(costs.layerCount()).pinned().size() >= constraints.ipus();
        return SolveResult(
            Infeasible{pins ? Infeasible::Reason::TooManyPins : Infeasible::Reason::LayersPerStage,
                       TRY(relaxationOf(search, costs, request))});
    }
    if (request.objective == Objective::MinPeak) {
        const Bounds bounds = TRY(search.tightestBounds(ipus)).back();
        return SolveResult(*TRY(search.best(ipus, bounds)));
    }
    const auto stages = TRY(search.minStages(ipus, {0, Unreachable}));
    if (!stages) {
        return SolveResult(Infeasible{Infeasible::Reason::Memory, TRY(relaxationOf(search, costs, request))});
    }
    const Bounds fitting{0, TRY(search.minPeaks(*stages, {0, Unreachable})).back()};
    return SolveResult(*TRY(search.best(*stages, fitting)));
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
    if (costs.positional()) {
        return relaxStaged(costs, request, stop);
    }
    return relaxationOf(PlanSearch(costs, request, stop), costs, request);
}

Outcome<std::vector<std::optional<SolvedPlan>>>
solveTradeOff(const IntervalCosts& costs, const SolveRequest& request, const std::stop_token& stop) {
    if (costs.positional()) {
        return tradeOffStaged(costs, request, stop);
    }
    const PlanSearch search(costs, request, stop);
    std::vector<std::optional<SolvedPlan>> plans;
    for (const Bounds& bounds : TRY(search.tightestBounds(usefulIpus(costs, MaxIpus)))) {
        std::optional<SolvedPlan> plan;
        if (bounds.peak != Unreachable) {
            plan = TRY(search.best(static_cast<uint32_t>(plans.size() + 1), bounds));
        }
        plans.push_back(std::move(plan));
    }
    return plans;
}

} // namespace tileline
