// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/poplar/poplartables.h"

#include <algorithm>
#include <limits>

namespace tileline::poplar {

Outcome<Done> PoplarTables::readLiveness() {
    TRY(readSteps());
    return readClasses();
}

Outcome<Done> PoplarTables::readSteps() {
    std::vector<uint32_t> programs;
    const auto steps = rowsOf(DepthFirstSteps);
    while (steps->next()) {
        const uint64_t step = steps->u64(0);
        const uint32_t program = steps->u32(1);
        if (steps->ok() && step != programs.size()) {
            steps->fail(ErrorCode::OutOfRange, 0, "steps 0, 1, 2, ... without a gap",
                        "step " + std::to_string(step) + " as row " + std::to_string(programs.size()));
        }
        programs.push_back(program);
    }
    TRY(steps->finish());
    if (programs.empty()) {
        return Error{ErrorCode::MissingRow,
                     {},
                     std::string(DepthFirstSteps.name),
                     "a row for each program step",
                     "none"};
    }
    m_steps = static_cast<uint32_t>(programs.size());
    std::vector<uint64_t> bytes;
    TRY(readStepBytes(bytes, programs.size()));
    for (size_t step = 0; step < programs.size(); ++step) {
        TRY(m_builder.addStep(programs[step], bytes[step]));
    }
    return Done{};
}

/// The table has differences between a step and the one before it, of all IPUs together where the IPU is
/// NULL, and of each IPU. Steps without a difference are left out.
Outcome<Done> PoplarTables::readStepBytes(std::vector<uint64_t>& bytes, size_t steps) {
    constexpr int64_t Limit = int64_t{1} << 52;
    std::vector<int64_t> together(steps);
    std::vector<int64_t> byIpu(steps);
    bool anyTogether = false;
    const auto rows = rowsOf(NotAlwaysLive);
    while (rows->next()) {
        const uint64_t step = rows->u64(0);
        const bool all = !rows->optionalU32(1);
        const int64_t difference = rows->signedInteger(2);
        if (rows->ok() && step >= steps) {
            rows->fail(ErrorCode::OutOfRange, 0, "a step below " + std::to_string(steps),
                       std::to_string(step));
        }
        if (!rows->ok()) {
            break;
        }
        int64_t& sum = (all ? together : byIpu)[step];
        if (difference < -Limit || difference > Limit || sum < -Limit || sum > Limit) {
            rows->fail(ErrorCode::OutOfRange, 2, "a number of bytes that memory can have",
                       std::to_string(difference));
            break;
        }
        sum += difference;
        anyTogether |= all;
    }
    TRY(rows->finish());
    int64_t live = 0;
    for (const int64_t difference : anyTogether ? together : byIpu) {
        live = live > Limit ? live : live + difference;
        if (live < 0 || live > Limit) {
            const Location place{
                .table = NotAlwaysLive.name, .key = "step_id", .row = bytes.size(), .column = "delta_bytes"};
            return Error{ErrorCode::OutOfRange,
                         {},
                         place.text(),
                         "differences whose running sum is a number of bytes",
                         std::to_string(live)};
        }
        bytes.push_back(static_cast<uint64_t>(live));
    }
    return Done{};
}

Outcome<Done> PoplarTables::readClasses() {
    IdTable known;
    std::vector<uint32_t> classes;
    const auto ids = rowsOf(EqClasses);
    while (ids->next()) {
        const uint32_t id = ids->u32(0);
        if (ids->ok() && !known.insert(id, static_cast<uint32_t>(classes.size()))) {
            ids->fail(ErrorCode::DuplicateId, 0, "an id that occurs once", std::to_string(id));
        }
        classes.push_back(id);
    }
    TRY(ids->finish());

    struct Interval {
        uint32_t row; ///< of the class
        uint32_t from;
        uint32_t to;
    };
    std::vector<Interval> intervals;
    const auto rows = rowsOf(EqClassStep);
    while (rows->next()) {
        const uint32_t id = rows->u32(0);
        const Interval interval{known.find(id), rows->u32(1), rows->u32(2)};
        if (rows->ok() && interval.row == NoId) {
            rows->fail(ErrorCode::UnknownId, 0, "the id of a row in eq_classes", std::to_string(id));
        }
        intervals.push_back(interval);
    }
    TRY(rows->finish());
    std::sort(intervals.begin(), intervals.end(), [](const Interval& a, const Interval& b) {
        return std::pair(a.row, a.from) < std::pair(b.row, b.from);
    });
    std::vector<uint32_t> list;
    size_t next = 0;
    for (uint32_t row = 0; row < classes.size(); ++row) {
        list.clear();
        for (; next < intervals.size() && intervals[next].row == row; ++next) {
            list.insert(list.end(), {intervals[next].from, intervals[next].to});
        }
        TRY(m_builder.addEquivalenceClass(classes[row], list));
    }
    m_classes = std::move(known);
    return Done{};
}

} // namespace tileline::poplar
