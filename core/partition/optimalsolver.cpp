// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/optimalsolver.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace tileline {

namespace {

constexpr uint64_t Unreachable = std::numeric_limits<uint64_t>::max();

/// Stages that a plan may consist of.
struct Bounds {
    uint64_t overflow = Unreachable; ///< of the IPU's limit, at most
    uint64_t peak = Unreachable;     ///< at most
};

/// The dynamic programmes over one set of constraints. Layer entries are counted from 0; `layers` stands for
/// "nothing left".
class PlanSearch {
public:
    PlanSearch(const IntervalCosts& costs, const SolveRequest& request)
        : m_costs(costs)
        , m_request(request)
        , m_layers(costs.layerCount())
        , m_nextPin(m_layers, m_layers)
        , m_forbidden(m_layers + 1, 0) {
        std::vector<uint8_t> pinned(m_layers, 0);
        for (const LayerIndex pin : request.pinned) {
            if (pin.index() < m_layers) {
                pinned[pin.index()] = 1;
            }
        }
        size_t next = m_layers;
        for (size_t first = m_layers; first-- > 0;) {
            m_nextPin[first] = next;
            next = pinned[first] ? first : next;
        }
        for (const LayerIndex layer : request.forbidden) {
            if (layer.index() < m_layers) {
                m_forbidden[layer.index()] = 1;
            }
        }
    }

    /// Least greatest overflow with at most `ipus` stages.
    uint64_t leastOverflow(uint32_t ipus) const {
        return leastGreatest(ipus, {}, [&](uint32_t ipu, uint64_t peak) { return overflow(ipu, peak); });
    }
    /// Least greatest peak within `bounds`.
    uint64_t leastPeak(uint32_t ipus, const Bounds& bounds) const {
        return leastGreatest(ipus, bounds, [](uint32_t, uint64_t peak) { return peak; });
    }

    /// Least number of stages within `bounds`, if at most `ipus` do.
    std::optional<uint32_t> fewestStages(uint32_t ipus, const Bounds& bounds) const {
        std::vector<uint8_t> reached(m_layers + 1, 0);
        reached[0] = 1;
        for (uint32_t ipu = 0; ipu < ipus; ++ipu) {
            std::vector<uint8_t> next(m_layers + 1, 0);
            for (size_t first = 0; first < m_layers; ++first) {
                if (reached[first]) {
                    forEachStage(first, ipu, bounds, [&](size_t last, uint64_t) { next[last + 1] = 1; });
                }
            }
            if (next[m_layers]) {
                return ipu + 1;
            }
            reached = std::move(next);
        }
        return std::nullopt;
    }

    /// The best plan within `bounds`; nothing if there is none.
    std::optional<SolvedPlan> best(uint32_t ipus, const Bounds& bounds) const {
        const size_t width = m_layers + 1;
        std::vector<Suffix> suffix((ipus + size_t{1}) * width);
        for (uint32_t used = 0; used <= ipus; ++used) {
            suffix[used * width + m_layers] = {0, 0, 0, 0, true};
        }
        for (uint32_t ipu = ipus; ipu-- > 0;) {
            for (size_t first = 0; first < m_layers; ++first) {
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
            return std::nullopt;
        }
        std::vector<LayerIndex> splits;
        for (size_t first = suffix[0].last + 1, ipu = 1; first < m_layers; ++ipu) {
            splits.push_back({static_cast<uint32_t>(first)});
            first = suffix[ipu * width + first].last + 1;
        }
        return judgePlan(m_costs, m_request, *SplitPlan::make(m_layers, std::move(splits)));
    }

    /// Steps 1 to 3 with at most `ipus` stages.
    std::optional<SolvedPlan> leastPeakPlan(uint32_t ipus) const {
        Bounds bounds;
        if (!m_request.ipuMemory.empty()) {
            bounds.overflow = leastOverflow(ipus);
        }
        bounds.peak = leastPeak(ipus, bounds);
        return bounds.peak == Unreachable ? std::nullopt : best(ipus, bounds);
    }

private:
    /// Best way to place the layers from some first one on.
    struct Suffix {
        uint64_t crossing = 0;
        uint64_t sumOfPeaks = 0;
        uint64_t stages = 0;
        size_t last = 0; ///< of the first of these stages
        bool reachable = false;

        /// Of equals the one found first stays: the earlier split.
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
        const uint64_t limit = m_request.limitOf({ipu});
        return peak > limit ? peak - limit : 0;
    }

    /// Calls `use(last, peak)` for each stage that may begin with `first` on `ipu`, by ascending last layer.
    template <class Use>
    void forEachStage(size_t first, uint32_t ipu, const Bounds& bounds, const Use& use) const {
        const size_t least = std::max<size_t>(m_request.leastLayers, 1);
        const size_t most = m_request.greatestLayers == 0 ? m_layers : m_request.greatestLayers;
        // A stage ends before the next pin at the latest.
        const size_t behind = std::min({m_nextPin[first], first + std::min(most, m_layers), m_layers});
        for (size_t last = first + least - 1; last < behind; ++last) {
            const uint64_t peak = m_costs.peak(first, last);
            if (!m_forbidden[last + 1] && peak <= bounds.peak &&
                (bounds.overflow == Unreachable || overflow(ipu, peak) <= bounds.overflow)) {
                use(last, peak);
            }
        }
    }

    template <class Value>
    uint64_t leastGreatest(uint32_t ipus, const Bounds& bounds, const Value& value) const {
        std::vector<uint64_t> rest(m_layers + 1, Unreachable);
        rest[m_layers] = 0;
        for (uint32_t ipu = ipus; ipu-- > 0;) {
            std::vector<uint64_t> current(m_layers + 1, Unreachable);
            current[m_layers] = 0;
            for (size_t first = 0; first < m_layers; ++first) {
                forEachStage(first, ipu, bounds, [&](size_t last, uint64_t peak) {
                    current[first] = std::min(current[first], std::max(value(ipu, peak), rest[last + 1]));
                });
            }
            rest = std::move(current);
        }
        return rest[0];
    }

    const IntervalCosts& m_costs;
    const SolveRequest& m_request;
    size_t m_layers;
    std::vector<size_t> m_nextPin;    ///< by entry: the next pinned one behind it
    std::vector<uint8_t> m_forbidden; ///< by entry
};

uint32_t allLayers(const IntervalCosts& costs) {
    return static_cast<uint32_t>(costs.layerCount());
}

/// More stages than layers are of no use.
uint32_t usefulIpus(const IntervalCosts& costs, const SolveRequest& request) {
    return std::min(request.ipus, allLayers(costs));
}

size_t pinnedStages(const IntervalCosts& costs, const SolveRequest& request) {
    std::vector<LayerIndex> pins = request.pinned;
    std::erase_if(pins, [&](LayerIndex pin) { return pin.value == 0 || pin.index() >= costs.layerCount(); });
    std::sort(pins.begin(), pins.end());
    return static_cast<size_t>(std::unique(pins.begin(), pins.end()) - pins.begin()) + 1;
}

/// Why not even without a limit on memory a plan obeys the request.
Infeasible explainShape(const IntervalCosts& costs, const SolveRequest& request) {
    Infeasible infeasible;
    for (const LayerIndex pin : request.pinned) {
        if (pin.value > 0 &&
            std::find(request.forbidden.begin(), request.forbidden.end(), pin) != request.forbidden.end()) {
            infeasible.reason = Infeasible::Reason::PinnedAndForbidden;
            infeasible.layer = pin;
            return infeasible;
        }
    }
    infeasible.reason = pinnedStages(costs, request) > request.ipus ? Infeasible::Reason::TooManyPins
                                                                    : Infeasible::Reason::LayersPerStage;
    infeasible.wouldDo = whatWouldDo(costs, request);
    return infeasible;
}

} // namespace

IntervalCosts::IntervalCosts(size_t layerCount)
    : m_peak(layerCount * layerCount, 0)
    , m_crossing(layerCount, 0) {
}

IntervalCosts::IntervalCosts(const IntervalTable& table)
    : IntervalCosts(table.layerCount()) {
    for (uint32_t first = 0; first < layerCount(); ++first) {
        m_crossing[first] = table.estimator().crossingBytes({first});
        for (uint32_t last = first; last < layerCount(); ++last) {
            setPeak(first, last, table.find({{first}, {last}})->peakTileBytes);
        }
    }
}

SolvedPlan judgePlan(const IntervalCosts& costs, const SolveRequest& request, const SplitPlan& plan) {
    SolvedPlan judged{plan, 0, 0, 0, plan.stageCount() <= request.ipus};
    for (uint32_t stage = 0; stage < plan.stageCount(); ++stage) {
        const LayerRange range = plan.stage({stage});
        const uint64_t peak = costs.peak(range.first.index(), range.last.index());
        judged.peakTileBytes = std::max(judged.peakTileBytes, peak);
        judged.sumOfPeaks += peak;
        judged.fits = judged.fits && peak <= request.limitOf({stage});
    }
    for (const LayerIndex split : plan.splits()) {
        judged.crossingBytes += costs.crossing(split.index());
    }
    return judged;
}

SolveResult solveOptimal(const IntervalCosts& costs, const SolveRequest& request) {
    const PlanSearch search(costs, request);
    const uint32_t ipus = usefulIpus(costs, request);
    if (!search.fewestStages(ipus, {})) {
        return explainShape(costs, request);
    }
    if (request.objective == Objective::LeastPeak) {
        return *search.leastPeakPlan(ipus);
    }
    const std::optional<uint32_t> fewest = search.fewestStages(ipus, {0, Unreachable});
    if (!fewest) {
        return Infeasible{Infeasible::Reason::Memory, std::nullopt, whatWouldDo(costs, request)};
    }
    const Bounds fitting{0, search.leastPeak(*fewest, {0, Unreachable})};
    return *search.best(*fewest, fitting);
}

WouldDo whatWouldDo(const IntervalCosts& costs, const SolveRequest& request) {
    const PlanSearch search(costs, request);
    WouldDo wouldDo;
    wouldDo.ipus = search.fewestStages(allLayers(costs), {0, Unreachable});
    const uint64_t peak = search.leastPeak(usefulIpus(costs, request), {});
    if (peak != Unreachable) {
        wouldDo.memoryPerTile = peak;
    }
    return wouldDo;
}

std::vector<std::optional<SolvedPlan>> solveTradeOff(const IntervalCosts& costs,
                                                     const SolveRequest& request) {
    std::vector<std::optional<SolvedPlan>> plans;
    for (uint32_t ipus = 1; ipus <= allLayers(costs); ++ipus) {
        SolveRequest bounded = request;
        bounded.ipus = ipus;
        plans.push_back(PlanSearch(costs, bounded).leastPeakPlan(ipus));
    }
    return plans;
}

} // namespace tileline
