// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/peakexplanation.h"

#include "core/base/sequences.h"
#include "core/explain/planwarnings.h"

#include <algorithm>

namespace tileline {

namespace {

/// The first operation that runs in a step and is in `stage`; if there is none, the first in the step.
Outcome<std::optional<OperationIndex>> operationAt(const StageEstimator& estimator, const PlacedStage& stage,
                                                   StepIndex step, const std::stop_token& stop) {
    const Profile& profile = estimator.profile();
    const Layers& layers = estimator.layers();
    const ProgramIndex program = profile.stepProgram[step.index()];
    std::optional<OperationIndex> other;
    for (uint32_t i = 0; i < layers.operations.size(); ++i) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        const LayeredOperation& operation = layers.operations[i];
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        if (!detail.firstStep || step < *detail.firstStep || *detail.lastStep < step) {
            continue;
        }
        const auto programs = profile.operationPrograms[operation.detail.index()];
        if (std::ranges::find(programs, program) == programs.end()) {
            continue;
        }
        if (stage.holds(operation.layer, layers.last())) {
            return std::optional(OperationIndex{i});
        }
        other = other ? other : std::optional(OperationIndex{i});
    }
    return other;
}

/// Computes what changes if one entry moves across the boundary between IPU `left` and the next IPU: to the
/// next IPU if `toTheRight`, otherwise to IPU `left`. `ipu`, the IPU whose peak is explained, is `left` or
/// `left` + 1. Empty if the move would leave an IPU without entries.
Outcome<std::optional<EntryMove>> moveEntry(const StageEstimator& estimator, const PlanEstimate& estimate,
                                            uint32_t left, bool toTheRight, uint32_t ipu, Workers& workers,
                                            const std::stop_token& stop) {
    const std::vector<PlacedStage>& ipus = estimate.placement.ipus;
    if (left + 1 >= ipus.size() || ipus[toTheRight ? left : left + 1].entries.size() < 2) {
        return std::optional<EntryMove>();
    }
    const LayerIndex begin = ipus[left + 1].entries.first;
    const LayerIndex moved{toTheRight ? begin.value - 1 : begin.value};
    EntryMove change{moved, ipu == left ? left + 1 : left,
                     estimate.plan.withMoved(left, toTheRight ? moved : begin.next())};
    PlanEstimate after = estimator.placed(change.plan);
    after.stages = estimate.stages;
    for (const uint32_t changed : {left, left + 1}) {
        after.stages[changed] = TRY(estimator.estimatePlaced(after.placement.ipus[changed], workers, stop));
    }
    change.peakTileBytes = after.stages[ipu].peakTileBytes;
    change.neighbourPeakBytes = after.stages[change.neighbour].peakTileBytes;
    change.planPeakBytes = after.peakTileBytes();
    change.buildable = !splitsWeights(estimator, after);
    return std::optional(std::move(change));
}

} // namespace

size_t PeakExplanation::tilesFrom(uint64_t minimum) const {
    return static_cast<size_t>(
        std::ranges::count_if(tileTotals, [&](uint64_t total) { return total >= minimum; }));
}

Outcome<PeakExplanation> explainPeak(const StageEstimator& estimator, const VariableRoles& roles,
                                     const PlanEstimate& estimate, uint32_t ipu, Workers& workers,
                                     const std::stop_token& stop) {
    PeakExplanation explanation;
    explanation.ipu = ipu;
    explanation.stage = estimate.placement.ipus[ipu];
    explanation.tile = estimate.stages[ipu].peakTile;
    explanation.step = estimate.stages[ipu].peakStep;
    const StageTiles tiles = TRY(estimator.tilesPlaced(explanation.stage, workers, stop));
    explanation.bytes = tiles.tile(explanation.tile.index());
    explanation.tileTotals = mapped(tiles.size(), [&](size_t tile) { return tiles.tile(tile).total(); });
    explanation.items =
        TRY(stageContents(estimator, roles, explanation.stage, tiles, explanation.tile, stop));
    if (explanation.step.value < estimator.profile().stepCount()) {
        explanation.program = estimator.profile().stepProgram[explanation.step.index()];
        explanation.operation = TRY(operationAt(estimator, explanation.stage, explanation.step, stop));
    }
    explanation.takeNext = TRY(moveEntry(estimator, estimate, ipu, false, ipu, workers, stop));
    explanation.giveLast = TRY(moveEntry(estimator, estimate, ipu, true, ipu, workers, stop));
    if (ipu > 0) {
        explanation.giveFirst = TRY(moveEntry(estimator, estimate, ipu - 1, false, ipu, workers, stop));
    }
    return explanation;
}

} // namespace tileline
