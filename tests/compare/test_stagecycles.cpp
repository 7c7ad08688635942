// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/compiledplan.h"
#include "core/study/study.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/compiledpipeline.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

using namespace tileline;
using namespace tileline::test;

namespace {

Study studyOf(const ProfilePtr& profile, const SettingOptions& setting) {
    Workers workers(2);
    Study study = *Study::open(profile, {{}, setting});
    if (!study.addEstimator(workers) || !study.addFigures()) {
        throw std::runtime_error("no estimate");
    }
    return study;
}

ProfilePtr pipelineOf(uint32_t ipus, uint32_t iterations, bool training, bool function) {
    GeneratorOptions options = smallModel("bert-base", training);
    options.traits.ipus = ipus;
    options.traits.iterations = iterations;
    options.traits.measuredTrace = true;
    options.traits.layerFunction = function;
    return generateOrThrow(options).profile;
}

/// By IPU and pass: the cycles of the first run, from its table. Steps are in the order of their ids. A
/// program of several layers or passes counts where the last step before it with only one does, if it can.
std::map<std::pair<uint32_t, std::string>, double> measuredOf(const Study& study) {
    const Profile& profile = *study.profile;
    const Passes passes = study.passes();
    struct Use {
        LayerIndex layer;
        std::string pass;
        bool operator==(const Use&) const = default;
    };
    std::map<ProgramIndex, std::vector<Use>> usesOf;
    for (size_t i = 0; i < study.layers->operations.size(); ++i) {
        const LayeredOperation& operation = study.layers->operations[i];
        for (const ProgramIndex program : profile.operationPrograms[operation.detail.index()]) {
            const Use use{operation.layer, passes.isUpdate(i)     ? "update"
                                           : passes.isBackward(i) ? "backward"
                                                                  : "forward"};
            auto& uses = usesOf[program];
            if (std::find(uses.begin(), uses.end(), use) == uses.end()) {
                uses.push_back(use);
            }
        }
    }
    std::map<std::pair<uint32_t, std::string>, double> sums;
    std::map<uint32_t, Use> lastOn;
    for (const ExecutionStep step : profile.executionSteps) {
        const auto uses = step.program ? usesOf.find(*step.program) : usesOf.end();
        if (step.run != profile.executionRuns.front().id || uses == usesOf.end() || step.length() == 0) {
            continue;
        }
        Use use = uses->second.front();
        const auto last = lastOn.find(step.ipu);
        if (uses->second.size() == 1) {
            lastOn[step.ipu] = use;
        } else if (last != lastOn.end() &&
                   std::count(uses->second.begin(), uses->second.end(), last->second)) {
            use = last->second;
        }
        const std::string& type = profile.programs[step.program->index()].type;
        if (type == "OnTileExecute" || type == "DoExchange") {
            sums[{step.ipu, use.pass}] += static_cast<double>(step.length());
        }
    }
    return sums;
}

const ComparedCycles* rowOf(const CompiledComparison& comparison, uint32_t ipu, std::string_view pass) {
    const auto found = std::find_if(comparison.stages.begin(), comparison.stages.end(),
                                    [&](const auto& row) { return row.ipu == ipu && row.pass == pass; });
    return found == comparison.stages.end() ? nullptr : &*found;
}

bool close(double a, double b) {
    return std::abs(a - b) <= 1e-9 * std::max(1.0, std::abs(b));
}

CompiledComparison compared(const Study& plan, const PlanEstimate& estimate, const Study& compiled) {
    CompiledComparison comparison;
    comparison.compiledIpus = compiled.profile->target.numIpus;
    const bool added{comparison.addStageCycles(plan.timeOf(estimate), estimate.placement, compiled.profile,
                                               compiled.layers, compiled.passes())};
    return added ? comparison : throw std::runtime_error("not compared");
}

} // namespace

/// The cycles of a plan's stages against the measured run of a compiled pipeline.
class TestStageCycles : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        GeneratorOptions options = smallModel("bert-base", true);
        options.traits.estimatedTrace = true;
        m_training = generateOrThrow(options).profile;
        options.training = false;
        m_inference = generateOrThrow(options).profile;
    }

    void equalTheTables_data() {
        QTest::addColumn<bool>("training");
        QTest::addColumn<int>("ipus");
        QTest::addColumn<int>("iterations");
        QTest::addColumn<bool>("function");
        QTest::addColumn<bool>("outputOnFirst");
        QTest::newRow("as planned") << true << 3 << 4 << false << false;
        QTest::newRow("a function") << true << 3 << 6 << true << false;
        QTest::newRow("one micro-batch") << true << 3 << 1 << false << false;
        QTest::newRow("more IPUs") << true << 4 << 5 << false << false;
        QTest::newRow("fewer IPUs") << true << 2 << 5 << false << false;
        QTest::newRow("output on first") << true << 3 << 4 << false << true;
        QTest::newRow("inference") << false << 3 << 7 << false << false;
    }
    void equalTheTables() {
        QFETCH(const bool, training);
        QFETCH(const int, ipus);
        QFETCH(const int, iterations);
        QFETCH(const bool, function);
        QFETCH(const bool, outputOnFirst);
        SettingOptions setting;
        setting.setting = Setting::Pipeline;
        setting.pipeline.outputOn = outputOnFirst ? OutputOn::First : OutputOn::Last;
        setting.pipeline.recompute = Recompute::Inputs;
        const Study plan = studyOf(training ? m_training : m_inference, setting);
        Workers workers(2);
        const PlanEstimate estimate =
            *plan.estimator->estimate(*SplitPlan::make(plan.layers->count(), {{2}, {3}}), workers);
        const Study compiled = *Study::open(
            pipelineOf(static_cast<uint32_t>(ipus), static_cast<uint32_t>(iterations), training, function),
            {{}, setting});
        const CompiledComparison comparison = compared(plan, estimate, compiled);
        QVERIFY(comparison.notes == (std::vector<ComparisonNote>{{ComparisonNote::Kind::MicroBatches,
                                                                  static_cast<uint64_t>(iterations)}}));
        auto measured = measuredOf(compiled);
        const PipelineTime time = *plan.timeOf(estimate);
        const auto planned = static_cast<uint32_t>(estimate.placement.ipus.size());
        QCOMPARE(time.stages.size(), planned + (outputOnFirst ? size_t{1} : size_t{0}));
        size_t rows = 0;
        for (uint32_t ipu = 0; ipu < planned; ++ipu) {
            PipelineTime::Stage of = time.stages[ipu];
            if (ipu == 0 && outputOnFirst) {
                of.forward += time.stages.back().forward;
                of.backward += time.stages.back().backward;
                of.recompute += time.stages.back().recompute;
                of.update += time.stages.back().update;
            }
            measured[{ipu, "total"}] = measured[{ipu, "forward"}] + measured[{ipu, "backward"}];
            for (const auto& [pass, cycles] :
                 std::map<std::string, double>{{"forward", of.forward},
                                               {"backward", of.backward + of.recompute},
                                               {"total", of.forward + of.backward + of.recompute},
                                               {"update", of.update}}) {
                const double expected = measured[{ipu, pass}] / iterations;
                const ComparedCycles* const row = rowOf(comparison, ipu, pass);
                QCOMPARE(row != nullptr, cycles > 0 || expected > 0);
                if (row == nullptr) {
                    continue;
                }
                ++rows;
                QVERIFY(close(row->estimated, cycles));
                QCOMPARE(row->measured.has_value(), ipu < static_cast<uint32_t>(ipus));
                QVERIFY2(!row->measured || close(*row->measured, expected), pass.c_str());
                QCOMPARE(row->error().has_value(), row->measured && expected > 0);
                QVERIFY(!row->error() || close(*row->error(), (expected - cycles) / expected));
            }
        }
        QCOMPARE(comparison.stages.size(), rows);
        QVERIFY(rows >= (training ? 9 : 6));
    }

    void saysWhatIsMissing() {
        Workers workers(2);
        SettingOptions setting;
        setting.setting = Setting::Pipeline;
        const Study plan = studyOf(m_training, setting);
        const auto splits = *SplitPlan::make(plan.layers->count(), {{2}});
        const PlanEstimate estimate = *plan.estimator->estimate(splits, workers);
        const auto kinds = [](const CompiledComparison& comparison) {
            std::vector<ComparisonNote::Kind> found;
            for (const ComparisonNote& note : comparison.notes) {
                found.push_back(note.kind);
            }
            return found;
        };
        using Kinds = std::vector<ComparisonNote::Kind>;
        const Study unmeasured = *Study::open(compilePipeline(*plan.estimator, estimate), {{}, setting});
        const CompiledComparison without = compared(plan, estimate, unmeasured);
        QVERIFY(without.stages.empty());
        QVERIFY(kinds(without) == Kinds{ComparisonNote::Kind::NoMeasuredCycles});
        Study untimed = plan;
        untimed.cycles = nullptr;
        const Study compiled = *Study::open(pipelineOf(2, 2, true, false), {{}, setting});
        const CompiledComparison timeless = compared(untimed, estimate, compiled);
        QVERIFY(timeless.stages.empty());
        QVERIFY(kinds(timeless) == Kinds{ComparisonNote::Kind::NoEstimatedCycles});
        QVERIFY(kinds(compared(plan, estimate, compiled)) == Kinds{ComparisonNote::Kind::MicroBatches});
    }

private:
    ProfilePtr m_training;
    ProfilePtr m_inference;
};

TILELINE_TEST(TestStageCycles)
#include "test_stagecycles.moc"
