// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/compare/compiledplan.h"
#include "core/estimate/stagecontents.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/compiledpipeline.h"
#include "tests/support/fixtures.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <numeric>
#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

/// A profile with a plan of several IPUs.
struct PlannedModel {
    ProfilePtr profile;
    StageEstimatorPtr estimator;
    PlanEstimate estimate;
};

PlannedModel plannedModel(ProfilePtr profile, const PipelineOptions& options,
                          const std::vector<uint32_t>& splits, Setting setting = Setting::Pipeline) {
    Workers workers(2);
    PlannedModel model;
    model.profile = std::move(profile);
    const LayersPtr layers = *findLayers(*model.profile, {});
    if (setting == Setting::Pipeline) {
        const auto entries = *PipelineEntries::find(*model.profile, *layers, options.mode);
        model.estimator = *StageEstimator::build(model.profile, entries, options, workers);
    } else {
        model.estimator = *StageEstimator::build(model.profile, layers, workers);
    }
    std::vector<LayerIndex> begins;
    for (const uint32_t split : splits) {
        if (split < model.estimator->layerCount()) {
            begins.push_back({split});
        }
    }
    const auto plan = *SplitPlan::make(model.estimator->layerCount(), std::move(begins));
    model.estimate = *model.estimator->estimate(plan, workers);
    return model;
}

PlannedModel generatedPlan(bool training, const std::vector<uint32_t>& splits = {2, 3},
                           const PipelineOptions& options = {}) {
    return plannedModel(generateOrThrow(smallModel("bert-base", training)).profile, options, splits);
}

Outcome<CompiledComparison> tryCompare(const PlannedModel& model, const Profile& compiled) {
    Workers workers(2);
    return compareCompiled(*model.estimator, model.estimate, {}, compiled, workers);
}

CompiledComparison compared(const PlannedModel& model, const CompiledChanges& changes = {}) {
    return *tryCompare(model, *compilePipeline(*model.estimator, model.estimate, changes));
}

/// The rows in which the two differ.
std::vector<HeldDifference> differing(const ComparedIpu& ipu) {
    std::vector<HeldDifference> rows;
    std::copy_if(ipu.rows.begin(), ipu.rows.end(), std::back_inserter(rows), [](const HeldDifference& row) {
        return row.all.difference() != 0 || row.peak.difference() != 0;
    });
    return rows;
}

bool hasNoteOf(const CompiledComparison& comparison, ComparisonNote::Kind kind) {
    return std::any_of(comparison.notes.begin(), comparison.notes.end(),
                       [kind](const ComparisonNote& note) { return note.kind == kind; });
}

/// The name of an activation that IPU `from` and IPU `to` use, and none in between.
std::string passedOver(const PlannedModel& model, uint32_t from, uint32_t to) {
    const Profile& profile = *model.profile;
    const Layers& layers = model.estimator->layers();
    std::map<std::string, std::set<uint32_t>> ipusOf;
    for (const LayeredOperation& operation : layers.operations) {
        for (const LoweredIndex row : profile.operationVariables[operation.detail.index()]) {
            const VariableIndex variable = profile.lowered.variable[row.index()];
            if (variable.value != NoId && !profile.variables[variable.index()].alwaysLive) {
                ipusOf[profile.variables[variable.index()].name].insert(
                    model.estimate.placement.ipuOf(operation.layer));
            }
        }
    }
    for (const auto& [name, ipus] : ipusOf) {
        if (ipus == std::set<uint32_t>{from, to}) {
            return name;
        }
    }
    return {};
}

/// The figures of the compiled profile for its IPUs, directly from the definition.
std::string totalFault(const PlannedModel& model, const Profile& compiled, const ComparedIpu& ipu) {
    const size_t count = compiled.target.tilesPerIpu;
    const auto totals =
        expanded(compiled.findTileMemory("total.includingGaps")->bytes, compiled.target.numTiles);
    const auto begin = totals.begin() + static_cast<ptrdiff_t>(ipu.ipu * count);
    const int64_t all = std::accumulate(begin, begin + static_cast<ptrdiff_t>(count), int64_t{0});
    if (ipu.all().actual != all ||
        ipu.peak().actual != int64_t{*std::max_element(begin, begin + static_cast<ptrdiff_t>(count))} ||
        begin[ipu.actualTile.value] != ipu.peak().actual) {
        return "actual bytes of IPU " + std::to_string(ipu.ipu);
    }
    if (!ipu.planned) {
        return ipu.all().estimated == 0 && ipu.peak().estimated == 0 ? "" : "estimate of no IPU";
    }
    const StageEstimate& stage = model.estimate.stages[ipu.ipu];
    if (ipu.peak().estimated != static_cast<int64_t>(stage.peakTileBytes) ||
        ipu.all().estimated != static_cast<int64_t>(stage.bytes.total()) ||
        ipu.estimatedTile != stage.peakTile) {
        return "estimated bytes of IPU " + std::to_string(ipu.ipu);
    }
    for (const StageCategoryInfo& category : StageCategories) {
        int64_t sum = 0;
        for (const HeldDifference& row : ipu.rows) {
            sum += row.category == category.category ? row.all.estimated : 0;
        }
        if (sum != static_cast<int64_t>(stage.bytes.*category.bytes)) {
            return "estimated " + std::string(category.id);
        }
    }
    return {};
}

} // namespace

class TestCompiledPlan : public QObject {
    Q_OBJECT
private slots:
    /// A pipeline that holds exactly what was estimated differs nowhere.
    void asEstimated_data() {
        QTest::addColumn<bool>("training");
        QTest::addColumn<int>("recompute");
        QTest::addColumn<bool>("outputOnFirst");
        for (const bool training : {false, true}) {
            for (int recompute = 0; recompute < (training ? 3 : 1); ++recompute) {
                for (const bool first : {false, true}) {
                    QTest::addRow("%s %d %s", training ? "training" : "inference", recompute,
                                  first ? "first" : "last")
                        << training << recompute << first;
                }
            }
        }
    }
    void asEstimated() {
        QFETCH(const bool, training);
        QFETCH(const int, recompute);
        QFETCH(const bool, outputOnFirst);
        PipelineOptions options;
        options.recompute = static_cast<Recompute>(recompute);
        options.outputOn = outputOnFirst ? OutputOn::First : OutputOn::Last;
        const PlannedModel model = generatedPlan(training, {2, 3, 4}, options);
        QVERIFY(model.estimate.stages.size() >= 3);
        const CompiledComparison comparison = compared(model);
        QCOMPARE(comparison.ipus.size(), model.estimate.stages.size());
        for (const ComparedIpu& ipu : comparison.ipus) {
            QCOMPARE(differing(ipu).size(), size_t{0});
            QVERIFY(ipu.rows.size() > 3);
            QCOMPARE(ipu.peak().actual, static_cast<int64_t>(model.estimate.stages[ipu.ipu].peakTileBytes));
            QCOMPARE(ipu.actualTile, ipu.estimatedTile);
            QCOMPARE(ipu.actualHeadroom(), int64_t{DefaultMemoryPerTile} - ipu.peak().actual);
            for (const HeldDifference& row : ipu.rows) {
                QCOMPARE(row.cause, HoldCause::Estimated);
            }
        }
        QCOMPARE(comparison.notes.size(), size_t{0});
        QCOMPARE(comparison.errorAtFullest(), std::optional(0.0));
        QCOMPARE(comparison.meanError(), std::optional(0.0));
        const auto hasStash = [](const ComparedIpu& ipu) {
            return std::any_of(ipu.rows.begin(), ipu.rows.end(), [](const HeldDifference& row) {
                return row.category == StageCategory::Stash && row.all.actual > 0;
            });
        };
        QCOMPARE(std::any_of(comparison.ipus.begin(), comparison.ipus.end(), hasStash), training);
    }

    /// Each change appears as the right kind of row.
    void knownDifferences() {
        const PlannedModel model = generatedPlan(true, {1, 2, 3});
        const uint32_t ipu = 1;
        const uint32_t tile = model.estimate.stages[ipu].peakTile.value;
        const std::string passed = passedOver(model, 0, 2);
        const std::string other = passedOver(model, 2, 3);
        QVERIFY(!passed.empty() && !other.empty());
        CompiledChanges changes;
        changes.variables = {{ipu, tile, passed + "_c1", 4000, false},
                             {ipu, tile, other, 300, false},
                             {ipu, tile, "Restored___" + other, 20, false},
                             {ipu, tile, "nobody/knows", 1700, true}};
        changes.exchangeCode = {{ipu, tile, 600}};
        changes.interIpuExchange = {{ipu, tile, 900}};
        changes.gaps = {{ipu, tile, 50}};
        const CompiledComparison comparison = compared(model, changes);
        for (const ComparedIpu& same : comparison.ipus) {
            QCOMPARE(differing(same).empty(), same.ipu != ipu);
        }
        const std::vector<HeldDifference> rows = differing(comparison.ipus[ipu]);
        struct Expected {
            HoldCause cause;
            std::string category;
            std::string role;
            std::string name;
            int64_t bytes;
        };
        const std::vector<Expected> expected{
            {HoldCause::PassesThrough, "variables", "activations", passed, 4000},
            {HoldCause::Unplanned, "variables", "constants", "nobody/knows", 1700},
            {HoldCause::InterIpuExchange, "inter_ipu_exchange", "code", "", 900},
            {HoldCause::Estimated, "exchange_code", "code", "", 600},
            {HoldCause::OtherIpu, "variables", "activations", other, 320},
            {HoldCause::Layout, "layout", "layout", "", 50}};
        QCOMPARE(rows.size(), expected.size());
        for (size_t i = 0; i < rows.size(); ++i) {
            QCOMPARE(rows[i].cause, expected[i].cause);
            QCOMPARE(rows[i].categoryId(), std::string_view(expected[i].category));
            QCOMPARE(rows[i].name, expected[i].name);
            QCOMPARE(rows[i].peak.difference(), expected[i].bytes);
            QCOMPARE(rows[i].all.difference(), expected[i].bytes);
            if (rows[i].cause != HoldCause::OtherIpu && rows[i].cause != HoldCause::PassesThrough) {
                QCOMPARE(rows[i].roleId(), std::string_view(expected[i].role));
            }
        }
        const ComparedIpu& changed = comparison.ipus[ipu];
        QCOMPARE(changed.peak().difference(), int64_t{4000 + 1700 + 900 + 600 + 320 + 50});
        const auto peak = static_cast<double>(changed.peak().actual);
        QCOMPARE(changed.error(), std::optional(7570 / peak));
        QCOMPARE(*comparison.meanError(), 7570 / peak / static_cast<double>(comparison.ipus.size()));
    }

    /// A variable that was not compiled is missing with all bytes that the estimate has for it.
    void missingVariable() {
        const PlannedModel model = generatedPlan(false);
        const ComparedIpu before = compared(model).ipus[0];
        const auto largest =
            std::find_if(before.rows.begin(), before.rows.end(), [](const HeldDifference& row) {
                return !row.name.empty() && row.peak.estimated > 0;
            });
        QVERIFY(largest != before.rows.end());
        CompiledChanges changes;
        changes.withoutVariables = {largest->name};
        const ComparedIpu after = compared(model, changes).ipus[0];
        QCOMPARE(differing(after).size(), size_t{1});
        QCOMPARE(after.rows.front().name, largest->name);
        QCOMPARE(after.rows.front().all.difference(), -largest->all.estimated);
        QCOMPARE(after.rows.front().all.actual, int64_t{0});
    }

    void otherIpusAndReplicas() {
        const PlannedModel model = generatedPlan(false, {1, 2, 3});
        CompiledChanges more;
        more.furtherIpus = 2;
        const CompiledComparison larger = compared(model, more);
        QCOMPARE(larger.compiledIpus, larger.plannedIpus + 2);
        QCOMPARE(larger.ipus.size(), size_t{larger.compiledIpus});
        QVERIFY(!larger.ipus.back().planned && larger.ipus.back().compiled);
        QVERIFY(!larger.ipus.back().error());
        QVERIFY(larger.notes == (std::vector<ComparisonNote>{{ComparisonNote::Kind::MoreIpus, 6}}));

        CompiledChanges fewer;
        fewer.withoutIpus = 1;
        const CompiledComparison smaller = compared(model, fewer);
        QCOMPARE(smaller.ipus.size(), size_t{smaller.plannedIpus});
        QVERIFY(smaller.ipus.back().planned && !smaller.ipus.back().compiled);
        QCOMPARE(smaller.ipus.back().peak().actual, int64_t{0});
        QVERIFY(hasNoteOf(smaller, ComparisonNote::Kind::FewerIpus));

        CompiledChanges replicas;
        replicas.replicas = 2;
        const CompiledComparison both = compared(model, replicas);
        QCOMPARE(both.compiledIpus, both.plannedIpus);
        QCOMPARE(both.errorAtFullest(), std::optional(0.0));
        QVERIFY(both.notes == (std::vector<ComparisonNote>{{ComparisonNote::Kind::Replicas, 2}}));
    }

    /// If a profile lacks some data, the other figures still add up.
    void incompleteProfiles() {
        const PlannedModel model = generatedPlan(true);
        CompiledChanges changes;
        changes.tileMemory = false;
        CompiledComparison comparison = compared(model, changes);
        QVERIFY(hasNoteOf(comparison, ComparisonNote::Kind::NoTileMemory));
        for (const ComparedIpu& ipu : comparison.ipus) {
            const auto rows = differing(ipu);
            QVERIFY(rows.size() <= 1);
            QVERIFY(rows.empty() ||
                    (rows.front().category == StageCategory::Unowned && rows.front().all.actual == 0));
        }
        changes.tileMemory = true;
        changes.operations = false;
        comparison = compared(model, changes);
        QVERIFY(hasNoteOf(comparison, ComparisonNote::Kind::NoOperations));
        for (const ComparedIpu& ipu : comparison.ipus) {
            QCOMPARE(differing(ipu).size(), size_t{0});
        }
    }

    void refused() {
        const PlannedModel model = generatedPlan(false);
        const auto itself = tryCompare(model, *model.profile);
        QVERIFY(!itself);
        QCOMPARE(itself.failure().error().code, ErrorCode::BadArgument);
        QCOMPARE(itself.failure().error().actual, std::string("a profile of one IPU"));

        RandomProfileOptions empty;
        empty.variables = 0;
        const auto none = tryCompare(model, *randomProfile(1, empty));
        QVERIFY(!none);
        QCOMPARE(none.failure().error().code, ErrorCode::NoLoweredVariables);

        std::stop_source stop;
        stop.request_stop();
        Workers workers(2);
        const auto cancelled = compareCompiled(*model.estimator, model.estimate, {},
                                               *compilePipeline(*model.estimator, model.estimate), workers,
                                               {}, stop.get_token());
        QVERIFY(!cancelled && cancelled.failure().cancelled());
    }

    void otherModel() {
        const PlannedModel model = generatedPlan(false);
        const PlannedModel other =
            plannedModel(generateOrThrow(smallModel("cnn", false)).profile, {}, {1, 2});
        const auto comparison =
            tryCompare(model, *compilePipeline(*other.estimator, other.estimate, CompiledChanges()));
        QVERIFY(bool(comparison));
        QVERIFY(hasNoteOf(*comparison, ComparisonNote::Kind::FewNamesInCommon));
    }

    /// Random profiles, plans and changes: all sums equal those of the estimate and of the compiled profile.
    void randomPairs() {
        for (uint64_t seed = 0; seed < 150; ++seed) {
            Random random(seed);
            RandomProfileOptions shape;
            shape.pipeline = true;
            shape.training = seed % 4 != 0;
            shape.tiles = 1 + random.below(12);
            shape.layers = 2 + random.below(5);
            shape.operations = 6 + random.below(30);
            shape.replicas = false;
            shape.further = seed % 2 == 0;
            PipelineOptions options;
            options.recompute = static_cast<Recompute>(random.below(3));
            options.unowned = static_cast<Unowned>(random.below(3));
            options.outputOn = static_cast<OutputOn>(random.below(2));
            const uint32_t split = 1 + random.below(2);
            const PlannedModel model =
                plannedModel(randomProfile(seed, shape), options, {split, split + 1 + random.below(2)},
                             seed % 5 == 0 ? Setting::PopLiner : Setting::Pipeline);
            const auto stages = static_cast<uint32_t>(model.estimate.stages.size());
            CompiledChanges changes;
            changes.furtherIpus = stages == 1 ? 1 : random.below(2);
            for (uint32_t i = random.below(12); i > 0; --i) {
                const uint32_t ipu = random.below(stages + changes.furtherIpus);
                const uint32_t tile = random.below(shape.tiles);
                const auto& variables = model.profile->variables;
                const std::string known =
                    variables.empty() ? "x" : variables[random.below(variables.size())].name;
                const std::array<std::string, 5> names{known, known + "_c2", "Stashed___" + known,
                                                       "Accl___" + known, "new_c"};
                changes.variables.push_back({ipu, tile, names[random.below(names.size())],
                                             1 + random.below(5000), random.below(2) == 0});
                changes.exchangeCode.push_back({ipu, tile, random.below(400)});
                changes.interIpuExchange.push_back({ipu, tile, random.below(400)});
                changes.gaps.push_back({ipu, tile, random.below(400)});
            }
            const ProfilePtr compiled = compilePipeline(*model.estimator, model.estimate, changes);
            const auto comparison = tryCompare(model, *compiled);
            QVERIFY2(bool(comparison), qPrintable(QString::number(seed)));
            for (const ComparedIpu& ipu : comparison->ipus) {
                const std::string fault = totalFault(model, *compiled, ipu);
                QVERIFY2(fault.empty(), qPrintable(QString("seed %1: %2").arg(seed).arg(fault.c_str())));
                std::set<std::tuple<std::string, std::string, std::string>> seen;
                for (const HeldDifference& row : ipu.rows) {
                    QVERIFY2(seen.emplace(row.categoryId(), row.roleId(), row.name).second,
                             qPrintable(QString("seed %1: %2 twice").arg(seed).arg(row.name.c_str())));
                }
            }
        }
    }

    /// stageVariables() gives the same figures for a tile as stageContents().
    void variablesOfTheFullestTile() {
        for (uint64_t seed = 0; seed < 60; ++seed) {
            RandomProfileOptions shape;
            shape.pipeline = true;
            shape.training = seed % 4 != 0;
            shape.further = seed % 2 == 0;
            shape.replicas = false;
            const PlannedModel model = plannedModel(randomProfile(seed, shape), {}, {2, 4});
            Workers workers(2);
            const VariableRoles roles(*model.profile, model.estimator->layers());
            auto stashed = *StashedRows::find(model.estimator->index(), 0, model.profile->lowered.size(), {});
            for (size_t ipu = 0; ipu < model.estimate.stages.size(); ++ipu) {
                const PlacedStage& stage = model.estimate.placement.ipus[ipu];
                const TileId tile = model.estimate.stages[ipu].peakTile;
                const StageTiles tiles = *model.estimator->tilesPlaced(stage, workers);
                std::map<std::tuple<StageCategory, Role, uint32_t>, uint64_t> expected;
                const auto items = *stageContents(*model.estimator, roles, stage, tiles, tile);
                for (const StageItem& item : items) {
                    if (item.row) {
                        expected[{item.category, item.role,
                                  item.variable.value_or(VariableIndex{NoId}).value}] += item.bytes;
                    }
                }
                std::map<std::tuple<StageCategory, Role, uint32_t>, uint64_t> actual;
                const auto variables =
                    *stageVariables(*model.estimator, roles, stashed, stage, tiles, tile, {});
                for (const HeldVariable& held : variables) {
                    if (held.peakBytes > 0) {
                        actual[{held.category, held.role, held.variable.value}] += held.peakBytes;
                    }
                }
                QVERIFY2(actual == expected, qPrintable(QString("seed %1").arg(seed)));
            }
        }
    }
};

TILELINE_TEST(TestCompiledPlan)
#include "test_compiledplan.moc"
