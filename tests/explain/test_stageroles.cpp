// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimateindex.h"
#include "core/explain/stageroles.h"
#include "tests/generate/generatedmodels.h"
#include "tests/support/fixtures.h"
#include "tests/support/pipelinereference.h"
#include "tests/support/random.h"
#include "tests/support/randomprofile.h"
#include "tests/testmain.h"

#include <QTest>

#include <set>

using namespace tileline;
using namespace tileline::test;

namespace {

struct RolesSubject {
    ProfilePtr profile;
    LayersPtr layers;
    PipelineOptions options;
};

RolesSubject rolesSubject(uint64_t seed) {
    RandomProfileOptions shape;
    shape.pipeline = true;
    shape.training = seed % 5 != 0;
    shape.tiles = 1 + static_cast<uint32_t>(seed % 20);
    shape.layers = static_cast<uint32_t>(seed / 3 % 5);
    shape.steps = 4 + static_cast<uint32_t>(seed / 7 % 40);
    shape.operations = 4 + static_cast<uint32_t>(seed / 11 % 30);
    shape.further = seed % 2 == 0;
    Random random(seed);
    PipelineOptions options;
    options.recompute = static_cast<Recompute>(random.below(3));
    options.accumulators = static_cast<Accumulators>(random.below(3));
    options.unowned = static_cast<Unowned>(random.below(3));
    options.outputOn = static_cast<OutputOn>(1 + random.below(2));
    options.microBatches = 1 + random.below(2);
    ProfilePtr profile = randomProfile(seed, shape);
    LayersPtr layers = *findLayers(*profile, {});
    if (options.accumulators == Accumulators::Add && !WeightNames(*profile, *layers).any()) {
        options.accumulators = Accumulators::None; // adding them to unknown weights is an error
    }
    return {std::move(profile), std::move(layers), options};
}

bool has(const std::string& text, const char* part) {
    return text.find(part) != std::string::npos;
}

/// The text after the last `Gradient___`.
std::optional<std::string> gradientRoot(const std::string& id) {
    const size_t found = id.rfind("Gradient___");
    return found == std::string::npos ? std::nullopt : std::optional(id.substr(found + 11));
}

/// The roles of variables by definition.
class NaiveRoles {
public:
    NaiveRoles(const Profile& profile, const Layers& layers)
        : m_profile(profile) {
        std::set<std::string> gradients;
        const auto add = [&](const std::string& id) {
            if (const auto root = gradientRoot(id)) {
                gradients.insert(*root);
            }
        };
        for (const LayeredOperation& operation : layers.operations) {
            const OperationDebug& debug = profile.operationDetails[operation.detail.index()].debug;
            std::for_each(debug.inputs.begin(), debug.inputs.end(), add);
            std::for_each(debug.outputs.begin(), debug.outputs.end(), add);
            add(debug.tensorId.value_or(""));
        }
        for (const Variable& variable : profile.variables) {
            add(variable.name);
        }
        m_certain = !gradients.empty();
        for (const Variable& variable : profile.variables) {
            if (variable.alwaysLive && gradients.contains(variable.name) && !isMarked(variable.name)) {
                m_weights.insert(variable.name);
            }
        }
    }

    Role of(uint32_t row) const {
        const VariableIndex variable = m_profile.lowered.variable[row];
        if (variable.value == NoId) {
            const auto live = m_profile.equivalenceClasses[m_profile.lowered.liveClass[row].index()];
            const bool always =
                live.size() == 1 && live[0].start.value == 0 && live[0].end.value == m_profile.stepCount();
            return always ? Role::Constants : Role::Activations;
        }
        const Variable& named = m_profile.variables[variable.index()];
        if (has(named.name, "Stashed___")) {
            return Role::Stashes;
        }
        if (has(named.name, "Accl1___") || has(named.name, "Accl2___") || has(named.name, "Accl3___")) {
            return Role::OptimizerState;
        }
        if (has(named.name, "Accl___") || has(named.name, "Accum___")) {
            return Role::Accumulators;
        }
        if (has(named.name, "Gradient___")) {
            return Role::Gradients;
        }
        if (has(named.name, "UpdatedVar___")) {
            return Role::Weights;
        }
        if (isMarked(named.name) || !named.alwaysLive) {
            return Role::Activations;
        }
        if (m_certain) {
            return m_weights.contains(named.name) ? Role::Weights : Role::Constants;
        }
        const auto& flags = m_profile.lowered.flags;
        return !flags.empty() && (flags[row] & 2U) != 0 ? Role::Constants : Role::Weights;
    }

    /// The factor after the changes, times two.
    uint64_t halves(const ModelChanges& whatIf, uint32_t row) const {
        const Role role = of(row);
        if (role == Role::OptimizerState) {
            return whatIf.optimizerOffChip ? 0 : 2;
        }
        if (role == Role::Accumulators) {
            return whatIf.halfAccumulators ? 1 : 2;
        }
        const VariableIndex variable = m_profile.lowered.variable[row];
        const auto root =
            variable.value == NoId ? std::nullopt : gradientRoot(m_profile.variables[variable.index()].name);
        const bool ofBatch = role == Role::Activations || role == Role::Stashes ||
                             (role == Role::Gradients && !m_weights.contains(root.value_or("")));
        return ofBatch ? batch(whatIf) : 2;
    }
    static uint64_t batch(const ModelChanges& whatIf) {
        return whatIf.microBatch == ModelChanges::MicroBatch::Same     ? 2
               : whatIf.microBatch == ModelChanges::MicroBatch::Halved ? 1
                                                                       : 4;
    }

private:
    static bool isMarked(const std::string& name) {
        for (const char* mark :
             {"Gradient___", "Accl___", "Accl1___", "Accl2___", "Accl3___", "Accum___", "UpdatedVar___"}) {
            if (has(name, mark)) {
                return true;
            }
        }
        // The random profiles have one counter.
        return name.ends_with("__re") || name.ends_with("__re__t12");
    }

    const Profile& m_profile;
    bool m_certain = false;
    std::set<std::string> m_weights;
};

/// The lowered variables of an IPU's operations, by tile.
std::vector<std::set<uint32_t>> rowsOf(const RolesSubject& s, const PipelineReference& reference,
                                       const PlacedStage& stage) {
    std::vector<std::set<uint32_t>> rows(s.profile->target.tilesPerIpu);
    const auto last = static_cast<uint32_t>(reference.entries().size() - 1);
    for (size_t i = 0; i < s.layers->operations.size(); ++i) {
        const uint32_t entry = reference.entryOf(i);
        if ((entry < stage.entries.first.value || entry > stage.entries.last.value) &&
            !(stage.withOutput && entry == last)) {
            continue;
        }
        for (const LoweredIndex row : s.profile->operationVariables[s.layers->operations[i].detail.index()]) {
            const TileId tile = s.profile->lowered.tileOf(row);
            if (tile.index() < rows.size()) {
                rows[tile.index()].insert(row.value);
            }
        }
    }
    return rows;
}

/// The roles of the bytes on a tile in one step.
RoleBytes naiveBytes(const RolesSubject& s, const NaiveRoles& roles, const HeldRows& held,
                     const std::set<uint32_t>& rows, const CategoryBytes& estimate, uint32_t step) {
    RoleBytes bytes;
    for (const uint32_t row : rows) {
        if (estimate.variables > 0 && held.liveAround(row, {step})) {
            bytes[roles.of(row)] += s.profile->lowered.bytes[row];
        }
    }
    bytes[Role::Stashes] += estimate.stash;
    bytes[Role::Accumulators] += estimate.accumulators;
    bytes[Role::VertexState] += estimate.vertexState;
    bytes[Role::Code] += estimate.vertexCode + estimate.exchangeCode + estimate.controlCode;
    bytes[Role::Unowned] += estimate.unowned;
    return bytes;
}

/// The steps in which a stage's memory is measured.
std::set<uint32_t> stepsOfStage(const PipelineReference& reference, const PlacedStage& stage) {
    auto windows = reference.windowsOf(stage.entries.first.value, stage.entries.last.value);
    if (stage.withOutput) {
        const auto last = static_cast<uint32_t>(reference.entries().size() - 1);
        const auto output = reference.windowsOf(last, last);
        windows.insert(windows.end(), output.begin(), output.end());
    }
    std::set<uint32_t> steps;
    for (const auto& window : windows) {
        for (uint32_t step = window.first; step <= window.last; ++step) {
            steps.insert(step);
        }
    }
    return steps;
}

uint64_t naivePeak(const RolesSubject& s, const NaiveRoles& roles, const HeldRows& held,
                   const std::set<uint32_t>& rows, const std::set<uint32_t>& steps,
                   const CategoryBytes& estimate, const ModelChanges& whatIf) {
    uint64_t peak = 0;
    for (const uint32_t step : steps) {
        uint64_t live = 0;
        for (const uint32_t row : rows) {
            live +=
                held.liveAround(row, {step}) ? roles.halves(whatIf, row) * s.profile->lowered.bytes[row] : 0;
        }
        peak = std::max(peak, live);
    }
    const uint64_t rest = 2 * (estimate.statics() + estimate.unowned) +
                          NaiveRoles::batch(whatIf) * estimate.stash +
                          (whatIf.halfAccumulators ? 1 : 2) * estimate.accumulators;
    return (peak + rest + 1) / 2;
}

std::vector<ModelChanges> allChanges() {
    std::vector<ModelChanges> all;
    for (const bool optimizer : {false, true}) {
        for (const bool accumulators : {false, true}) {
            for (const auto size : {ModelChanges::MicroBatch::Same, ModelChanges::MicroBatch::Halved,
                                    ModelChanges::MicroBatch::Doubled}) {
                all.push_back({optimizer, accumulators, size});
            }
        }
    }
    return all;
}

} // namespace

class TestStageRoles : public QObject {
    Q_OBJECT
private slots:
    /// For random plans: the roles of each tile, and the peak after each combination of changes.
    void equalTheDefinition() {
        Workers workers(2);
        RoleBytes seen;
        size_t movedPeaks = 0;
        for (uint64_t seed = 0; seed < 120; ++seed) {
            const RolesSubject s = rolesSubject(seed);
            const PipelineReference reference(*s.profile, *s.layers);
            const StageEstimatorPtr estimator = *StageEstimator::build(
                s.profile, *PipelineEntries::find(*s.profile, *s.layers), s.options, workers);
            const VariableRoles roles(*s.profile, estimator->layers());
            const NaiveRoles naive(*s.profile, *s.layers);
            Random random(seed);
            std::vector<LayerIndex> splits;
            for (uint32_t split = 1; split < estimator->layerCount(); ++split) {
                if (random.below(3) == 0) {
                    splits.push_back({split});
                }
            }
            const PlanEstimate plan =
                *estimator->estimate(*SplitPlan::make(estimator->layerCount(), splits), workers);
            for (size_t ipu = 0; ipu < plan.stages.size(); ++ipu) {
                const PlacedStage& stage = plan.placement.ipus[ipu];
                const StageEstimate& estimate = plan.stages[ipu];
                const ModelChanges whatIf = allChanges()[random.below(12)];
                const StageRoles found = *rolesOf(*estimator, roles, stage, whatIf, workers);
                QCOMPARE(found.bytes.total(), estimate.bytes.total());
                QCOMPARE(found.peakBytes.total(), estimate.peakTileBytes);
                const StageTiles tiles = *estimator->tilesPlaced(stage, workers);
                const auto rows = rowsOf(s, reference, stage);
                const HeldRows held(estimator->index(), stage);
                const auto steps = stepsOfStage(reference, stage);
                RoleBytes sum;
                ChangedPeak changed;
                for (uint32_t tile = 0; tile < tiles.size(); ++tile) {
                    const RoleBytes expected =
                        naiveBytes(s, naive, held, rows[tile], tiles.tile(tile), tiles.peakStep[tile].value);
                    sum.add(expected);
                    if (tile == estimate.peakTile.value) {
                        QVERIFY(found.peakBytes == expected);
                    }
                    const uint64_t peak =
                        naivePeak(s, naive, held, rows[tile], steps, tiles.tile(tile), whatIf);
                    if (peak > changed.tileBytes) {
                        changed = {peak, {tile}};
                    }
                }
                QVERIFY(found.bytes == sum);
                QCOMPARE(found.changed.has_value(), whatIf.any());
                if (whatIf.any()) {
                    QCOMPARE(found.changed->tileBytes, changed.tileBytes);
                    QCOMPARE(found.changed->tile.value, changed.tile.value);
                    movedPeaks += changed.tileBytes != estimate.peakTileBytes ? 1 : 0;
                }
                seen.add(sum);
            }
        }
        // Every role must occur except I/O tiles, which are not requested.
        for (size_t i = 0; i < RoleCount; ++i) {
            QVERIFY2(seen.of[i] > 0 || static_cast<Role>(i) == Role::IoTiles,
                     std::string(idOf(static_cast<Role>(i))).c_str());
        }
        QVERIFY(movedPeaks > 50);
    }

    /// In PopLiner's setting, operations outside layers add no variables.
    void sumsInPoplinersSetting() {
        Workers workers(1);
        for (const std::string& name : fixtureNames()) {
            const ProfilePtr profile = loadFixture(name);
            const LayersPtr layers = *findLayers(*profile, {});
            const StageEstimatorPtr estimator = *StageEstimator::build(profile, layers, workers);
            const VariableRoles roles(*profile, *layers);
            for (uint32_t first = 0; first < layers->count(); ++first) {
                const PlacedStage stage{{{first}, layers->last()}};
                const StageEstimate estimate = *estimator->estimatePlaced(stage, workers);
                const StageRoles found = *rolesOf(*estimator, roles, stage, {}, workers);
                QCOMPARE(found.bytes.total(), estimate.bytes.total());
                QCOMPARE(found.peakBytes.total(), estimate.peakTileBytes);
                QCOMPARE(found.bytes[Role::Unowned], uint64_t{0});
            }
        }
    }

    void marks() {
        QCOMPARE(markedRole("Accl1___w"), std::optional(Role::OptimizerState));
        QCOMPARE(markedRole("Step___w"), std::optional(Role::OptimizerState));
        QCOMPARE(markedRole("UpdatedVar___Accl2___w"), std::optional(Role::OptimizerState));
        QCOMPARE(markedRole("model/Accum___Gradient___w"), std::optional(Role::Accumulators));
        QCOMPARE(markedRole("Accl___w"), std::optional(Role::Accumulators));
        QCOMPARE(markedRole("Gradient___w"), std::optional(Role::Gradients));
        QCOMPARE(markedRole("gradients/dense/kernel"), std::optional(Role::Gradients));
        QCOMPARE(markedRole("UpdatedVar___w"), std::optional(Role::Weights));
        QCOMPARE(markedRole("Stashed___x"), std::optional(Role::Stashes));
        QCOMPARE(markedRole("layer.0/x__re"), std::optional(Role::Activations));
        QCOMPARE(markedRole("layer.0/x__re__t7"), std::optional(Role::Activations));
        QVERIFY(!markedRole("layer.0/weight"));
    }

    /// The roles of a training profile whose tensors have PopART's names.
    void training() {
        Workers workers(1);
        const ProfilePtr profile = generateOrThrow(smallModel("bert-base", true)).profile;
        const LayersPtr layers = *findLayers(*profile, {});
        const StageEstimatorPtr estimator =
            *StageEstimator::build(profile, *PipelineEntries::find(*profile, *layers), {}, workers);
        const VariableRoles roles(*profile, estimator->layers());
        const PlacedStage stage{{{0}, {estimator->layers().last().value / 2}}, 3, false};
        ModelChanges off;
        off.optimizerOffChip = true;
        const StageRoles found = *rolesOf(*estimator, roles, stage, off, workers);
        const StageEstimate estimate = *estimator->estimatePlaced(stage, workers);
        for (const Role role : {Role::Weights, Role::Gradients, Role::Accumulators, Role::OptimizerState,
                                Role::Stashes, Role::Activations, Role::VertexState, Role::Code}) {
            QVERIFY2(found.bytes[role] > 0, std::string(idOf(role)).c_str());
        }
        // Adam keeps two moments of each weight.
        QCOMPARE(found.bytes[Role::Accumulators], found.bytes[Role::Weights]);
        QVERIFY(found.bytes[Role::OptimizerState] >= 2 * found.bytes[Role::Weights]);
        QVERIFY(found.changed->tileBytes + found.peakBytes[Role::OptimizerState] >= estimate.peakTileBytes);
        QVERIFY(found.changed->tileBytes < estimate.peakTileBytes);
    }

    void namesOfChanges() {
        ModelChanges whatIf;
        QVERIFY(!whatIf.any() && whatIf.ids().empty());
        QVERIFY(whatIf.add("optimizer-off-chip") && whatIf.add("halve-activations"));
        QVERIFY(whatIf.add("halve-activations"));
        QVERIFY(!whatIf.add("double-activations"));
        QVERIFY(!whatIf.add("nothing"));
        QVERIFY(whatIf.ids() == (std::vector<std::string_view>{"optimizer-off-chip", "halve-activations"}));
        for (const std::string_view id : modelChangeIds()) {
            ModelChanges single;
            QVERIFY(single.add(id));
            QVERIFY(single.ids() == std::vector{id});
        }
    }

    void stopsWhenAsked() {
        Workers workers(1);
        const RolesSubject s = rolesSubject(7);
        const StageEstimatorPtr estimator = *StageEstimator::build(
            s.profile, *PipelineEntries::find(*s.profile, *s.layers), s.options, workers);
        std::stop_source stopped;
        stopped.request_stop();
        const VariableRoles roles(*s.profile, estimator->layers());
        QVERIFY(
            rolesOf(*estimator, roles, {{{0}, {0}}}, {}, workers, stopped.get_token()).failure().cancelled());
    }
};

TILELINE_TEST(TestStageRoles)
#include "test_stageroles.moc"
