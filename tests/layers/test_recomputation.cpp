// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/passes.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/expected.h"
#include "tests/support/fixtures.h"
#include "tests/support/pipelinereference.h"
#include "tests/support/profiletext.h"
#include "tests/support/randomprofile.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;

namespace {

bool isRecomputed(const Profile& profile) {
    const LayersPtr layers = *findLayers(profile, {});
    return *isAlreadyRecomputed(profile, *layers, Passes::find(profile, *layers));
}

bool isRecomputedByDefinition(const Profile& profile) {
    const LayersPtr layers = *findLayers(profile, {});
    return PipelineReference(profile, *layers).alreadyRecomputed();
}

/// Steps 0 to 9 run the programs of `steps`, a to d; the first gradient is made in step 5. The lines of
/// `operations` follow.
ProfilePtr profileOf(const std::string& steps, const std::string& operations) {
    return profileFromText("tiles 1\nsteps " + steps +
                           "\nprogram a OnTileExecute\nprogram b OnTileExecute\nprogram c OnTileExecute\n"
                           "program d OnTileExecute\nprogram g OnTileExecute\n"
                           "program main Sequence children a b c d g\nroot main\n"
                           "op Loss programs g steps 5-5 outputs Gradient___x\n" +
                           operations);
}

} // namespace

class TestRecomputation : public QObject {
    Q_OBJECT
private slots:
    void operationsThatRunAgain_data() {
        QTest::addColumn<QString>("steps");
        QTest::addColumn<bool>("again"); // the operation of a and b
        QTest::newRow("once") << "a b c c c g d d d d" << false;
        QTest::newRow("twice") << "a b c c c g d a b d" << true;
        QTest::newRow("twice before") << "a c b c c g d d d d" << false;
        QTest::newRow("from the gradient on") << "a c c c c a b g d d" << true;
        QTest::newRow("across the gradient") << "a c c c b a g d d d" << false;
        QTest::newRow("across it, and again") << "a c c c b a g d d b" << true;
        QTest::newRow("only after it") << "c c c c c g a d b d" << false;
        QTest::newRow("never") << "c c c c c g d d d d" << false;
    }
    void operationsThatRunAgain() {
        QFETCH(QString, steps);
        QFETCH(bool, again);
        QCOMPARE(isRecomputed(*profileOf(steps.toStdString(), "op layer.0/x programs a b steps 0-9")), again);
    }

    /// More than a third of the unmarked operations that are in layers by their own names run again.
    void aThirdIsNotEnough() {
        const std::string steps = "a b c c c g a d d d";
        const std::string again = "op layer.0/x programs a steps 0-6\n";
        const std::string once = "op layer.0/x programs b steps 1-1\n";
        QVERIFY(!isRecomputed(*profileOf(steps, again + once + once)));
        QVERIFY(isRecomputed(*profileOf(steps, again + once)));
        QVERIFY(isRecomputed(*profileOf(steps, again + again + once + once)));
        // These are not counted.
        const std::string marked = "op layer.0/x programs b steps 1-1 inputs Gradient___y\n";
        QVERIFY(isRecomputed(*profileOf(steps, again + once + marked + "op Head programs b steps 1-1\n")));
        QVERIFY(!isRecomputed(*profileOf(steps, once + "op layer.0/x programs a steps 0-6 inputs y__re\n")));
        // Each listing counts. Without a gradient, nothing runs again.
        QVERIFY(isRecomputed(*profileOf(steps, again + once + once + "again 1\n")));
        QVERIFY(!isRecomputed(*profileFromText("tiles 1\nsteps a b a\nprogram a OnTileExecute\nprogram b "
                                               "OnTileExecute\nprogram main Sequence children a b\nroot "
                                               "main\nop layer.0/x programs a steps 0-2\n")));
    }

    /// More than 5 % of all operations make a tensor again.
    void aTwentiethIsNotEnough() {
        const auto profileWith = [](size_t operations, const std::string& output) {
            std::string text = "op layer.0/x programs a steps 0-0 outputs y " + output + "\n";
            for (size_t i = 2; i < operations; ++i) { // beside Loss
                text += "op layer.0/x programs b steps 1-1\n";
            }
            return profileOf("a b c c c g d d d d", text);
        };
        QVERIFY(!isRecomputed(*profileWith(20, "y__re")));
        QVERIFY(isRecomputed(*profileWith(19, "y__re")));
        QVERIFY(isRecomputed(*profileWith(19, "y__re__t3")));
        QVERIFY(!isRecomputed(*profileWith(19, "y__re/z")));
    }

    void equalsTheDefinition() {
        std::array<size_t, 4> found{};
        for (uint64_t seed = 1; seed <= 600; ++seed) {
            RandomProfileOptions options;
            options.pipeline = true;
            options.computedAgain = seed % 2 == 0;
            options.tiles = 1;
            options.steps = 10 + static_cast<uint32_t>(seed / 7 % 80);
            options.operations = 4 + static_cast<uint32_t>(seed / 11 % 30);
            const ProfilePtr profile = randomProfile(seed, options);
            const bool expected = isRecomputedByDefinition(*profile);
            QVERIFY2(isRecomputed(*profile) == expected, std::to_string(seed).c_str());
            ++found[seed % 2 * 2 + (expected ? 1 : 0)];
        }
        // With and without the suffix, both answers occur.
        for (const size_t count : found) {
            QVERIFY2(count > 30, std::to_string(count).c_str());
        }
    }

    void theFixtures() {
        std::vector<std::string> fixtures = fixtureNames();
        for (const auto& names : {pipelineFixtureNames(), verdictFixtureNames()}) {
            fixtures.insert(fixtures.end(), names.begin(), names.end());
        }
        for (const std::string& name : fixtures) {
            const bool expected = expectedOf(name).value("already_recomputed", false);
            QCOMPARE(expected, name == "pipeline-recomputed-tiny");
            for (const char* file : {"profile.tileline", "profile.pop"}) {
                const auto path = fixtureDirectory(name) / file;
                if (std::filesystem::exists(path)) {
                    const ProfilePtr profile = loadOrThrow({path, fixtureDirectory(name) / "debug.cbor"});
                    QVERIFY2(isRecomputed(*profile) == expected, path.c_str());
                    QCOMPARE(isRecomputedByDefinition(*profile), expected);
                }
            }
        }
    }

    void generatedModels() {
        for (const char* model : {"bert-base", "gpt", "cnn"}) {
            for (const bool recomputed : {false, true}) {
                GeneratorOptions options = smallModel(model, true);
                options.traits.recomputed = recomputed;
                const TemporaryDirectory directory;
                QVERIFY(writeModel(generateOrThrow(options), directory.path()));
                const ProfilePtr profile = loadOrThrow({directory.path()});
                QCOMPARE(isRecomputed(*profile), isRecomputedByDefinition(*profile));
                // TensorFlow's operations have no such outputs.
                QCOMPARE(isRecomputed(*profile), recomputed && model[0] != 'c');
            }
        }
    }

    void findingCanBeStopped() {
        const ProfilePtr profile = profileOf("a b c c c g d a b d", "op layer.0/x programs a b steps 0-9");
        const LayersPtr layers = *findLayers(*profile, {});
        std::stop_source source;
        source.request_stop();
        const auto found =
            isAlreadyRecomputed(*profile, *layers, Passes::find(*profile, *layers), source.get_token());
        QVERIFY(!found && found.failure().cancelled());
    }
};

TILELINE_TEST(TestRecomputation)
#include "test_recomputation.moc"
