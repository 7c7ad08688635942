// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/execution/cycles.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/fixtures.h"
#include "tests/support/pipelinereference.h"
#include "tests/support/profiletext.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

ProfilePtr profileWithCycles(uint64_t seed) {
    RandomProfileOptions options;
    options.pipeline = true;
    options.training = seed % 4 != 0;
    options.tiles = 1 + static_cast<uint32_t>(seed % 5);
    options.layers = static_cast<uint32_t>(seed / 3 % 6);
    options.steps = 4 + static_cast<uint32_t>(seed / 7 % 60);
    options.operations = 4 + static_cast<uint32_t>(seed / 11 % 40);
    return randomProfile(seed, options);
}

bool executesOrExchanges(const Program& program) {
    return program.type == "OnTileExecute" || program.type == "DoExchange";
}

/// The cycles of a program by their definition; empty if they are unknown.
std::optional<double> cyclesByDefinition(const Profile& profile, uint32_t program) {
    std::vector<double> measured;
    for (const ExecutionStep step : profile.executionSteps) {
        if (step.run == profile.executionRuns.front().id && step.program == ProgramIndex{program}) {
            measured.push_back(static_cast<double>(step.cyclesTo - step.cyclesFrom));
        }
    }
    if (!measured.empty()) {
        double sum = 0;
        size_t count = 0; // steps without a length are not in the mean
        for (const double cycles : measured) {
            sum += cycles;
            count += cycles > 0 ? 1 : 0;
        }
        return count == 0 ? 0 : sum / static_cast<double>(count);
    }
    std::optional<double> maximum;
    for (const EstimatedCycles& estimate : profile.estimatedCycles) {
        if (estimate.program == ProgramIndex{program}) {
            maximum = maximum.value_or(0);
            for (const uint32_t cycles : expanded(estimate.cycles)) {
                maximum = std::max(*maximum, static_cast<double>(cycles));
            }
        }
    }
    return maximum;
}

bool nearlyEqual(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)});
}

PipelineEntriesPtr findEntries(const Profile& profile) {
    return *PipelineEntries::find(profile, **findLayers(profile, {}));
}

size_t outlinedOperations(const PipelineEntries& entries) {
    size_t count = 0;
    for (size_t i = 0; i < entries.layers()->operations.size(); ++i) {
        count += entries.isOutlined(i) ? 1 : 0;
    }
    return count;
}

/// The number of runs of consecutive steps of an operation's programs.
size_t runsOf(const Profile& profile, DetailIndex detail) {
    const auto programs = profile.operationPrograms[detail.index()];
    size_t runs = 0;
    bool before = false;
    for (const ProgramIndex program : profile.stepProgram) {
        const bool here = std::find(programs.begin(), programs.end(), program) != programs.end();
        runs += here && !before ? 1 : 0;
        before = here;
    }
    return runs;
}

/// The cycles of the whole program: the steps that run a program of an operation, and once each program of an
/// operation that runs in no step. If outlined code is listed for several calls but runs only once, its steps
/// stand for all calls.
double cyclesOfProgram(const Profile& profile, const PipelineEntries& entries, const ProgramCycles& cycles) {
    std::set<ProgramIndex> programs;
    for (const LayeredOperation& operation : entries.layers()->operations) {
        const auto list = profile.operationPrograms[operation.detail.index()];
        programs.insert(list.begin(), list.end());
    }
    double sum = 0;
    std::set<ProgramIndex> without = programs;
    for (const ProgramIndex program : profile.stepProgram) {
        sum += programs.count(program) > 0 ? cycles.of(program) : 0;
        without.erase(program);
    }
    for (const ProgramIndex program : without) {
        sum += cycles.of(program);
    }
    std::map<DetailIndex, size_t> listings;
    for (const LayeredOperation& operation : entries.layers()->operations) {
        ++listings[operation.detail];
    }
    for (const auto& [detail, count] : listings) {
        if (count > 1 && runsOf(profile, detail) == 1) {
            for (const ProgramIndex program : profile.stepProgram) {
                const auto list = profile.operationPrograms[detail.index()];
                const bool itsOwn = std::find(list.begin(), list.end(), program) != list.end();
                sum += itsOwn ? static_cast<double>(count - 1) * cycles.of(program) : 0;
            }
        }
    }
    return sum;
}

double sumOf(const EntryCycles& cycles) {
    double sum = 0;
    for (size_t entry = 0; entry < cycles.forward.size(); ++entry) {
        sum += cycles.forward[entry] + cycles.backward[entry] + cycles.update[entry];
    }
    return sum;
}

} // namespace

class TestCycles : public QObject {
    Q_OBJECT
private slots:
    void programsEqualTheDefinition() {
        size_t known = 0;
        size_t unknown = 0;
        for (uint64_t seed = 0; seed < 200; ++seed) {
            const ProfilePtr profile = profileWithCycles(seed);
            const ProgramCycles cycles(*profile);
            size_t counted = 0;
            size_t missing = 0;
            for (uint32_t program = 0; program < profile->programs.size(); ++program) {
                const bool counts = executesOrExchanges(profile->programs[program]);
                const std::optional<double> expected = cyclesByDefinition(*profile, program);
                QVERIFY(nearlyEqual(cycles.of({program}), counts ? expected.value_or(0) : 0));
                counted += counts ? 1 : 0;
                missing += counts && !expected ? 1 : 0;
            }
            QCOMPARE(cycles.known(), 100 * missing <= 5 * counted);
            (cycles.known() ? known : unknown) += 1;
            const Error error = cycles.missing();
            QCOMPARE(error.code, ErrorCode::NoCycles);
            QVERIFY(error.actual.find(std::to_string(counted - missing) + " of " + std::to_string(counted)) !=
                    std::string::npos);
        }
        QVERIFY2(known > 10 && unknown > 10, std::to_string(known).c_str());
    }

    /// Each entry and pass, with outlined code.
    /// Steps without a length are not in the mean. A program that has only such steps takes no cycles.
    void stepsWithoutLength() {
        const ProfilePtr profile = profileFromText(R"(
            tiles 1
            steps p0 p1 p2
            program p0 OnTileExecute
            program p1 OnTileExecute
            program p2 OnTileExecute
            program main Sequence children p0 p1 p2
            root main
            ran p0 100-180
            ran p0 180-180
            ran p0 200-220
            ran p1 220-220
            ran p2 220-230)");
        const ProgramCycles cycles(*profile);
        QCOMPARE(cycles.of({0}), 50.0);
        QCOMPARE(cycles.of({1}), 0.0);
        QCOMPARE(cycles.sourceOf({1}), CycleSource::Measured);
        QCOMPARE(cycles.of({2}), 10.0);
    }

    void entriesEqualTheDefinition() {
        size_t outlined = 0;
        for (uint64_t seed = 0; seed < 300; ++seed) {
            const ProfilePtr profile = profileWithCycles(seed);
            const PipelineEntriesPtr entries = findEntries(*profile);
            const EntryCycles cycles = *EntryCycles::find(*profile, *entries, ProgramCycles(*profile));
            const PipelineReference reference(*profile, **findLayers(*profile, {}));
            QCOMPARE(cycles.forward.size(), reference.entries().size());
            for (uint32_t entry = 0; entry < cycles.forward.size(); ++entry) {
                QVERIFY(nearlyEqual(cycles.forward[entry], reference.forwardCycles(entry)));
                QVERIFY(nearlyEqual(cycles.backward[entry], reference.backwardCycles(entry)));
            }
            outlined += outlinedOperations(*entries) > 0 && sumOf(cycles) > 0 ? 1 : 0;
        }
        QVERIFY2(outlined > 30, std::to_string(outlined).c_str());
    }

    void entriesSumToTheProgram_data() { addSmallModels(); }
    void entriesSumToTheProgram() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        for (const bool functions : {false, true}) {
            GeneratorOptions options = smallModel(model, training);
            options.traits.tileLayout = true;
            options.traits.layerFunction = functions;
            const ProfilePtr profile = generateOrThrow(options).profile;
            const PipelineEntriesPtr entries = findEntries(*profile);
            const ProgramCycles programs(*profile);
            QVERIFY(programs.known());
            QVERIFY(!functions || model == QLatin1String("cnn") || outlinedOperations(*entries) > 0);
            const EntryCycles cycles = *EntryCycles::find(*profile, *entries, programs);
            QVERIFY(sumOf(cycles) > 0);
            QVERIFY2(nearlyEqual(sumOf(cycles), cyclesOfProgram(*profile, *entries, programs)),
                     qPrintable(QStringLiteral("%1 %2")
                                    .arg(sumOf(cycles))
                                    .arg(cyclesOfProgram(*profile, *entries, programs))));
        }
    }

    void entriesOfFixturesSumToTheProgram() {
        for (const std::string& fixture : pipelineFixtureNames()) {
            const ProfilePtr profile = loadFixture(fixture);
            const PipelineEntriesPtr entries = findEntries(*profile);
            const ProgramCycles programs(*profile);
            const EntryCycles cycles = *EntryCycles::find(*profile, *entries, programs);
            QVERIFY(nearlyEqual(sumOf(cycles), cyclesOfProgram(*profile, *entries, programs)));
        }
    }
};

TILELINE_TEST(TestCycles)
#include "test_cycles.moc"
