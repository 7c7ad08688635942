// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"

#include <cstdint>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tileline {

/// The cycles of some programs, and how evenly the tiles share them.
struct CycleSum {
    double cycles = 0;
    double judged = 0;     ///< of these: the cycles of programs whose tile balance is known
    double busy = 0;       ///< of these: the cycles of the mean tile
    uint32_t programs = 0; ///< programs that take cycles; one counts each time that it runs
    uint32_t unknown = 0;  ///< of these: programs whose cycles are unknown, which add none

    /// Adds one of `parts` equal parts of `other`.
    void add(const CycleSum& other, double parts = 1);
    /// Empty if the cycles of all the programs are unknown.
    std::optional<double> knownCycles() const;
    /// The tile balance, 0 to 1: see TileBalances. Empty if it is unknown for more than 5 % of the cycles, or
    /// if there are no cycles.
    std::optional<double> tileBalance() const;
};

/// Sums the cycles of operations. A step counts for an operation if its program is one of the operation's,
/// within the first and last step of the operation; a program that has no such step counts once. Outlined
/// code is listed once for each call: its steps fall into runs of consecutive steps, and the i-th run belongs
/// to the i-th listing if there are as many. If there is one run, each listing has all of it; with another
/// number, each has an equal part.
class CycleCounter {
public:
    /// `byProgram` has the cycles of one run of each program. Profile and layers must outlive the counter.
    CycleCounter(const Profile& profile, const Layers& layers, std::vector<CycleSum> byProgram);

    /// The sum of each group of operations. `groupOf` has the group of each operation, below `groups`. In a
    /// group, each step counts once, and so does each program without a step, however many of the group's
    /// operations they belong to; outlined code counts beside them.
    Outcome<std::vector<CycleSum>> sums(std::span<const uint32_t> groupOf, size_t groups,
                                        const std::stop_token& stop);

private:
    std::span<const ProgramIndex> programsOf(size_t operation) const;
    void addSteps(size_t operation, CycleSum& sum);
    void addOtherPrograms(size_t operation, CycleSum& sum);
    std::vector<CycleSum> runsOf(DetailIndex detail);

    const Profile& m_profile;
    const Layers& m_layers;
    const std::vector<CycleSum> m_byProgram;
    std::vector<std::vector<uint32_t>> m_steps; ///< by program, ascending
    std::vector<uint32_t> m_stepSeen;           ///< by step: the stamp when it was counted
    std::vector<uint32_t> m_programSeen;        ///< by program
    uint32_t m_stamp = 0;
};

} // namespace tileline
