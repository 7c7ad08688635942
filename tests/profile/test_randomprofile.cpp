// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <set>

using namespace tileline;
using namespace tileline::test;

/// Random profiles are valid, and contain the difficult cases that they should contain.
class TestRandomProfile : public QObject {
    Q_OBJECT
private slots:
    void coversTheDifficultCases() {
        size_t replicated = 0;
        size_t severalIntervals = 0;
        size_t withoutSteps = 0;
        size_t listedTwice = 0;
        size_t tensors = 0;
        size_t shortArrays = 0;
        size_t calls = 0;
        for (uint64_t seed = 0; seed < 300; ++seed) {
            RandomProfileOptions options;
            options.tiles = 1 + static_cast<uint32_t>(seed % 9);
            const ProfilePtr profile = randomProfile(seed, options);
            replicated += profile->target.numTiles != profile->target.tilesPerIpu;
            for (size_t i = 0; i < profile->equivalenceClasses.size(); ++i) {
                severalIntervals += profile->equivalenceClasses[i].size() > 1;
            }
            for (const OperationDetail& detail : profile->operationDetails) {
                withoutSteps += !detail.firstStep;
                tensors += detail.debug.tensorId.has_value();
            }
            std::set<uint32_t> details;
            for (const Operation& operation : profile->operations) {
                listedTwice += !details.insert(operation.detail.value).second;
                calls += operation.name == "Call";
            }
            for (const Program& program : profile->programs) {
                shortArrays += program.controlCode.size() < profile->target.numTiles;
            }
        }
        QVERIFY(replicated > 10);
        QVERIFY(severalIntervals > 10);
        QVERIFY(withoutSteps > 10);
        QVERIFY(listedTwice > 10);
        QVERIFY(tensors > 10);
        QVERIFY(shortArrays > 10);
        QVERIFY(calls > 10);
    }

    void extremeSizes() {
        for (uint64_t seed = 0; seed < 20; ++seed) {
            QVERIFY(
                randomProfile(seed, {.tiles = 1, .layers = 0, .steps = 1, .variables = 1, .operations = 1}));
            QVERIFY(randomProfile(seed, {.tiles = 60, .layers = 40, .steps = 300, .operations = 100}));
        }
    }
};

TILELINE_TEST(TestRandomProfile)
#include "test_randomprofile.moc"
