// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/fixtures.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;

/// The fixtures load with the content of their tables.
class TestFixtures : public QObject {
    Q_OBJECT
private slots:
    void counts_data() {
        QTest::addColumn<qsizetype>("programs");
        QTest::addColumn<qsizetype>("operations");
        QTest::addColumn<qsizetype>("details");
        QTest::addColumn<qsizetype>("lowered");
        QTest::addColumn<qsizetype>("steps");
        QTest::newRow("bert-tiny-inf") << 308LL << 74LL << 70LL << 1944LL << 263LL;
        QTest::newRow("bert-tiny-train") << 584LL << 139LL << 133LL << 2732LL << 488LL;
        QTest::newRow("efficientnet-tiny") << 304LL << 63LL << 63LL << 2020LL << 240LL;
        QTest::newRow("no-layers") << 241LL << 59LL << 56LL << 768LL << 204LL;
        QTest::newRow("one-layer") << 116LL << 29LL << 28LL << 352LL << 95LL;
        QTest::newRow("replicated") << 241LL << 59LL << 56LL << 768LL << 204LL;
        QTest::newRow("shuffled-layers") << 748LL << 184LL << 173LL << 3704LL << 642LL;
    }
    void counts() {
        const ProfilePtr profile = loadFixture(QTest::currentDataTag());
        QTEST(qsizetype(profile->programs.size()), "programs");
        QTEST(qsizetype(profile->operations.size()), "operations");
        QTEST(qsizetype(profile->operationDetails.size()), "details");
        QTEST(qsizetype(profile->lowered.size()), "lowered");
        QTEST(qsizetype(profile->stepCount()), "steps");
    }

    void values() {
        const ProfilePtr profile = loadFixture("bert-tiny-inf");
        QCOMPARE(profile->target, (Target{"ipu2", 1, 16, 16, 638976, 1330000000, 1}));
        QCOMPARE(profile->metaValue("framework"), std::string_view("popart"));
        QCOMPARE(profile->programs[5].type, std::string("Sequence"));
        QCOMPARE(profile->programChildren[5].size(), size_t{3});
        QCOMPARE(profile->programChildren[5].front(), ProgramIndex{2});
        QCOMPARE(profile->rootPrograms, std::vector<ProgramIndex>{{307}});
        const Operation& matMul = profile->operations[6];
        QCOMPARE(matMul.name, std::string("Embedding/MatMul"));
        const OperationDetail& detail = profile->operationDetails[matMul.detail.index()];
        QCOMPARE(detail.debug.inputs, std::vector<std::string>{"onehot"});
        QCOMPARE(detail.debug.instanceId, std::optional<std::string>("105"));
        QVERIFY(!detail.debug.tensorId);
        QCOMPARE(detail.firstStep, std::optional(StepIndex{11}));
        QCOMPARE(detail.lastStep, std::optional(StepIndex{15}));
        QVERIFY(profile->operationDetails[0].debug.tensorId == "segments");
        const TileMemoryCategory* alwaysLive = profile->findTileMemory("alwaysLive");
        QVERIFY(alwaysLive);
        QCOMPARE(alwaysLive->bytes[0], uint32_t{0x1BC08});
    }
};

TILELINE_TEST(TestFixtures)
#include "test_fixtures.moc"
