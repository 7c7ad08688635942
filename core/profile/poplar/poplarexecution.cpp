// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

namespace tileline::poplar {

namespace {

/// A row of the table of steps.
struct RawStep {
    uint32_t run = 0;
    std::optional<uint32_t> program;
};

} // namespace

/// Steps belong to runs in order: the first run has the first steps.
Outcome<Done> PoplarTables::readExecution() {
    struct RunSteps {
        uint32_t run;
        uint64_t end; ///< number of steps of this run and those before it
    };
    std::vector<RunSteps> runs;
    const auto runRows = rowsOf(ExecutionRuns);
    while (runRows->next()) {
        const uint32_t id = runRows->u32(0);
        std::string name = runRows->optionalText(1);
        const uint64_t steps = runRows->u64(2);
        if (runRows->ok()) {
            runs.push_back({id, steps + (runs.empty() ? 0 : runs.back().end)});
            runRows->accept(m_builder.addExecutionRun(id, std::move(name)));
        }
    }
    TRY(runRows->finish());
    std::map<uint32_t, RawStep> steps;
    size_t run = 0;
    const auto stepRows = rowsOf(Steps);
    while (stepRows->next()) {
        const uint32_t id = stepRows->u32(0);
        const auto program = stepRows->optionalU32(1);
        const uint64_t position = stepRows->rows() - 1;
        while (run < runs.size() && position >= runs[run].end) {
            ++run;
        }
        if (stepRows->ok() && run == runs.size()) {
            stepRows->fail(ErrorCode::OutOfRange, 0,
                           std::to_string(runs.empty() ? 0 : runs.back().end) +
                               " steps, as many as all runs have",
                           "more");
        }
        if (stepRows->ok() && !steps.emplace(id, RawStep{runs[run].run, program}).second) {
            stepRows->fail(ErrorCode::DuplicateId, 0, "an id that occurs once", std::to_string(id));
        }
    }
    TRY(stepRows->finish());
    Arrays cycles;
    TRY(readArrays(MeasuredCyclesByTile, cycles));
    const auto rows = rowsOf(StepsByIpu);
    while (rows->next()) {
        ExecutionStep step;
        step.step = rows->u32(0);
        step.ipu = rows->u32(1);
        step.cyclesFrom = rows->u64(2) + rows->u64(3);
        step.cyclesTo = step.cyclesFrom + rows->u64(4);
        step.activeTiles = rows->optionalU64(5);
        step.tileBalance = rows->optionalReal(6);
        const auto array = rows->optionalU32(7);
        const auto raw = steps.find(step.step);
        if (rows->ok() && raw == steps.end()) {
            rows->fail(ErrorCode::UnknownId, 0, "the id of a row in steps", std::to_string(step.step));
        }
        if (!rows->ok()) {
            break;
        }
        step.run = raw->second.run;
        rows->accept(m_builder.addExecutionStep(step, raw->second.program));
        if (!rows->ok() || !array || cycles.rows.empty()) {
            continue;
        }
        const uint32_t row = cycles.ids.find(*array);
        if (row == NoId) {
            rows->fail(ErrorCode::UnknownId, 7, "the id of a row in cycles_by_tile", std::to_string(*array));
        } else {
            rows->accept(m_builder.addMeasuredCycles(step.step, step.ipu, cycles.rows[row]));
        }
    }
    return rows->finish();
}

} // namespace tileline::poplar
