// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageestimator.h"
#include "core/profile/reading/profileloader.h"
#include "core/solve/optimalsolver.h"
#include "core/solve/solve.h"
#include "tests/app/cli.h"
#include "tests/support/fixtures.h"
#include "tests/support/random.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

using namespace tileline;
using namespace tileline::test;

namespace {

constexpr int Profiles = 50;

/// Options for a small model. Each number gives a different one.
QStringList generateArguments(int number) {
    Random random(static_cast<uint64_t>(number));
    const QStringList models{"bert-base", "bert-large", "gpt", "cnn"};
    QStringList arguments{models[number % models.size()]};
    arguments << "--layers" << QString::number(2 + random.below(4));
    arguments << "--tiles" << QString::number(4 + random.below(9));
    arguments << "--seed" << QString::number(number);
    arguments << (random.below(2) == 0 ? "--training" : "--inference");
    return arguments;
}

/// Expressions that find layers: the default, one without groups, and one that distinguishes the halves of a
/// layer.
const QStringList Regexes{"", "(?:layer|blocks|h)[._/]?[0-9]+", "(?:layer|blocks|h)[._/]?(\\d+)/(\\w)"};

Json nameOf(const Layers& layers, LayerIndex layer) {
    const auto& name = layers.names[layer.index()];
    return name ? Json(*name) : Json();
}

/// The library's answers to `solve --ipus 3 --splits MIDDLE`.
struct Answers {
    LayersPtr layers;
    IntervalTablePtr table;
    SolvedPlan best{SplitPlan(1)};
};

Answers answersOf(const std::filesystem::path& report, const LayerOptions& options, Workers& workers) {
    const ProfilePtr profile = loadOrThrow({report});
    const auto layers = findLayers(*profile, options);
    const auto estimator = StageEstimator::build(profile, *layers, workers);
    auto table = std::make_shared<IntervalTable>(*estimator);
    const auto filled = table->fill(SplitPlan((*layers)->count()), workers);
    if (!filled) {
        throw std::runtime_error("the table was not filled");
    }
    const SolveRequest request{Objective::MinPeak, PlanConstraints((*layers)->count(), 3)};
    const auto costs = IntervalCosts::make(*table, {});
    return {*layers, table, std::get<SolvedPlan>(*solveOptimal(*costs, request))};
}

} // namespace

/// The binary and the library give the same numbers on 50 generated profiles.
class TestCliLibrary : public QObject {
    Q_OBJECT

    Workers m_workers{2};

private slots:
    void sameAnswers_data() {
        QTest::addColumn<int>("number");
        for (int number = 0; number < Profiles; ++number) {
            QTest::addRow("%d: %s", number, qPrintable(generateArguments(number).join(' '))) << number;
        }
    }

    void sameAnswers() {
        QFETCH(int, number);
        const TemporaryDirectory directory;
        const QString report = QString::fromStdString((directory / "report").string());
        QVERIFY(generateProfile(generateArguments(number) + QStringList{"-o", report}));
        for (const LayerOrder order : {LayerOrder::Steps, LayerOrder::Natural}) {
            for (const QString& regex : Regexes) {
                LayerOptions options;
                options.order = order;
                QStringList arguments{report, "--layer-order",
                                      order == LayerOrder::Natural ? "natural" : "steps"};
                if (!regex.isEmpty()) {
                    options.layerRegex = regex.toStdString();
                    arguments << "--layer-name-regex" << regex;
                }
                compare(directory / "report", options, arguments);
                if (QTest::currentTestFailed()) {
                    qInfo("layer regex %s", qPrintable(regex));
                    return;
                }
            }
        }
    }

private:
    void compare(const std::filesystem::path& report, const LayerOptions& options,
                 const QStringList& arguments) {
        const Answers answers = answersOf(report, options, m_workers);
        const Layers& layers = *answers.layers;
        const Json segments =
            runCli(QStringList{"segments", "--json", "--setting", "popliner"} + arguments).json();
        QCOMPARE(segments.size(), layers.count() * (layers.count() + 1) / 2);
        for (const Json& segment : segments) {
            const StageEstimate& stage =
                *answers.table->find({{segment["from"].get<uint32_t>()}, {segment["to"].get<uint32_t>()}});
            QCOMPARE(segment["max_tile_mem"].get<uint64_t>(), stage.peakTileBytes);
            QCOMPARE(segment["argmax_tile"].get<uint32_t>(), stage.peakTile.value);
            QCOMPARE(segment["peak_step"].get<uint32_t>(), stage.peakStep.value);
            QCOMPARE(segment["total_mem"].get<uint64_t>(), stage.bytes.total());
            QCOMPARE(segment["variables"].get<uint64_t>(), stage.bytes.variables);
        }
        const Json solve =
            runCli(QStringList{"solve", "--ipus", "3", "--json", "--setting", "popliner"} + arguments).json();
        QCOMPARE(solve["layers"].size(), layers.count());
        for (uint32_t layer = 0; layer < layers.count(); ++layer) {
            QVERIFY(solve["layers"][layer] == nameOf(layers, {layer}));
        }
        QCOMPARE(solve["peak_tile_bytes"].get<uint64_t>(), answers.best.peakTileBytes);
        QCOMPARE(solve["crossing_bytes"].get<uint64_t>(), answers.best.crossingBytes);
        QCOMPARE(solve["stages"].size(), answers.best.plan.stageCount());
        for (uint32_t stage = 0; stage < answers.best.plan.stageCount(); ++stage) {
            const LayerRange range = answers.best.plan.stage({stage});
            QVERIFY(solve["stages"][stage]["layer_from"] == nameOf(layers, range.first));
            QCOMPARE(solve["stages"][stage]["peak_tile_bytes"].get<uint64_t>(),
                     answers.table->find(range)->peakTileBytes);
        }
    }
};

TILELINE_TEST(TestCliLibrary)
#include "test_clilibrary.moc"
