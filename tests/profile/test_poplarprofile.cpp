// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageestimator.h"
#include "core/explain/selfchecks.h"
#include "core/layers/layers.h"
#include "core/profile/reading/profileloader.h"
#include "tests/support/compareprofiles.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

/// The same model, as Poplar's own profile and as a Tileline profile. The former has containers as steps,
/// code as lowered variables, and a container for the body of a function.
struct BothFormats {
    explicit BothFormats(const std::string& fixture)
        : poplar(loadOrThrow({fixtureDirectory(fixture) / "profile.pop"}))
        , tileline(loadOrThrow({fixtureDirectory(fixture) / "profile.tileline"})) {
        for (uint32_t i = 0; i < poplar->programs.size(); ++i) {
            programs[poplar->programs[i].id] = i;
        }
        for (uint32_t step = 0; step < poplar->stepCount(); ++step) {
            if (poplar->programChildren[poplar->stepProgram[step].index()].empty()) {
                steps.push_back(step);
            }
        }
    }
    const Program& poplarProgram(ProgramIndex program) const {
        return poplar->programs[programs.at(tileline->programs[program.index()].id)];
    }

    ProfilePtr poplar;
    ProfilePtr tileline;
    std::map<uint32_t, uint32_t> programs; ///< by id: position in `poplar`
    std::vector<uint32_t> steps;           ///< by step of `tileline`: the step of `poplar`
};

std::vector<uint32_t> namedIds(std::span<const LoweredIndex> rows, const Profile& profile) {
    std::vector<uint32_t> ids;
    for (const LoweredIndex row : rows) {
        ids.push_back(profile.lowered.id[row.index()]);
    }
    return ids;
}

std::vector<uint32_t> trimmed(ByTile array) {
    std::vector<uint32_t> entries = expanded(array);
    while (!entries.empty() && entries.back() == 0) {
        entries.pop_back();
    }
    return entries;
}

/// Copies a report and runs SQL on its profile.
std::filesystem::path copyPoplar(const TemporaryDirectory& directory, const std::string& sql) {
    copyPoplarReport("pipeline-nameless-tiny", directory.path(), sql);
    return directory.path();
}

} // namespace

/// Poplar's own profile gives the same data as a Tileline profile of the same model.
class TestPoplarProfile : public QObject {
    Q_OBJECT

    static void fixtures() {
        QTest::addColumn<QString>("fixture");
        QTest::newRow("marked") << "pipeline-marked-tiny";
        QTest::newRow("nameless") << "pipeline-nameless-tiny";
    }
    static BothFormats both() {
        QFETCH(QString, fixture);
        return BothFormats(fixture.toStdString());
    }

private slots:
    void programs_data() { fixtures(); }
    void programs() {
        const BothFormats formats = both();
        const Profile& a = *formats.tileline;
        const Profile& b = *formats.poplar;
        QVERIFY(a.target == b.target);
        QCOMPARE(a.programs[a.rootPrograms.at(0).index()].id, b.programs[b.rootPrograms.at(0).index()].id);
        for (uint32_t i = 0; i < a.programs.size(); ++i) {
            const Program& x = a.programs[i];
            const uint32_t other = formats.programs.at(x.id);
            const Program& y = b.programs[other];
            QCOMPARE(y.type, x.type);
            QCOMPARE(y.name, x.name);
            QVERIFY(y.debugContext == x.debugContext);
            QCOMPARE(y.computeSet.has_value(), x.computeSet.has_value());
            if (x.computeSet) {
                QCOMPARE(b.computeSets[y.computeSet->index()].id, a.computeSets[x.computeSet->index()].id);
            }
            QCOMPARE(trimmed(y.controlCode), trimmed(x.controlCode));
            QCOMPARE(trimmed(y.codeBytes), trimmed(x.codeBytes));
            if (!x.type.starts_with("StreamCopy")) {
                QCOMPARE(namedIds(b.programVariables[other], b), namedIds(a.programVariables[i], a));
            }
            if (x.kind != ProgramKind::Call) {
                QCOMPARE(b.programChildren[other].size(), a.programChildren[i].size());
            }
        }
    }

    void vertices_data() { fixtures(); }
    void vertices() {
        const BothFormats formats = both();
        const Profile& a = *formats.tileline;
        const Profile& b = *formats.poplar;
        QCOMPARE(b.vertexCode.size(), a.vertexCode.size());
        QCOMPARE(b.vertexTypes.size(), a.vertexTypes.size());
        for (size_t i = 0; i < a.vertexTypes.size(); ++i) {
            const VertexType& x = a.vertexTypes[i];
            const VertexType& y = b.vertexTypes[i];
            QCOMPARE(y.id, x.id);
            QCOMPARE(y.name, x.name);
            QCOMPARE(y.size, x.size);
            QCOMPARE(y.code.has_value(), x.code.has_value());
            if (x.code) {
                QCOMPARE(trimmed(b.vertexCode[y.code->index()].bytes),
                         trimmed(a.vertexCode[x.code->index()].bytes));
            }
        }
        QCOMPARE(b.computeSets.size(), a.computeSets.size());
        for (size_t i = 0; i < a.computeSets.size(); ++i) {
            QCOMPARE(b.computeSets[i].name, a.computeSets[i].name);
            std::map<uint32_t, std::vector<uint32_t>> counts;
            for (const VertexInstances& instances : b.computeSets[i].vertices) {
                counts[instances.type.value] = trimmed(instances.count);
            }
            QCOMPARE(counts.size(), a.computeSets[i].vertices.size());
            for (const VertexInstances& instances : a.computeSets[i].vertices) {
                QCOMPARE(counts.at(instances.type.value), trimmed(instances.count));
            }
        }
    }

    void liveness_data() { fixtures(); }
    void liveness() {
        const BothFormats formats = both();
        const Profile& a = *formats.tileline;
        const Profile& b = *formats.poplar;
        QCOMPARE(formats.steps.size(), size_t{a.stepCount()});
        for (uint32_t step = 0; step < a.stepCount(); ++step) {
            QCOMPARE(b.programs[b.stepProgram[formats.steps[step]].index()].id,
                     a.programs[a.stepProgram[step].index()].id);
            QCOMPARE(b.stepNotAlwaysLive[formats.steps[step]], a.stepNotAlwaysLive[step]);
        }
        std::map<uint32_t, size_t> classes;
        for (size_t i = 0; i < b.equivalenceClassIds.size(); ++i) {
            classes[b.equivalenceClassIds[i]] = i;
        }
        const auto liveIn = [](const Profile& profile, size_t liveClass, uint32_t step) {
            const auto intervals = profile.equivalenceClasses[liveClass];
            return std::any_of(intervals.begin(), intervals.end(),
                               [&](StepInterval interval) { return interval.contains({step}); });
        };
        for (size_t i = 0; i < a.equivalenceClassIds.size(); ++i) {
            const size_t other = classes.at(a.equivalenceClassIds[i]);
            for (uint32_t step = 0; step < a.stepCount(); ++step) {
                QCOMPARE(liveIn(b, other, formats.steps[step]), liveIn(a, i, step));
            }
        }
    }

    void variables_data() { fixtures(); }
    void variables() {
        const BothFormats formats = both();
        const Profile& a = *formats.tileline;
        const Profile& b = *formats.poplar;
        QCOMPARE(b.variables.size(), a.variables.size());
        for (size_t i = 0; i < a.variables.size(); ++i) {
            QCOMPARE(b.variables[i].id, a.variables[i].id);
            QCOMPARE(b.variables[i].name, a.variables[i].name);
            QVERIFY(b.variables[i].debugContext == a.variables[i].debugContext);
            QCOMPARE(b.variables[i].alwaysLive, a.variables[i].alwaysLive);
        }
        std::map<uint32_t, uint32_t> rows;
        for (uint32_t row = 0; row < b.lowered.size(); ++row) {
            rows[b.lowered.id[row]] = row;
        }
        for (uint32_t row = 0; row < a.lowered.size(); ++row) {
            const uint32_t other = rows.at(a.lowered.id[row]);
            QCOMPARE(b.lowered.tileOf({other}), a.lowered.tileOf({row}));
            QCOMPARE(b.lowered.bytes[other], a.lowered.bytes[row]);
            QCOMPARE(b.equivalenceClassIds[b.lowered.liveClass[other].index()],
                     a.equivalenceClassIds[a.lowered.liveClass[row].index()]);
            QCOMPARE(b.lowered.variable[other], a.lowered.variable[row]);
            QCOMPARE(b.variableCategories[b.lowered.category[other]].name, std::string("variable"));
            QVERIFY((b.lowered.flags[other] & LoweredFlag::Allocated) != 0);
            QCOMPARE(b.lowered.nameOf({other}).find(a.variables[a.lowered.variable[row].index()].name),
                     size_t{0});
        }
        std::set<std::string> others; // the others are code and state
        for (uint32_t row = 0; row < b.lowered.size(); ++row) {
            if (b.lowered.variable[row].value == NoId) {
                others.insert(b.variableCategories[b.lowered.category[row]].name);
            }
        }
        QCOMPARE(others, (std::set<std::string>{"controlCode", "internalExchangeCode", "vertexCode",
                                                "vertexInstanceState"}));
    }

    void memory_data() { fixtures(); }
    void memory() {
        const BothFormats formats = both();
        for (const TileMemoryCategory& category : formats.tileline->tileMemory) {
            // In profile.pop, the bytes of variables are all sizes, also of those that share addresses, and
            // totals are about addresses. The other file has no addresses.
            if (category.name.starts_with("total.") || category.name == "category.variable") {
                continue;
            }
            const TileMemoryCategory* const other = formats.poplar->findTileMemory(category.name);
            QVERIFY2(other != nullptr, category.name.c_str());
            QCOMPARE(trimmed(other->bytes), trimmed(category.bytes));
        }
        const auto* const part =
            formats.poplar->findTileMemory("category.variable.nonInterleaved.nonOverlapped");
        QVERIFY(part != nullptr && !part->isCategory());
    }

    void operations_data() { fixtures(); }
    void operations() {
        const BothFormats formats = both();
        const Profile& a = *formats.tileline;
        const Profile& b = *formats.poplar;
        QCOMPARE(b.operations.size(), a.operations.size());
        for (size_t i = 0; i < a.operations.size(); ++i) {
            QCOMPARE(b.operations[i].name, a.operations[i].name);
            QCOMPARE(b.operationDetails[b.operations[i].detail.index()].uid,
                     a.operationDetails[a.operations[i].detail.index()].uid);
        }
        QCOMPARE(b.operationDetails.size(), a.operationDetails.size());
        for (size_t i = 0; i < a.operationDetails.size(); ++i) {
            QVERIFY(b.operationDetails[i].debug.inputs == a.operationDetails[i].debug.inputs);
            QVERIFY(b.operationDetails[i].debug.instanceId == a.operationDetails[i].debug.instanceId);
            QVERIFY(b.operationDetails[i].location == a.operationDetails[i].location);
            if (const auto step = a.operationDetails[i].lastStep) {
                QVERIFY(b.operationDetails[i].lastStep == StepIndex{formats.steps[step->index()]});
            }
        }
    }

    void execution_data() { fixtures(); }
    void execution() {
        const BothFormats formats = both();
        const Profile& a = *formats.tileline;
        const Profile& b = *formats.poplar;
        QCOMPARE(b.executionRuns.at(0).name, a.executionRuns.at(0).name);
        QCOMPARE(b.executionSteps.size(), a.executionSteps.size());
        for (size_t i = 0; i < a.executionSteps.size(); ++i) {
            const ExecutionStep& x = a.executionSteps[i];
            const ExecutionStep& y = b.executionSteps[i];
            QVERIFY(y.run == x.run && y.step == x.step && y.ipu == x.ipu && y.cyclesFrom == x.cyclesFrom);
            QVERIFY(y.cyclesTo == x.cyclesTo && y.activeTiles == x.activeTiles &&
                    y.tileBalance == x.tileBalance);
            QCOMPARE(b.programs[y.program->index()].id, a.programs[x.program->index()].id);
        }
    }

    /// Every stage needs the same bytes.
    void estimate_data() { fixtures(); }
    void estimate() {
        const BothFormats formats = both();
        Workers workers(2);
        const LayersPtr layers = *findLayers(*formats.tileline, {});
        const LayersPtr otherLayers = *findLayers(*formats.poplar, {});
        QCOMPARE(otherLayers->count(), layers->count());
        const auto a = *StageEstimator::build(formats.tileline, layers, workers);
        const auto b = *StageEstimator::build(formats.poplar, otherLayers, workers);
        for (uint32_t first = 0; first < layers->count(); ++first) {
            for (uint32_t last = first; last < layers->count(); ++last) {
                StageEstimate expected = *a->estimate({{first}, {last}}, workers);
                const StageEstimate actual = *b->estimate({{first}, {last}}, workers);
                expected.peakStep = {formats.steps[expected.peakStep.index()]};
                QCOMPARE(actual.bytes.total(), expected.bytes.total());
                QVERIFY(actual == expected);
            }
        }
    }

    void optionsAndTypes() {
        const ProfilePtr profile = loadFixture("pipeline-marked-tiny");
        QCOMPARE(profile->metaValue("poplar_version"), std::string_view("3.3.0 (synthetic)"));
        QCOMPARE(profile->engineOptions.at(0).name, std::string("autoReport.outputLoweredVars"));
        QVERIFY(!profile->engineOptions.at(0).isDefault);
        const auto call = std::find_if(profile->programs.begin(), profile->programs.end(),
                                       [](const Program& p) { return p.kind == ProgramKind::Call; });
        QVERIFY(call->function == uint32_t{0});
        const auto children = profile->programChildren[static_cast<size_t>(call - profile->programs.begin())];
        QCOMPARE(children.size(), size_t{1});
        QCOMPARE(profile->functionPrograms.at(0).program, children[0]);
    }

    /// The programs of a function are the children of its calls, whether or not the file lists them.
    void callsThroughFunctions() {
        const TemporaryDirectory directory;
        copyPoplarReport("pipeline-marked-tiny", directory.path(),
                         "UPDATE programs SET children = NULL WHERE id = 34");
        QCOMPARE(profileDifference(*loadOrThrow({directory.path()}), *loadFixture("pipeline-marked-tiny")),
                 std::string());
    }

    /// Profiles that are not in the fixtures, made from one of them.
    void withoutLoweredVariables() {
        const TemporaryDirectory directory;
        const ProfilePtr profile = loadOrThrow({copyPoplar(directory, "DELETE FROM vars_info")});
        QVERIFY(hasNote(*profile, LoadNote::Kind::NoLoweredVariables));
        QCOMPARE(profile->lowered.size(), size_t{0});
        QVERIFY(!profile->operations.empty());
        QVERIFY(profile->findTileMemory("category.variable") != nullptr);
        QVERIFY(*std::max_element(profile->stepNotAlwaysLive.begin(), profile->stepNotAlwaysLive.end()) > 0);
    }

    void withoutDebugInformation() {
        const TemporaryDirectory directory;
        copyPoplar(directory, "");
        std::filesystem::remove(directory / "debug.cbor");
        const ProfilePtr profile = loadOrThrow({directory.path()});
        QVERIFY(hasNote(*profile, LoadNote::Kind::NoOperations));
        QVERIFY(hasNote(*profile, LoadNote::Kind::NoDebugInformation));
        QVERIFY(profile->operations.empty() && profile->lowered.size() > 0);
    }

    void withoutOptionalParts() {
        const TemporaryDirectory directory;
        const ProfilePtr whole = loadFixture("pipeline-nameless-tiny");
        const ProfilePtr profile = loadOrThrow({copyPoplar(
            directory,
            "DROP TABLE vars_string_table; DROP TABLE var_categories; DROP TABLE memory_by_category; "
            "DROP TABLE memory_by_tile; DROP TABLE runs; DROP TABLE steps; DROP TABLE steps_by_ipu; "
            "DROP TABLE poplar_version; DROP TABLE compilation_parameters; "
            "ALTER TABLE vars_info RENAME COLUMN bitset TO other; "
            "ALTER TABLE vars_info RENAME COLUMN name_suffix TO another")});
        QVERIFY(profile->lowered.category.empty() && profile->lowered.nameBase.empty());
        QVERIFY(profile->lowered.flags.empty() && profile->tileMemory.empty());
        QVERIFY(profile->lowered.bytes == whole->lowered.bytes);
        QCOMPARE(profile->operations.size(), whole->operations.size());
        QVERIFY(hasNote(*profile, LoadNote::Kind::NoExecution));
    }

    void newerMinorVersion() {
        const TemporaryDirectory directory;
        const ProfilePtr newer = loadOrThrow({copyPoplar(directory, "UPDATE version_info SET minor = 9")});
        QVERIFY(hasNote(*newer, LoadNote::Kind::NewerFormat));
        QCOMPARE(newer->notes.front().detail, std::string("3.9"));
        QVERIFY(!hasNote(*loadOrThrow({copyPoplar(directory, "UPDATE version_info SET minor = 2")}),
                         LoadNote::Kind::NewerFormat));
    }

    /// A variable without memory states only its size. Its class need not exist.
    void variablesWithoutMemory() {
        const TemporaryDirectory directory;
        const ProfilePtr profile = loadOrThrow({copyPoplar(
            directory,
            "INSERT INTO vars_info(var_id, tile, size_bytes, equivalence_class, offset, category, "
            "bitset, unlowered_var_id, name_base_id) VALUES(900000, 3, 64, 0, 0, 0, 2, 777777, 0)")});
        const auto row = std::find(profile->lowered.id.begin(), profile->lowered.id.end(), 900000U) -
                         profile->lowered.id.begin();
        QCOMPARE(profile->lowered.tileOf({static_cast<uint32_t>(row)}), TileId{3});
        QVERIFY(profile->equivalenceClasses[profile->lowered.liveClass[static_cast<size_t>(row)].index()]
                    .empty());
        QCOMPARE(profile->lowered.address[static_cast<size_t>(row)], NoId);
        QCOMPARE(profile->lowered.variable[static_cast<size_t>(row)].value, NoId);
        Workers workers(1);
        QVERIFY(runSelfChecks(*profile, workers)->failed.empty());
    }

    void namesWithParts() {
        const TemporaryDirectory directory;
        const ProfilePtr profile = loadOrThrow(
            {copyPoplar(directory, "UPDATE vars_string_table SET string = 'base' WHERE id = 1; "
                                   "UPDATE vars_info SET name_base_id = 1, name_prefix__vertex_field_ = 0, "
                                   "name_suffix = '3_1' WHERE var_id = 7")});
        const auto row = std::find(profile->lowered.id.begin(), profile->lowered.id.end(), 7U);
        QCOMPARE(profile->lowered.nameOf({static_cast<uint32_t>(row - profile->lowered.id.begin())}),
                 std::string("__vertexField_0base3_1"));
    }

    void severalDebugContexts() {
        const TemporaryDirectory directory;
        const ProfilePtr profile = loadOrThrow(
            {copyPoplar(directory, "UPDATE debug_ids SET ids = X'8016FE8185' WHERE variable_id = 0")});
        QVERIFY(profile->variables.front().debugContext == uint64_t{2942});
        QCOMPARE(profile->variables.front().furtherContexts, (std::vector<uint64_t>{1, 5}));
    }

    /// Programs then occur once for each compilation step; the last one counts.
    void compilationSteps() {
        const TemporaryDirectory directory;
        const ProfilePtr whole = loadFixture("pipeline-nameless-tiny");
        const ProfilePtr profile =
            loadOrThrow({copyPoplar(directory, "UPDATE programs SET compilation_step_id = 1; "
                                               "INSERT INTO programs(compilation_step_id, id, variant, name) "
                                               "SELECT 0, id, 4, 'earlier' FROM programs")});
        QCOMPARE(profile->programs.size(), whole->programs.size());
        QCOMPARE(profile->programs.front().name, whole->programs.front().name);
    }

    void executionSteps() {
        const TemporaryDirectory directory;
        const ProfilePtr profile = loadOrThrow({copyPoplar(
            directory,
            "UPDATE runs SET num_steps = 2; INSERT INTO runs SELECT 5, start_epoch_time_microseconds, "
            "elapsed_microseconds, 'second', num_programs, 100000 FROM runs; "
            "UPDATE steps SET program = NULL WHERE id = 1; "
            "CREATE TABLE cycles_by_tile(id INTEGER PRIMARY KEY, cycles_by_tile_rle BLOB); "
            "INSERT INTO cycles_by_tile VALUES(4, X'9087'); "
            "UPDATE steps_by_ipu SET tile_cycles_id = 4 WHERE step_id = 2")});
        QCOMPARE(profile->executionSteps[1].run, 0U);
        QVERIFY(!profile->executionSteps[1].program);
        QCOMPARE(profile->executionSteps[2].run, 5U);
        QCOMPARE(profile->measuredCycles.size(), size_t{1});
        QCOMPARE(profile->measuredCycles.front().step, 2U);
        QCOMPARE(trimmed(profile->measuredCycles.front().cycles), std::vector<uint32_t>(8, 7));
    }

    void estimatedCycles() {
        const TemporaryDirectory directory;
        const ProfilePtr profile = loadOrThrow({copyPoplar(
            directory, "INSERT INTO compilation_cycles_by_tile VALUES(0, X'9089'); "
                       "UPDATE compute_sets SET cycles_by_tile_ids = X'80' WHERE compute_set = 2")});
        QCOMPARE(profile->estimatedCycles.size(), size_t{1});
        const EstimatedCycles& cycles = profile->estimatedCycles.front();
        const auto set = profile->programs[cycles.program.index()].computeSet;
        QCOMPARE(profile->computeSets[set->index()].id, 2U);
        QCOMPARE(trimmed(cycles.cycles), std::vector<uint32_t>(8, 9));
    }

    void ownProfileWins() {
        const TemporaryDirectory directory;
        copyPoplar(directory, "");
        copyProfile("bert-tiny-inf", directory.path());
        QCOMPARE(resolveSource({directory.path()})->profile.name(), (directory / "profile.pop").string());
        std::filesystem::create_symlink(directory / "profile.pop", directory / "link");
        QVERIFY(openProfile({directory / "link"}));
        std::filesystem::create_directory(directory / "below");
        copyProfile("bert-tiny-inf", directory / "below");
        std::filesystem::remove(directory / "link");
        QCOMPARE(resolveSource({directory.path()}).failure().code, ErrorCode::SeveralProfiles);
    }

    void reportsProgress() {
        double last = 0;
        const auto report = [&](Phase, double fraction) {
            QVERIFY(fraction >= last);
            last = fraction;
        };
        QVERIFY(openProfile({fixtureDirectory("pipeline-marked-tiny") / "profile.pop"}, Progress(report)));
        QCOMPARE(last, 1.0);
        std::stop_source stopped;
        stopped.request_stop();
        const auto cancelled =
            openProfile({fixtureDirectory("pipeline-marked-tiny") / "profile.pop"}, {}, stopped.get_token());
        QVERIFY(cancelled.failure().cancelled());
    }
};

TILELINE_TEST(TestPoplarProfile)
#include "test_poplarprofile.moc"
