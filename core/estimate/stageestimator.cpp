// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageestimator.h"

#include "core/base/lists.h"
#include "core/base/sequences.h"
#include "core/estimate/estimateindex.h"
#include "core/estimate/layersets.h"
#include "core/estimate/stageplacement.h"
#include "core/memory/operationtiles.h"

#include <algorithm>
#include <array>
#include <functional>
#include <numeric>
#include <optional>
#include <utility>

namespace tileline {

StageWindows::Windows windowsOf(const EstimateBase& base, const PlacedStage& stage) {
    StageWindows::Windows windows = base.windows.windows(stage.entries);
    if (stage.withOutput) {
        for (const auto& window : base.windows.windows({base.layers->last(), base.layers->last()})) {
            windows.add(window);
        }
    }
    return windows;
}

std::vector<DetailIndex> detailsOf(const StageEstimator& estimator, const PlacedStage& stage,
                                   bool onlyInLayers) {
    std::vector<DetailIndex> details;
    for (const LayeredOperation& operation : estimator.layers().operations) {
        if (stage.holds(operation.layer, estimator.layers().last()) &&
            (operation.inLayer() || !onlyInLayers)) {
            details.push_back(operation.detail);
        }
    }
    sortDistinct(details);
    return details;
}

bool accumulates(const StageEstimator::Index& index, const PlacedStage& stage) {
    return stage.withOutput || stage.entries.size() < index.base->layers->count() ||
           accumulatesAlone(index.options);
}

HeldRows::HeldRows(const StageEstimator::Index& index, const PlacedStage& stage)
    : m_index(index)
    , m_freed(index.live->freed)
    , m_runs(windowsOf(*index.base, stage).count > 0)
    , m_allSteps{{0}, {index.base->profile->stepCount()}} {
    m_freed.gradients = m_freed.gradients && accumulates(index, stage);
    for (uint32_t tile = 0; m_freed.state && tile < index.base->profile->target.tilesPerIpu; ++tile) {
        m_largestState.push_back(
            index.base->uses->largestState(tile, stage, index.base->layers->last()).variable);
    }
}

std::span<const StepInterval> HeldRows::live(size_t row) const {
    const LiveClasses& classes = m_index.base->live();
    if (!m_runs) {
        return {};
    }
    if (m_freed.state && classes.isState(row)) {
        const LoweredVariables& lowered = m_index.base->profile->lowered;
        const TileId tile = lowered.tileOf({static_cast<uint32_t>(row)});
        return {&m_allSteps, lowered.variable[row] == m_largestState[tile.index()] ? 1U : 0U};
    }
    return classes.intervals(classes.of(row, m_freed));
}

namespace {

/// The peak of the live bytes on a tile in any of the windows, and the step of that peak.
struct TilePeak {
    uint32_t bytes = 0;
    StepIndex step;
};

/// Collects how the live bytes on a tile change within a window of ranks. Create WindowChanges objects only
/// as local variables, so that the members stay in registers.
struct WindowChanges {
    uint32_t first = 0;       ///< rank at which the window begins
    uint32_t count = 0;       ///< number of ranks in the window
    uint32_t* sums = nullptr; ///< changes by rank from `first`, then one sum for all later ranks; modulo 2^32

    /// A change that comes before the window takes effect at the window's first rank.
    void add(std::span<const TileBlock::Change> changes) const {
        for (const TileBlock::Change& change : changes) {
            const uint32_t rank = std::max(change.rank, first) - first;
            sums[std::min(rank, count)] += change.bytes;
        }
    }
};

/// Scans one block of tiles after another. A TileScan reuses its memory, so each thread needs its own.
class TileScan {
public:
    TileScan(const StageEstimator::Index& index, const PlacedStage& stage)
        : m_index(index)
        , m_stage(stage)
        , m_slot(stage.withOutput ? index.base->outputSlot : std::nullopt)
        , m_windows(windowsOf(*index.base, stage))
        , m_sums(index.live->maxRankCount + 1) {
        if (index.additions) {
            forEachEntry(
                [&](uint32_t last, uint32_t first) { m_owned += index.base->owned.addedBy(last, first); });
            m_accumulates = accumulates(index, stage);
        }
    }

    /// Goes to block `number`, and sums up the stage's bytes on each tile of the block: code and vertex state
    /// and, in the pipeline setting, stashes and accumulators.
    void begin(size_t number) {
        m_block = &m_index.live->blocks[number];
        m_static.fill(0);
        m_staticSums = {};
        for (LayerIndex layer = m_stage.entries.first; layer <= m_stage.entries.last; layer = layer.next()) {
            addStatic(m_block->statics(layer, m_stage.entries.first));
        }
        if (m_slot) {
            addStatic(m_block->statics(m_slot->index(), m_slot->bound(m_stage.entries.last)));
        }
        if (!m_index.additions) {
            return;
        }
        m_stash.fill(0);
        m_accumulators.fill(0);
        forEachEntry([&](uint32_t last, uint32_t first) {
            if (m_accumulates) {
                m_index.additions->accumulators.addTo(m_accumulators, number, last, first);
            }
            if (m_stage.copies > 0 && last < m_index.base->layers->count()) {
                m_index.base->stash[static_cast<size_t>(m_index.options.recompute)].addTo(m_stash, number,
                                                                                          last, first);
            }
        });
    }
    const TileBlock& block() const { return *m_block; }
    /// The bytes of code and vertex state, summed over the tiles of the block.
    const CategoryBytes& staticSums() const { return m_staticSums; }

    // In the following functions, tile 0 is the first tile of the block.
    TileId id(uint32_t tile) const { return {m_block->firstTile() + tile}; }
    uint64_t statics(uint32_t tile) const { return m_static[tile]; }
    /// The bytes of all copies of the stashed variables.
    uint64_t stash(uint32_t tile) const { return m_stash[tile] * m_stage.copies; }
    uint64_t accumulators(uint32_t tile) const { return m_accumulators[tile]; }
    uint32_t unowned(uint32_t tile) const {
        return m_index.additions
                   ? m_index.additions->unownedOf(m_index.base->owned, id(tile).index(), m_owned)
                   : 0;
    }

    /// The peak of the live bytes on the tile in any of the windows. The live bytes at a rank are the sum of
    /// the changes up to that rank.
    TilePeak peak(uint32_t tile) {
        if (m_windows.count == 0) {
            return {};
        }
        const auto windowRanks = m_block->windowRanks(tile);
        uint32_t last = 0;
        for (const StageWindows::Window& window : m_windows) {
            last = std::max(last, windowRanks[window.last]);
        }
        const uint32_t first = windowRanks[m_windows.begin()->first];
        const WindowChanges changes{first, last + 1 - first, m_sums.data()};
        for (LayerIndex layer = m_stage.entries.first; layer <= m_stage.entries.last; layer = layer.next()) {
            addUses(tile, layer, m_stage.entries.first, changes);
        }
        if (m_slot) {
            addUses(tile, m_slot->index(), m_slot->bound(m_stage.entries.last), changes);
        }
        if (m_index.live->freed.gradients && !m_accumulates) {
            for (const TileBlock::Uses& uses : m_block->unfreedGradients(tile)) {
                changes.add(m_block->changes(uses));
            }
        }
        TilePeak peak = sweep(changes, windowRanks, m_block->ranks(tile));
        if (m_index.live->freed.state) {
            peak.bytes += static_cast<uint32_t>(
                m_index.base->uses->largestState(id(tile).index(), m_stage, m_index.base->layers->last())
                    .bytes);
        }
        return peak;
    }

private:
    /// Calls `visit` for each entry of the stage, with the arguments that AddedBytes and OwnedBytes expect.
    template <class Visit>
    void forEachEntry(const Visit& visit) const {
        for (LayerIndex layer = m_stage.entries.first; layer <= m_stage.entries.last; layer = layer.next()) {
            visit(layer.value, m_stage.entries.first.value);
        }
        if (m_slot) {
            visit(m_slot->layers, m_stage.entries.last.value);
        }
    }

    void addStatic(const TileBlock::Static* entry) {
        if (entry) {
            const auto bytes = m_block->bytes(*entry);
            std::transform(bytes.begin(), bytes.end(), m_static.begin(), m_static.begin(), std::plus<>());
            m_staticSums += entry->sums;
        }
    }

    void addUses(uint32_t tile, LayerIndex layer, LayerIndex bound, const WindowChanges& changes) const {
        for (const TileBlock::Uses& uses : m_block->uses(tile, layer)) {
            if (uses.previous > bound.value) {
                break;
            }
            changes.add(m_block->changes(uses));
        }
    }

    /// Adds up the changes rank by rank, finds the peak of the sum in the windows, and resets the changes to
    /// 0.
    TilePeak sweep(const WindowChanges& changes, std::span<const uint32_t> windowRanks,
                   std::span<const StepIndex> ranks) const {
        uint32_t live = 0;
        uint32_t maximum = 0;
        uint32_t peakRank = 0;
        uint32_t rank = 0;
        for (const StageWindows::Window& window : m_windows) {
            // Windows may overlap, so ranks that an earlier window covered are skipped.
            const uint32_t begin = windowRanks[window.first] - changes.first;
            const uint32_t end = windowRanks[window.last] + 1 - changes.first;
            for (; rank < begin; ++rank) {
                live += std::exchange(changes.sums[rank], 0);
            }
            for (; rank < end; ++rank) {
                live += std::exchange(changes.sums[rank], 0);
                if (live > maximum) {
                    maximum = live;
                    peakRank = rank;
                }
            }
        }
        changes.sums[changes.count] = 0;
        return {maximum, ranks[changes.first + peakRank]};
    }

    const StageEstimator::Index& m_index;
    PlacedStage m_stage;
    std::optional<OutputSlot> m_slot;
    StageWindows::Windows m_windows;
    std::vector<uint32_t> m_sums; ///< buffer for the WindowChanges of one tile; all 0 between scans of tiles
    const TileBlock* m_block = nullptr;
    CategoryBytes m_staticSums;
    uint64_t m_owned = 0;
    bool m_accumulates = false;
    // The bytes on each tile of the block. In PopLiner's setting, all but m_static are 0.
    std::array<uint64_t, TileBlock::MaxTiles> m_static{};
    std::array<uint64_t, TileBlock::MaxTiles> m_stash{};
    std::array<uint64_t, TileBlock::MaxTiles> m_accumulators{};
};

std::vector<uint64_t> crossingBytesOf(const Profile& profile, const LayerSets& sets, size_t layerCount) {
    std::vector<uint64_t> change(layerCount + 1, 0);
    const size_t rows = profile.lowered.tileBegin[profile.target.tilesPerIpu];
    for (uint32_t row = 0; row < rows; ++row) {
        if (const uint32_t node = sets.nodeOf({row}); node != 0) {
            change[sets.node(node).firstLayer.index() + 1] += profile.lowered.bytes[row];
            change[sets.node(node).layer.index() + 1] -= profile.lowered.bytes[row];
        }
    }
    std::partial_sum(change.begin(), change.end(), change.begin());
    change.resize(layerCount);
    return change;
}

/// For each entry: the bytes of activations that cross the boundary before the entry.
std::vector<uint64_t> transferBytesOf(const Profile& profile, const PipelineEntries& entries,
                                      const PipelineUses& uses) {
    const auto kinds = uses.activationKinds();
    std::vector<uint64_t> bytesOfKind(kinds.size(), 0);
    for (uint32_t tile = 0; tile < profile.target.tilesPerIpu; ++tile) {
        for (const PipelineUses::Group& group : uses.activations(tile)) {
            bytesOfKind[group.number] += group.bytes;
        }
    }
    std::vector<uint64_t> transfer(entries.layers()->count(), 0);
    for (size_t i = 0; i < kinds.size(); ++i) {
        const ActivationKind& kind = kinds[i];
        const uint32_t last = uses.tree().users(kind.uses, UseTree::Forward).back();
        for (uint32_t entry = kind.fromHost() ? NoId : kind.owner + 1; entry <= last; ++entry) {
            if (crosses(profile, kind.liveClass, entries.start({entry}))) {
                transfer[entry] += bytesOfKind[i];
            }
        }
    }
    return transfer;
}

} // namespace

StageEstimator::StageEstimator(std::unique_ptr<const Index> index)
    : m_index(std::move(index)) {
}

StageEstimator::~StageEstimator() = default;

Result<Done> StageEstimator::checkPossible(const Profile& profile, Setting setting) {
    if (profile.lowered.size() == 0) {
        return Error{ErrorCode::NoLoweredVariables, profile.path, {}, "lowered variables", "none"};
    }
    if (traitsOf(setting).ofFrameworkOperations ? !profile.hasFrameworkOperations()
                                                : profile.operations.empty()) {
        return Error{ErrorCode::NoOperations, profile.path, {}, "operations", "none"};
    }
    return Done{};
}

namespace {

Outcome<std::shared_ptr<const FreedBlocks>> buildBlocks(const EstimateBase& base, const LayerSets& sets,
                                                        const Freed& freed, Workers& workers,
                                                        Progress& progress, const std::stop_token& stop) {
    const LayerPrograms programs(*base.profile, *base.layers, base.vertexKinds());
    FreedBlocks made{.freed = freed};
    made.blocks = TRY(TileBlock::buildAll(
        {*base.profile, *base.layers, sets, programs, base.windows, base.outputSlot, base.live(), freed},
        workers, progress, stop));
    for (const TileBlock& block : made.blocks) {
        for (uint32_t tile = 0; tile < block.tileCount(); ++tile) {
            made.maxRankCount = std::max(made.maxRankCount, block.ranks(tile).size());
        }
    }
    return std::make_shared<const FreedBlocks>(std::move(made));
}

/// Whether the estimate adds accumulators to plans that accumulate gradients.
bool addsAccumulators(const EstimateBase& base, const PipelineOptions& options) {
    return base.uses->weightsAreCertain() &&
           (options.accumulators == Accumulators::Add ||
            (options.accumulators == Accumulators::Auto && base.entries->passes().training() &&
             !base.uses->hasAccumulators()));
}

/// The kinds of memory that the profile contains and that a pipeline with these options frees.
Freed freedBy(const EstimateBase& base, const PipelineOptions& options) {
    return base.live().relevant({options.recompute == Recompute::Layers, addsAccumulators(base, options),
                                 options.optimizerState == OptimizerState::OffChip});
}

/// Checks `options`, and returns them. OutputOn::Auto is replaced by the choice that follows from the
/// profile. Error: BadArgument.
Result<PipelineOptions> checked(const EstimateBase& base, PipelineOptions options) {
    if (options.accumulators == Accumulators::Add && base.entries->passes().training() &&
        !base.uses->weightsAreCertain()) {
        return errorAt(ErrorCode::BadArgument, "--accumulators",
                       "a training profile whose gradients show which variables are weights", "add",
                       "Use --accumulators none. The estimate then does not count the accumulators, so keep "
                       "memory free for them.");
    }
    const uint32_t maximum = base.profile->target.tilesPerIpu / 2;
    if (options.ioTiles % 2 != 0 || options.ioTiles > maximum) {
        return errorAt(ErrorCode::BadArgument, "--io-tiles",
                       "an even number up to " + std::to_string(maximum) + ", half of the IPU's tiles",
                       std::to_string(options.ioTiles));
    }
    if (options.outputOn == OutputOn::Auto) {
        const auto ties = [&](const PipelineWeight& weight) {
            return weight.entries.front().value == 0 && weight.entries.back() == base.layers->last();
        };
        const bool tied = base.outputSlot && base.layers->kinds.front() == EntryKind::Input &&
                          std::ranges::any_of(base.uses->weightList(), ties);
        options.outputOn = tied && base.entries->passes().training() ? OutputOn::First : OutputOn::Last;
    }
    return options;
}

/// The bytes of the variables that are stashed in a given mode of recomputation. `base.uses` must be set, and
/// must still contain the activations.
Outcome<AddedBytes> stashOf(const EstimateBase& base, Recompute recompute, Workers& workers,
                            const std::stop_token& stop) {
    Lists<AddedTo> stashed;
    for (const ActivationKind& kind : base.uses->activationKinds()) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        stashed.append(stashedOn(*base.profile, *base.entries, base.uses->tree(), kind, recompute));
        if (stashed.values().size() > AddedBytes::MaxFiled) {
            return AddedBytes::tooLarge(base.layers->count());
        }
    }
    return AddedBytes::build(
        base.profile->target.tilesPerIpu, static_cast<uint32_t>(base.layers->count()),
        [&](uint32_t tile) { return base.uses->activations(tile); }, stashed, workers, stop);
}

/// The bytes that the pipeline setting adds to stages, apart from stashes. `base.uses` must be set.
Outcome<std::shared_ptr<const StageAdditions>> additionsOf(const EstimateBase& base,
                                                           const PipelineOptions& options, Workers& workers,
                                                           const std::stop_token& stop) {
    const PipelineUses& uses = *base.uses;
    const uint32_t tiles = base.profile->target.tilesPerIpu;
    const auto entries = static_cast<uint32_t>(base.layers->count());
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    StageAdditions additions{.unowned = options.unowned};
    if (addsAccumulators(base, options)) {
        std::vector<uint8_t> ofWeights(uses.tree().nodeCount());
        for (uint32_t tile = 0; tile < tiles; ++tile) {
            for (const PipelineUses::Group& group : uses.weights(tile)) {
                ofWeights[group.number] = 1;
            }
        }
        Lists<AddedTo> accumulated;
        for (uint32_t node = 0; node < ofWeights.size(); ++node) {
            accumulated.append(ofWeights[node] != 0 ? usedOn(uses.tree().entriesOf(node), base.outputSlot)
                                                    : std::vector<AddedTo>());
        }
        const auto groups = [&](uint32_t tile) {
            std::vector<PipelineUses::Group> all(uses.weights(tile).begin(), uses.weights(tile).end());
            if (options.accumulatorType == AccumulatorType::Float) {
                all.insert(all.end(), uses.halfWeights(tile).begin(), uses.halfWeights(tile).end());
            }
            return all;
        };
        additions.accumulators = TRY(AddedBytes::build(tiles, entries, groups, accumulated, workers, stop));
    }
    return std::make_shared<const StageAdditions>(std::move(additions));
}

StageEstimatorPtr makeEstimator(StageEstimator::Index index) {
    return std::make_shared<const StageEstimator>(
        std::make_unique<const StageEstimator::Index>(std::move(index)));
}

} // namespace

Outcome<StageEstimatorPtr> StageEstimator::build(ProfilePtr profile, LayersPtr layers, Workers& workers,
                                                 Progress progress, std::stop_token stop) {
    progress.report(Phase::Indexing, 0);
    auto base = std::make_shared<EstimateBase>(std::move(profile), std::move(layers));
    const LayerSets sets(*base->profile, *base->layers, stop);
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    auto blocks = TRY(buildBlocks(*base, sets, {}, workers, progress, stop));
    base->crossingBytes = crossingBytesOf(*base->profile, sets, base->layers->count());
    progress.report(Phase::Indexing, 1);
    return makeEstimator({std::move(base), std::move(blocks), nullptr, {}});
}

Outcome<StageEstimatorPtr> StageEstimator::build(ProfilePtr profile, PipelineEntriesPtr entries,
                                                 const PipelineOptions& options, Workers& workers,
                                                 Progress progress, std::stop_token stop) {
    progress.report(Phase::Indexing, 0);
    auto base = std::make_shared<EstimateBase>(std::move(profile), std::move(entries));
    base->uses = TRY(PipelineUses::build(*base->profile, *base->entries, workers, stop));
    const PipelineOptions decided = TRY(checked(*base, options));
    std::optional<LayerSets> sets(std::in_place, base->uses->tree(), UseTree::LabelsPerEntry);
    base->uses->releaseRows();
    auto blocks = TRY(buildBlocks(*base, *sets, freedBy(*base, options), workers, progress, stop));
    sets.reset(); // frees a lot of memory; withOptions() computes the sets again
    base->owned = OwnedBytes(*base->profile, *base->uses, blocks->blocks,
                             static_cast<uint32_t>(base->layers->count()), base->outputSlot);
    base->crossingBytes = transferBytesOf(*base->profile, *base->entries, *base->uses);
    for (size_t mode = 0; mode < RecomputeModes; ++mode) {
        base->stash[mode] = TRY(stashOf(*base, static_cast<Recompute>(mode), workers, stop));
    }
    base->uses->releaseActivations();
    auto additions = TRY(additionsOf(*base, options, workers, stop));
    progress.report(Phase::Indexing, 1);
    return makeEstimator({std::move(base), std::move(blocks), std::move(additions), decided});
}

Outcome<StageEstimatorPtr> StageEstimator::withOptions(const PipelineOptions& options, Workers& workers,
                                                       const std::stop_token& stop) const {
    const EstimateBase& base = *m_index->base;
    const PipelineOptions decided = TRY(checked(base, options));
    const PipelineOptions& own = m_index->options;
    const bool same = own.accumulators == options.accumulators && own.unowned == options.unowned &&
                      own.accumulatorType == options.accumulatorType;
    const Freed freed = freedBy(base, options);
    auto live = m_index->live;
    if (freed != live->freed) {
        Progress progress;
        const LayerSets sets(*base.profile, *base.layers, stop);
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        live = TRY(buildBlocks(base, sets, freed, workers, progress, stop));
    }
    auto additions = same ? m_index->additions : TRY(additionsOf(base, options, workers, stop));
    return makeEstimator({m_index->base, std::move(live), std::move(additions), decided});
}

const Profile& StageEstimator::profile() const {
    return *m_index->base->profile;
}

const Layers& StageEstimator::layers() const {
    return *m_index->base->layers;
}

size_t StageEstimator::layerCount() const {
    return m_index->base->layers->count();
}

size_t StageEstimator::tileCount() const {
    return m_index->base->profile->target.tilesPerIpu;
}

const PipelineUses* StageEstimator::uses() const {
    return m_index->base->uses ? &*m_index->base->uses : nullptr;
}

const PipelineEntriesPtr& StageEstimator::entries() const {
    return m_index->base->entries;
}

const PipelineOptions& StageEstimator::options() const {
    return m_index->options;
}

Outcome<StageEstimate> StageEstimator::estimatePlaced(const PlacedStage& stage, Workers& workers,
                                                      std::stop_token stop) const {
    std::vector<StageTally> tallies(workers.count());
    std::vector<std::optional<TileScan>> scans(workers.count());
    const auto scanBlock = [](TileScan& scan, StageTally& tally) {
        tally.bytes += scan.staticSums();
        for (uint32_t tile = 0; tile < scan.block().tileCount(); ++tile) {
            const TilePeak peak = scan.peak(tile);
            const CategoryBytes bytes{.variables = peak.bytes,
                                      .stash = scan.stash(tile),
                                      .accumulators = scan.accumulators(tile),
                                      .unowned = scan.unowned(tile)};
            tally.bytes += bytes;
            const uint64_t total = scan.statics(tile) + bytes.total();
            if (tally.isPeak(total, scan.id(tile))) {
                tally.setPeak(total, scan.id(tile), peak.step);
            }
        }
    };
    const bool finished = workers.forEach(
        m_index->live->blocks.size(), 2,
        [&](size_t begin, size_t end, size_t worker) {
            if (!scans[worker]) {
                scans[worker].emplace(*m_index, stage);
            }
            for (size_t i = begin; i < end; ++i) {
                scans[worker]->begin(i);
                scanBlock(*scans[worker], tallies[worker]);
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }
    for (size_t worker = 1; worker < tallies.size(); ++worker) {
        tallies[0].merge(tallies[worker]);
    }
    StageEstimate estimate = tallies[0].estimate(windowsOf(*m_index->base, stage).repaired);
    estimate.peakTileBytes = m_index->ioTiles().peak(estimate.peakTileBytes);
    return estimate;
}

StagePlacement StageEstimator::place(const SplitPlan& plan) const {
    return uses() ? placeStages(plan, layers().kinds, options()) : placeStages(plan);
}

PlanEstimate StageEstimator::placed(const SplitPlan& plan) const {
    PlanEstimate result{plan, {}, {}, place(plan)};
    for (size_t stage = 1; stage < result.placement.stages.size(); ++stage) {
        result.crossingBytes.push_back(crossingBytes(result.placement.stages[stage].first));
    }
    if (uses()) {
        result.sharedWeights = sharedWeights(*uses(), result.placement);
        result.sharedWeightsAreCertain = uses()->weightsAreCertain();
    }
    return result;
}

Outcome<PlanEstimate> StageEstimator::estimate(const SplitPlan& plan, Workers& workers,
                                               std::stop_token stop) const {
    PlanEstimate result = placed(plan);
    for (const PlacedStage& stage : result.placement.ipus) {
        auto estimated = TRY(estimatePlaced(stage, workers, stop));
        result.stages.push_back(estimated);
    }
    return result;
}

Outcome<StageTiles> StageEstimator::tilesPlaced(const PlacedStage& stage, Workers& workers,
                                                std::stop_token stop) const {
    const OperationTilesEstimator estimator(profile(), m_index->base->vertexKinds(), tileCount());
    OperationTiles code = estimator.codeOf(detailsOf(*this, stage), stop);
    StageTiles tiles{std::vector<uint32_t>(tileCount()), std::move(code.vertexCode),
                     std::move(code.vertexState),        std::move(code.exchangeCode),
                     std::move(code.controlCode),        std::vector<StepIndex>(tileCount())};
    tiles.io = m_index->ioTiles();
    if (m_index->additions) {
        tiles.stash.resize(tileCount());
        tiles.accumulators.resize(tileCount());
        tiles.unowned.resize(tileCount());
    }
    const bool finished = workers.forEach(
        m_index->live->blocks.size(), 2,
        [&](size_t begin, size_t end, size_t) {
            TileScan scan(*m_index, stage);
            for (size_t i = begin; i < end; ++i) {
                scan.begin(i);
                for (uint32_t tile = 0; tile < scan.block().tileCount(); ++tile) {
                    const TilePeak peak = scan.peak(tile);
                    const size_t at = scan.id(tile).index();
                    tiles.variables[at] = peak.bytes;
                    tiles.peakStep[at] = peak.step;
                    if (m_index->additions) {
                        tiles.stash[at] = scan.stash(tile);
                        tiles.accumulators[at] = static_cast<uint32_t>(scan.accumulators(tile));
                        tiles.unowned[at] = scan.unowned(tile);
                    }
                }
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }
    return tiles;
}

TileParts StageEstimator::tileParts(const PlacedStage& stage, TileId tile) const {
    TileScan scan(*m_index, stage);
    scan.begin(tile.index() / TileBlock::MaxTiles);
    const uint32_t inBlock = tile.value - scan.block().firstTile();
    TileParts parts{scan.peak(inBlock).bytes, scan.statics(inBlock), scan.stash(inBlock),
                    scan.accumulators(inBlock), scan.unowned(inBlock)};
    parts.ioTiles = m_index->ioTiles().peak(parts.total()) - parts.total();
    return parts;
}

uint64_t StageEstimator::ioTileBytes(uint64_t peakWithout) const {
    return m_index->ioTiles().peak(peakWithout) - peakWithout;
}

uint64_t StageEstimator::crossingBytes(LayerIndex begin) const {
    return m_index->base->crossingBytes[begin.index()];
}

size_t StageEstimator::byteSize() const {
    const EstimateBase& base = *m_index->base;
    size_t bytes = base.crossingBytes.capacity() * sizeof(uint64_t) + base.owned.byteSize();
    bytes += sumOf(m_index->live->blocks, &TileBlock::byteSize) + sumOf(base.stash, &AddedBytes::byteSize);
    bytes += base.uses ? base.uses->byteSize() : 0;
    bytes += m_index->additions ? m_index->additions->accumulators.byteSize() : 0;
    return bytes;
}

} // namespace tileline
