// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/tracefigures.h"
#include "core/profile/profilebuilder.h"
#include "tests/support/random.h"
#include "tests/testmain.h"

#include <QTest>

#include <map>
#include <numeric>

using namespace tileline;
using namespace tileline::test;

namespace {

constexpr uint32_t Ipus = 16;

/// A run with this many overlapping steps on each IPU, with all columns that profile.pop has.
ProfilePtr profileWithSteps(uint32_t steps, bool shuffled = false) {
    Random random(1);
    std::vector<ExecutionStep> rows;
    ProfileBuilder builder;
    (void)builder.setTarget({"ipu2", Ipus, 4, 4 * Ipus, 1000, 1'000'000'000, 1});
    (void)builder.addExecutionRun(0, "run");
    for (uint32_t step = 0; step < steps; ++step) {
        for (uint32_t ipu = 0; ipu < Ipus; ++ipu) {
            ExecutionStep executed;
            executed.step = step;
            executed.ipu = ipu;
            executed.cyclesFrom = uint64_t{20} * step + random.below(20);
            executed.cycles = random.below(60);
            executed.cyclesTo = executed.cyclesFrom + *executed.cycles + random.below(3);
            executed.activeTiles = 4;
            executed.tileBalance = 0.5;
            rows.push_back(executed);
        }
    }
    for (size_t i = rows.size(); i > 1 && shuffled; --i) {
        std::swap(rows[i - 1], rows[random.below(i)]);
    }
    for (const ExecutionStep& row : rows) {
        (void)builder.addExecutionStep(row, std::nullopt);
    }
    for (uint32_t step = 0; step < steps; step += 2) {
        (void)builder.addStepSync(step, "External");
    }
    return *builder.finish();
}

ExecutionTrace traceOf(const ProfilePtr& profile) {
    const LayersPtr layers = *findLayers(*profile, {});
    return *ExecutionTrace::find(profile, layers, Passes::find(*profile, *layers), TraceSource::Measured);
}

} // namespace

/// The memory of a trace, and its lanes. Its figures are tested in test_execution.py.
class TestTrace : public QObject {
    Q_OBJECT

private slots:
    void bytesOfAStep() {
        constexpr uint32_t Steps = 5000;
        const ProfilePtr profile = profileWithSteps(Steps);
        const ExecutionTrace trace = traceOf(profile);
        QCOMPARE(trace.steps().size(), size_t{Ipus * Steps});
        const size_t bytes =
            trace.steps().byteSize() + trace.byteSize() + profile->stepSyncs.capacity() * sizeof(StepSync);
        QVERIFY2(bytes <= 64 * trace.steps().size(), std::to_string(bytes).c_str());
    }

    /// A million runs, each with a step: all of them are there, in linear time.
    void aMillionRuns() {
        constexpr uint32_t Runs = 1'000'000;
        ProfileBuilder builder;
        QVERIFY(builder.setTarget({"ipu2", 1, 4, 4, 1000, 1'000'000'000, 1}));
        for (uint32_t run = 0; run < Runs; ++run) {
            QVERIFY(builder.addExecutionRun(run, ""));
            ExecutionStep step;
            step.run = step.step = run;
            step.cyclesFrom = uint64_t{10} * run;
            step.cyclesTo = step.cyclesFrom + 7;
            QVERIFY(builder.addExecutionStep(step, std::nullopt));
        }
        const ExecutionTrace trace = traceOf(*builder.finish());
        QCOMPARE(trace.tracks().size(), size_t{Runs});
        const auto figures = TraceFigures::find(trace);
        QVERIFY(figures && figures->runs.size() == Runs);
        for (const RunFigures& run : figures->runs) {
            QVERIFY(run.steps == 1 && run.ipus.size() == 1 && run.ipus[0].span() == 7);
        }
    }

    void columnsKeepWhatWasAdded() {
        ExecutionSteps steps;
        ExecutionStep step;
        step.cyclesTo = 7;
        steps.append(step);
        step.program = ProgramIndex{3};
        step.dataOut = 5;
        step.cycles = 6;
        steps.append(step);
        QVERIFY(!steps[0].program && !steps[0].dataOut && !steps[0].tileBalance);
        QCOMPARE(steps.length(0), uint64_t{7});
        QVERIFY(steps[1].program == ProgramIndex{3} && steps[1].dataOut == uint64_t{5} && !steps[1].dataIn);
        QCOMPARE(steps[1].length(), uint64_t{6});
    }

    /// Steps of one lane do not overlap, and a later step always takes the first free lane.
    void lanes() {
        const ProfilePtr profile = profileWithSteps(200);
        const ExecutionTrace trace = traceOf(profile);
        bool several = false;
        for (const TraceTrack& track : trace.tracks()) {
            std::map<uint32_t, uint64_t> ends;
            for (const uint32_t row : trace.rowsOf(track)) {
                if (trace.steps().length(row) == 0) {
                    continue;
                }
                const uint32_t lane = trace.laneOf(row);
                several |= lane > 0;
                QVERIFY(ends[lane] <= trace.steps().from(row));
                for (uint32_t lower = 0; lower < lane; ++lower) {
                    QVERIFY(ends[lower] > trace.steps().from(row));
                }
                ends[lane] = trace.steps().to(row);
            }
        }
        QVERIFY(several);
    }

    /// A file whose rows are in no order has the same trace.
    void rowsInAnyOrder() {
        const ProfilePtr sorted = profileWithSteps(3000);
        const ProfilePtr shuffled = profileWithSteps(3000, true);
        const ExecutionSteps& steps = sorted->executionSteps;
        std::vector<uint32_t> rows; // by row of `shuffled`: that of `sorted`
        for (const ExecutionStep step : shuffled->executionSteps) {
            rows.push_back(step.step * Ipus + step.ipu);
            QCOMPARE(steps.from(rows.back()), step.cyclesFrom);
        }
        const ExecutionTrace expected = traceOf(sorted);
        const ExecutionTrace trace = traceOf(shuffled);
        QCOMPARE(trace.tracks().size(), size_t{Ipus});
        for (size_t row = 0; row < rows.size(); ++row) {
            QCOMPARE(trace.markOf(row).bits, expected.markOf(rows[row]).bits);
        }
        for (size_t i = 0; i < Ipus; ++i) {
            const auto ours = trace.rowsOf(trace.tracks()[i]);
            const auto theirs = expected.rowsOf(expected.tracks()[i]);
            QVERIFY(std::equal(ours.begin(), ours.end(), theirs.begin(), theirs.end(),
                               [&](uint32_t a, uint32_t b) { return rows[a] == b; }));
            for (const uint32_t row : ours) {
                QCOMPARE(trace.laneOf(row), expected.laneOf(rows[row]));
            }
            // By start; of steps that begin together, by id.
            for (size_t at = 1; at < theirs.size(); ++at) {
                QVERIFY(std::pair(steps.from(theirs[at - 1]), steps.step(theirs[at - 1])) <
                        std::pair(steps.from(theirs[at]), steps.step(theirs[at])));
            }
            // Rows that are near each other come together, those of a track in order.
            std::vector<size_t> next(Ipus);
            QVERIFY(trace.forRows(trace.tracks(), {}, [&](size_t track, uint32_t row) {
                const auto all = trace.rowsOf(trace.tracks()[track]);
                QVERIFY(next[track] < all.size() && all[next[track]] == row);
                ++next[track];
            }));
            QVERIFY(std::all_of(next.begin(), next.end(), [](size_t count) { return count == 3000; }));
        }
    }

    /// A folded run has the programs of the run with each group of repeated iterations replaced by the first.
    void foldedIterations() {
        Random random(3);
        size_t folds = 0;
        for (int round = 0; round < 200; ++round) {
            // What each IPU does between two external syncs that all IPUs have: 3 different parts.
            std::array<std::array<std::vector<uint32_t>, 3>, 3> programs; // by part and IPU
            for (auto& part : programs) {
                for (auto& ofIpu : part) {
                    for (uint32_t i = random.below(4); i > 0; --i) {
                        ofIpu.push_back(random.below(4));
                    }
                }
            }
            std::vector<uint32_t> parts;
            while (parts.size() < 12) {
                const std::vector<uint32_t> pattern{random.below(3), random.below(3), random.below(3)};
                const uint32_t length = 1 + random.below(3);
                for (uint32_t i = length * (1 + random.below(4)); i > 0; --i) {
                    parts.push_back(pattern[i % length]);
                }
            }
            ProfileBuilder builder;
            QVERIFY(builder.setTarget({"ipu2", 3, 4, 12, 1000, 1'000'000'000, 1}));
            QVERIFY(builder.addExecutionRun(5, "run"));
            for (uint32_t id = 0; id < 4; ++id) {
                Program program;
                program.id = id;
                program.type = "OnTileExecute";
                QVERIFY(builder.addProgram(std::move(program), {}, {}, {}));
            }
            ExecutionStep step;
            step.run = 5;
            uint64_t now = 0;
            std::array<std::vector<uint32_t>, 3> expected; // by IPU: the programs, 99 for an external sync
            for (const uint32_t part : parts) {
                const uint64_t end = now + 200 + random.below(50);
                for (step.ipu = 0; step.ipu < 3; ++step.ipu) {
                    step.cyclesTo = now;
                    for (const uint32_t program : programs[part][step.ipu]) {
                        step.cyclesFrom = step.cyclesTo;
                        step.cyclesTo += 10 + random.below(20);
                        QVERIFY(builder.addExecutionStep(step, program));
                        ++step.step;
                        expected[step.ipu].push_back(program);
                    }
                    step.cyclesFrom = step.cyclesTo;
                    step.cyclesTo = end;
                    QVERIFY(builder.addExecutionStep(step, std::nullopt));
                    QVERIFY(builder.addStepSync(step.step, "External"));
                    ++step.step;
                    expected[step.ipu].push_back(99);
                }
                now = end;
            }
            const auto folded = traceOf(*builder.finish()).folded(0);
            QVERIFY(folded);
            const ExecutionTrace& trace = *folded->trace;
            QCOMPARE(trace.tracks().size(), size_t{3});
            folds += folded->repeats.size();
            for (const TraceTrack& track : trace.tracks()) {
                std::vector<uint32_t> unfolded;
                const auto add = [&](uint64_t from, uint64_t to) {
                    uint64_t last = from;
                    for (const uint32_t row : trace.rowsOf(track)) {
                        const auto program = trace.steps().program(row);
                        if (trace.steps().from(row) >= from && trace.steps().from(row) < to) {
                            QCOMPARE(trace.steps().from(row), last); // no gap, no overlap
                            last = trace.steps().to(row);
                            unfolded.push_back(program ? trace.profile().programs[program->index()].id : 99);
                        }
                    }
                };
                uint64_t done = 0;
                for (const FoldedTrace::Repeat& repeat : folded->repeats) {
                    QVERIFY(repeat.count > 1 && repeat.from >= done && repeat.to > repeat.from);
                    add(done, repeat.from);
                    for (uint64_t i = 0; i < repeat.count; ++i) {
                        add(repeat.from, repeat.to);
                    }
                    done = repeat.to;
                }
                add(done, UINT64_MAX);
                QCOMPARE(unfolded, expected[track.ipu]);
            }
        }
        QVERIFY(folds > 200);
    }

    void restartedLanes() {
        LaneAssigner lanes;
        QCOMPARE(lanes.laneOf(0, 10), 0U);
        QCOMPARE(lanes.laneOf(5, 9), 1U);
        lanes.restart(true);
        QCOMPARE(lanes.laneOf(0, 3), 2U);
        lanes.restart(false);
        QCOMPARE(lanes.laneOf(0, 3), 0U);
    }

    void stops() {
        const ProfilePtr profile = profileWithSteps(50);
        const LayersPtr layers = *findLayers(*profile, {});
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY(!ExecutionTrace::find(profile, layers, Passes::find(*profile, *layers), TraceSource::Measured,
                                      stopped.get_token()));
        QVERIFY(!TraceFigures::find(traceOf(profile), {}, stopped.get_token()));
        QVERIFY(!traceOf(profile).folded(0, stopped.get_token()));
    }
};

TILELINE_TEST(TestTrace)
#include "test_trace.moc"
