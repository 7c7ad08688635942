// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageplacement.h"
#include "core/explain/planwarnings.h"
#include "core/profile/reading/profileloader.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/expected.h"
#include "tests/support/fixtures.h"
#include "tests/support/profiletext.h"
#include "tests/support/temporarydirectory.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

/// A profile in a setting, ready to be planned.
struct WarnedModel {
    ProfilePtr profile;
    PipelineEntriesPtr entries; ///< null in PopLiner's setting
    StageEstimatorPtr estimator;
    std::vector<PlanWarning> shared;

    /// The warnings about a plan that is split before the given entries.
    std::vector<PlanWarning> warnings(std::initializer_list<uint32_t> splits = {},
                                      const SelfCheckResult* checks = nullptr) const {
        Workers workers(2);
        std::vector<LayerIndex> begins;
        for (const uint32_t split : splits) {
            begins.push_back(LayerIndex{split});
        }
        const auto plan = SplitPlan::make(estimator->layerCount(), std::move(begins));
        const PlanEstimate estimate = *estimator->estimate(*plan, workers);
        return warningsOf(shared, checks, *estimator, &estimate);
    }
};

WarnedModel warnedModel(const GeneratorOptions& options, const SettingOptions& setting = {},
                        const LayerOptions& layerOptions = {}) {
    Workers workers(2);
    WarnedModel model;
    const TemporaryDirectory directory;
    if (!writeModel(generateOrThrow(options), directory.path())) {
        throw std::runtime_error("not written");
    }
    model.profile = *loadProfile(*resolveSource({directory.path()}));
    LayersPtr layers = *findLayers(*model.profile, layerOptions);
    if (setting.setting == Setting::Pipeline) {
        model.entries = *PipelineEntries::find(*model.profile, *layers, setting.pipeline.mode);
        layers = model.entries->layers();
        model.estimator = *StageEstimator::build(model.profile, model.entries, setting.pipeline, workers);
    } else {
        model.estimator = *StageEstimator::build(model.profile, layers, workers);
    }
    model.shared = *findWarnings(*model.profile, *layers, model.entries.get());
    return model;
}

/// The codes, each with "!" if the warning makes the figures invalid.
QStringList codes(const std::vector<PlanWarning>& warnings) {
    QStringList found;
    for (const PlanWarning& warning : warnings) {
        found += QString(codeOf(warning)) + (warning.voids ? "!" : "");
    }
    return found;
}

template <class T>
T theOnly(const std::vector<PlanWarning>& warnings) {
    for (const PlanWarning& warning : warnings) {
        if (const T* const what = warning.get<T>()) {
            return *what;
        }
    }
    throw std::runtime_error("no such warning");
}

SettingOptions settingWith(const PipelineOptions& options) {
    return {Setting::Pipeline, options};
}

} // namespace

class TestPlanWarnings : public QObject {
    Q_OBJECT
private slots:
    void aGoodProfileHasNone() {
        for (const bool training : {false, true}) {
            const WarnedModel model = warnedModel(smallModel("bert-base", training));
            QCOMPARE(codes(model.warnings({2})).join(' '), QString());
            QVERIFY(figuresHold(model.warnings({2})));
        }
    }

    void noLayers() {
        LayerOptions options;
        options.layerRegex = "nothing";
        for (const Setting setting : {Setting::Pipeline, Setting::PopLiner}) {
            const WarnedModel model = warnedModel(smallModel("bert-base", false), {setting, {}}, options);
            QVERIFY(codes(model.warnings()).contains("no_layers!"));
            QVERIFY(!figuresHold(model.warnings()));
        }
    }

    void twoStacks() {
        GeneratorOptions options = smallModel("bert-base", true);
        options.layers = 4;
        options.traits.twoStacks = true;
        for (const Setting setting : {Setting::Pipeline, Setting::PopLiner}) {
            const WarnedModel model = warnedModel(options, {setting, {}});
            QVERIFY(codes(model.warnings()).contains("merged_layers!"));
            const auto merged = theOnly<MergedLayers>(model.warnings());
            QCOMPARE(merged.layers, size_t{2});
            LayerOptions separated;
            separated.layerRegex = merged.expression;
            const WarnedModel again = warnedModel(options, {setting, {}}, separated);
            QVERIFY(!codes(again.warnings()).contains("merged_layers!"));
            const auto& names = again.estimator->layers().names;
            for (const char* name : {"encoder0", "encoder1", "decoder0", "decoder1"}) {
                QVERIFY(std::find(names.begin(), names.end(), std::string(name)) != names.end());
            }
        }
    }

    void callsThatSpanLayers() {
        const ProfilePtr profile = profileFromText(
            "tiles 1\nsteps a\nprogram a OnTileExecute\nroot a\nop layer.0/x programs a steps 0-0\n"
            "op layer.1/x programs a steps 0-0\n"
            "op Call programs a steps 0-0 inputs layer.0/w layer.1/w\n");
        const LayersPtr layers = *findLayers(*profile, {});
        const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, *layers);
        QCOMPARE(codes(*findWarnings(*profile, *layers, nullptr)), QStringList{"call_spans_layers!"});
        QCOMPARE(codes(*findWarnings(*profile, *entries->layers(), entries.get())),
                 QStringList{"call_spans_layers!"});
    }

    void alreadyRecomputed() {
        GeneratorOptions options = smallModel("bert-base", true);
        options.traits.recomputed = true;
        QCOMPARE(codes(warnedModel(options).warnings({2})), QStringList{"already_recomputed!"});
        const WarnedModel popliner = warnedModel(options, {Setting::PopLiner, {}});
        QVERIFY(!codes(popliner.warnings({2})).join(' ').contains("already_recomputed"));
    }

    /// For each plan, the figures are valid or not as expected; split weights do not matter here.
    void verdictsEqualTheFixtures() {
        Workers workers(2);
        std::set<bool> found;
        for (const std::string& fixture : verdictFixtureNames()) {
            const ProfilePtr profile = loadFixture(fixture);
            const PipelineEntriesPtr entries = *PipelineEntries::find(*profile, **findLayers(*profile, {}));
            const auto shared = *findWarnings(*profile, *entries->layers(), entries.get());
            StageEstimatorPtr estimator = *StageEstimator::build(profile, entries, {}, workers);
            const auto plans = expectedOf(fixture)["plans"];
            QCOMPARE(plans.size(), size_t{60});
            for (const auto& planned : plans) {
                PipelineOptions options;
                options.recompute = *parseOption<Recompute>(planned["recompute"].get<std::string>());
                options.outputOn = *parseOption<OutputOn>(planned["output_on"].get<std::string>());
                options.accumulators = *parseOption<Accumulators>(planned["accumulators"].get<std::string>());
                estimator = *estimator->withOptions(options, workers);
                std::vector<LayerIndex> splits;
                for (const auto& split : planned["splits"]) {
                    splits.push_back(*entries->layers()->findNameInFiles(split.get<std::string>()));
                }
                const PlanEstimate estimate =
                    *estimator->estimate(*SplitPlan::make(estimator->layerCount(), splits), workers);
                auto warnings = warningsOf(shared, nullptr, *estimator, &estimate);
                std::erase_if(warnings, [](const PlanWarning& one) { return one.get<SplitWeights>(); });
                QCOMPARE(figuresHold(warnings), !planned["fits"].is_null());
                QCOMPARE(codes(warnings),
                         planned["fits"].is_null() ? QStringList{"already_recomputed!"} : QStringList());
                found.insert(figuresHold(warnings));
            }
        }
        QCOMPARE(found.size(), size_t{2});
    }

    void severalIpusAndReplicas() {
        GeneratorOptions ipus = smallModel("bert-base", false);
        ipus.traits.ipus = 2;
        GeneratorOptions replicas = smallModel("bert-base", false);
        replicas.replicas = 2;
        for (const GeneratorOptions& options : {ipus, replicas}) {
            QCOMPARE(codes(warnedModel(options).warnings()), QStringList{"several_ipus_or_replicas!"});
        }
    }

    /// Compared with a simple count, tile by tile.
    void variablesOnNoStage() {
        const WarnedModel model = warnedModel(smallModel("gpt", false), {Setting::PopLiner, {}});
        QCOMPARE(codes(model.warnings()), QStringList{"variables_on_no_stage!"});
        const auto unstaged = theOnly<UnstagedVariables>(model.warnings());
        const Profile& profile = *model.profile;
        std::set<uint32_t> used;
        std::set<uint32_t> inLayers;
        for (const LayeredOperation& operation : model.estimator->layers().operations) {
            for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
                used.insert(row.value);
                if (operation.layer.value != 0) {
                    inLayers.insert(row.value);
                }
            }
        }
        uint64_t all = 0;
        uint64_t lost = 0;
        std::map<std::string, uint64_t> byName;
        for (const uint32_t row : used) {
            all += profile.lowered.bytes[row];
            if (!inLayers.contains(row)) {
                lost += profile.lowered.bytes[row];
                byName[profile.variables[profile.lowered.variable[row].index()].name] +=
                    profile.lowered.bytes[row];
            }
        }
        QCOMPARE(unstaged.bytes, lost);
        QCOMPARE(unstaged.ofBytes, all);
        QVERIFY(lost * 100 > all);
        QCOMPARE(unstaged.largest, std::string("transformer.wte.weight"));
        QCOMPARE(unstaged.largestBytes, byName.at(unstaged.largest));
        for (const auto& [name, bytes] : byName) {
            QVERIFY(bytes <= unstaged.largestBytes);
        }
        // A few per cent are still within what PopLiner's own tests allow.
        const WarnedModel bert = warnedModel(smallModel("bert-base", true), {Setting::PopLiner, {}});
        const auto few = theOnly<UnstagedVariables>(bert.warnings());
        QVERIFY(few.bytes * 100 > few.ofBytes && few.bytes * 10 <= few.ofBytes);
        QVERIFY(figuresHold(bert.warnings()));
        // In the pipeline setting, each variable is on a stage.
        QCOMPARE(codes(warnedModel(smallModel("gpt", false)).warnings()), QStringList());
    }

    void aModeThatIsNotTheProfiles() {
        PipelineOptions options;
        options.mode = PassMode::Inference;
        QCOMPARE(codes(warnedModel(smallModel("bert-base", true), settingWith(options)).warnings()),
                 QStringList{"other_mode!"});
        options.mode = PassMode::Training;
        QVERIFY(codes(warnedModel(smallModel("bert-base", false), settingWith(options)).warnings())
                    .contains("other_mode!"));
        QCOMPARE(codes(warnedModel(smallModel("bert-base", true), settingWith(options)).warnings()),
                 QStringList());
    }

    void accumulatorsThatCannotBeTold() {
        PipelineOptions options;
        const WarnedModel model = warnedModel(smallModel("cnn", true), settingWith(options));
        // One stage accumulates nothing, so its figures are reliable.
        QCOMPARE(codes(model.warnings()), QStringList{"accumulators_unknown"});
        QCOMPARE(codes(model.warnings({2})), QStringList{"accumulators_unknown!"});
        // A plan need not be estimated for this.
        const PlanEstimate placed =
            model.estimator->placed(*SplitPlan::make(model.estimator->layerCount(), {{2}}));
        QCOMPARE(codes(warningsOf(model.shared, nullptr, *model.estimator, &placed)),
                 QStringList{"accumulators_unknown!"});
        options.microBatches = 2;
        QCOMPARE(codes(warnedModel(smallModel("cnn", true), settingWith(options)).warnings()),
                 QStringList{"accumulators_unknown!"});
        options.accumulators = Accumulators::None;
        QCOMPARE(codes(warnedModel(smallModel("cnn", true), settingWith(options)).warnings({2})),
                 QStringList());
        QCOMPARE(codes(warnedModel(smallModel("cnn", false)).warnings({2})), QStringList());
    }

    void aWeightThatIsSplit() {
        GeneratorOptions tied = smallModel("gpt", true);
        tied.traits.tiedWeights = true;
        PipelineOptions options;
        options.outputOn = OutputOn::Last;
        const WarnedModel model = warnedModel(tied, settingWith(options));
        QCOMPARE(codes(model.warnings()), QStringList());
        // Even if no framework compiles the plan, its figures are valid.
        QCOMPARE(codes(model.warnings({2})), QStringList{"shared_weight"});
        QVERIFY(model.warnings({2}).front().exportAsks());
        const auto split = theOnly<SplitWeights>(model.warnings({2}));
        QCOMPARE(QString::fromStdString(model.profile->variables[split.largest.variable.index()].name),
                 QString("transformer.wte.weight"));
        QVERIFY(split.certain && split.outputMoves && !split.allowed);
        const auto exportAsks = [](const std::vector<PlanWarning>& warnings) {
            return std::any_of(warnings.begin(), warnings.end(),
                               [](const PlanWarning& warning) { return warning.exportAsks(); });
        };
        QVERIFY(exportAsks(model.warnings({2})) && !exportAsks(model.warnings()));
        options.outputOn = OutputOn::First;
        QCOMPARE(codes(warnedModel(tied, settingWith(options)).warnings({2})), QStringList());
        options.outputOn = OutputOn::Last;
        options.allowSharedWeights = true;
        const WarnedModel allowed = warnedModel(tied, settingWith(options));
        QCOMPARE(codes(allowed.warnings({2})), QStringList{"shared_weight"});
        QVERIFY(!allowed.warnings({2}).front().exportAsks());
        tied.training = false;
        const WarnedModel inference = warnedModel(tied);
        QCOMPARE(codes(inference.warnings({2})), QStringList{"shared_weight"});
        QVERIFY(!theOnly<SplitWeights>(inference.warnings({2})).certain);
        QVERIFY(!inference.warnings({2}).front().exportAsks());
    }

    void selfChecksAndNotes() {
        WarnedModel model = warnedModel(smallModel("bert-base", false));
        SelfCheckResult checks;
        checks.failed = {{Identity::VertexState}, {Identity::StepBytes, StepIndex{3}}};
        QCOMPARE(codes(model.warnings({}, &checks)), QStringList{"self_check_failed!"});
        QVERIFY(theOnly<FailedIdentity>(model.warnings({}, &checks)).step == StepIndex{3});
        Profile truncated;
        truncated.notes.push_back({LoadNote::Kind::NoExecution, 0, {}});
        truncated.notes.push_back({LoadNote::Kind::OperationsTruncated, 0, "byte 7"});
        model.shared = *findWarnings(truncated, **findLayers(truncated, {}), nullptr);
        QCOMPARE(codes(model.warnings()), QStringList{"incomplete_debug_information!"});
    }

    void findingCanBeStopped() {
        const WarnedModel model = warnedModel(smallModel("bert-base", false));
        std::stop_source source;
        source.request_stop();
        const auto found =
            findWarnings(*model.profile, model.estimator->layers(), nullptr, source.get_token());
        QVERIFY(!found && found.failure().cancelled());
    }
};

TILELINE_TEST(TestPlanWarnings)
#include "test_planwarnings.moc"
