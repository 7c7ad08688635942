// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/cycles.h"

#include "core/base/sequences.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>

namespace tileline {

namespace {

/// The total cycles of some programs, and how evenly the tiles share them.
struct CycleSum {
    double cycles = 0;
    double judged = 0;     ///< the cycles of programs whose tile balance is known
    double busy = 0;       ///< the part of `judged` in which a tile is busy, averaged over all tiles
    uint32_t programs = 0; ///< number of executions of programs that take cycles
    uint32_t unknown = 0;  ///< number of executions whose cycles are unknown; `cycles` omits them

    /// Adds `other`. Its cycles are divided by `parts`; its numbers of executions are not divided.
    void add(const CycleSum& other, double parts = 1) {
        cycles += other.cycles / parts;
        judged += other.judged / parts;
        busy += other.busy / parts;
        programs += other.programs;
        unknown += other.unknown;
    }
    /// The sum of the known cycles; empty if the cycles of all programs are unknown.
    std::optional<double> knownCycles() const {
        return programs > 0 && unknown == programs ? std::nullopt : std::optional(cycles);
    }
    /// The tile balance, 0 to 1: see EntryCycleFigures. Empty if there are no cycles, or if the tile balance
    /// is unknown for more than 5 % of the cycles.
    std::optional<double> tileBalance() const {
        return judged > 0 && judged >= 0.95 * cycles ? std::optional(std::min(busy / judged, 1.0))
                                                     : std::nullopt;
    }
};

/// Sums up the cycles of operations. A step is counted for an operation if the step runs a program of the
/// operation and lies between the operation's first and last step. If none of a program's steps lies there,
/// the program is counted once instead. Outlined code is listed once for each call, and its steps form runs
/// of consecutive steps. If there are as many runs as listings, the i-th listing gets the cycles of the i-th
/// run. If there is only one run, each listing gets all cycles of the run. For any other number of runs, the
/// cycles of all runs are divided equally among the listings.
class CycleCounter {
public:
    /// `byProgram` contains the cycles of one execution of each program. `profile` and `layers` must outlive
    /// the counter.
    CycleCounter(const Profile& profile, const Layers& layers, std::vector<CycleSum> byProgram)
        : m_profile(profile)
        , m_layers(layers)
        , m_byProgram(std::move(byProgram))
        , m_steps(profile.stepsOfPrograms())
        , m_stepSeen(profile.stepCount(), 0)
        , m_programSeen(profile.programs.size(), 0) {}

    /// The sum of the cycles of each group of operations. `groupOf` contains the group of each operation, as
    /// a number below `groups`. Each step, and each program without a step, is counted only once in a group,
    /// even if several operations of the group share it. Outlined code, however, is counted for each listing.
    Outcome<std::vector<CycleSum>> sums(std::span<const uint32_t> groupOf, size_t groups,
                                        const std::stop_token& stop) {
        std::vector<CycleSum> result(groups);
        const auto& operations = m_layers.operations;
        std::map<DetailIndex, std::vector<size_t>> listings;
        for (size_t i = 0; i < operations.size(); ++i) {
            listings[operations[i].detail].push_back(i);
        }
        std::vector<std::vector<size_t>> members(groups); // by group: operations that are listed once
        for (const auto& [detail, listed] : listings) {
            if (listed.size() == 1) {
                members[groupOf[listed.front()]].push_back(listed.front());
            }
        }
        for (size_t group = 0; group < groups; ++group) {
            // Sorting by position makes the sums independent of the order of Profile::operationDetails.
            std::ranges::sort(members[group]);
            ++m_stamp;
            for (const size_t operation : members[group]) {
                if (stop.stop_requested()) {
                    return Cancelled{};
                }
                addSteps(operation, result[group]);
            }
            for (const size_t operation : members[group]) {
                addOtherPrograms(operation, result[group]);
            }
        }
        for (const auto& [detail, listed] : listings) {
            if (listed.size() == 1) {
                continue;
            }
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            const std::vector<CycleSum> runs = runsOf(detail);
            CycleSum all;
            for (const CycleSum& run : runs) {
                all.add(run);
            }
            const double parts = runs.size() == 1 ? 1 : static_cast<double>(listed.size());
            for (size_t i = 0; i < listed.size(); ++i) {
                CycleSum& sum = result[groupOf[listed[i]]];
                runs.size() == listed.size() ? sum.add(runs[i]) : sum.add(all, parts);
            }
        }
        return result;
    }

private:
    std::span<const ProgramIndex> programsOf(size_t operation) const {
        return m_profile.operationPrograms[m_layers.operations[operation].detail.index()];
    }
    /// Adds the cycles of those steps of the operation that have not been counted since m_stamp changed.
    void addSteps(size_t operation, CycleSum& sum) {
        const OperationDetail& detail =
            m_profile.operationDetails[m_layers.operations[operation].detail.index()];
        if (!detail.firstStep || !detail.lastStep) {
            return;
        }
        for (const ProgramIndex program : programsOf(operation)) {
            const std::vector<uint32_t>& steps = m_steps[program.index()];
            auto step = std::ranges::lower_bound(steps, detail.firstStep->value);
            for (; step != steps.end() && *step <= detail.lastStep->value; ++step) {
                m_programSeen[program.index()] = m_stamp;
                if (std::exchange(m_stepSeen[*step], m_stamp) != m_stamp) {
                    sum.add(m_byProgram[program.index()]);
                }
            }
        }
    }
    /// Adds the cycles of those programs of the operation that have not been counted since m_stamp changed.
    void addOtherPrograms(size_t operation, CycleSum& sum) {
        for (const ProgramIndex program : programsOf(operation)) {
            if (std::exchange(m_programSeen[program.index()], m_stamp) != m_stamp) {
                sum.add(m_byProgram[program.index()]);
            }
        }
    }
    /// The cycles of each run of consecutive steps of outlined code. Code without steps counts as one run.
    std::vector<CycleSum> runsOf(DetailIndex detail) {
        ++m_stamp;
        std::vector<std::pair<uint32_t, ProgramIndex>> steps;
        CycleSum once;
        for (const ProgramIndex program : m_profile.operationPrograms[detail.index()]) {
            if (std::exchange(m_programSeen[program.index()], m_stamp) == m_stamp) {
                continue;
            }
            once.add(m_byProgram[program.index()]);
            for (const uint32_t step : m_steps[program.index()]) {
                steps.emplace_back(step, program);
            }
        }
        if (steps.empty()) {
            return {once};
        }
        std::ranges::sort(steps);
        std::vector<CycleSum> runs;
        for (size_t i = 0; i < steps.size(); ++i) {
            if (i == 0 || steps[i - 1].first + 1 != steps[i].first) {
                runs.emplace_back();
            }
            runs.back().add(m_byProgram[steps[i].second.index()]);
        }
        return runs;
    }

    const Profile& m_profile;
    const Layers& m_layers;
    const std::vector<CycleSum> m_byProgram;
    std::vector<std::vector<uint32_t>> m_steps; ///< by program: the steps in which it runs, ascending
    std::vector<uint32_t> m_stepSeen;           ///< by step: value of m_stamp when the step was last counted
    std::vector<uint32_t> m_programSeen;        ///< by program: value of m_stamp when it was last counted
    uint32_t m_stamp = 0;
};

/// The number of arrays (cycles by tile) that are read between two checks of the stop token.
constexpr size_t ArraysPerPoll = 256;

/// By program: the maximum of Poplar's estimates over all tiles.
std::vector<std::optional<uint32_t>> maxEstimates(const Profile& profile) {
    std::vector<std::optional<uint32_t>> maximums(profile.programs.size());
    for (const EstimatedCycles& estimate : profile.estimatedCycles) {
        auto& maximum = maximums[estimate.program.index()];
        maximum = std::max(maximum.value_or(0), TileCycles::of(estimate.cycles, 1).max);
    }
    return maximums;
}

bool isInFirstRun(const Profile& profile, const ExecutionStep& step) {
    return step.program && step.run == profile.executionRuns.front().id;
}

/// The tiles' mean cycles and maximum cycles, summed over steps or over IPUs.
struct MeanAndMax {
    double mean = 0;
    double max = 0;

    void add(ByTile cycles, uint32_t tilesPerIpu) {
        const TileCycles added = TileCycles::of(cycles, tilesPerIpu);
        mean += added.mean;
        max += added.max;
    }
    void add(const ExecutionStep& step) {
        if (step.tileBalance && *step.tileBalance >= 0 && *step.tileBalance <= 1) {
            const auto cycles = static_cast<double>(step.length());
            mean += *step.tileBalance * cycles;
            max += cycles;
        }
    }
};

/// The tile balance of each program: see EntryCycleFigures. A tile balance is empty if the profile does not
/// show how the program's cycles are spread over tiles, or if no tile has any cycles.
using TileBalances = std::vector<std::optional<double>>;

Outcome<TileBalances> findTileBalances(const Profile& profile, const ProgramCycles& cycles,
                                       const std::stop_token& stop) {
    std::vector<MeanAndMax> figures(profile.programs.size());
    size_t arrays = 0;
    const auto stopped = [&] { return ++arrays % ArraysPerPoll == 0 && stop.stop_requested(); };
    for (const EstimatedCycles& estimate : profile.estimatedCycles) {
        if (stopped()) {
            return Cancelled{};
        }
        if (cycles.sourceOf(estimate.program) == CycleSource::Estimated) {
            figures[estimate.program.index()].add(estimate.cycles, profile.target.tilesPerIpu);
        }
    }
    const auto keyOf = [](const auto& entry) { return uint64_t{entry.step} << 32U | entry.ipu; };
    std::unordered_map<uint64_t, ByTile> measured; ///< by step and IPU
    for (const MeasuredCycles& entry : profile.measuredCycles) {
        measured.try_emplace(keyOf(entry), entry.cycles);
    }
    for (const ExecutionStep step : profile.executionSteps) {
        if (stopped()) {
            return Cancelled{};
        }
        if (isInFirstRun(profile, step) && cycles.sourceOf(*step.program) == CycleSource::Measured) {
            MeanAndMax& figure = figures[step.program->index()];
            const auto array = measured.find(keyOf(step));
            array == measured.end() ? figure.add(step)
                                    : figure.add(array->second, profile.target.tilesPerIpu);
        }
    }
    return mapped(figures, [](const MeanAndMax& figure) {
        return figure.max > 0 ? std::optional(figure.mean / figure.max) : std::nullopt;
    });
}

/// The cycles of one execution of each program. If `balances` is empty, no tile balance is known.
std::vector<CycleSum> sumsByProgram(const Profile& profile, const ProgramCycles& cycles,
                                    const TileBalances& balances) {
    std::vector<CycleSum> sums(profile.programs.size());
    for (uint32_t i = 0; i < sums.size(); ++i) {
        CycleSum& sum = sums[i];
        const CycleSource source = cycles.sourceOf({i});
        sum.cycles = cycles.of({i});
        sum.programs = source == CycleSource::None ? 0 : 1;
        sum.unknown = source == CycleSource::Unknown ? 1 : 0;
        if (!balances.empty() && balances[i]) {
            sum.judged = sum.cycles;
            sum.busy = sum.cycles * *balances[i];
        }
    }
    return sums;
}

/// Three sums for each entry: the forward pass, the backward pass without updates, and the updates.
Outcome<std::vector<CycleSum>> sumsByEntry(const Profile& profile, const PipelineEntries& entries,
                                           std::vector<CycleSum> byProgram, const std::stop_token& stop) {
    const Layers& layers = *entries.layers();
    const Passes& passes = entries.passes();
    const auto none = static_cast<uint32_t>(3 * layers.count());
    std::vector<uint32_t> groupOf;
    std::vector<uint32_t> updates;
    std::vector<CycleSum> onlyOfUpdates = byProgram;
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const uint32_t group = 3 * layers.operations[i].layer.value;
        const bool update = passes.isUpdate(i);
        groupOf.push_back(update ? none : group + (passes.isBackward(i) ? 1 : 0));
        updates.push_back(update ? group + 2 : none);
        if (passes.isBackward(i) && !update) {
            for (const ProgramIndex program :
                 profile.operationPrograms[layers.operations[i].detail.index()]) {
                onlyOfUpdates[program.index()] = {};
            }
        }
    }
    auto sums = TRY(CycleCounter(profile, layers, std::move(byProgram)).sums(groupOf, none + 1, stop));
    if (passes.training()) {
        const auto ofUpdates =
            TRY(CycleCounter(profile, layers, std::move(onlyOfUpdates)).sums(updates, none + 1, stop));
        for (size_t group = 2; group < none; group += 3) {
            sums[group] = ofUpdates[group];
        }
    }
    sums.pop_back();
    return sums;
}

EntryCycles cyclesOf(const std::vector<CycleSum>& sums, const ProgramCycles& programs) {
    EntryCycles cycles{{}, {}, {}, !programs.anyEstimated()};
    for (size_t i = 0; i < sums.size(); i += 3) {
        cycles.forward.push_back(sums[i].cycles);
        cycles.backward.push_back(sums[i + 1].cycles);
        cycles.update.push_back(sums[i + 2].cycles);
    }
    return cycles;
}

} // namespace

TileCycles TileCycles::of(ByTile cycles, uint32_t tilesPerIpu) {
    uint64_t sum = 0;
    uint32_t slowest = 0;
    cycles.forEachBlock([&](size_t, std::span<const uint32_t> ofTiles) {
        sum = std::accumulate(ofTiles.begin(), ofTiles.end(), sum);
        slowest = std::max(slowest, std::ranges::max(ofTiles));
    });
    return {static_cast<double>(sum) / static_cast<double>(std::max<size_t>(tilesPerIpu, cycles.size())),
            slowest};
}

ProgramCycles::ProgramCycles(const Profile& profile, CycleSource only)
    : m_cycles(profile.programs.size(), 0)
    , m_sources(profile.programs.size(), CycleSource::None) {
    std::vector<uint32_t> runs(profile.programs.size(), 0); // by program: number of steps of length > 0
    std::vector<bool> ran(profile.programs.size());
    for (const ExecutionStep step : profile.executionSteps) {
        if (isInFirstRun(profile, step)) {
            m_cycles[step.program->index()] += static_cast<double>(step.length());
            runs[step.program->index()] += step.length() > 0 ? 1 : 0;
            ran[step.program->index()] = true;
        }
    }
    const std::vector<std::optional<uint32_t>> estimates = maxEstimates(profile);
    for (size_t i = 0; i < m_cycles.size(); ++i) {
        const ProgramKind kind = profile.programs[i].kind;
        if (kind != ProgramKind::OnTileExecute && kind != ProgramKind::DoExchange) {
            m_cycles[i] = 0;
            continue;
        }
        m_sources[i] = ran[i] && only != CycleSource::Estimated        ? CycleSource::Measured
                       : estimates[i] && only != CycleSource::Measured ? CycleSource::Estimated
                                                                       : CycleSource::Unknown;
        m_cycles[i] = m_sources[i] == CycleSource::Measured    ? m_cycles[i] / std::max(runs[i], 1U)
                      : m_sources[i] == CycleSource::Estimated ? *estimates[i]
                                                               : 0;
        ++m_counted;
        m_unknown += m_sources[i] == CycleSource::Unknown ? 1 : 0;
        m_estimated += m_sources[i] == CycleSource::Estimated ? 1 : 0;
    }
}

Error ProgramCycles::missing() const {
    return errorAt(ErrorCode::NoCycles, "",
                   "cycles of at least 95 % of the programs that execute vertices or exchange data",
                   "cycles of " + std::to_string(m_counted - m_unknown) + " of " + std::to_string(m_counted));
}

Outcome<EntryCycles> EntryCycles::find(const Profile& profile, const PipelineEntries& entries,
                                       const ProgramCycles& cycles, const std::stop_token& stop) {
    const auto sums = TRY(sumsByEntry(profile, entries, sumsByProgram(profile, cycles, {}), stop));
    return cyclesOf(sums, cycles);
}

Outcome<std::optional<EntryCycleFigures>>
EntryCycleFigures::find(const Profile& profile, const PipelineEntries& entries, const std::stop_token& stop) {
    const ProgramCycles cycles(profile);
    if (!cycles.known()) {
        return std::optional<EntryCycleFigures>();
    }
    const TileBalances balances = TRY(findTileBalances(profile, cycles, stop));
    const auto sums = TRY(sumsByEntry(profile, entries, sumsByProgram(profile, cycles, balances), stop));
    EntryCycleFigures figures{cyclesOf(sums, cycles)};
    for (size_t i = 0; i < sums.size(); i += 3) {
        CycleSum all = sums[i];
        all.add(sums[i + 1]);
        all.add(sums[i + 2]);
        figures.tileBalance.push_back(all.tileBalance());
    }
    return std::optional(std::move(figures));
}

Outcome<std::vector<OperationCycleFigures>>
OperationCycleFigures::find(const Profile& profile, const Layers& layers, const std::stop_token& stop) {
    std::vector<OperationCycleFigures> figures(layers.operations.size());
    const ProgramCycles cycles(profile);
    if (!cycles.known()) {
        return figures;
    }
    const TileBalances balances = TRY(findTileBalances(profile, cycles, stop));
    std::vector<uint32_t> groupOf(layers.operations.size());
    std::iota(groupOf.begin(), groupOf.end(), 0);
    const auto sums = TRY(CycleCounter(profile, layers, sumsByProgram(profile, cycles, balances))
                              .sums(groupOf, groupOf.size(), stop));
    for (size_t i = 0; i < sums.size(); ++i) {
        figures[i] = {sums[i].knownCycles(), sums[i].tileBalance()};
    }
    for (const auto& [only, figure] :
         {std::pair(CycleSource::Measured, &OperationCycleFigures::measured),
          std::pair(CycleSource::Estimated, &OperationCycleFigures::estimated)}) {
        const ProgramCycles apart(profile, only);
        if (!apart.any()) {
            continue;
        }
        const auto some = TRY(CycleCounter(profile, layers, sumsByProgram(profile, apart, {}))
                                  .sums(groupOf, groupOf.size(), stop));
        for (size_t i = 0; i < some.size(); ++i) {
            figures[i].*figure = some[i].knownCycles();
        }
    }
    return figures;
}

} // namespace tileline
