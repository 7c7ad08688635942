// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/stagedsearch.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <type_traits>
#include <utility>

namespace tileline {

namespace {

constexpr double Never = std::numeric_limits<double>::infinity();

/// Whether `plan` ranks before `than`, which has the same peak. If `fewestStages` is true, the plan with
/// fewer stages ranks first.
bool ranksBefore(const SolvedPlan& plan, const SolvedPlan& than, bool fewestStages) {
    const auto rank = [&](const SolvedPlan& of) {
        const size_t stages = of.plan.stageCount();
        return std::tuple(fewestStages ? stages : 0, of.period, of.crossingBytes, of.sumOfPeaks, stages);
    };
    return rank(plan) != rank(than)
               ? rank(plan) < rank(than)
               : std::ranges::lexicographical_compare(plan.plan.splits(), than.plan.splits());
}

} // namespace

uint64_t lowestOf(const std::vector<uint64_t>& minimums) {
    return minimums.empty() ? UINT64_MAX : minimums.back();
}

bool limitsOfIpus(const SolveRequest& request) {
    return !request.constraints.memory().ofIpu.empty();
}

std::optional<SolvedPlan> bestOf(const std::vector<std::optional<SolvedPlan>>& plans) {
    const SolvedPlan* best = nullptr;
    for (const auto& plan : plans) {
        if (plan && (!best || ranksBefore(*plan, *best, false))) {
            best = &*plan;
        }
    }
    return best ? std::optional(*best) : std::nullopt;
}

StagedSearch::StagedSearch(const IntervalCosts& costs, const SolveRequest& request, bool splitWeights,
                           const std::stop_token& stop)
    : m_costs(costs)
    , m_request(request)
    , m_stop(stop)
    , m_layers(costs.layerCount() - (costs.outputOnFirst() ? 1 : 0))
    , m_minPeak(m_layers * m_layers)
    , m_nextPin(m_layers, m_layers)
    , m_noSplit(m_layers, 0) {
    for (size_t first = 0; first < m_layers; ++first) {
        uint64_t minimum = UINT64_MAX;
        for (size_t last = m_layers; last-- > first;) {
            minimum = std::min(minimum, costs.minPeak(first, last));
            m_minPeak[first * m_layers + last] = minimum;
        }
    }
    const LayerIndex output{static_cast<uint32_t>(m_layers)};
    m_emptyStages = costs.outputOnFirst() && request.constraints.isPinned(output) ? 1 : 0;
    const PlanConstraints constraints = request.constraints.withLayerCount(m_layers);
    size_t next = m_layers;
    for (size_t entry = m_layers; entry-- > 0;) {
        const LayerIndex boundary{static_cast<uint32_t>(entry)};
        m_nextPin[entry] = next;
        next = constraints.isPinned(boundary) ? entry : next;
        m_noSplit[entry] =
            constraints.isForbidden(boundary) || (!splitWeights && costs.splitsWeight(entry)) ? 1 : 0;
    }
}

uint32_t StagedSearch::usefulIpus(uint32_t ipus) const {
    return static_cast<uint32_t>(std::min<size_t>(ipus - m_emptyStages, m_layers));
}

/// Returns `bounds` for a stage on `ipu`. Lowers the bound on the peak if the bound on the overflow is
/// stricter on this IPU.
StagedSearch::Bounds StagedSearch::boundsOn(uint32_t ipu, Bounds bounds) const {
    const uint64_t limit = m_request.constraints.limitOf({ipu});
    if (bounds.overflow <= UINT64_MAX - limit) {
        bounds.peak = std::min(bounds.peak, limit + bounds.overflow);
    }
    return bounds;
}

template <class Use>
void StagedSearch::forEachStage(size_t first, bool atEnd, const Use& use) const {
    const size_t min = std::max<size_t>(m_request.minLayers, 1);
    const size_t max = m_request.maxLayers == 0 ? m_layers : m_request.maxLayers;
    // A stage must end at or before the next pinned boundary.
    const size_t end = std::min({m_nextPin[first], first + std::min(max, m_layers), m_layers});
    if (atEnd) {
        if (end == m_layers && min <= m_layers - first) {
            use(static_cast<uint32_t>(m_layers - 1));
        }
        return;
    }
    for (size_t last = first + std::min(min, m_layers + 1) - 1; last < end && last + 1 < m_layers; ++last) {
        if (!m_noSplit[last + 1] && !use(static_cast<uint32_t>(last))) {
            return;
        }
    }
}

/// Whether the constraints allow a plan whose only stage contains all entries, including Output.
bool StagedSearch::obeysAlone() const {
    const size_t entries = m_costs.layerCount();
    return m_nextPin[0] == m_layers && m_request.minLayers <= entries &&
           (m_request.maxLayers == 0 || m_request.maxLayers >= entries);
}

/// Joins stages so that the fewest bytes cross boundaries. On a tie, the lowest sum of peaks decides.
struct StagedSearch::MinCrossing {
    Value operator()(const Placed& stage, const Value& rest) const {
        return {rest.major + stage.crossing, rest.minor + stage.peak};
    }
};

/// Joins stages so that the highest overflow (without `limits`, the highest peak) is as low as possible.
struct StagedSearch::MinHighest {
    const PlanConstraints* limits = nullptr;

    uint64_t bytes(uint32_t ipu, uint64_t peak) const {
        const uint64_t limit = limits ? limits->limitOf({ipu}) : 0;
        return peak > limit ? peak - limit : 0;
    }
    Value operator()(const Placed& stage, const Value& rest) const {
        return {std::max(rest.major, bytes(stage.ipu, stage.peak)), 0};
    }
};

/// Replaces `best` if `stage` is within `bounds` and leads to a better placement. `last` is the last entry of
/// `stage`. Returns false if `stage`, and therefore every longer stage, needs too many cycles.
template <class Join, class PeakOf>
bool StagedSearch::improve(Placement& best, uint32_t last, Placed stage, const PeakOf& peakOf,
                           const Value& rest, const Bounds& bounds, const Join& join) {
    if (stage.time.work + bounds.withTransfer > bounds.period) {
        return false;
    }
    if (rest.major == UINT64_MAX || stage.time.transfer > bounds.transfer) {
        return true;
    }
    stage.peak = peakOf(last);
    if (stage.peak <= bounds.peak) {
        if (const Value value = join(stage, rest); value < best.value) {
            best = {value, last};
        }
    }
    return true;
}

/// Adds the next level to `levels`. In this level, the first stage of every placement is on `ipu`.
template <class Join>
Outcome<Done> StagedSearch::addLevel(uint32_t ipu, const Bounds& bounds, const Join& join,
                                     Levels& levels) const {
    const Bounds own = boundsOn(ipu, bounds);
    const size_t level = levels.size();
    const bool atEnd = level == 0;
    const auto after = static_cast<uint32_t>(level + (m_costs.outputOnFirst() ? 1 : 0));
    const StageTimes* const times = m_costs.times();
    levels.emplace_back(m_layers);
    for (size_t first = 0; first < m_layers; ++first) {
        if (m_stop.stop_requested()) {
            return Cancelled{};
        }
        Placement& best = levels[level][first];
        forEachStage(first, atEnd, [&](uint32_t last) {
            const uint64_t minPeak = m_minPeak[first * m_layers + last];
            if (minPeak > own.peak) {
                return false;
            }
            if constexpr (std::is_same_v<Join, MinHighest>) {
                if (join.bytes(ipu, minPeak) >= best.value.major) {
                    return false;
                }
            }
            return improve(
                best, last,
                {ipu, atEnd ? 0 : m_costs.crossing(last + 1),
                 times ? times->of(first, last) : StageTimes::Time()},
                [&](uint32_t end) { return m_costs.peakAt(first, end, after); },
                atEnd ? Value{0, 0} : levels[level - 1][last + 1].value, own, join);
        });
    }
    return Done{};
}

/// Finds the best first stage if Output runs beside the first stage, for plans with `stages` stages. If
/// `stages` is 1, the stage contains all entries, including Output.
template <class Join>
StagedSearch::Placement StagedSearch::placeFirst(uint32_t stages, const Bounds& bounds, const Join& join,
                                                 const Levels& levels) const {
    Placement best{{}, static_cast<uint32_t>(m_layers)};
    const Bounds own = boundsOn(0, bounds);
    const StageTimes* const times = m_costs.times();
    if (stages == 1) {
        if (obeysAlone()) {
            improve(
                best, best.last, {0, 0, times ? times->of(0, m_layers) : StageTimes::Time()},
                [&](uint32_t last) { return m_costs.peakAt(0, last, 0); }, {0, 0}, own, join);
        }
        return best;
    }
    forEachStage(0, false, [&](uint32_t last) {
        return improve(
            best, last,
            {0, m_costs.crossing(last + 1) + m_costs.crossing(m_layers),
             times ? times->besideOutput(last) : StageTimes::Time()},
            [&](uint32_t end) { return m_costs.peakBesideOutput(end, stages); },
            levels[stages - 2][last + 1].value, own, join);
    });
    return best;
}

/// The plan that begins with the first stage of the placement `first`, followed by `stagesAfter` stages.
SplitPlan StagedSearch::planOf(Placement first, size_t stagesAfter, const Levels& levels) const {
    SplitPlan plan(m_costs.layerCount());
    for (size_t begin = first.last + size_t{1}; begin < m_layers;) {
        plan = plan.withAdded({static_cast<uint32_t>(begin)});
        begin = levels[--stagesAfter][begin].last + size_t{1};
    }
    return m_emptyStages > 0 ? plan.withAdded({static_cast<uint32_t>(m_layers)}) : plan;
}

template <class Join, class Answer>
Outcome<Done> StagedSearch::run(uint32_t ipus, const Bounds& bounds, const Join& join,
                                const Answer& answer) const {
    // Only the first `limited` IPUs can have individual limits. All later IPUs share one limit.
    size_t limited = bounds.overflow == UINT64_MAX ? 0 : m_request.constraints.memory().ofIpu.size();
    if constexpr (std::is_same_v<Join, MinHighest>) {
        limited = join.limits ? join.limits->memory().ofIpu.size() : limited;
    }
    const uint32_t beside = m_costs.outputOnFirst() ? 1 : 0;
    Levels levels;
    for (uint32_t stages = bounds.minStages; stages <= ipus; ++stages) {
        // Each iteration adds one stage to the plan, so the stages of each existing level move to the next
        // IPU. A level stays valid only if all its stages were already on IPUs with the common limit.
        levels.resize(std::min<size_t>(levels.size(), stages > limited ? stages - 1 - limited : 0));
        while (levels.size() + beside < stages) {
            TRY(addLevel(static_cast<uint32_t>(stages - 1 - levels.size()), bounds, join, levels));
        }
        const Placement first = beside ? placeFirst(stages, bounds, join, levels) : levels.back().front();
        if (first.value.major != UINT64_MAX &&
            !answer(stages, first.value, [&] { return planOf(first, stages - 1, levels); })) {
            break;
        }
    }
    return Done{};
}

/// Element n - 1 of the result: the lowest value of `bound` that allows a plan with at most n stages;
/// UINT64_MAX if there is none. With `onlyFewest`, the list ends at the fewest stages that allow a plan.
Outcome<std::vector<uint64_t>> StagedSearch::minimums(uint32_t ipus, Bounds bounds, uint64_t Bounds::*bound,
                                                      bool onlyFewest) const {
    std::vector<uint64_t> minimums(ipus, UINT64_MAX);
    const MinHighest join{bound == &Bounds::overflow ? &m_request.constraints : nullptr};
    TRY(run(ipus, bounds, join, [&](uint32_t stages, const Value& value, const auto&) {
        minimums.resize(onlyFewest ? stages : ipus);
        std::fill(minimums.begin() + stages - 1, minimums.end(), std::min(value.major, minimums.back()));
        bounds.*bound = minimums.back() - 1;
        return !onlyFewest && minimums.back() > 0;
    }));
    return minimums;
}

Outcome<std::vector<uint64_t>> StagedSearch::minOverflows(uint32_t ipus) const {
    return minimums(ipus, {}, &Bounds::overflow, false);
}

Outcome<std::vector<uint64_t>> StagedSearch::minPeaks(uint32_t ipus, const Bounds& bounds,
                                                      bool onlyFewest) const {
    return minimums(ipus, bounds, &Bounds::peak, onlyFewest);
}

template <class CyclesOf>
Outcome<double> StagedSearch::minCycles(uint32_t ipus, const Bounds& bounds, const CyclesOf& cyclesOf) const {
    // Value::major is an integer, so it holds the bit pattern of the cycles: for numbers that are not
    // negative, bit patterns have the same order as the numbers.
    uint64_t minimum = std::bit_cast<uint64_t>(Never);
    TRY(run(
        ipus, bounds,
        [&](const Placed& stage, const Value& rest) {
            return Value{std::max(rest.major, std::bit_cast<uint64_t>(cyclesOf(stage.time))), 0};
        },
        [&](uint32_t, const Value& value, const auto&) {
            minimum = std::min(minimum, value.major);
            return true;
        }));
    return std::bit_cast<double>(minimum);
}

Outcome<double> StagedSearch::minWork(uint32_t ipus, const Bounds& bounds) const {
    return minCycles(ipus, bounds, [](StageTimes::Time time) { return time.work; });
}

Outcome<double> StagedSearch::minTransfer(uint32_t ipus, const Bounds& bounds) const {
    return minCycles(ipus, bounds, [](StageTimes::Time time) { return time.transfer; });
}

Outcome<std::vector<std::optional<SolvedPlan>>> StagedSearch::best(uint32_t ipus, const Bounds& bounds,
                                                                   bool onlyFewest) const {
    std::vector<std::optional<SolvedPlan>> plans(ipus);
    TRY(run(ipus, bounds, MinCrossing(), [&](uint32_t stages, const Value&, const auto& plan) {
        plans[stages - 1] = judgePlan(m_costs, m_request.constraints.withIpus(ipus), plan());
        plans.resize(onlyFewest ? stages : ipus);
        return !onlyFewest;
    }));
    return plans;
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
    size_t allowed = m_transfers.size(); // how many transfers are shorter than that of the previous corner
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
        const auto corner =
            static_cast<size_t>(std::ranges::lower_bound(m_transfers, transfer) - m_transfers.begin());
        if (work + transfer < period.cycles) {
            period = {work + transfer, {}};
        }
        // A longer transfer can give the same period, because the sum of work and transfer is rounded.
        for (size_t i = corner; i < allowed && work + m_transfers[i] <= period.cycles; ++i) {
            period.transfers.push_back(m_transfers[i]);
        }
        allowed = corner;
    }
    return period;
}

Outcome<uint64_t> PeriodSearch::lowestPeak(uint64_t maxPeak, const Period& period) const {
    uint64_t lowest = UINT64_MAX;
    for (const double transfer : period.transfers) {
        if (lowest > 0) {
            const auto bounds = boundsOf(m_overflow, std::min(maxPeak, lowest - 1), transfer, period.cycles);
            lowest = std::min(lowest, lowestOf(TRY(m_search.minPeaks(m_ipus, bounds))));
        }
    }
    return lowest;
}

Outcome<std::optional<SolvedPlan>> PeriodSearch::fastest(uint64_t peak) const {
    const Period period = TRY(shortestPeriod(peak));
    std::vector<std::optional<SolvedPlan>> plans;
    for (const double transfer : period.transfers) {
        const auto bounds = boundsOf(m_overflow, peak, transfer, period.cycles);
        plans.push_back(bestOf(TRY(m_search.best(m_ipus, bounds))));
    }
    return bestOf(plans);
}

/// The best plan with the period `period` and the peak `peak`. `peak` must be the lowest peak that is
/// possible with that period.
Outcome<std::optional<SolvedPlan>> PeriodSearch::best(uint64_t overflow, uint64_t peak,
                                                      const Period& period) const {
    std::optional<SolvedPlan> best;
    for (const double transfer : period.transfers) {
        const auto bounds = boundsOf(overflow, peak, transfer, period.cycles);
        auto plan = TRY(m_search.best(m_ipus, bounds, true)).back();
        if (plan && (!best || ranksBefore(*plan, *best, true))) {
            best = std::move(plan);
        }
    }
    return best;
}

} // namespace tileline
