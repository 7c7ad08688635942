// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/useprofile.h"

#include "core/estimate/operationfigures.h"
#include "core/execution/cycles.h"
#include "core/explain/cutpositions.h"
#include "core/explain/diagnosis.h"
#include "core/explain/insights.h"
#include "core/explain/peakexplanation.h"
#include "core/explain/planwarnings.h"
#include "core/explain/remedies.h"
#include "core/explain/stageroles.h"
#include "core/layers/modulepaths.h"
#include "core/memory/layermatrices.h"
#include "core/memory/liveness.h"
#include "core/memory/origins.h"
#include "core/memory/tilememory.h"
#include "core/output/executiontables.h"
#include "core/output/memorytables.h"
#include "core/output/reports.h"
#include "core/solve/paretofront.h"
#include "tests/support/compareprofiles.h"

#include <algorithm>

namespace tileline::fuzz {

namespace {

bool isSmall(const Profile& profile) {
    return profile.target.numTiles <= 64 && profile.stepCount() <= 1000 && profile.operations.size() <= 300 &&
           profile.programs.size() <= 3000 && profile.lowered.size() <= 5000 &&
           profile.executionSteps.size() <= 3000 && profile.blocks.size() <= 3000;
}

/// Longer layer lists would give a table with too many intervals.
constexpr size_t MaxEntries = 12;

class ProfileUse {
public:
    ProfileUse(ProfilePtr profile, Choices& choices, Input input)
        : m_profile(std::move(profile))
        , m_choices(choices)
        , m_parts(input, PartCount) {}

    Outcome<Done> run();

private:
    enum Part : uint32_t { Look, Tables, Estimate, Explain, Solve, Remedies, PartCount };

    void chooseSetting();
    void chooseForLayers();
    SplitPlan choosePlan();
    SolveRequest chooseRequest();
    Outcome<Done> look();
    Outcome<Done> findEntries();
    Outcome<Done> makeTables();
    Outcome<Done> traceExecution();
    Outcome<Done> buildEstimator();
    Outcome<Done> estimatePlan();
    Outcome<Done> explainPlan();
    Outcome<Done> fillTable();
    Outcome<Done> solvePlans(const IntervalCosts& costs);
    Outcome<Done> remedy(const IntervalCosts& costs);
    void requireObeyed(const SolvedPlan& solved, const SolveRequest& request) const;

    ProfilePtr m_profile;
    Choices& m_choices;
    Parts m_parts;
    Workers m_workers{1};
    bool m_popliner = false;
    LayerOptions m_layerOptions;
    PipelineOptions m_options;
    LayersPtr m_layers;
    PipelineEntriesPtr m_entries;
    StageEstimatorPtr m_estimator;
    std::optional<IntervalTable> m_table;
    std::optional<EntryCycles> m_cycles;
    std::optional<PlanEstimate> m_estimate;
    // Chosen first, so that the choices do not depend on which parts are run.
    uint32_t m_tile = 0;
    uint32_t m_step = 0;
    MatrixParts m_matrixParts{};
    TableFormat m_format{};
    SplitPlan m_firstPlan;
    SplitPlan m_plan;
    uint32_t m_ipu = 0;
    ModelChanges m_changes;
    SolveRequest m_request;
    SolveRequest m_remedyRequest;
    uint32_t m_frontPoints = 1;
};

void ProfileUse::chooseSetting() {
    m_popliner = m_choices.below(3) == 0;
    m_layerOptions.order = m_choices.oneOf({LayerOrder::Steps, LayerOrder::Natural});
    if (m_popliner) {
        m_layerOptions.unassigned = m_choices.oneOf({Unassigned::First, Unassigned::Position});
    }
    m_options.mode = m_choices.oneOf({PassMode::Auto, PassMode::Inference, PassMode::Training});
    m_options.recompute = m_choices.oneOf({Recompute::Inputs, Recompute::Off, Recompute::Layers});
    m_options.schedule = m_choices.oneOf(
        {Schedule::PopTorch, Schedule::Grouped, Schedule::Interleaved, Schedule::Sequential, Schedule::None});
    m_options.accumulators = m_choices.oneOf({Accumulators::Auto, Accumulators::None, Accumulators::Add});
    m_options.unowned = m_choices.oneOf({Unowned::Share, Unowned::None, Unowned::All});
    m_options.outputOn = m_choices.oneOf({OutputOn::Last, OutputOn::First, OutputOn::Auto});
    m_options.accumulatorType = m_choices.oneOf({AccumulatorType::Same, AccumulatorType::Float});
    m_options.optimizerState = m_choices.oneOf({OptimizerState::OnChip, OptimizerState::OffChip});
    m_options.ioTiles = m_choices.oneOf<uint32_t>({0, 2, 192, UINT32_MAX});
    m_options.allowSharedWeights = m_choices.yes();
    m_options.microBatches = m_choices.oneOf<std::optional<uint32_t>>({std::nullopt, 1U, 2U, 100U});
    m_tile = m_choices.below(1U << 8U);
    m_step = m_choices.below(1U << 16U);
}

void ProfileUse::chooseForLayers() {
    m_matrixParts = m_choices.oneOf({MatrixParts::Layers, MatrixParts::Blocks});
    m_format = m_choices.oneOf({TableFormat::Tsv, TableFormat::Csv, TableFormat::Json});
    m_firstPlan = choosePlan();
    m_plan = choosePlan();
    m_ipu = m_choices.below(6);
    m_changes.halfAccumulators = m_choices.yes();
    m_changes.microBatch = m_choices.oneOf({ModelChanges::MicroBatch::Same, ModelChanges::MicroBatch::Halved,
                                            ModelChanges::MicroBatch::Doubled});
    m_request = chooseRequest();
    m_frontPoints = 1 + m_choices.below(8);
    m_remedyRequest = chooseRequest();
}

SplitPlan ProfileUse::choosePlan() {
    SplitPlan plan(m_layers->count());
    for (uint32_t splits = m_choices.below(6); splits > 0; --splits) {
        plan = plan.withAdded({m_choices.below(static_cast<uint32_t>(m_layers->count()))});
    }
    return plan;
}

SolveRequest ProfileUse::chooseRequest() {
    const auto count = static_cast<uint32_t>(m_layers->count());
    MemoryLimits memory{m_choices.oneOf<uint64_t>({638976, 20000, 5000, 0, UINT64_MAX}),
                        {},
                        m_choices.oneOf<uint32_t>({0, 10, MaxKeepFree})};
    if (m_choices.yes()) {
        memory.ofIpu = {m_choices.number() % 100000, 30000};
    }
    PlanConstraints constraints(count, 1 + m_choices.below(m_choices.yes() ? 6 : MaxIpus), memory);
    for (uint32_t pins = m_choices.below(3); pins > 0; --pins) {
        constraints = constraints.withPinned({m_choices.below(count)});
    }
    for (uint32_t forbidden = m_choices.below(3); forbidden > 0; --forbidden) {
        constraints = constraints.withForbidden({m_choices.below(count)});
    }
    return {
        m_choices.oneOf({Objective::MinPeak, Objective::MinIpus, Objective::MinPeriod, Objective::Greedy}),
        constraints, m_choices.oneOf<size_t>({1, 2, 0, 1000}), m_choices.oneOf<size_t>({0, 3, 1, 1000})};
}

/// The texts and figures that are shown for a profile without layers.
Outcome<Done> ProfileUse::look() {
    require(test::profileDifference(*m_profile, *m_profile).empty(), "a profile equals itself");
    (void)tileMemoryOf(*m_profile);
    const Columns<uint32_t> tiles = tileColumns(*m_profile);
    const TableWriter writer(tiles.columns(), TableFormat::Json);
    for (uint32_t tile = 0; tile < std::min<uint32_t>(m_profile->target.numTiles, 100); ++tile) {
        (void)writer.row(tile, tiles.row(tile));
    }
    const LivenessSeries series = livenessSeries(*m_profile);
    const auto steps = livenessColumns(*m_profile, series, TileRange::ofModel(*m_profile));
    (void)toText(steps.table(static_cast<uint32_t>(m_profile->stepCount())), TableFormat::Csv);
    (void)TRY(runSelfChecks(*m_profile, m_workers));
    for (uint32_t program = 0; program < std::min<size_t>(m_profile->programs.size(), 20); ++program) {
        (void)programName(*m_profile, {program});
        (void)contextChain(*m_profile, {program});
    }
    if (m_profile->target.numTiles == 0 || m_profile->stepCount() == 0) {
        return Done{};
    }
    const TileId tile{m_tile % m_profile->target.numTiles};
    const StepIndex step{m_step % m_profile->stepCount()};
    (void)TRY(livenessSeries(*m_profile, TileRange::of(tile)));
    (void)TRY(tileContents(*m_profile, tile));
    (void)toText(memoryMapColumns(*m_profile).table(TRY(memoryMap(*m_profile, tile))), m_format);
    const auto before = TRY(liveVariables(*m_profile, {0}, TileRange::ofModel(*m_profile)));
    const auto after = TRY(liveVariables(*m_profile, step, TileRange::of(tile)));
    (void)liveDifference(before, after);
    return Done{};
}

Outcome<Done> ProfileUse::findEntries() {
    m_layers = TRY(findLayers(*m_profile, m_layerOptions, {}, !m_popliner));
    if (!m_popliner) {
        m_entries = TRY(PipelineEntries::find(*m_profile, *m_layers, m_options.mode));
        m_layers = m_entries->layers();
    }
    return Done{};
}

Outcome<Done> ProfileUse::makeTables() {
    (void)TRY(VariableOrigins::build(m_profile, m_layers));
    (void)TRY(findLayerMatrices(*m_profile, *m_layers, m_matrixParts));
    const auto figures = TRY(operationFigures(*m_profile, *m_layers, m_workers));
    const auto cycles = TRY(OperationCycleFigures::find(*m_profile, *m_layers));
    (void)toText(
        operationsTable(*m_profile, *m_layers, figures, cycles, m_entries ? &m_entries->passes() : nullptr),
        m_format);
    (void)TRY(Insights::find(*m_profile, *m_layers, TileRange::ofModel(*m_profile), 5));
    return traceExecution();
}

Outcome<Done> ProfileUse::traceExecution() {
    const Passes passes = m_entries ? m_entries->passes() : Passes::find(*m_profile, *m_layers);
    for (const TraceSource source : {TraceSource::Measured, TraceSource::Blocks, TraceSource::Estimated}) {
        const ExecutionTrace trace = TRY(ExecutionTrace::find(m_profile, m_layers, passes, source));
        const TraceFigures figures = TRY(TraceFigures::find(trace));
        for (const RunFigures& run : figures.runs) {
            for (const IpuFigures& ipu : run.ipus) {
                uint64_t waiting = 0;
                for (const uint64_t cycles : ipu.waitingBy) {
                    waiting += cycles;
                }
                require(ipu.working + waiting == ipu.span(), "each cycle of a span counts once");
            }
        }
        (void)toText(sumColumns(trace, SumBy::Program).table(figures.programs), m_format);
        TraceEvents events([](std::string_view) { return Done{}; });
        TRY(writeSteps(trace, {}, events, {}));
    }
    (void)toText(blockColumns(*m_profile).table(traceBlocks(*m_profile).blocks), m_format);
    return Done{};
}

Outcome<Done> ProfileUse::buildEstimator() {
    TRY(StageEstimator::checkPossible(*m_profile, m_popliner ? Setting::PopLiner : Setting::Pipeline));
    m_estimator = m_popliner ? TRY(StageEstimator::build(m_profile, m_layers, m_workers))
                             : TRY(StageEstimator::build(m_profile, m_entries, m_options, m_workers));
    require(m_estimator->layerCount() == m_layers->count(), "the estimator has all entries");
    m_estimate = TRY(m_estimator->estimate(m_plan, m_workers));
    require(m_estimate->stages.size() == m_estimate->placement.ipus.size(), "each IPU has an estimate");
    if (!m_popliner) {
        const ProgramCycles programs(*m_profile);
        if (programs.known()) {
            m_cycles = TRY(EntryCycles::find(*m_profile, *m_entries, programs));
        }
    }
    return Done{};
}

Outcome<Done> ProfileUse::estimatePlan() {
    const auto shared = TRY(findWarnings(*m_profile, *m_layers, m_entries.get()));
    const auto checks = TRY(runSelfChecks(*m_profile, m_workers));
    for (const PlanWarning& warning : warningsOf(shared, &checks, *m_estimator, &*m_estimate)) {
        require(codeOf(warning) != nullptr, "a warning has a code");
    }
    if (m_cycles) {
        (void)timeOf(*m_cycles, m_estimator->layers().kinds, m_estimate->placement, m_estimate->crossingBytes,
                     m_entries->passes().training(), m_options, m_profile->target.clockHz, {});
    }
    (void)toText(stagesTable(*m_layers, *m_estimate, {}, shared), TableFormat::Csv);
    (void)TRY(diagnose(*m_profile, *m_layers, m_estimator, 5, m_workers));
    return Done{};
}

void ProfileUse::requireObeyed(const SolvedPlan& solved, const SolveRequest& request) const {
    require(static_cast<bool>(Plan::make(solved.plan, request.constraints)),
            "a solved plan obeys the constraints");
    const auto looked = tabulated(*m_table, solved.plan);
    require(looked && looked->peakTileBytes() == solved.peakTileBytes, "a solved plan has its peak");
    require(solved.fits == Fit::of(*looked, request.constraints.memory(), {}).fits(),
            "a solved plan fits as it says");
}

Outcome<Done> ProfileUse::fillTable() {
    m_table.emplace(m_estimator);
    TRY(m_table->fill(m_firstPlan, m_workers));
    require(m_table->complete(), "a table that is filled is complete");
    const auto looked = tabulated(*m_table, m_plan);
    require(looked && looked->stages == m_estimate->stages, "the table has the estimate of a plan");
    require(looked->crossingBytes == m_estimate->crossingBytes, "the table has the bytes of a plan");
    return Done{};
}

Outcome<Done> ProfileUse::solvePlans(const IntervalCosts& costs) {
    (void)segmentsTable(*m_table);
    const SolveRequest& request = m_request;
    const StageCost cost = [this](LayerRange stage) -> Outcome<StageEstimate> {
        return *m_table->find(stage);
    };
    if (m_popliner || request.objective != Objective::Greedy) {
        const auto times = costs.times() != nullptr ? std::optional(*costs.times()) : std::nullopt;
        const auto answer = TRY(solve(request, cost, &*m_table, times, {}));
        if (const auto* const solved = std::get_if<SolvedPlan>(&answer.result)) {
            requireObeyed(*solved, request);
        }
    }
    (void)TRY(solveTradeOff(costs, request));
    (void)TRY(suggestRelaxation(costs, request));
    if (costs.times() != nullptr) {
        const ParetoFront front = TRY(solvePareto(costs, request, m_frontPoints));
        for (size_t i = 1; i < front.points.size(); ++i) {
            require(front.points[i].peakTileBytes < front.points[i - 1].peakTileBytes, "peaks descend");
            require(front.points[i].period > front.points[i - 1].period, "periods ascend");
        }
    }
    return Done{};
}

Outcome<Done> ProfileUse::remedy(const IntervalCosts& costs) {
    SolveRequest request = m_remedyRequest;
    request.objective = Objective::MinPeak;
    const Plan plan = Plan::fitted(m_estimate->plan, request.constraints);
    request.constraints = plan.constraints();
    request.minLayers = 1;
    request.maxLayers = 0;
    const auto optimum = TRY(findOptimum(request, costs, {}));
    const SolvedPlan judged = judgePlan(costs, plan.constraints(), plan.splitPlan());
    const auto estimate = tabulated(*m_table, plan.splitPlan());
    require(estimate && judged.peakTileBytes == estimate->peakTileBytes(), "a judged plan has its peak");
    if (const auto* const best = std::get_if<SolvedPlan>(&optimum->result); best && judged.fits) {
        const bool buildable = !splitsWeights(*m_estimator, *estimate) || m_options.allowSharedWeights;
        require(!buildable || best->peakTileBytes <= judged.peakTileBytes, "no plan is better than the best");
    }
    const auto remedies = TRY(findRemedies(plan, *m_table, *optimum, m_workers));
    for (const Remedy& found : remedies) {
        require(found.plan.layerCount() == plan.layerCount(), "a remedy is a plan for the profile");
    }
    for (const CutPosition& position : cutPositions(*m_table, plan)) {
        require(position.state != CutPosition::State::Possible || position.known, "the table has a position");
    }
    return Done{};
}

Outcome<Done> ProfileUse::explainPlan() {
    const VariableRoles roles(*m_profile, *m_layers);
    const auto ipu = m_ipu % static_cast<uint32_t>(m_estimate->stages.size());
    const PeakExplanation explained = TRY(explainPeak(*m_estimator, roles, *m_estimate, ipu, m_workers));
    require(explained.bytes.total() == m_estimate->stages[ipu].peakTileBytes, "a peak is explained");
    uint64_t sum = 0;
    for (const StageItem& item : explained.items) {
        sum += item.bytes;
        (void)nameOf(*m_profile, item);
        (void)modulePathOf(*m_layers, item);
    }
    require(sum == explained.bytes.total(), "the items of a peak add up");
    (void)toText(peakItemsTable(*m_profile, *m_layers, explained), TableFormat::Json);
    const PlacedStage& stage = m_estimate->placement.ipus[ipu];
    const StageRoles sorted = TRY(rolesOf(*m_estimator, roles, stage, m_changes, m_workers));
    require(sorted.peakBytes.total() == m_estimate->stages[ipu].peakTileBytes, "roles add up to the peak");
    return Done{};
}

Outcome<Done> ProfileUse::run() {
    chooseSetting();
    if (m_parts.include(Look)) {
        TRY(look());
    }
    if (!m_parts.includeFrom(Tables)) {
        return Done{};
    }
    TRY(findEntries());
    chooseForLayers();
    if (m_parts.include(Tables)) {
        TRY(makeTables());
    }
    if (!m_parts.includeFrom(Estimate)) {
        return Done{};
    }
    TRY(buildEstimator());
    if (m_parts.include(Estimate)) {
        TRY(estimatePlan());
    }
    if (m_parts.include(Explain)) {
        TRY(explainPlan());
    }
    if (!m_parts.includeFrom(Solve) || m_layers->count() > MaxEntries) {
        return Done{};
    }
    TRY(fillTable());
    IntervalCosts costs = TRY(IntervalCosts::make(*m_table, {}));
    if (m_cycles) {
        costs.setTimes(StageTimes::make(*m_estimator, *m_cycles, {}));
    }
    if (m_parts.include(Solve)) {
        TRY(solvePlans(costs));
    }
    if (m_parts.include(Remedies)) {
        TRY(remedy(costs));
    }
    return Done{};
}

} // namespace

void useProfile(const ProfilePtr& profile, Choices& choices, Input input) {
    if (!isSmall(*profile)) {
        return;
    }
    if (const auto done = ProfileUse(profile, choices, input).run(); !done) {
        requireError(done.failure());
    }
}

} // namespace tileline::fuzz
