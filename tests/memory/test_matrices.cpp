// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/pipelineentries.h"
#include "core/memory/layermatrices.h"
#include "tests/support/fixtures.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

/// A run of operations, as in the definition of the matrices.
struct Run {
    uint32_t layer = 0;
    std::vector<size_t> operations;
    std::set<uint32_t> variables;
    uint32_t first = 0;
    uint32_t last = 0;
};

uint32_t firstStepOf(const Profile& profile, const Layers& layers, const std::vector<size_t>& operations,
                     uint32_t otherwise) {
    for (const size_t i : operations) {
        if (const auto step = profile.operationDetails[layers.operations[i].detail.index()].firstStep) {
            return step->value;
        }
    }
    return otherwise;
}

std::vector<Run> runsOf(const Profile& profile, const Layers& layers) {
    std::vector<Run> runs;
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const LayeredOperation& operation = layers.operations[i];
        if (runs.empty() || (operation.inLayer() && operation.layer.value != runs.back().layer)) {
            runs.push_back({operation.layer.value, {}, {}, 0, 0});
        }
        runs.back().operations.push_back(i);
        if (operation.inLayer()) {
            for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
                runs.back().variables.insert(row.value);
            }
        }
    }
    uint32_t next = 0;
    for (size_t i = layers.operations.size(); i > 0; --i) {
        if (const auto step = profile.operationDetails[layers.operations[i - 1].detail.index()].lastStep) {
            next = step->value;
            break;
        }
    }
    for (size_t i = runs.size(); i > 0; --i) {
        runs[i - 1].last = next;
        runs[i - 1].first = firstStepOf(profile, layers, runs[i - 1].operations, next);
        next = runs[i - 1].first;
    }
    return runs;
}

bool passes(const Profile& profile, uint32_t row, const Run& from, const Run& to) {
    if (!from.variables.contains(row) || !to.variables.contains(row)) {
        return false;
    }
    for (const StepInterval& live : profile.equivalenceClasses[profile.lowered.liveClass[row].index()]) {
        if (from.first <= live.start.value && live.start.value <= from.last && to.first <= live.end.value &&
            live.end.value < to.last) {
            return true;
        }
    }
    return false;
}

/// The matrices by definition: pair by pair, variable by variable.
LayerMatrices naive(const Profile& profile, const Layers& layers, MatrixParts parts) {
    const std::vector<Run> runs = runsOf(profile, layers);
    const bool byLayer = parts == MatrixParts::Layers;
    const size_t count = byLayer ? layers.count() : runs.size();
    LayerMatrices matrices{{}, ByteMatrix(count), ByteMatrix(count)};
    std::vector<std::vector<const Run*>> members(count);
    for (uint32_t i = 0; i < runs.size(); ++i) {
        members[byLayer ? runs[i].layer : i].push_back(&runs[i]);
    }
    for (uint32_t part = 0; part < count; ++part) {
        matrices.parts.push_back({byLayer ? part : runs[part].layer});
    }
    const auto uses = [&](size_t part, uint32_t row) {
        return std::any_of(members[part].begin(), members[part].end(),
                           [&](const Run* run) { return run->variables.contains(row); });
    };
    for (size_t i = 0; i < count; ++i) {
        for (size_t j = 0; j < count; ++j) {
            for (uint32_t row = 0; row < profile.lowered.size(); ++row) {
                const uint32_t bytes = profile.lowered.bytes[row];
                matrices.affinity.at(i, j) += uses(i, row) && uses(j, row) ? bytes : 0;
                bool bridge = false;
                for (const Run* from : members[i]) {
                    for (const Run* to : members[j]) {
                        bridge = bridge || passes(profile, row, *from, *to);
                    }
                }
                matrices.communication.at(i, j) += bridge ? bytes : 0;
            }
        }
    }
    return matrices;
}

struct ManyRuns {
    Profile profile;
    Layers layers;
};

/// Runs of one operation each, in turn of each layer, which all use one variable.
ManyRuns manyRuns(uint32_t runs, uint32_t layerCount) {
    ManyRuns made;
    Profile& profile = made.profile;
    profile.equivalenceClasses.append(std::vector<StepInterval>{{{0}, {1}}});
    profile.lowered.id = {0};
    profile.lowered.bytes = {8};
    profile.lowered.liveClass = {ClassIndex{0}};
    for (uint32_t layer = 0; layer < layerCount; ++layer) {
        made.layers.names.emplace_back(std::to_string(layer));
        made.layers.kinds.push_back(EntryKind::Layer);
    }
    const std::vector<LoweredIndex> used{LoweredIndex{0}};
    for (uint32_t run = 0; run < runs; ++run) {
        profile.operationDetails.emplace_back();
        profile.operationVariables.append(used);
        LayeredOperation& operation = made.layers.operations.emplace_back();
        operation.detail = {run};
        operation.layer = {run % layerCount};
        operation.kind = EntryKind::Layer;
    }
    return made;
}

void compareMatrices(const Profile& profile, const Layers& layers) {
    for (const MatrixParts parts : {MatrixParts::Layers, MatrixParts::Blocks}) {
        const auto found = findLayerMatrices(profile, layers, parts);
        QVERIFY(found);
        const LayerMatrices expected = naive(profile, layers, parts);
        QVERIFY(found->parts == expected.parts);
        QVERIFY(found->affinity == expected.affinity);
        QVERIFY(found->communication == expected.communication);
    }
}

void compare(const Profile& profile, const LayerOptions& options) {
    const auto layers = findLayers(profile, options);
    QVERIFY(layers);
    compareMatrices(profile, **layers);
}

} // namespace

class TestMatrices : public QObject {
    Q_OBJECT

private slots:
    void randomProfiles_data() {
        QTest::addColumn<bool>("position");
        QTest::newRow("unassigned first") << false;
        QTest::newRow("unassigned by position") << true;
    }

    void randomProfiles() {
        QFETCH(bool, position);
        LayerOptions options;
        options.unassigned = position ? Unassigned::Position : Unassigned::First;
        for (uint64_t seed = 0; seed < 150; ++seed) {
            compare(*randomProfile(seed), options);
            if (QTest::currentTestFailed()) {
                qInfo("seed %llu", static_cast<unsigned long long>(seed));
                return;
            }
        }
    }

    /// The entries of the pipeline setting: all operations bring variables, those of Input too.
    void pipelineEntries() {
        test::RandomProfileOptions shape;
        shape.pipeline = true;
        size_t input = 0;
        for (uint64_t seed = 0; seed < 60; ++seed) {
            const ProfilePtr profile = randomProfile(seed, shape);
            const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, {}));
            compareMatrices(*profile, *entries->layers());
            QVERIFY2(!QTest::currentTestFailed(), std::to_string(seed).c_str());
            const auto found = findLayerMatrices(*profile, *entries->layers(), MatrixParts::Layers);
            input += entries->layers()->kinds[0] == EntryKind::Input && found->affinity.at(0, 0) > 0;
        }
        QVERIFY(input > 10);
    }

    void fixtures_data() {
        QTest::addColumn<QString>("fixture");
        for (const std::string& name : fixtureNames()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }

    void fixtures() {
        QFETCH(QString, fixture);
        compare(*loadFixture(fixture.toStdString()), {});
    }

    /// Variables do pass forwards between the layers of a model. Otherwise the comparisons above would prove
    /// little.
    void somethingPasses() {
        const ProfilePtr profile = loadFixture("bert-tiny-inf");
        const auto layers = findLayers(*profile, {});
        QVERIFY(layers);
        const auto matrices = findLayerMatrices(*profile, **layers, MatrixParts::Layers);
        QVERIFY(matrices);
        QVERIFY(matrices->communication.at(1, 2) > 0);
        QCOMPARE(matrices->communication.at(2, 1), uint64_t{0});
        QCOMPARE(matrices->affinity.at(0, 1), uint64_t{0});
    }

    /// A matrix of 60,000 layers would need 58 GB.
    void tooManyLayers() {
        for (const auto& [count, fits] :
             {std::pair(2000U, true), std::pair(2001U, false), std::pair(60'000U, false)}) {
            const ManyRuns model = manyRuns(count, count);
            const auto made = findLayerMatrices(model.profile, model.layers, MatrixParts::Layers);
            QCOMPARE(bool(made), fits);
            if (!fits) {
                QCOMPARE(made.failure().error().code, ErrorCode::TooLarge);
                QCOMPARE(made.failure().error().actual, std::to_string(count) + " layers");
            }
            QCOMPARE(bool(findLayerMatrices(model.profile, model.layers, MatrixParts::Blocks)), fits);
        }
    }

    /// One variable that all runs use: each run makes a longer set of runs.
    void tooManyRuns() {
        const ManyRuns model = manyRuns(60'000, 2);
        const auto made = findLayerMatrices(model.profile, model.layers, MatrixParts::Layers);
        QVERIFY(!made && !made.failure().cancelled());
        QCOMPARE(made.failure().error().code, ErrorCode::TooLarge);
        QCOMPARE(made.failure().error().actual, std::string("60000 runs"));
    }

    void cancelled() {
        const ProfilePtr profile = loadFixture("bert-tiny-inf");
        const auto layers = findLayers(*profile, {});
        QVERIFY(layers);
        std::stop_source stop;
        stop.request_stop();
        const auto matrices = findLayerMatrices(*profile, **layers, MatrixParts::Layers, stop.get_token());
        QVERIFY(!matrices && matrices.failure().cancelled());
    }
};

TILELINE_TEST(TestMatrices)
#include "test_matrices.moc"
