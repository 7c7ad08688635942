// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/program.h"

#include <optional>
#include <string>

namespace tileline {

struct ExecutionRun {
    uint32_t id = 0;
    std::string name;
};

/// One step of a run on one IPU (table `execution_step`). A model that ran out of memory has no such steps.
struct ExecutionStep {
    uint32_t run = 0; ///< ExecutionRun::id
    uint32_t step = 0;
    std::optional<ProgramIndex> program; ///< none: a synchronisation that belongs to no program
    uint32_t ipu = 0;
    uint64_t cyclesFrom = 0;
    uint64_t cyclesTo = 0;
    std::optional<uint64_t> activeTiles;
    std::optional<double> tileBalance;
    std::optional<uint64_t> dataIn;  ///< bytes
    std::optional<uint64_t> dataOut; ///< bytes
};

/// Cycles that Poplar expects a program to take on each tile of one IPU.
struct EstimatedCycles {
    ProgramIndex program;
    uint32_t ipu = 0;
    ByTile cycles; ///< entry 0 is for the first tile of the IPU
};

/// Cycles that an execution step took on each tile of one IPU.
struct MeasuredCycles {
    uint32_t step = 0; ///< ExecutionStep::step
    uint32_t ipu = 0;
    ByTile cycles; ///< entry 0 is for the first tile of the IPU
};

} // namespace tileline
