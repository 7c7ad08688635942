// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/solve/stagedsearch.h"

#include <algorithm>
#include <bit>
#include <tuple>
#include <type_traits>

namespace tileline {

namespace {

constexpr double Never = std::numeric_limits<double>::infinity();

/// Whether `plan` ranks before `than`, which has the same peak and period. If `fewestStages`, plans with
/// fewer stages rank first.
bool ranksBefore(const SolvedPlan& plan, const SolvedPlan& than, bool fewestStages) {
    const auto rank = [&](const SolvedPlan& of) {
        const size_t stages = of.plan.stageCount();
        return std::tuple(fewestStages ? stages : 0, of.crossingBytes, of.sumOfPeaks, stages);
    };
    if (rank(plan) != rank(than)) {
        return rank(plan) < rank(than);
    }
    const auto splits = plan.plan.splits();
    const auto others = than.plan.splits();
    return std::lexicographical_compare(splits.begin(), splits.end(), others.begin(), others.end());
}

} // namespace

uint64_t minimumOf(const std::vector<uint64_t>& values) {
    return values.empty() ? UINT64_MAX : *std::ranges::min_element(values);
}

bool limitsOfIpus(const SolveRequest& request) {
    return !request.constraints.memory().ofIpu.empty();
}

namespace {

uint64_t overflowOf(const PlanConstraints& constraints, uint32_t ipu, uint64_t peak) {
    const uint64_t limit = constraints.limitOf({ipu});
    return peak > limit ? peak - limit : 0;
}

/// The best of several plans that have the same peak and period.
std::optional<SolvedPlan> bestOf(const std::vector<std::optional<SolvedPlan>>& plans, size_t count) {
    const SolvedPlan* best = nullptr;
    for (size_t i = 0; i < count; ++i) {
        if (plans[i] && (!best || ranksBefore(*plans[i], *best, false))) {
            best = &*plans[i];
        }
    }
    return best ? std::optional(*best) : std::nullopt;
}

} // namespace

StagedSearch::StagedSearch(const IntervalCosts& costs, const SolveRequest& request, bool splitWeights,
                           const std::stop_token& stop)
    : m_costs(costs)
    , m_request(request)
    , m_stop(stop)
    , m_times(costs.times())
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

uint64_t StagedSearch::maxPeak(uint32_t ipu, const Bounds& bounds) const {
    const uint64_t limit = m_request.constraints.limitOf({ipu});
    return std::min(bounds.peak, bounds.overflow > UINT64_MAX - limit ? UINT64_MAX : limit + bounds.overflow);
}

template <class Use>
void StagedSearch::forEachStage(size_t first, bool atEnd, const Use& use) const {
    const size_t min = std::max<size_t>(m_request.minLayers, 1);
    const size_t max = m_request.maxLayers == 0 ? m_layers : m_request.maxLayers;
    // A stage must end before the next pinned boundary.
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

/// Whether the constraints allow a plan in which one stage has all entries, including Output.
bool StagedSearch::obeysAlone() const {
    const size_t entries = m_costs.layerCount();
    return m_nextPin[0] == m_layers && m_request.minLayers <= entries &&
           (m_request.maxLayers == 0 || m_request.maxLayers >= entries);
}

/// Joins stages so that the fewest bytes cross boundaries and, on a tie, the sum of peaks is lowest.
struct StagedSearch::MinCrossing {
    Value operator()(const Placed& stage, const Value& rest) const {
        return {rest.major + stage.crossing, rest.minor + stage.peak};
    }
};

/// Joins stages so that their highest peak is as low as possible.
struct StagedSearch::MaxPeak {
    Value operator()(const Placed& stage, const Value& rest) const {
        return {std::max(rest.major, stage.peak), 0};
    }
};

template <class Join>
Outcome<Done> StagedSearch::fillLevel(uint32_t level, uint32_t ipu, const Bounds& bounds, const Join& join,
                                      Levels& levels, Choices& choices) const {
    const uint64_t bound = maxPeak(ipu, bounds);
    const uint32_t after = level + (m_costs.outputOnFirst() ? 1 : 0);
    levels.emplace_back(m_layers);
    choices.emplace_back(m_layers, 0);
    const bool atEnd = level == 0;
    for (size_t first = 0; first < m_layers; ++first) {
        if (m_stop.stop_requested()) {
            return Cancelled{};
        }
        Value& best = levels[level][first];
        forEachStage(first, atEnd, [&](uint32_t last) {
            const uint64_t minPeak = m_minPeak[first * m_layers + last];
            if (minPeak > bound || (std::is_same_v<Join, MaxPeak> && minPeak >= best.major)) {
                return false;
            }
            const StageTimes::Time time = m_times ? m_times->of(first, last) : StageTimes::Time();
            if (time.work + bounds.withTransfer > bounds.period) {
                return false; // longer stages take at least as much time
            }
            const Value rest = atEnd ? Value{0, 0} : levels[level - 1][last + 1];
            if (rest.major == UINT64_MAX || time.transfer > bounds.transfer) {
                return true;
            }
            const uint64_t peak = m_costs.peakAt(first, last, after);
            if (peak > bound) {
                return true;
            }
            const Value value = join(Placed{ipu, peak, time, atEnd ? 0 : m_costs.crossing(last + 1)}, rest);
            if (value < best) {
                best = value;
                choices[level][first] = last;
            }
            return true;
        });
    }
    return Done{};
}

/// Finds the best first stage that has Output beside it, for a plan of `stages` stages on as many IPUs.
/// Returns that stage's value and last entry (the last entry of the list if it is the only stage).
template <class Join>
auto StagedSearch::placeFirst(uint32_t stages, const Bounds& bounds, const Join& join,
                              const Levels& levels) const -> std::pair<Value, uint32_t> {
    std::pair<Value, uint32_t> best{{}, static_cast<uint32_t>(m_layers)};
    const uint64_t bound = maxPeak(0, bounds);
    if (stages == 1) {
        const StageTimes::Time time = m_times ? m_times->of(0, m_layers) : StageTimes::Time();
        const uint64_t peak = m_costs.peakAt(0, m_layers, 0);
        if (obeysAlone() && peak <= bound && time.transfer <= bounds.transfer &&
            time.work + bounds.withTransfer <= bounds.period) {
            best.first = join(Placed{0, peak, time, 0}, Value{0, 0});
        }
        return best;
    }
    forEachStage(0, false, [&](uint32_t last) {
        const StageTimes::Time time = m_times ? m_times->besideOutput(last) : StageTimes::Time();
        if (time.work + bounds.withTransfer > bounds.period) {
            return false;
        }
        const Value rest = levels[stages - 2][last + 1];
        if (rest.major == UINT64_MAX || time.transfer > bounds.transfer) {
            return true;
        }
        const uint64_t peak = m_costs.peakBesideOutput(last, stages);
        if (peak > bound) {
            return true;
        }
        const uint64_t crossing = m_costs.crossing(last + 1) + m_costs.crossing(m_layers);
        const Value value = join(Placed{0, peak, time, crossing}, rest);
        if (value < best.first) {
            best = {value, last};
        }
        return true;
    });
    return best;
}

/// The plan with the stages of `level`. If `firstLast` is given, the plan begins with one more stage, which
/// ends with `firstLast` and has Output beside it.
SplitPlan StagedSearch::planOf(std::optional<uint32_t> firstLast, uint32_t level,
                               const Choices& choices) const {
    SplitPlan plan(m_costs.layerCount());
    size_t first = firstLast ? *firstLast + size_t{1} : 0;
    while (first < m_layers) {
        plan = plan.withAdded({static_cast<uint32_t>(first)}); // entry 0 is not a split point
        first = choices[level--][first] + size_t{1};
    }
    return m_emptyStages > 0 ? plan.withAdded({static_cast<uint32_t>(m_layers)}) : plan;
}

/// Runs for `minStages` to `maxStages` stages. Returns whether `answer` asked to go on after each number.
template <class Join, class Answer>
Outcome<bool> StagedSearch::run(uint32_t minStages, uint32_t maxStages, const Bounds& bounds,
                                const Join& join, const Answer& answer) const {
    Levels levels;
    Choices choices;
    for (uint32_t stages = 1; stages <= maxStages; ++stages) {
        const uint32_t level = stages - 1;
        // A first stage with Output beside it belongs to no level. The level is filled nevertheless, because
        // the next number of stages needs it.
        const bool beside = m_costs.outputOnFirst();
        if (stages >= minStages && beside) {
            const auto [value, last] = placeFirst(stages, bounds, join, levels);
            if (value.major != UINT64_MAX &&
                !answer(stages, value, [&, last = last] { return planOf(last, level - 1, choices); })) {
                return false;
            }
        }
        if (!beside || stages < maxStages) {
            TRY(fillLevel(level, maxStages - stages, bounds, join, levels, choices));
        }
        if (stages >= minStages && !beside && levels[level][0].major != UINT64_MAX &&
            !answer(stages, levels[level][0], [&] { return planOf(std::nullopt, level, choices); })) {
            return false;
        }
    }
    return true;
}

template <class Join, class Answer>
Outcome<Done> StagedSearch::run(uint32_t ipus, const Bounds& bounds, const Join& join,
                                const Answer& answer) const {
    if (!limitsOfIpus(m_request) || bounds.overflow == UINT64_MAX) {
        TRY(run(1, ipus, bounds, join, answer));
        return Done{};
    }
    for (uint32_t stages = 1; stages <= ipus; ++stages) {
        if (!TRY(run(stages, stages, bounds, join, answer))) {
            break;
        }
    }
    return Done{};
}

Outcome<std::vector<uint64_t>> StagedSearch::minOverflows(uint32_t ipus) const {
    std::vector<uint64_t> minimums(ipus, UINT64_MAX);
    for (uint32_t stages = 1; stages <= ipus; ++stages) {
        TRY(run(
            stages, stages, {},
            [&](const Placed& stage, const Value& rest) {
                const uint64_t overflow = overflowOf(m_request.constraints, stage.ipu, stage.peak);
                return Value{std::max(rest.major, overflow), 0};
            },
            [&](uint32_t, const Value& value, const auto&) {
                minimums[stages - 1] = value.major;
                return true;
            }));
    }
    return minimums;
}

Outcome<std::vector<uint64_t>> StagedSearch::minPeaks(uint32_t ipus, const Bounds& bounds) const {
    std::vector<uint64_t> minimums(ipus, UINT64_MAX);
    TRY(run(ipus, bounds, MaxPeak(), [&](uint32_t stages, const Value& value, const auto&) {
        minimums[stages - 1] = value.major;
        return true;
    }));
    return minimums;
}

Outcome<std::vector<uint64_t>> StagedSearch::minPeaksOfFewest(uint32_t ipus, const Bounds& bounds) const {
    std::vector<uint64_t> minimums;
    TRY(run(ipus, bounds, MaxPeak(), [&](uint32_t stages, const Value& value, const auto&) {
        minimums.assign(stages, UINT64_MAX);
        minimums.back() = value.major;
        return false;
    }));
    return minimums;
}

template <class CyclesOf>
Outcome<double> StagedSearch::minCycles(uint32_t ipus, const Bounds& bounds, const CyclesOf& cyclesOf) const {
    // The bit patterns of positive floating-point numbers have the same order as the numbers.
    uint64_t minimum = std::bit_cast<uint64_t>(std::numeric_limits<double>::infinity());
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

Outcome<std::vector<std::optional<SolvedPlan>>> StagedSearch::best(uint32_t ipus,
                                                                   const Bounds& bounds) const {
    std::vector<std::optional<SolvedPlan>> plans(ipus);
    TRY(run(ipus, bounds, MinCrossing(), [&](uint32_t stages, const Value&, const auto& plan) {
        plans[stages - 1] = judgeStaged(m_costs, m_request.constraints.withIpus(ipus), plan());
        return true;
    }));
    return plans;
}

Outcome<std::optional<SolvedPlan>> StagedSearch::bestWithFewestStages(uint32_t ipus,
                                                                      const Bounds& bounds) const {
    std::optional<SolvedPlan> best;
    TRY(run(ipus, bounds, MinCrossing(), [&](uint32_t, const Value&, const auto& plan) {
        best = judgeStaged(m_costs, m_request.constraints, plan());
        return false;
    }));
    return best;
}

namespace {

/// Finds the smallest changes that make `request` feasible. `noneFits`: no plan fits on the requested IPUs.
Outcome<Relaxation> relaxationFrom(const StagedSearch& search, const SolveRequest& request, bool noneFits) {
    Relaxation relaxation;
    const uint32_t ipus = search.usefulIpus(MaxIpus);
    const bool moreFit = !noneFits || search.usefulIpus(request.constraints.ipus()) < ipus;
    const auto fitting =
        moreFit ? TRY(search.minPeaksOfFewest(ipus, {0, UINT64_MAX})) : std::vector<uint64_t>();
    if (!fitting.empty()) {
        relaxation.ipus = static_cast<uint32_t>(fitting.size()) + search.emptyStages();
    }
    const auto peaks = TRY(search.minPeaks(search.usefulIpus(request.constraints.ipus()), {}));
    if (minimumOf(peaks) != UINT64_MAX) {
        relaxation.memoryPerTile = request.constraints.memory().memoryFor(minimumOf(peaks));
    }
    return relaxation;
}

/// The reason why no plan meets the request. `fitting`: some plan meets all but the memory limits.
Outcome<Infeasible::Reason> reasonOf(const IntervalCosts& costs, const SolveRequest& request, bool fitting,
                                     const std::stop_token& stop) {
    if (costs.anySplitsWeight()) {
        const StagedSearch search(costs, request, true, stop);
        StagedSearch::Bounds bounds;
        bounds.overflow = fitting ? 0 : UINT64_MAX;
        const auto peaks =
            TRY(search.minPeaksOfFewest(search.usefulIpus(request.constraints.ipus()), bounds));
        if (!peaks.empty()) {
            return Infeasible::Reason::SharedWeights;
        }
    }
    if (fitting) {
        return Infeasible::Reason::Memory;
    }
    const PlanConstraints& constraints = request.constraints;
    const bool pins = constraints.withLayerCount(costs.layerCount()).pinned().size() >= constraints.ipus();
    return pins ? Infeasible::Reason::TooManyPins : Infeasible::Reason::LayersPerStage;
}

/// The plan with the lowest possible peak within bounds, on at most `ipus` IPUs. If the costs have times, it
/// is the fastest of these plans.
Outcome<std::optional<SolvedPlan>> bestWithin(const StagedSearch& search, const IntervalCosts& costs,
                                              uint32_t ipus, const StagedSearch::Bounds& bounds) {
    if (costs.times()) {
        return PeriodSearch(search, costs, ipus, bounds.overflow).fastest(bounds.peak);
    }
    return bestOf(TRY(search.best(ipus, bounds)), ipus);
}

} // namespace

Outcome<SolveResult> solveStaged(const IntervalCosts& costs, const SolveRequest& request,
                                 const std::stop_token& stop) {
    if (request.objective == Objective::MinPeriod && !costs.times()) {
        return SolveResult(Infeasible{Infeasible::Reason::NoCycles, {}});
    }
    const StagedSearch search(costs, request, false, stop);
    const uint32_t ipus = search.usefulIpus(request.constraints.ipus());
    const bool fewest = request.objective == Objective::MinIpus;
    const bool mustFit = request.objective != Objective::MinPeak;
    StagedSearch::Bounds bounds;
    if (mustFit) {
        bounds.overflow = 0;
    } else if (limitsOfIpus(request)) {
        bounds.overflow = minimumOf(TRY(search.minOverflows(ipus)));
    }
    const auto peaks = TRY(fewest ? search.minPeaksOfFewest(ipus, bounds) : search.minPeaks(ipus, bounds));
    if (minimumOf(peaks) == UINT64_MAX) {
        const bool anyPlan = mustFit && !TRY(search.minPeaksOfFewest(ipus, {})).empty();
        return SolveResult(Infeasible{TRY(reasonOf(costs, request, anyPlan, stop)),
                                      TRY(relaxationFrom(search, request, mustFit))});
    }
    if (request.objective == Objective::MinPeriod) {
        return SolveResult(*TRY(PeriodSearch(search, costs, ipus, 0).shortest()));
    }
    bounds.peak = minimumOf(peaks);
    return SolveResult(*TRY(bestWithin(search, costs, static_cast<uint32_t>(peaks.size()), bounds)));
}

Outcome<Relaxation> relaxStaged(const IntervalCosts& costs, const SolveRequest& request,
                                const std::stop_token& stop) {
    return relaxationFrom(StagedSearch(costs, request, false, stop), request, false);
}

Outcome<std::vector<std::optional<SolvedPlan>>>
tradeOffStaged(const IntervalCosts& costs, const SolveRequest& request, const std::stop_token& stop) {
    const StagedSearch search(costs, request, false, stop);
    const uint32_t ipus = search.usefulIpus(MaxIpus);
    std::vector<StagedSearch::Bounds> tightest(ipus);
    if (limitsOfIpus(request)) {
        uint64_t minimum = UINT64_MAX;
        const auto overflows = TRY(search.minOverflows(ipus));
        for (uint32_t i = 0; i < ipus; ++i) {
            tightest[i].overflow = minimum = std::min(minimum, overflows[i]);
        }
    }
    // With more IPUs, the bounds never rise, so equal bounds are adjacent.
    std::vector<std::optional<SolvedPlan>> plans(search.emptyStages());
    for (uint32_t begin = 0; begin < ipus;) {
        uint32_t end = begin + 1;
        while (end < ipus && tightest[end].overflow == tightest[begin].overflow) {
            ++end;
        }
        const auto peaks = TRY(search.minPeaks(end, tightest[begin]));
        uint64_t minimum = UINT64_MAX;
        for (uint32_t i = 0; i < end; ++i) {
            minimum = std::min(minimum, peaks[i]);
            tightest[i].peak = i < begin ? tightest[i].peak : minimum;
        }
        for (; begin < end; ++begin) {
            std::optional<SolvedPlan> plan;
            if (tightest[begin].peak != UINT64_MAX) {
                plan = TRY(bestWithin(search, costs, begin + 1, tightest[begin]));
            }
            plans.push_back(std::move(plan));
        }
    }
    return plans;
}

SolvedPlan judgeStaged(const IntervalCosts& costs, const PlanConstraints& constraints,
                       const SplitPlan& plan) {
    SolvedPlan judged{plan, 0, 0, 0, false};
    const StageTimes* const times = costs.times();
    StageTimes::Time longest;
    std::vector<LayerRange> stages = plan.stages();
    const auto output = static_cast<uint32_t>(costs.layerCount() - 1);
    bool beside = costs.outputOnFirst() && stages.size() > 1;
    if (beside && stages.back().first.value == output) {
        stages.pop_back(); // without Output, this stage is empty
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
    size_t allowed = m_transfers.size(); // number of transfers that are shorter than at the previous corner
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
        addTransfers(corner, allowed, work, period);
        allowed = corner;
    }
    return period;
}

/// Adds to `period` those of the transfers [from, to) that give the period when added to `work`: the first
/// one, and others for which the sum is equal after rounding.
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

Outcome<std::optional<SolvedPlan>> PeriodSearch::fastest(uint64_t peak) const {
    const Period period = TRY(shortestPeriod(peak));
    std::vector<std::optional<SolvedPlan>> plans;
    for (const double transfer : period.transfers) {
        const auto found = TRY(m_search.best(m_ipus, boundsOf(peak, transfer, period.cycles)));
        plans.insert(plans.end(), found.begin(), found.end());
    }
    return bestOf(plans, plans.size());
}

/// The best plan that has the period `period` and the lowest possible peak.
Outcome<std::optional<SolvedPlan>> PeriodSearch::best(uint64_t overflow, uint64_t peak,
                                                      const Period& period) const {
    std::optional<SolvedPlan> best;
    for (const double transfer : period.transfers) {
        StagedSearch::Bounds bounds = boundsOf(peak, transfer, period.cycles);
        bounds.overflow = overflow;
        auto plan = TRY(m_search.bestWithFewestStages(m_ipus, bounds));
        if (plan && (!best || ranksBefore(*plan, *best, true))) {
            best = std::move(plan);
        }
    }
    return best;
}

} // namespace tileline
