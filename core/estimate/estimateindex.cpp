// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/estimateindex.h"

namespace tileline {

StageWindows::Windows windowsOf(const EstimateBase& base, const PlacedStage& stage) {
    StageWindows::Windows windows = base.windows.windows(stage.entries);
    if (stage.withOutput) {
        for (const StageWindows::Window& window :
             base.windows.windows({base.layers->last(), base.layers->last()})) {
            windows.add(window);
        }
    }
    return windows;
}

Outcome<AddedBytes> stashOf(const EstimateBase& base, Recompute recompute, Workers& workers,
                            const std::stop_token& stop) {
    std::vector<std::vector<AddedTo>> stashed;
    size_t count = 0;
    for (const ActivationKind& kind : base.uses->activationKinds()) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        stashed.push_back(stashedOn(*base.profile, *base.entries, base.uses->tree(), kind, recompute));
        if (count += stashed.back().size(); count > AddedBytes::MaxFiled) {
            return AddedBytes::tooLarge(base.layers->count());
        }
    }
    return AddedBytes::build(
        base.profile->target.tilesPerIpu, static_cast<uint32_t>(base.layers->count()),
        [&](uint32_t tile) { return base.uses->activations(tile); }, stashed, workers, stop);
}

Outcome<std::shared_ptr<const StageAdditions>> additionsOf(const EstimateBase& base,
                                                           const PipelineOptions& options, Workers& workers,
                                                           const std::stop_token& stop) {
    const PipelineUses& uses = *base.uses;
    const uint32_t tiles = base.profile->target.tilesPerIpu;
    const auto entries = static_cast<uint32_t>(base.layers->count());
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    auto made = std::make_shared<StageAdditions>();
    StageAdditions& additions = *made;
    additions.unowned = options.unowned;
    if (options.accumulators == Accumulators::Add && base.entries->passes().training() &&
        !uses.weightsAreCertain()) {
        return Error{ErrorCode::BadArgument,
                     {},
                     "--accumulators",
                     "a profile of training whose gradients name their weights",
                     "add",
                     "Use --accumulators none, and leave room for the accumulators."};
    }

    if (options.accumulators == Accumulators::Add ||
        (options.accumulators == Accumulators::Auto && base.entries->passes().training() &&
         !uses.hasAccumulators())) {
        std::vector<std::vector<AddedTo>> accumulated(uses.tree().nodeCount());
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            for (const PipelineUses::Group& group : uses.weights(tile)) {
                if (accumulated[group.number].empty()) {
                    accumulated[group.number] = usedOn(uses.tree().entriesOf(group.number), base.outputSlot);
                }
            }
        }
        additions.accumulators = TRY(AddedBytes::build(
            tiles, entries, [&](uint32_t tile) { return uses.weights(tile); }, accumulated, workers, stop));
    }
    return std::shared_ptr<const StageAdditions>(std::move(made));
}

bool accumulates(const StageEstimator::Index& index, const PlacedStage& stage) {
    return stage.withOutput || stage.entries.size() < index.base->layers->count() ||
           accumulatesAlone(index.options);
}

} // namespace tileline
