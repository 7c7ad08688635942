// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/cycles.h"

#include <algorithm>
#include <numeric>
#include <string>
#include <unordered_map>

namespace tileline {

namespace {

/// How many arrays of cycles by tile are looked at between two looks at the stop token.
constexpr size_t ArraysPerPoll = 256;

bool takesCycles(const Program& program) {
    return program.kind == ProgramKind::OnTileExecute || program.kind == ProgramKind::DoExchange;
}

/// By program: the maximum estimate of any tile.
std::vector<std::optional<uint32_t>> maxEstimates(const Profile& profile) {
    std::vector<std::optional<uint32_t>> maximums(profile.programs.size());
    for (const EstimatedCycles& estimate : profile.estimatedCycles) {
        auto& maximum = maximums[estimate.program.index()];
        const auto slowest = std::max_element(estimate.cycles.begin(), estimate.cycles.end());
        maximum = std::max(maximum.value_or(0), slowest == estimate.cycles.end() ? 0 : *slowest);
    }
    return maximums;
}

bool isInFirstRun(const Profile& profile, const ExecutionStep& step) {
    return step.program && step.run == profile.executionRuns.front().id;
}

/// Mean and maximum over tiles, each summed over steps or IPUs.
struct MeanAndMax {
    double mean = 0;
    double max = 0;

    void add(ByTile cycles, uint32_t tilesPerIpu) {
        uint64_t sum = 0;
        uint32_t slowest = 0;
        for (const uint32_t ofTile : cycles) {
            sum += ofTile;
            slowest = std::max(slowest, ofTile);
        }
        if (slowest > 0) {
            mean +=
                static_cast<double>(sum) / static_cast<double>(std::max<size_t>(tilesPerIpu, cycles.size()));
            max += slowest;
        }
    }
    void add(const ExecutionStep& step) {
        if (step.tileBalance && *step.tileBalance >= 0 && *step.tileBalance <= 1) {
            const auto cycles = static_cast<double>(step.cyclesTo - step.cyclesFrom);
            mean += *step.tileBalance * cycles;
            max += cycles;
        }
    }
};

/// The arrays of the profile's measured cycles by step and IPU.
class MeasuredArrays {
public:
    explicit MeasuredArrays(const Profile& profile) {
        for (const MeasuredCycles& measured : profile.measuredCycles) {
            m_arrays.try_emplace(keyOf(measured.step, measured.ipu), measured.cycles);
        }
    }
    const ByTile* find(const ExecutionStep& step) const {
        const auto found = m_arrays.find(keyOf(step.step, step.ipu));
        return found == m_arrays.end() ? nullptr : &found->second;
    }

private:
    static uint64_t keyOf(uint32_t step, uint32_t ipu) { return uint64_t{step} << 32U | ipu; }

    std::unordered_map<uint64_t, ByTile> m_arrays;
};

/// The cycles of one run of each program; `balances` may be null.
std::vector<CycleSum> sumsByProgram(const ProgramCycles& cycles, const TileBalances* balances, size_t count) {
    std::vector<CycleSum> sums(count);
    for (uint32_t i = 0; i < count; ++i) {
        CycleSum& sum = sums[i];
        const CycleSource source = cycles.sourceOf({i});
        sum.cycles = cycles.of({i});
        sum.programs = source == CycleSource::None ? 0 : 1;
        sum.unknown = source == CycleSource::Unknown ? 1 : 0;
        if (const auto balance = balances == nullptr ? std::nullopt : balances->of({i})) {
            sum.judged = sum.cycles;
            sum.busy = sum.cycles * *balance;
        }
    }
    return sums;
}

/// By entry: first the forward pass, then the backward pass.
Outcome<std::vector<CycleSum>> sumsByEntry(const Profile& profile, const PipelineEntries& entries,
                                           std::vector<CycleSum> byProgram, const std::stop_token& stop) {
    const Layers& layers = *entries.layers();
    std::vector<uint32_t> groupOf;
    groupOf.reserve(layers.operations.size());
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        groupOf.push_back(2 * layers.operations[i].layer.value + (entries.passes().isBackward(i) ? 1 : 0));
    }
    return CycleCounter(profile, layers, std::move(byProgram)).sums(groupOf, 2 * layers.count(), stop);
}

EntryCycles cyclesOf(const std::vector<CycleSum>& sums, const ProgramCycles& programs) {
    EntryCycles cycles{{}, {}, !programs.anyEstimated()};
    for (size_t i = 0; i < sums.size(); i += 2) {
        cycles.forward.push_back(sums[i].cycles);
        cycles.backward.push_back(sums[i + 1].cycles);
    }
    return cycles;
}

} // namespace

ProgramCycles::ProgramCycles(const Profile& profile)
    : m_cycles(profile.programs.size(), 0)
    , m_sources(profile.programs.size(), CycleSource::None) {
    std::vector<uint32_t> runs(profile.programs.size(), 0);
    for (const ExecutionStep& step : profile.executionSteps) {
        if (isInFirstRun(profile, step)) {
            m_cycles[step.program->index()] += static_cast<double>(step.cyclesTo - step.cyclesFrom);
            ++runs[step.program->index()];
        }
    }
    const std::vector<std::optional<uint32_t>> estimates = maxEstimates(profile);
    for (size_t i = 0; i < m_cycles.size(); ++i) {
        if (!takesCycles(profile.programs[i])) {
            m_cycles[i] = 0;
            continue;
        }
        m_cycles[i] = runs[i] > 0 ? m_cycles[i] / runs[i] : estimates[i].value_or(0);
        m_sources[i] = runs[i] > 0    ? CycleSource::Measured
                       : estimates[i] ? CycleSource::Estimated
                                      : CycleSource::Unknown;
        ++m_counted;
        m_unknown += m_sources[i] == CycleSource::Unknown ? 1 : 0;
        m_estimated += m_sources[i] == CycleSource::Estimated ? 1 : 0;
    }
}

Outcome<TileBalances> TileBalances::find(const Profile& profile, const ProgramCycles& cycles,
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
    const MeasuredArrays measured(profile);
    for (const ExecutionStep& step : profile.executionSteps) {
        if (stopped()) {
            return Cancelled{};
        }
        if (isInFirstRun(profile, step) && cycles.sourceOf(*step.program) == CycleSource::Measured) {
            MeanAndMax& figure = figures[step.program->index()];
            const ByTile* const array = measured.find(step);
            array ? figure.add(*array, profile.target.tilesPerIpu) : figure.add(step);
        }
    }
    TileBalances balances;
    for (const MeanAndMax& figure : figures) {
        balances.m_balances.push_back(figure.max > 0 ? std::optional(figure.mean / figure.max)
                                                     : std::nullopt);
    }
    return balances;
}

Error ProgramCycles::missing() const {
    return {ErrorCode::NoCycles,
            {},
            {},
            "cycles of at least 95 % of the programs that execute vertices or exchange data",
            "cycles of " + std::to_string(m_counted - m_unknown) + " of " + std::to_string(m_counted)};
}

Outcome<EntryCycles> EntryCycles::find(const Profile& profile, const PipelineEntries& entries,
                                       const ProgramCycles& cycles, const std::stop_token& stop) {
    const auto sums =
        TRY(sumsByEntry(profile, entries, sumsByProgram(cycles, nullptr, profile.programs.size()), stop));
    return cyclesOf(sums, cycles);
}

Outcome<std::optional<EntryCycleFigures>>
EntryCycleFigures::find(const Profile& profile, const PipelineEntries& entries, const std::stop_token& stop) {
    const ProgramCycles cycles(profile);
    if (!cycles.known()) {
        return std::optional<EntryCycleFigures>();
    }
    const TileBalances balances = TRY(TileBalances::find(profile, cycles, stop));
    const auto sums =
        TRY(sumsByEntry(profile, entries, sumsByProgram(cycles, &balances, profile.programs.size()), stop));
    EntryCycleFigures figures{cyclesOf(sums, cycles)};
    for (size_t i = 0; i < sums.size(); i += 2) {
        CycleSum both = sums[i];
        both.add(sums[i + 1]);
        figures.tileBalance.push_back(both.tileBalance());
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
    const TileBalances balances = TRY(TileBalances::find(profile, cycles, stop));
    std::vector<uint32_t> groupOf(layers.operations.size());
    std::iota(groupOf.begin(), groupOf.end(), 0);
    const auto sums =
        TRY(CycleCounter(profile, layers, sumsByProgram(cycles, &balances, profile.programs.size()))
                .sums(groupOf, groupOf.size(), stop));
    for (size_t i = 0; i < sums.size(); ++i) {
        figures[i] = {sums[i].knownCycles(), sums[i].tileBalance()};
    }
    return figures;
}

} // namespace tileline
