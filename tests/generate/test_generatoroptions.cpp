// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/generate/generatedmodels.h"
#include "tests/testmain.h"

using namespace tileline;
using namespace tileline::test;

/// Which options are accepted, and which are refused.
class TestGeneratorOptions : public QObject {
    Q_OBJECT
private slots:
    void hostileOptions_data() {
        QTest::addColumn<QString>("option");
        QTest::addColumn<uint>("value");
        QTest::newRow("no layers") << "layers" << 0U;
        QTest::newRow("too many layers") << "layers" << 1025U;
        QTest::newRow("no tiles") << "tiles" << 0U;
        QTest::newRow("a thousand million tiles") << "tiles" << 1000000000U;
        QTest::newRow("no samples") << "batch" << 0U;
        QTest::newRow("too many samples") << "batch" << 0xFFFFFFFFU;
        QTest::newRow("no replicas") << "replicas" << 0U;
        QTest::newRow("too many replicas") << "replicas" << 65U;
        QTest::newRow("no IPUs") << "ipus" << 0U;
        QTest::newRow("too many IPUs") << "ipus" << 65U;
    }
    void hostileOptions() {
        QFETCH(QString, option);
        QFETCH(uint, value);
        GeneratorOptions options;
        if (option == "layers") {
            options.layers = value;
        } else if (option == "tiles") {
            options.tiles = value;
        } else if (option == "batch") {
            options.batch = value;
        } else if (option == "ipus") {
            options.traits.ipus = value;
        } else {
            options.replicas = value;
        }
        const auto model = generateModel(options);
        QVERIFY(!model);
        QCOMPARE(model.failure().error().code, ErrorCode::BadArgument);
        QCOMPARE(QString::fromStdString(model.failure().error().item), option);
        QCOMPARE(model.failure().error().actual, std::to_string(value));
    }

    void unknownModelNamesTheOthers() {
        GeneratorOptions options;
        options.model = "resnet";
        const auto model = generateModel(options);
        QVERIFY(!model);
        QCOMPARE(model.failure().error().code, ErrorCode::BadArgument);
        QVERIFY(model.failure().error().expected.find("bert-large") != std::string::npos);
    }

    void tooLargeIsRefused() {
        GeneratorOptions options;
        options.model = "gpt-96";
        options.layers = 1024;
        options.tiles = 4096;
        const auto model = generateModel(options);
        QVERIFY(!model);
        QCOMPARE(model.failure().error().code, ErrorCode::TooLarge);
    }

    void optionsOverridePresets() {
        const auto model = resolveOptions({"bert-large", 7, 64, 2, true, 3, 9});
        QVERIFY(bool(model));
        QCOMPARE(model->layers, 7U);
        QCOMPARE(model->tiles, 64U);
        QCOMPARE(model->batch, 2U);
        QVERIFY(model->training);
        QVERIFY(model->hidden < 1024);
    }

    void smallestModels_data() { addSmallModels(); }
    void smallestModels() {
        QFETCH(QString, model);
        QFETCH(bool, training);
        GeneratorOptions options = smallModel(model, training);
        options.layers = 1;
        options.tiles = 1;
        QCOMPARE(generateOrThrow(options).profile->target.numTiles, 1U);
    }

    void replicasAreCounted() {
        GeneratorOptions options = smallModel("bert-base", true);
        options.replicas = 2;
        const GeneratedModel model = generateOrThrow(options);
        QCOMPARE(model.profile->target.numTiles, 32U);
        QCOMPARE(model.profile->target.tilesPerIpu, 16U);
        QCOMPARE(model.profile->target.numReplicas, 2U);
        const auto& programs = model.profile->programs;
        QVERIFY(std::any_of(programs.begin(), programs.end(),
                            [](const Program& program) { return program.type == "GlobalExchange"; }));
    }

    void stopsWhenAsked() {
        std::stop_source stop;
        stop.request_stop();
        const auto model = generateModel({}, stop.get_token());
        QVERIFY(!model);
        QVERIFY(model.failure().cancelled());
    }
};

TILELINE_TEST(TestGeneratorOptions)
#include "test_generatoroptions.moc"
