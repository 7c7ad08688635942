// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/analysis/cycles.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tileline {

namespace {

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

class EntryCycleCounter {
public:
    EntryCycleCounter(const Profile& profile, const PipelineEntries& entries, const ProgramCycles& cycles)
        : m_profile(profile)
        , m_entries(entries)
        , m_cycles(cycles)
        , m_steps(profile.programs.size())
        , m_stepSeen(profile.stepCount(), 0)
        , m_programSeen(profile.programs.size(), 0) {
        for (uint32_t step = 0; step < profile.stepCount(); ++step) {
            m_steps[profile.stepProgram[step].index()].push_back(step);
        }
    }

    Outcome<EntryCycles> run(const std::stop_token& stop) {
        const auto& operations = m_entries.layers()->operations;
        const size_t count = m_entries.layers()->count();
        EntryCycles result{std::vector<double>(count, 0), std::vector<double>(count, 0)};
        // Operations of the same entry and pass, one after the other; outlined ones by detail.
        std::map<std::pair<uint32_t, bool>, std::vector<size_t>> single;
        std::map<DetailIndex, std::vector<size_t>> outlined;
        for (size_t i = 0; i < operations.size(); ++i) {
            if (m_entries.isOutlined(i)) {
                outlined[operations[i].detail].push_back(i);
            } else {
                single[{operations[i].layer.value, m_entries.passes().isBackward(i)}].push_back(i);
            }
        }
        const auto cyclesOf = [&](uint32_t entry, bool backward) -> double& {
            return (backward ? result.backward : result.forward)[entry];
        };
        for (const auto& [place, list] : single) {
            ++m_stamp;
            double& cycles = cyclesOf(place.first, place.second);
            for (const size_t operation : list) {
                if (stop.stop_requested()) {
                    return Cancelled{};
                }
                cycles += cyclesOfSteps(operation);
            }
            for (const size_t operation : list) {
                cycles += cyclesOfOtherPrograms(operation);
            }
        }
        for (const auto& [detail, listings] : outlined) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            const std::vector<double> runs = cyclesOfRuns(detail);
            double all = 0;
            for (const double cycles : runs) {
                all += cycles;
            }
            for (size_t i = 0; i < listings.size(); ++i) {
                const size_t operation = listings[i];
                cyclesOf(operations[operation].layer.value, m_entries.passes().isBackward(operation)) +=
                    runs.size() == listings.size() ? runs[i]
                    : runs.size() == 1             ? all
                                                   : all / static_cast<double>(listings.size());
            }
        }
        return result;
    }

private:
    std::span<const ProgramIndex> programsOf(size_t operation) const {
        return m_profile.operationPrograms[m_entries.layers()->operations[operation].detail.index()];
    }

    /// The cycles of the operation's steps that have not been counted since the stamp changed.
    double cyclesOfSteps(size_t operation) {
        const OperationDetail& detail =
            m_profile.operationDetails[m_entries.layers()->operations[operation].detail.index()];
        double cycles = 0;
        if (!detail.firstStep || !detail.lastStep) {
            return cycles;
        }
        for (const ProgramIndex program : programsOf(operation)) {
            const std::vector<uint32_t>& steps = m_steps[program.index()];
            auto step = std::lower_bound(steps.begin(), steps.end(), detail.firstStep->value);
            for (; step != steps.end() && *step <= detail.lastStep->value; ++step) {
                m_programSeen[program.index()] = m_stamp;
                if (std::exchange(m_stepSeen[*step], m_stamp) != m_stamp) {
                    cycles += m_cycles.of(program);
                }
            }
        }
        return cycles;
    }

    /// The cycles of the operation's programs that have not been seen since the stamp changed.
    double cyclesOfOtherPrograms(size_t operation) {
        double cycles = 0;
        for (const ProgramIndex program : programsOf(operation)) {
            if (std::exchange(m_programSeen[program.index()], m_stamp) != m_stamp) {
                cycles += m_cycles.of(program);
            }
        }
        return cycles;
    }

    /// The cycles of outlined code by run of consecutive steps; of its programs, as one run, if it has no
    /// steps.
    std::vector<double> cyclesOfRuns(DetailIndex detail) {
        ++m_stamp;
        std::vector<std::pair<uint32_t, double>> steps;
        double once = 0;
        for (const ProgramIndex program : m_profile.operationPrograms[detail.index()]) {
            if (std::exchange(m_programSeen[program.index()], m_stamp) == m_stamp) {
                continue;
            }
            once += m_cycles.of(program);
            for (const uint32_t step : m_steps[program.index()]) {
                steps.emplace_back(step, m_cycles.of(program));
            }
        }
        if (steps.empty()) {
            return {once};
        }
        std::sort(steps.begin(), steps.end());
        std::vector<double> runs;
        for (size_t i = 0; i < steps.size(); ++i) {
            if (i == 0 || steps[i - 1].first + 1 != steps[i].first) {
                runs.push_back(0);
            }
            runs.back() += steps[i].second;
        }
        return runs;
    }

    const Profile& m_profile;
    const PipelineEntries& m_entries;
    const ProgramCycles& m_cycles;
    std::vector<std::vector<uint32_t>> m_steps; ///< by program, ascending
    std::vector<uint32_t> m_stepSeen;           ///< by step: the stamp when it was counted
    std::vector<uint32_t> m_programSeen;        ///< by program
    uint32_t m_stamp = 0;
};

} // namespace

ProgramCycles::ProgramCycles(const Profile& profile)
    : m_cycles(profile.programs.size(), 0) {
    std::vector<uint32_t> runs(profile.programs.size(), 0);
    for (const ExecutionStep& step : profile.executionSteps) {
        if (step.program && step.run == profile.executionRuns.front().id) {
            m_cycles[step.program->index()] += static_cast<double>(step.cyclesTo - step.cyclesFrom);
            ++runs[step.program->index()];
        }
    }
    const std::vector<std::optional<uint32_t>> estimates = maxEstimates(profile);
    for (size_t i = 0; i < m_cycles.size(); ++i) {
        const bool counts = takesCycles(profile.programs[i]);
        const bool measured = runs[i] > 0;
        m_counted += counts ? 1 : 0;
        m_unknown += counts && !measured && !estimates[i] ? 1 : 0;
        m_estimated += counts && !measured && estimates[i] ? 1 : 0;
        m_cycles[i] = measured ? m_cycles[i] / runs[i] : estimates[i].value_or(0);
        m_cycles[i] = counts ? m_cycles[i] : 0;
    }
}

Outcome<EntryCycles> EntryCycles::find(const Profile& profile, const PipelineEntries& entries,
                                       const ProgramCycles& cycles, const std::stop_token& stop) {
    return EntryCycleCounter(profile, entries, cycles).run(stop);
}

} // namespace tileline
