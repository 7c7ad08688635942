// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/stageestimator.h"

#include "core/estimate/estimateindex.h"
#include "core/estimate/layersets.h"
#include "core/estimate/stageplacement.h"
#include "core/estimate/tileblockbuilder.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

namespace tileline {

namespace {

/// Maximum size of the index. A larger index means more layers than a pipeline could ever have.
constexpr size_t MaxIndexBytes = size_t{8} << 30;

/// Maximum bytes of live variables on a tile within a window, and the step at which they are live.
struct TilePeak {
    uint32_t bytes = 0;
    StepIndex step;
};

/// Changes of the live bytes on a tile within a window of ranks. Callers create it as a local variable, so
/// that its members stay in registers.
struct WindowChanges {
    uint32_t first = 0;       ///< rank at which the window begins
    uint32_t count = 0;       ///< number of ranks in the window
    uint32_t* sums = nullptr; ///< by rank from `first`, plus one entry for all later ranks; modulo 2^32

    /// Changes before the window count at its first rank.
    void add(std::span<const TileBlock::Change> changes) const {
        for (const TileBlock::Change& change : changes) {
            const uint32_t rank = std::max(change.rank, first) - first;
            sums[std::min(rank, count)] += change.bytes;
        }
    }
};

/// Scans one tile after the other. Reuses its working memory, so each thread has its own TileScan.
class TileScan {
public:
    TileScan(const StageEstimator::Index& index, const PlacedStage& stage)
        : m_index(index)
        , m_stage(stage)
        , m_slot(stage.withOutput ? index.base->outputSlot : std::nullopt)
        , m_windows(windowsOf(*index.base, stage)) {
        m_sums.resize(index.base->maxRankCount + 1);
    }

    bool windowRepaired() const { return m_windows.repaired; }

    /// The peak of the live bytes on a tile in the windows. The live bytes at a rank are the running sum of
    /// the changes.
    TilePeak peak(const TileBlock& block, uint32_t tile) {
        if (m_windows.count == 0) {
            return {};
        }
        const auto windowRanks = block.windowRanks(tile);
        uint32_t last = 0;
        for (const StageWindows::Window& window : m_windows) {
            last = std::max(last, windowRanks[window.last]);
        }
        const uint32_t first = windowRanks[m_windows.begin()->first];
        const WindowChanges changes{first, last + 1 - first, m_sums.data()};
        for (LayerIndex layer = m_stage.entries.first; layer <= m_stage.entries.last; layer = layer.next()) {
            addUses(block, tile, layer, m_stage.entries.first, changes);
        }
        if (m_slot) {
            addUses(block, tile, m_slot->index(), m_slot->bound(m_stage.entries.last), changes);
        }
        return sweep(changes, windowRanks, block.ranks(tile));
    }

    /// Code and vertex state of the stage by tile of the block. Adds their sums to `tally`.
    std::span<const uint64_t> statics(const TileBlock& block, StageTally& tally) {
        std::fill_n(m_static.begin(), block.tileCount(), 0);
        const auto add = [&](const TileBlock::Static* entry) {
            if (!entry) {
                return;
            }
            const auto bytes = block.bytes(*entry);
            for (uint32_t i = 0; i < block.tileCount(); ++i) {
                m_static[i] += bytes[i];
            }
            tally.addStatic(entry->sums);
        };
        for (LayerIndex layer = m_stage.entries.first; layer <= m_stage.entries.last; layer = layer.next()) {
            add(block.statics(layer, m_stage.entries.first));
        }
        if (m_slot) {
            add(block.statics(m_slot->index(), m_slot->bound(m_stage.entries.last)));
        }
        return {m_static.data(), block.tileCount()};
    }

private:
    static void addUses(const TileBlock& block, uint32_t tile, LayerIndex layer, LayerIndex bound,
                        const WindowChanges& changes) {
        for (const TileBlock::Uses& uses : block.uses(tile, layer)) {
            if (uses.previous > bound.value) {
                break;
            }
            changes.add(block.changes(uses));
        }
    }

    /// Finds the peak of the running sum of the changes in the windows, and resets the changes to 0.
    TilePeak sweep(const WindowChanges& changes, std::span<const uint32_t> windowRanks,
                   std::span<const StepIndex> ranks) const {
        uint32_t live = 0;
        uint32_t maximum = 0;
        uint32_t peakRank = 0;
        uint32_t rank = 0;
        for (const StageWindows::Window& window : m_windows) {
            // Windows may overlap: what was in an earlier one need not be looked at again.
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
    std::vector<uint32_t> m_sums; ///< buffer for the WindowChanges of one tile; all 0 between tiles
    std::array<uint64_t, TileBlock::MaxTiles> m_static{};
};

/// What the pipeline setting adds to the tiles of a block. None in PopLiner's setting.
class AddedScan {
public:
    AddedScan(const StageEstimator::Index& index, const PlacedStage& stage)
        : m_index(index)
        , m_stage(stage)
        , m_slot(stage.withOutput ? index.base->outputSlot : std::nullopt) {
        if (!index.additions) {
            return;
        }
        const OwnedBytes& owned = index.base->owned;
        forEachEntry([&](uint32_t last, uint32_t first) { m_owned += owned.addedBy(last, first); });
        m_accumulates = accumulates(index, stage);
    }

    void scan(size_t block) {
        m_stash.fill(0);
        m_accumulators.fill(0);
        if (!m_index.additions) {
            return;
        }
        forEachEntry([&](uint32_t last, uint32_t first) {
            if (m_accumulates) {
                m_index.additions->accumulators.addTo(m_accumulators, block, last, first);
            }
            if (m_stage.copies > 0 && last < m_index.base->layers->count()) {
                m_index.base->stash[static_cast<size_t>(m_index.options.recompute)].addTo(m_stash, block,
                                                                                          last, first);
            }
        });
    }
    /// Of a tile of the block that was scanned last: all copies.
    uint64_t stash(uint32_t tile) const { return m_stash[tile] * m_stage.copies; }
    uint64_t accumulators(uint32_t tile) const { return m_accumulators[tile]; }
    uint32_t unowned(TileId tile) const {
        return m_index.additions ? m_index.additions->unownedOf(m_index.base->owned, tile.index(), m_owned)
                                 : 0;
    }

private:
    /// Calls `visit(last, first)` as AddedBytes and OwnedBytes expect it.
    template <class Visit>
    void forEachEntry(const Visit& visit) const {
        for (LayerIndex layer = m_stage.entries.first; layer <= m_stage.entries.last; layer = layer.next()) {
            visit(layer.value, m_stage.entries.first.value);
        }
        if (m_slot) {
            visit(m_slot->layers, m_stage.entries.last.value);
        }
    }

    const StageEstimator::Index& m_index;
    PlacedStage m_stage;
    std::optional<OutputSlot> m_slot;
    uint64_t m_owned = 0;
    bool m_accumulates = false;
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
    for (size_t layer = 1; layer <= layerCount; ++layer) {
        change[layer] += change[layer - 1];
    }
    change.resize(layerCount);
    return change;
}

/// By entry: the bytes of the activations that cross the boundary before it.
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

/// Adds the bytes of one distinct program of a stage to the stage's tiles.
void addProgram(const Profile& profile, ProgramIndex program, StageTiles& tiles,
                std::vector<std::vector<bool>>& kindSeen, const LayerPrograms& programs) {
    const Program& counted = profile.programs[program.index()];
    const auto add = [](ByTile bytes, std::vector<uint32_t>& sums) {
        const std::vector<uint32_t> entries = expanded(bytes, sums.size());
        std::transform(sums.begin(), sums.end(), entries.begin(), sums.begin(), std::plus<>());
    };
    add(exchangeCodeOf(counted), tiles.exchangeCode);
    add(countsControlCode(profile, program) ? counted.controlCode : ByTile{}, tiles.controlCode);
    const ComputeSet* const computeSet = executedComputeSet(profile, program);
    if (!computeSet) {
        return;
    }
    for (const VertexInstances& vertices : computeSet->vertices) {
        const VertexType& type = profile.vertexTypes[vertices.type.index()];
        const ByTile code = type.code ? profile.vertexCode[type.code->index()].bytes : ByTile{};
        std::vector<bool>& seen = kindSeen[programs.kindOf(vertices.type)];
        seen.resize(tiles.size());
        const std::vector<uint32_t> counts = expanded(vertices.count, tiles.size());
        for (size_t tile = 0; tile < tiles.size(); ++tile) {
            const uint32_t count = counts[tile];
            tiles.vertexState[tile] += count * type.size;
            if (count > 0 && !seen[tile]) {
                seen[tile] = true;
                tiles.vertexCode[tile] += at(code, tile);
            }
        }
    }
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

/// Fills the blocks of `base`.
Outcome<Done> buildBlocks(EstimateBase& base, const LayerSets& sets, Workers& workers, Progress& progress,
                          const std::stop_token& stop) {
    const LayerPrograms programs(*base.profile, *base.layers, base.vertexKinds());
    const TileBlockSource source{*base.profile, *base.layers, sets, programs, base.windows, base.outputSlot};
    const uint32_t tiles = base.profile->target.tilesPerIpu;
    base.blocks.resize((tiles + TileBlock::MaxTiles - 1) / TileBlock::MaxTiles);

    std::vector<std::optional<TileBlockBuilder>> builders(workers.count());
    std::mutex errorMutex;
    std::optional<Error> error;
    std::stop_source halt;
    const std::stop_callback forward(stop, [&] { halt.request_stop(); });
    std::atomic<size_t> bytes{0};
    std::atomic<size_t> built{0};
    const auto fail = [&](Error reason) {
        const std::lock_guard lock(errorMutex);
        error = error ? error : std::optional(std::move(reason));
        halt.request_stop();
    };
    workers.forEach(
        base.blocks.size(), 1,
        [&](size_t begin, size_t end, size_t worker) {
            for (size_t i = begin; i < end; ++i) {
                if (!builders[worker]) {
                    builders[worker].emplace(source);
                }
                const auto first = static_cast<uint32_t>(i * TileBlock::MaxTiles);
                auto block = builders[worker]->build(first, std::min(TileBlock::MaxTiles, tiles - first));
                if (!block) {
                    return fail(std::move(block).failure());
                }
                if (bytes += block->byteSize(); bytes > MaxIndexBytes) {
                    return fail({ErrorCode::TooLarge,
                                 {},
                                 "layers",
                                 "layers that fit into memory",
                                 std::to_string(base.layers->count()) + " layers",
                                 "Choose a layer regex that finds fewer layers."});
                }
                base.blocks[i] = *std::move(block);
                ++built;
                if (worker == 0) {
                    progress.report(Phase::Indexing,
                                    static_cast<double>(built) / static_cast<double>(base.blocks.size()));
                }
            }
        },
        halt.get_token());
    if (error) {
        return std::move(*error).inFile(base.profile->path);
    }
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    for (const TileBlock& block : base.blocks) {
        for (uint32_t tile = 0; tile < block.tileCount(); ++tile) {
            base.maxRankCount = std::max(base.maxRankCount, static_cast<uint32_t>(block.ranks(tile).size()));
        }
    }
    return Done{};
}

StageEstimatorPtr makeEstimator(std::shared_ptr<const EstimateBase> base,
                                std::shared_ptr<const StageAdditions> additions,
                                const PipelineOptions& options) {
    auto index = std::make_unique<StageEstimator::Index>();
    index->base = std::move(base);
    index->additions = std::move(additions);
    index->options = options;
    return std::make_shared<const StageEstimator>(std::move(index));
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
    TRY(buildBlocks(*base, sets, workers, progress, stop));
    base->crossingBytes = crossingBytesOf(*base->profile, sets, base->layers->count());
    progress.report(Phase::Indexing, 1);
    return makeEstimator(std::move(base), nullptr, {});
}

Outcome<StageEstimatorPtr> StageEstimator::build(ProfilePtr profile, PipelineEntriesPtr entries,
                                                 const PipelineOptions& options, Workers& workers,
                                                 Progress progress, std::stop_token stop) {
    progress.report(Phase::Indexing, 0);
    auto base = std::make_shared<EstimateBase>(std::move(profile), std::move(entries));
    base->uses = TRY(PipelineUses::build(*base->profile, *base->entries, workers, stop));
    const LayerSets sets(base->uses->tree(), UseTree::LabelsPerEntry);
    base->uses->releaseRows();
    TRY(buildBlocks(*base, sets, workers, progress, stop));
    base->owned = OwnedBytes(*base->profile, *base->uses, base->blocks,
                             static_cast<uint32_t>(base->layers->count()), base->outputSlot);
    base->crossingBytes = transferBytesOf(*base->profile, *base->entries, *base->uses);
    for (size_t mode = 0; mode < RecomputeModes; ++mode) {
        base->stash[mode] = TRY(stashOf(*base, static_cast<Recompute>(mode), workers, stop));
    }
    base->uses->releaseActivations();
    auto additions = TRY(additionsOf(*base, options, workers, stop));
    progress.report(Phase::Indexing, 1);
    return makeEstimator(std::move(base), std::move(additions), options);
}

Outcome<StageEstimatorPtr> StageEstimator::withOptions(const PipelineOptions& options, Workers& workers,
                                                       const std::stop_token& stop) const {
    const PipelineOptions& own = m_index->options;
    const bool same = own.accumulators == options.accumulators && own.unowned == options.unowned;
    auto additions = same ? m_index->additions : TRY(additionsOf(*m_index->base, options, workers, stop));
    return makeEstimator(m_index->base, std::move(additions), options);
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
    const std::vector<TileBlock>& blocks = m_index->base->blocks;
    struct Scans {
        TileScan tiles;
        AddedScan added;
    };
    std::vector<StageTally> tallies(workers.count());
    std::vector<std::optional<Scans>> scans(workers.count());
    const auto scanBlock = [&](size_t number, Scans& scan, StageTally& tally) {
        const TileBlock& block = blocks[number];
        const auto statics = scan.tiles.statics(block, tally);
        scan.added.scan(number);
        for (uint32_t i = 0; i < block.tileCount(); ++i) {
            const TilePeak peak = scan.tiles.peak(block, i);
            const TileId tile{block.firstTile() + i};
            const CategoryBytes bytes{peak.bytes,
                                      0,
                                      0,
                                      0,
                                      0,
                                      scan.added.stash(i),
                                      scan.added.accumulators(i),
                                      scan.added.unowned(tile)};
            tally.addTile(bytes);
            if (const uint64_t total = statics[i] + bytes.total(); tally.isPeak(total, tile)) {
                tally.setPeak(total, tile, peak.step);
            }
        }
    };
    const bool finished = workers.forEach(
        blocks.size(), 2,
        [&](size_t begin, size_t end, size_t worker) {
            if (!scans[worker]) {
                scans[worker].emplace(Scans{TileScan(*m_index, stage), AddedScan(*m_index, stage)});
            }
            for (size_t i = begin; i < end; ++i) {
                scanBlock(i, *scans[worker], tallies[worker]);
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }
    for (size_t worker = 1; worker < tallies.size(); ++worker) {
        tallies[0].merge(tallies[worker]);
    }
    return tallies[0].estimate(windowsOf(*m_index->base, stage).repaired);
}

StagePlacement StageEstimator::place(const SplitPlan& plan) const {
    return uses() ? placeStages(plan, layers(), options()) : placeStages(plan);
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
    const EstimateBase& base = *m_index->base;
    StageTiles tiles;
    for (auto* column :
         {&tiles.variables, &tiles.vertexCode, &tiles.vertexState, &tiles.exchangeCode, &tiles.controlCode}) {
        column->resize(tileCount());
    }
    tiles.peakStep.resize(tileCount());
    if (m_index->additions) {
        tiles.stash.resize(tileCount());
        tiles.accumulators.resize(tileCount());
        tiles.unowned.resize(tileCount());
    }
    const LayerPrograms programs(*base.profile, *base.layers, base.vertexKinds());
    std::vector<std::vector<bool>> kindSeen(programs.kindCount());
    for (LayerIndex layer = stage.entries.first; layer <= stage.entries.last; layer = layer.next()) {
        for (const LayerPrograms::Use& use : programs.layer(layer)) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            if (use.previous <= stage.entries.first.value) {
                addProgram(*base.profile, use.program, tiles, kindSeen, programs);
            }
        }
    }
    if (stage.withOutput) {
        for (const LayerPrograms::Use& use : programs.layer(base.layers->last())) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            if (programs.firstLayerOf(use.program) > stage.entries.last.value) {
                addProgram(*base.profile, use.program, tiles, kindSeen, programs);
            }
        }
    }
    const bool finished = workers.forEach(
        base.blocks.size(), 2,
        [&](size_t begin, size_t end, size_t) {
            TileScan scan(*m_index, stage);
            AddedScan added(*m_index, stage);
            for (size_t i = begin; i < end; ++i) {
                const TileBlock& block = base.blocks[i];
                added.scan(i);
                for (uint32_t tile = 0; tile < block.tileCount(); ++tile) {
                    const TilePeak peak = scan.peak(block, tile);
                    const size_t at = block.firstTile() + tile;
                    tiles.variables[at] = peak.bytes;
                    tiles.peakStep[at] = peak.step;
                    if (m_index->additions) {
                        tiles.stash[at] = added.stash(tile);
                        tiles.accumulators[at] = static_cast<uint32_t>(added.accumulators(tile));
                        tiles.unowned[at] = added.unowned({block.firstTile() + tile});
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
    const size_t number = tile.index() / TileBlock::MaxTiles;
    const TileBlock& block = m_index->base->blocks[number];
    const uint32_t inBlock = tile.value - block.firstTile();
    TileScan scan(*m_index, stage);
    AddedScan added(*m_index, stage);
    added.scan(number);
    StageTally ofBlock;
    const uint64_t statics = scan.statics(block, ofBlock)[inBlock];
    return {scan.peak(block, inBlock).bytes, statics, added.stash(inBlock), added.accumulators(inBlock),
            added.unowned(tile)};
}

uint64_t StageEstimator::crossingBytes(LayerIndex begin) const {
    return m_index->base->crossingBytes[begin.index()];
}

size_t StageEstimator::byteSize() const {
    const EstimateBase& base = *m_index->base;
    size_t bytes = base.crossingBytes.capacity() * sizeof(uint64_t) + base.owned.byteSize();
    for (const TileBlock& block : base.blocks) {
        bytes += block.byteSize();
    }
    for (const AddedBytes& mode : base.stash) {
        bytes += mode.byteSize();
    }
    bytes += base.uses ? base.uses->byteSize() : 0;
    bytes += m_index->additions ? m_index->additions->accumulators.byteSize() : 0;
    return bytes;
}

} // namespace tileline
