// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generator/debugwriter.h"
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

    /// Uses a debug.cbor that we wrote ourselves.
    void sameAfterWriting_data() { sameAsTables_data(); }
    void sameAfterWriting() {
        QFETCH(QString, fixture);
        const TemporaryDirectory directory;
        copyReport(fixture.toStdString(), directory.path(), DropOperations);
        const ProfilePtr derived = loadOrThrow({directory.path()});
        QVERIFY(writeDebugCbor(*derived->debug, directory / "debug.cbor"));
        const ProfilePtr again = loadOrThrow({directory.path()});
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
