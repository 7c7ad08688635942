// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/compareprofiles.h"
#include "tests/support/fixtures.h"
#include "tests/support/profiletext.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;

namespace {

constexpr const char* Text = R"(
    tiles 2 per-ipu 2
    steps load matmul store
    class always 0-3
    class once 1-2
    var weights class always bytes 100 50
    var x class once bytes 0 8                # nothing on tile 0
    code MatMul 40 40
    vertex half MatMul 16
    cs c0 half 3 3
    program load DoExchange code 20 24 vars x
    program matmul OnTileExecute cs c0 control 4 4 vars weights x
    program store Sync
    program main Sequence children load matmul store
    root main
    op layer.0/MatMul programs load matmul vars weights x steps 0-1 inputs x y instance 7
    op - programs store steps 2-2 tensor t
    again 0
)";

} // namespace

/// A profile from text has the content that the text describes.
class TestProfileText : public QObject {
    Q_OBJECT
private slots:
    void readsEveryStatement() {
        const ProfilePtr profile = profileFromText(Text);
        QCOMPARE(profile->stepCount(), uint32_t{3});
        QCOMPARE(profile->lowered.tileBegin, (std::vector<size_t>{0, 1, 3}));
        QCOMPARE(profile->lowered.bytes, (std::vector<uint32_t>{100, 50, 8}));
        QCOMPARE(profile->programChildren[3].size(), size_t{3});
        QCOMPARE(profile->computeSets[0].vertices[0].count[1], uint32_t{3});
        QVERIFY(profile->vertexTypes[0].code);
        QCOMPARE(profile->operations.size(), size_t{3});
        QCOMPARE(profile->operations[2].detail, DetailIndex{0});
        QCOMPARE(profile->operations[1].name, std::string());
        QCOMPARE(profile->operationDetails[1].debug.tensorId, std::optional<std::string>("t"));
        QCOMPARE(profile->operationVariables[0].size(), size_t{3});
    }

    void roundTrip() {
        const TemporaryDirectory directory;
        const ProfilePtr profile = profileFromText(Text);
        const ProfilePtr copy = loadOrThrow({writeTemporaryProfile(*profile, directory.path())});
        QCOMPARE(copy->operationDetails[0].debug.inputs, (std::vector<std::string>{"x", "y"}));
        QCOMPARE(copy->operationDetails[0].debug.instanceId, std::optional<std::string>("7"));
        const TemporaryDirectory second;
        const ProfilePtr again = loadOrThrow({writeTemporaryProfile(*copy, second.path())});
        QCOMPARE(QString::fromStdString(profileDifference(*copy, *again)), QString());
    }

    void saysWhichLineIsWrong() {
        for (const char* text :
             {"tiles x", "tiles 1\nroot nothing", "tiles 1\nclass a 3", "tiles 1\nvar a bytes 1"}) {
            QVERIFY_EXCEPTION_THROWN(profileFromText(text), std::exception);
        }
    }
};

TILELINE_TEST(TestProfileText)
#include "test_profiletext.moc"
