// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/debugwriter.h"
#include "core/estimate/stageestimator.h"
#include "core/layers/layers.h"
#include "core/memory/origins.h"
#include "tests/support/compareprofiles.h"
#include "tests/support/fixtures.h"
#include "tests/support/profilefiles.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>

using namespace tileline;
using namespace tileline::test;

namespace {

/// In the fixtures, the tables and the debug information give different operator sets for a Call. This makes
/// them equal.
constexpr const char* OneOpidForCalls = "UPDATE operation_detail SET debug_json = "
                                        "replace(debug_json, 'ai.graphcore.Call:1', 'ai.onnx.Call:9')";

} // namespace

/// The operations that are derived from debug information equal those in the tables.
class TestDebugOperations : public QObject {
    Q_OBJECT
private slots:
    void sameAsTables_data() {
        QTest::addColumn<QString>("fixture");
        for (const std::string& name : fixtureNames()) {
            QTest::newRow(name.c_str()) << QString::fromStdString(name);
        }
    }
    void sameAsTables() {
        QFETCH(QString, fixture);
        const TemporaryDirectory directory;
        copyReport(fixture.toStdString(), directory.path(), OneOpidForCalls);
        const ProfilePtr tables = loadOrThrow({directory.path()});
        copyReport(fixture.toStdString(), directory.path(), DropOperations);
        const ProfilePtr derived = loadOrThrow({directory.path()});
        QCOMPARE(QString::fromStdString(operationDifference(*tables, *derived)), QString());
        QCOMPARE(QString::fromStdString(profileDifference(*tables, *derived)), QString());
        QVERIFY(hasNote(*derived, LoadNote::Kind::OperationsFromDebug));
        QVERIFY(!hasNote(*tables, LoadNote::Kind::OperationsFromDebug));
    }

    /// Programs without a framework: the nearest named context stands in for an operation.
    void namedProgramsStandIn_data() {
        QTest::addColumn<bool>("layers");
        QTest::newRow("names") << true;
        QTest::newRow("functions only") << false;
    }
    void namedProgramsStandIn() {
        QFETCH(bool, layers);
        const TemporaryDirectory directory;
        const ProfilePtr profile =
            loadOrThrow({copyPlainReport(directory.path(), layers), directory / "debug.json"});
        QVERIFY(hasNote(*profile, LoadNote::Kind::OperationsFromPrograms));
        QVERIFY(!hasNote(*profile, LoadNote::Kind::NoOperations) &&
                !hasNote(*profile, LoadNote::Kind::OperationsFromDebug));
        QVERIFY(!profile->operations.empty() && !profile->hasFrameworkOperations());
        for (const Operation& operation : profile->operations) {
            QVERIFY2(layers ? operation.name.starts_with("blocks.") : operation.name == "matMul",
                     operation.name.c_str());
            QCOMPARE(profile->operationDetails[operation.detail.index()].location->file,
                     std::string("models/model.cpp"));
        }
        const auto found = findLayers(*profile, {});
        QCOMPARE((*found)->count(), layers ? size_t{5} : size_t{1});
        // PopLiner knows operations of frameworks only.
        const auto popliner = findLayers(*profile, {}, {}, false);
        QVERIFY((*popliner)->operations.empty());
        QVERIFY(StageEstimator::checkPossible(*profile, Setting::Pipeline));
        QCOMPARE(StageEstimator::checkPossible(*profile, Setting::PopLiner).failure().code,
                 ErrorCode::NoOperations);
    }

    void programsAreNamedByTheirContexts() {
        const TemporaryDirectory directory;
        const ProfilePtr profile =
            loadOrThrow({copyPlainReport(directory.path(), true), directory / "debug.json"});
        size_t unnamed = 0;
        for (uint32_t i = 0; i < profile->programs.size(); ++i) {
            const Program& program = profile->programs[i];
            if (!program.name.empty()) {
                QCOMPARE(programName(*profile, {i}), program.name);
            } else if (program.debugContext) {
                ++unnamed;
                const std::string name = programName(*profile, {i});
                QVERIFY2(name.starts_with("blocks."), name.c_str());
                QVERIFY(programLocation(*profile, {i}).starts_with("model.cpp:1"));
                const auto chain = contextChain(*profile, {i});
                QCOMPARE(chain.size(), size_t{2});
                QVERIFY2(chain[0].find(name + " (") != std::string::npos &&
                             chain[0].find("model.cpp:1") != std::string::npos,
                         chain[0].c_str());
                QVERIFY2(chain[1].ends_with("main (MatMul.cpp:1)"), chain[1].c_str());
            }
        }
        QVERIFY(unnamed > 0);
    }

    /// Uses a debug.cbor that we wrote ourselves.
    void sameAfterWriting_data() { sameAsTables_data(); }
    void sameAfterWriting() {
        QFETCH(QString, fixture);
        const TemporaryDirectory directory;
        const TemporaryDirectory written;
        copyReport(fixture.toStdString(), directory.path(), DropOperations);
        copyReport(fixture.toStdString(), written.path(), DropOperations);
        const ProfilePtr derived = loadOrThrow({directory.path()});
        QVERIFY(writeDebugCbor(*derived->debug, written / "debug.cbor"));
        const ProfilePtr again = loadOrThrow({written.path()});
        QCOMPARE(QString::fromStdString(profileDifference(*derived, *again)), QString());
        QCOMPARE(again->debug->contexts.size(), derived->debug->contexts.size());
        for (size_t i = 0; i < again->debug->contexts.size(); ++i) {
            const DebugContext& a = again->debug->contexts[i];
            const DebugContext& b = derived->debug->contexts[i];
            QVERIFY(a.id == b.id && a.parent == b.parent && a.layer == b.layer && a.location == b.location);
            QCOMPARE(a.operationName, b.operationName);
            QCOMPARE(a.operationType, b.operationType);
            QCOMPARE(a.debug.json, b.debug.json);
        }
    }
};

TILELINE_TEST(TestDebugOperations)
#include "test_debugoperations.moc"
