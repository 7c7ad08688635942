// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/cyclecounter.h"

#include <algorithm>
#include <map>
#include <utility>

namespace tileline {

void CycleSum::add(const CycleSum& other, double parts) {
    cycles += other.cycles / parts;
    judged += other.judged / parts;
    busy += other.busy / parts;
    programs += other.programs;
    unknown += other.unknown;
}

std::optional<double> CycleSum::knownCycles() const {
    return programs > 0 && unknown == programs ? std::nullopt : std::optional(cycles);
}

std::optional<double> CycleSum::tileBalance() const {
    return judged > 0 && judged >= 0.95 * cycles ? std::optional(std::min(busy / judged, 1.0)) : std::nullopt;
}

CycleCounter::CycleCounter(const Profile& profile, const Layers& layers, std::vector<CycleSum> byProgram)
    : m_profile(profile)
    , m_layers(layers)
    , m_byProgram(std::move(byProgram))
    , m_steps(profile.stepsOfPrograms())
    , m_stepSeen(profile.stepCount(), 0)
    , m_programSeen(profile.programs.size(), 0) {
}

Outcome<std::vector<CycleSum>> CycleCounter::sums(std::span<const uint32_t> groupOf, size_t groups,
                                                  const std::stop_token& stop) {
    std::vector<CycleSum> result(groups);
    const auto& operations = m_layers.operations;
    std::map<DetailIndex, std::vector<size_t>> listings;
    for (size_t i = 0; i < operations.size(); ++i) {
        listings[operations[i].detail].push_back(i);
    }
    std::vector<std::vector<size_t>> members(groups); // operations that are listed once
    for (const auto& [detail, listed] : listings) {
        if (listed.size() == 1) {
            members[groupOf[listed.front()]].push_back(listed.front());
        }
    }
    for (size_t group = 0; group < groups; ++group) {
        // By the order of the list, so that the sums do not depend on how the details are numbered.
        std::sort(members[group].begin(), members[group].end());
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

std::span<const ProgramIndex> CycleCounter::programsOf(size_t operation) const {
    return m_profile.operationPrograms[m_layers.operations[operation].detail.index()];
}

/// Adds the operation's steps that have not been counted since the stamp changed.
void CycleCounter::addSteps(size_t operation, CycleSum& sum) {
    const OperationDetail& detail = m_profile.operationDetails[m_layers.operations[operation].detail.index()];
    if (!detail.firstStep || !detail.lastStep) {
        return;
    }
    for (const ProgramIndex program : programsOf(operation)) {
        const std::vector<uint32_t>& steps = m_steps[program.index()];
        auto step = std::lower_bound(steps.begin(), steps.end(), detail.firstStep->value);
        for (; step != steps.end() && *step <= detail.lastStep->value; ++step) {
            m_programSeen[program.index()] = m_stamp;
            if (std::exchange(m_stepSeen[*step], m_stamp) != m_stamp) {
                sum.add(m_byProgram[program.index()]);
            }
        }
    }
}

/// Adds the operation's programs that have not been seen since the stamp changed.
void CycleCounter::addOtherPrograms(size_t operation, CycleSum& sum) {
    for (const ProgramIndex program : programsOf(operation)) {
        if (std::exchange(m_programSeen[program.index()], m_stamp) != m_stamp) {
            sum.add(m_byProgram[program.index()]);
        }
    }
}

/// Outlined code by run of consecutive steps; its programs, as one run, if it has no steps.
std::vector<CycleSum> CycleCounter::runsOf(DetailIndex detail) {
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
    std::sort(steps.begin(), steps.end());
    std::vector<CycleSum> runs;
    for (size_t i = 0; i < steps.size(); ++i) {
        if (i == 0 || steps[i - 1].first + 1 != steps[i].first) {
            runs.emplace_back();
        }
        runs.back().add(m_byProgram[steps[i].second.index()]);
    }
    return runs;
}

} // namespace tileline
