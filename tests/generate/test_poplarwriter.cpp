// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/poplarwriter.h"
#include "core/estimate/stageestimator.h"
#include "core/explain/selfchecks.h"
#include "core/layers/layers.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/compareprofiles.h"
#include "tests/support/fixtures.h"
#include "tests/testmain.h"

#include <QTemporaryDir>

#include <map>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

bool sameByTile(ByTile a, ByTile b) {
    for (size_t tile = 0; tile < std::max(a.size(), b.size()); ++tile) {
        if (at(a, tile) != at(b, tile)) {
            return false;
        }
    }
    return true;
}

/// Compares a profile with the profile that was read from its profile.pop. difference() names the first
/// difference.
class Comparison {
public:
    Comparison(const Profile& written, const Profile& read)
        : m_a(written)
        , m_b(read) {}

    QString difference() const {
        using Part = bool (Comparison::*)() const;
        const std::pair<const char*, Part> parts[] = {
            {"compilation", &Comparison::sameCompilation},
            {"programs", &Comparison::samePrograms},
            {"tree", &Comparison::sameTree},
            {"vertices", &Comparison::sameVertices},
            {"steps", &Comparison::sameSteps},
            {"variables", &Comparison::sameVariables},
            {"lowered variables", &Comparison::sameLowered},
            {"memory", &Comparison::sameMemory},
            {"execution", &Comparison::sameExecution},
            {"cycles", &Comparison::sameCycles},
            {"operations", &Comparison::sameOperations},
        };
        for (const auto& [name, same] : parts) {
            if (!(this->*same)()) {
                return name;
            }
        }
        return {};
    }

    /// The operations follow from debug information. In the fixtures, its fields have other texts.
    bool sameOperations() const {
        bool same = m_a.operationDetails.size() == m_b.operationDetails.size() &&
                    m_a.operations.size() == m_b.operations.size();
        for (size_t i = 0; same && i < m_a.operationDetails.size(); ++i) {
            const OperationDetail& x = m_a.operationDetails[i];
            const OperationDetail& y = m_b.operationDetails[i];
            const auto sameList = [i](const auto& lists, const auto& others) {
                return std::equal(lists[i].begin(), lists[i].end(), others[i].begin(), others[i].end());
            };
            same = x.firstStep == y.firstStep && x.lastStep == y.lastStep &&
                   x.debug.inputs == y.debug.inputs && x.debug.instanceId == y.debug.instanceId &&
                   x.debug.tensorId == y.debug.tensorId &&
                   sameList(m_a.operationPrograms, m_b.operationPrograms) &&
                   sameElements(m_a.operationVariables[i], m_b.operationVariables[i]);
        }
        for (size_t i = 0; same && i < m_a.operations.size(); ++i) {
            same = m_a.operations[i].detail == m_b.operations[i].detail &&
                   m_a.operations[i].name == m_b.operations[i].name;
        }
        return same;
    }

private:
    bool sameCompilation() const {
        const auto sameOption = [](const EngineOption& x, const EngineOption& y) {
            return x.name == y.name && x.value == y.value && x.isDefault == y.isDefault;
        };
        const auto samePhase = [](const CompilePhase& x, const CompilePhase& y) {
            return x.name == y.name && x.start == y.start && x.duration == y.duration;
        };
        return m_a.target == m_b.target &&
               m_a.metaValue("poplar_version") == m_b.metaValue("poplar_version") &&
               sameAll(m_a.engineOptions, m_b.engineOptions, sameOption) &&
               sameAll(m_a.compilePhases, m_b.compilePhases, samePhase);
    }

    template <class List, class Same>
    static bool sameAll(const List& a, const List& b, const Same& same) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
    }

    bool samePrograms() const {
        for (size_t i = 0; i < m_a.programs.size() && i < m_b.programs.size(); ++i) {
            const Program& x = m_a.programs[i];
            const Program& y = m_b.programs[i];
            const bool same = x.id == y.id && x.kind == y.kind && x.type == y.type && x.name == y.name &&
                              x.debugContext == y.debugContext && x.computeSet == y.computeSet &&
                              x.repeatCount == y.repeatCount && x.function == y.function &&
                              sameByTile(x.controlCode, y.controlCode) &&
                              sameByTile(x.codeBytes, y.codeBytes) &&
                              variablesOf(m_a, i) == variablesOf(m_b, i);
            if (!same) {
                return false;
            }
        }
        return m_a.programs.size() == m_b.programs.size();
    }

    /// The schema stores variables only for programs of these types.
    static std::set<uint32_t> variablesOf(const Profile& profile, size_t program) {
        static const std::set<std::string> types{"OnTileExecute", "DoExchange", "GlobalExchange",
                                                 "StreamCopyMid", "CodeCopy"};
        std::set<uint32_t> ids;
        if (types.contains(profile.programs[program].type)) {
            for (const LoweredIndex row : profile.programVariables[program]) {
                ids.insert(profile.lowered.id[row.index()]);
            }
        }
        return ids;
    }

    bool sameTree() const {
        for (size_t i = 0; i < m_a.programs.size(); ++i) {
            const auto a = m_a.programChildren[i];
            const auto b = m_b.programChildren[i];
            if (!std::equal(a.begin(), a.end(), b.begin(), b.end())) {
                return false;
            }
        }
        const auto sameFunction = [](const FunctionProgram& x, const FunctionProgram& y) {
            return x.function == y.function && x.program == y.program;
        };
        return m_a.rootPrograms == m_b.rootPrograms &&
               sameAll(m_a.functionPrograms, m_b.functionPrograms, sameFunction);
    }

    bool sameVertices() const {
        const auto sameType = [](const VertexType& x, const VertexType& y) {
            return x.id == y.id && x.name == y.name && x.size == y.size;
        };
        const auto sameSet = [](const ComputeSet& x, const ComputeSet& y) {
            std::map<uint32_t, ByTile> counts;
            for (const VertexInstances& vertices : x.vertices) {
                counts[vertices.type.value] = vertices.count;
            }
            bool same = x.id == y.id && x.name == y.name && x.vertices.size() == y.vertices.size();
            for (const VertexInstances& vertices : y.vertices) {
                same = same && sameByTile(counts[vertices.type.value], vertices.count);
            }
            return same;
        };
        std::map<std::string, ByTile> code;
        for (const VertexCode& vertex : m_a.vertexCode) {
            code[vertex.name] = vertex.bytes;
        }
        bool same = m_a.vertexCode.size() == m_b.vertexCode.size();
        for (const VertexCode& vertex : m_b.vertexCode) {
            same = same && sameByTile(code[vertex.name], vertex.bytes);
        }
        return same && sameAll(m_a.vertexTypes, m_b.vertexTypes, sameType) &&
               sameAll(m_a.computeSets, m_b.computeSets, sameSet);
    }

    static std::map<uint32_t, std::vector<StepInterval>> classesOf(const Profile& profile) {
        std::map<uint32_t, std::vector<StepInterval>> classes;
        for (size_t i = 0; i < profile.equivalenceClasses.size(); ++i) {
            const auto intervals = profile.equivalenceClasses[i];
            classes[profile.equivalenceClassIds[i]].assign(intervals.begin(), intervals.end());
        }
        return classes;
    }

    bool sameSteps() const {
        return m_a.stepProgram == m_b.stepProgram && m_a.stepNotAlwaysLive == m_b.stepNotAlwaysLive &&
               classesOf(m_a) == classesOf(m_b);
    }

    bool sameVariables() const {
        std::set<uint32_t> lowered;
        for (const VariableIndex variable : m_a.lowered.variable) {
            lowered.insert(variable.value);
        }
        for (uint32_t i = 0; i < m_a.variables.size() && i < m_b.variables.size(); ++i) {
            const Variable& x = m_a.variables[i];
            const Variable& y = m_b.variables[i];
            if (x.id != y.id || x.name != y.name || x.debugContext != y.debugContext ||
                x.furtherContexts != y.furtherContexts ||
                (lowered.contains(i) && x.alwaysLive != y.alwaysLive)) {
                return false;
            }
        }
        return m_a.variables.size() == m_b.variables.size();
    }

    bool sameLowered() const {
        const LoweredVariables& a = m_a.lowered;
        const LoweredVariables& b = m_b.lowered;
        if (a.id != b.id || a.bytes != b.bytes || a.variable != b.variable ||
            (!a.flags.empty() && a.flags != b.flags)) {
            return false;
        }
        for (uint32_t row = 0; row < a.size(); ++row) {
            const auto classOf = [row](const Profile& profile) {
                return profile.equivalenceClassIds[profile.lowered.liveClass[row].index()];
            };
            const auto categoryOf = [row](const Profile& profile) {
                return profile.variableCategories[profile.lowered.category[row]].name;
            };
            const auto addressOf = [row](const LoweredVariables& rows) {
                return rows.address.empty() ? NoId : rows.address[row];
            };
            if (classOf(m_a) != classOf(m_b) || a.tileOf({row}) != b.tileOf({row}) ||
                addressOf(a) != addressOf(b)) {
                return false;
            }
            if (!a.category.empty() &&
                (categoryOf(m_a) != categoryOf(m_b) || a.nameOf({row}) != b.nameOf({row}))) {
                return false;
            }
        }
        return true;
    }

    /// The profile that was read has all categories of the original; other categories are empty or parts of
    /// these.
    bool sameMemory() const {
        for (const TileMemoryCategory& category : m_a.tileMemory) {
            const TileMemoryCategory* read = m_b.findTileMemory(category.name);
            if (!sameByTile(category.bytes, read == nullptr ? ByTile() : read->bytes)) {
                return false;
            }
        }
        return std::all_of(m_b.tileMemory.begin(), m_b.tileMemory.end(), [&](const auto& category) {
            return m_a.findTileMemory(category.name) != nullptr || category.name.starts_with("region.") ||
                   std::count(category.name.begin(), category.name.end(), '.') == 3;
        });
    }

    bool sameExecution() const {
        const auto sameRun = [](const ExecutionRun& x, const ExecutionRun& y) {
            return x.id == y.id && x.name == y.name;
        };
        const auto sameStep = [](const ExecutionStep& x, const ExecutionStep& y) {
            return x.run == y.run && x.step == y.step && x.program == y.program && x.ipu == y.ipu &&
                   x.cyclesFrom == y.cyclesFrom && x.cyclesTo == y.cyclesTo &&
                   x.activeTiles == y.activeTiles && x.tileBalance == y.tileBalance;
        };
        return sameAll(m_a.executionRuns, m_b.executionRuns, sameRun) &&
               sameAll(m_a.executionSteps, m_b.executionSteps, sameStep);
    }

    bool sameCycles() const {
        const auto sameEstimated = [](const EstimatedCycles& x, const EstimatedCycles& y) {
            return x.program == y.program && x.ipu == y.ipu && sameByTile(x.cycles, y.cycles);
        };
        const auto sameMeasured = [](const MeasuredCycles& x, const MeasuredCycles& y) {
            return x.step == y.step && x.ipu == y.ipu && sameByTile(x.cycles, y.cycles);
        };
        return sameAll(m_a.estimatedCycles, m_b.estimatedCycles, sameEstimated) &&
               sameAll(m_a.measuredCycles, m_b.measuredCycles, sameMeasured);
    }

    const Profile& m_a;
    const Profile& m_b;
};

/// What a profile answers: its layers, and the stages of a few plans.
struct Answers {
    std::vector<std::string> layers;
    std::vector<std::string> operations; ///< names with their layers
    std::vector<StageEstimate> stages;
    std::vector<uint64_t> crossing;

    bool operator==(const Answers&) const = default;
};

Answers answersOf(const ProfilePtr& profile) {
    Answers answers;
    const auto layers = findLayers(*profile, {});
    if (!layers) {
        return {{describe(layers.failure().error())}, {}, {}, {}};
    }
    for (const auto& name : (*layers)->names) {
        answers.layers.push_back(name.value_or("none"));
    }
    for (const LayeredOperation& operation : (*layers)->operations) {
        answers.operations.push_back(operation.name + " " + std::to_string(operation.layer.value) + " " +
                                     operation.noteText());
    }
    Workers workers;
    const auto estimator = StageEstimator::build(profile, *layers, workers);
    if (!estimator) {
        throw std::runtime_error("no estimate");
    }
    SplitPlan plan((*layers)->count());
    for (;;) {
        const PlanEstimate estimate = *(*estimator)->estimate(plan, workers);
        answers.stages.insert(answers.stages.end(), estimate.stages.begin(), estimate.stages.end());
        answers.crossing.insert(answers.crossing.end(), estimate.crossingBytes.begin(),
                                estimate.crossingBytes.end());
        const SplitPlan next = plan.withAdded({static_cast<uint32_t>(plan.layerCount() - plan.stageCount())});
        if (next == plan || plan.stageCount() > 4) {
            return answers;
        }
        plan = next;
    }
}

/// A directory with the profile.pop of a profile and, unless nothing refers to it, its debug information.
class Report {
public:
    explicit Report(const Profile& profile, const PoplarVariant& variant = {}) {
        const auto written = writePoplarProfile(profile, path() / "profile.pop", variant);
        if (!written) {
            throw std::runtime_error(describe(written.failure().error()));
        }
    }
    std::filesystem::path path() const { return m_directory.path().toStdString(); }
    void addDebug(const std::filesystem::path& file) const {
        std::filesystem::copy_file(file, path() / "debug.cbor");
    }
    ProfilePtr load() const { return loadOrThrow({path()}); }

private:
    QTemporaryDir m_directory;
};

ProfilePtr loadVariant(const GeneratedModel& model, const PoplarVariant& variant = {}) {
    const QTemporaryDir directory;
    const auto written = writePoplarModel(model, directory.path().toStdString(), variant);
    if (!written) {
        throw std::runtime_error(describe(written.failure().error()));
    }
    return loadOrThrow({directory.path().toStdString()});
}

GeneratedModel realModel(bool training = true) {
    GeneratorOptions options = smallModel("bert-base", training);
    options.traits.tileLayout = true;
    options.traits.layerFunction = true;
    options.traits.branches = true;
    return generateOrThrow(options);
}

void addFixtures() {
    QTest::addColumn<QString>("name");
    for (const std::string& name : fixtureNames()) {
        QTest::newRow(name.c_str()) << QString::fromStdString(name);
    }
}

} // namespace

/// A profile that is written as profile.pop and read again is the same.
class TestPoplarWriter : public QObject {
    Q_OBJECT
private slots:
    void fixturesAreEqualInBothFormats_data() { addFixtures(); }
    void fixturesAreEqualInBothFormats() {
        QFETCH(QString, name);
        const ProfilePtr profile = loadFixture(name.toStdString());
        const Report report(*profile);
        report.addDebug(fixtureDirectory(name.toStdString()) / "debug.cbor");
        const ProfilePtr read = report.load();
        QCOMPARE(Comparison(*profile, *read).difference(), QString());
        QVERIFY(answersOf(read) == answersOf(profile));
    }

    /// Steps of containers shift the other steps, so the peak is at another step. Everything else stays the
    /// same.
    void containersAsSteps_data() { addFixtures(); }
    void containersAsSteps() {
        QFETCH(QString, name);
        const ProfilePtr profile = loadFixture(name.toStdString());
        PoplarVariant variant;
        variant.containerSteps = true;
        const Report report(*profile, variant);
        report.addDebug(fixtureDirectory(name.toStdString()) / "debug.cbor");
        const ProfilePtr read = report.load();
        QVERIFY(read->stepCount() > profile->stepCount());
        std::vector<uint64_t> bytes;
        for (uint32_t step = 0; step < read->stepCount(); ++step) {
            if (read->programChildren[read->stepProgram[step].index()].empty()) {
                bytes.push_back(read->stepNotAlwaysLive[step]);
            }
        }
        QCOMPARE(bytes, profile->stepNotAlwaysLive);
        Answers expected = answersOf(profile);
        Answers actual = answersOf(read);
        for (Answers* answers : {&expected, &actual}) {
            for (StageEstimate& stage : answers->stages) {
                stage.peakStep = {};
            }
        }
        QVERIFY(actual == expected);
    }

    void loopsAndSwitchesAsSteps() {
        PoplarVariant variant;
        variant.containerSteps = true;
        const ProfilePtr read = loadVariant(realModel(), variant);
        std::set<std::string> types;
        for (const ProgramIndex program : read->stepProgram) {
            types.insert(read->programs[program.index()].type);
        }
        for (const char* type : {"Sequence", "Repeat", "RepeatWhile", "OnEveryTileSwitch", "Call"}) {
            QVERIFY2(types.contains(type), type);
        }
        Workers workers;
        const auto checks = runSelfChecks(*read, workers);
        QVERIFY(checks && checks->checked.size() == IdentityCount);
        QCOMPARE(checks->failed.size(), size_t{0});
    }

    void generatedModels_data() {
        QTest::addColumn<QString>("model");
        QTest::addColumn<bool>("training");
        QTest::addColumn<bool>("real");
        for (const char* model : {"bert-base", "gpt", "cnn"}) {
            for (const bool training : {false, true}) {
                for (const bool real : {false, true}) {
                    QTest::addRow("%s%s%s", model, training ? " training" : "", real ? " real" : "")
                        << model << training << real;
                }
            }
        }
    }
    void generatedModels() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        QFETCH(bool, real);
        GeneratorOptions options = smallModel(model, training);
        options.traits.tileLayout = real;
        options.traits.unevenTiles = real;
        options.traits.layerFunction = real;
        options.traits.branches = real;
        options.traits.tiedWeights = real;
        options.traits.twoStacks = real;
        options.traits.gradientNames = real ? GradientNames::Residual : GradientNames::Operations;
        options.traits.ipus = real ? 2 : 1;
        options.replicas = 2;
        const GeneratedModel generated = generateOrThrow(options);
        const ProfilePtr read = loadVariant(generated);
        QCOMPARE(Comparison(*generated.profile, *read).difference(), QString());
        QVERIFY(answersOf(read) == answersOf(generated.profile));
        Workers workers;
        const auto checks = runSelfChecks(*read, workers);
        QVERIFY(checks);
        QCOMPARE(checks->checked.size(), real ? IdentityCount : size_t{1});
        QCOMPARE(checks->failed.size(), size_t{0});
    }

    void withoutLoweredVariables() {
        const GeneratedModel model = realModel();
        PoplarVariant variant;
        variant.loweredVariables = false;
        const ProfilePtr read = loadVariant(model, variant);
        QCOMPARE(read->lowered.size(), size_t{0});
        QCOMPARE(read->programs.size(), model.profile->programs.size());
        QCOMPARE(read->stepNotAlwaysLive, model.profile->stepNotAlwaysLive);
        QCOMPARE(read->tileMemory.empty(), false);
    }

    void withoutDebugInformation() {
        const GeneratedModel model = realModel();
        PoplarVariant variant;
        variant.debugContexts = false;
        const ProfilePtr read = loadVariant(model, variant);
        QVERIFY(std::none_of(read->programs.begin(), read->programs.end(),
                             [](const Program& program) { return program.debugContext.has_value(); }));
        QVERIFY(std::none_of(read->variables.begin(), read->variables.end(),
                             [](const Variable& variable) { return variable.debugContext.has_value(); }));
        QCOMPARE(read->lowered.id, model.profile->lowered.id);
        QCOMPARE(read->operations.size(), size_t{0});
    }

    void callsNameTheirProgramsInAnyWay_data() {
        QTest::addColumn<int>("calls");
        QTest::newRow("children") << int(PoplarCalls::Children);
        QTest::newRow("functions") << int(PoplarCalls::Functions);
        QTest::newRow("both") << int(PoplarCalls::FunctionsAndChildren);
    }
    void callsNameTheirProgramsInAnyWay() {
        QFETCH(int, calls);
        PoplarVariant variant;
        variant.calls = PoplarCalls(calls);
        for (const bool layerFunction : {false, true}) {
            GeneratorOptions options = smallModel("bert-base", true);
            options.traits.layerFunction = layerFunction;
            const GeneratedModel model = generateOrThrow(options);
            const ProfilePtr read = loadVariant(model, variant);
            size_t named = 0;
            for (size_t i = 0; i < read->programs.size(); ++i) {
                const auto expected = model.profile->programChildren[i];
                const auto actual = read->programChildren[i];
                QVERIFY(std::equal(expected.begin(), expected.end(), actual.begin(), actual.end()));
                named += read->programs[i].function.has_value();
            }
            QCOMPARE(named > 0, variant.calls != PoplarCalls::Children);
            QVERIFY(Comparison(*model.profile, *read).sameOperations());
        }
    }

    void otherVariantsChangeNothing_data() {
        QTest::addColumn<int>("minor");
        QTest::addColumn<bool>("dangling");
        QTest::addColumn<bool>("compilationSteps");
        QTest::newRow("old") << 2 << false << false;
        QTest::newRow("newer") << 9 << false << false;
        QTest::newRow("ids without rows") << 8 << true << false;
        QTest::newRow("compilation steps") << 8 << false << true;
    }
    void otherVariantsChangeNothing() {
        QFETCH(int, minor);
        QFETCH(bool, dangling);
        QFETCH(bool, compilationSteps);
        PoplarVariant variant;
        variant.minor = static_cast<uint32_t>(minor);
        variant.danglingVariables = dangling;
        variant.compilationSteps = compilationSteps;
        const GeneratedModel model = realModel();
        const ProfilePtr read = loadVariant(model, variant);
        // An old file lacks phases of the compilation and the memory of compute sets.
        const Comparison comparison(*model.profile, *read);
        QCOMPARE(comparison.difference(), QString(minor == 2 ? "compilation" : ""));
        QVERIFY(comparison.sameOperations());
        QVERIFY(answersOf(read) == answersOf(model.profile));
    }

    void withoutExecution() {
        PoplarVariant variant;
        variant.execution = false;
        const ProfilePtr read = loadVariant(realModel(), variant);
        QVERIFY(read->executionSteps.empty() && read->measuredCycles.empty());
        QVERIFY(!read->estimatedCycles.empty());
    }

    void fileThatCannotBeWritten() {
        const QTemporaryDir directory;
        const auto written = writePoplarProfile(*loadFixture("one-layer"),
                                                directory.filePath("missing/profile.pop").toStdString());
        QVERIFY(!written);
        QCOMPARE(written.failure().error().code, ErrorCode::WriteFailed);
    }
};

TILELINE_TEST(TestPoplarWriter)
#include "test_poplarwriter.moc"
