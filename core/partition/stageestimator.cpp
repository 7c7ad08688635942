// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/stageestimator.h"

#include "core/partition/estimateindex.h"
#include "core/partition/tileblockbuilder.h"

#include <algorithm>
#include <array>
#include <atomic>
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

    /// Finds the peak of the running sum of the changes, and resets the changes to 0.
    TilePeak sweep(std::span<const StepIndex> ranks) const {
        uint32_t live = 0;
        uint32_t maximum = 0;
        uint32_t peakRank = 0;
        for (uint32_t rank = 0; rank < count; ++rank) {
            live += std::exchange(sums[rank], 0);
            if (live > maximum) {
                maximum = live;
                peakRank = rank;
            }
        }
        sums[count] = 0;
        return {maximum, ranks[first + peakRank]};
    }
};

/// Scans one tile after the other. Reuses its working memory, so each thread has its own TileScan.
class TileScan {
public:
    TileScan(const StageEstimator::Index& index, LayerRange stage)
        : m_stage(stage)
        , m_window(index.windows.window(stage)) {
        m_sums.resize(index.maxRankCount + 1);
    }

    bool windowRepaired() const { return m_window.repaired; }

    /// The peak of the live bytes on a tile. The live bytes at a rank are the running sum of the changes.
    TilePeak peak(const TileBlock& block, uint32_t tile) {
        if (m_window.empty) {
            return {};
        }
        const auto windowRanks = block.windowRanks(tile);
        const uint32_t first = windowRanks[m_window.first];
        const WindowChanges window{first, windowRanks[m_window.last] + 1 - first, m_sums.data()};
        for (LayerIndex layer = m_stage.first; layer <= m_stage.last; layer = layer.next()) {
            for (const TileBlock::Uses& uses : block.uses(tile, layer)) {
                if (uses.previous > m_stage.first.value) {
                    break;
                }
                window.add(block.changes(uses));
            }
        }
        return window.sweep(block.ranks(tile));
    }

    /// Code and vertex state of the stage by tile of the block. Adds their sums to `tally`.
    std::span<const uint64_t> statics(const TileBlock& block, StageTally& tally) {
        std::fill_n(m_static.begin(), block.tileCount(), 0);
        for (LayerIndex layer = m_stage.first; layer <= m_stage.last; layer = layer.next()) {
            const TileBlock::Static* const entry = block.statics(layer, m_stage.first);
            if (!entry) {
                continue;
            }
            const auto bytes = block.bytes(*entry);
            for (uint32_t i = 0; i < block.tileCount(); ++i) {
                m_static[i] += bytes[i];
            }
            tally.addStatic(entry->sums);
        }
        return {m_static.data(), block.tileCount()};
    }

private:
    LayerRange m_stage;
    StageWindows::Window m_window;
    std::vector<uint32_t> m_sums; ///< buffer for the WindowChanges of one tile; all 0 between tiles
    std::array<uint64_t, TileBlock::MaxTiles> m_static{};
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

/// Adds the bytes of one distinct program of a stage to the stage's tiles.
void addProgram(const Profile& profile, ProgramIndex program, StageTiles& tiles,
                std::vector<std::vector<bool>>& kindSeen, const LayerPrograms& programs) {
    const Program& counted = profile.programs[program.index()];
    const ByTile exchange = exchangeCodeOf(counted);
    const ByTile control = countsControlCode(profile, program) ? counted.controlCode : ByTile{};
    for (size_t tile = 0; tile < tiles.size(); ++tile) {
        tiles.exchangeCode[tile] += at(exchange, tile);
        tiles.controlCode[tile] += at(control, tile);
    }
    const ComputeSet* const computeSet = executedComputeSet(profile, program);
    if (!computeSet) {
        return;
    }
    for (const VertexInstances& vertices : computeSet->vertices) {
        const VertexType& type = profile.vertexTypes[vertices.type.index()];
        const ByTile code = type.code ? profile.vertexCode[type.code->index()].bytes : ByTile{};
        std::vector<bool>& seen = kindSeen[programs.kindOf(vertices.type)];
        seen.resize(tiles.size());
        for (size_t tile = 0; tile < tiles.size(); ++tile) {
            const uint32_t count = at(vertices.count, tile);
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

Result<Done> StageEstimator::checkPossible(const Profile& profile) {
    if (profile.lowered.size() > 0) {
        return Done{};
    }
    return Error{ErrorCode::NoLoweredVariables, profile.path, {}, "lowered variables", "none"};
}

Outcome<StageEstimatorPtr> StageEstimator::build(ProfilePtr profile, LayersPtr layers, Workers& workers,
                                                 Progress progress, std::stop_token stop) {
    progress.report(Phase::Indexing, 0);
    auto index = std::make_unique<Index>(std::move(profile), std::move(layers));
    const LayerSets sets(*index->profile, *index->layers, stop);
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    const LayerPrograms programs(*index->profile, *index->layers);
    const TileBlockSource source{*index->profile, *index->layers, sets, programs, index->windows};
    const uint32_t tiles = index->profile->target.tilesPerIpu;
    index->blocks.resize((tiles + TileBlock::MaxTiles - 1) / TileBlock::MaxTiles);

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
        index->blocks.size(), 1,
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
                                 std::to_string(index->layers->count()) + " layers",
                                 "Choose a layer regex that finds fewer layers."});
                }
                index->blocks[i] = *std::move(block);
                ++built;
                if (worker == 0) {
                    progress.report(Phase::Indexing,
                                    static_cast<double>(built) / static_cast<double>(index->blocks.size()));
                }
            }
        },
        halt.get_token());
    if (error) {
        return std::move(*error).inFile(index->profile->path);
    }
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    for (const TileBlock& block : index->blocks) {
        for (uint32_t tile = 0; tile < block.tileCount(); ++tile) {
            index->maxRankCount =
                std::max(index->maxRankCount, static_cast<uint32_t>(block.ranks(tile).size()));
        }
    }
    index->crossingBytes = crossingBytesOf(*index->profile, sets, index->layers->count());
    progress.report(Phase::Indexing, 1);
    return std::make_shared<const StageEstimator>(std::move(index));
}

const Profile& StageEstimator::profile() const {
    return *m_index->profile;
}

const Layers& StageEstimator::layers() const {
    return *m_index->layers;
}

size_t StageEstimator::layerCount() const {
    return m_index->layers->count();
}

size_t StageEstimator::tileCount() const {
    return m_index->profile->target.tilesPerIpu;
}

Outcome<StageEstimate> StageEstimator::estimate(LayerRange stage, Workers& workers,
                                                std::stop_token stop) const {
    std::vector<StageTally> tallies(workers.count());
    std::vector<std::optional<TileScan>> scans(workers.count());
    const auto scanBlock = [&](const TileBlock& block, TileScan& scan, StageTally& tally) {
        const auto statics = scan.statics(block, tally);
        for (uint32_t i = 0; i < block.tileCount(); ++i) {
            const TilePeak peak = scan.peak(block, i);
            tally.bytes.variables += peak.bytes;
            const TileId tile{block.firstTile() + i};
            if (const uint64_t total = statics[i] + peak.bytes; tally.isPeak(total, tile)) {
                tally.setPeak(total, tile, peak.step);
            }
        }
    };
    const bool finished = workers.forEach(
        m_index->blocks.size(), 2,
        [&](size_t begin, size_t end, size_t worker) {
            if (!scans[worker]) {
                scans[worker].emplace(*m_index, stage);
            }
            for (size_t i = begin; i < end; ++i) {
                scanBlock(m_index->blocks[i], *scans[worker], tallies[worker]);
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }
    for (size_t worker = 1; worker < tallies.size(); ++worker) {
        tallies[0].merge(tallies[worker]);
    }
    return tallies[0].estimate(m_index->windows.window(stage).repaired);
}

Outcome<PlanEstimate> StageEstimator::estimate(const SplitPlan& plan, Workers& workers,
                                               std::stop_token stop) const {
    PlanEstimate result{plan, {}, {}};
    for (const LayerRange stage : plan.stages()) {
        auto estimated = TRY(estimate(stage, workers, stop));
        result.stages.push_back(estimated);
    }
    for (const LayerIndex split : plan.splits()) {
        result.crossingBytes.push_back(crossingBytes(split));
    }
    return result;
}

Outcome<StageTiles> StageEstimator::tiles(LayerRange stage, Workers& workers, std::stop_token stop) const {
    StageTiles tiles;
    for (auto* column :
         {&tiles.variables, &tiles.vertexCode, &tiles.vertexState, &tiles.exchangeCode, &tiles.controlCode}) {
        column->resize(tileCount());
    }
    tiles.peakStep.resize(tileCount());
    const LayerPrograms programs(*m_index->profile, *m_index->layers);
    std::vector<std::vector<bool>> kindSeen(programs.kindCount());
    for (LayerIndex layer = stage.first; layer <= stage.last; layer = layer.next()) {
        for (const LayerPrograms::Use& use : programs.layer(layer)) {
            if (stop.stop_requested()) {
                return Cancelled{};
            }
            if (use.previous <= stage.first.value) {
                addProgram(*m_index->profile, use.program, tiles, kindSeen, programs);
            }
        }
    }
    const bool finished = workers.forEach(
        m_index->blocks.size(), 2,
        [&](size_t begin, size_t end, size_t) {
            TileScan scan(*m_index, stage);
            for (size_t i = begin; i < end; ++i) {
                const TileBlock& block = m_index->blocks[i];
                for (uint32_t tile = 0; tile < block.tileCount(); ++tile) {
                    const TilePeak peak = scan.peak(block, tile);
                    tiles.variables[block.firstTile() + tile] = peak.bytes;
                    tiles.peakStep[block.firstTile() + tile] = peak.step;
                }
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }
    return tiles;
}

uint64_t StageEstimator::crossingBytes(LayerIndex begin) const {
    return m_index->crossingBytes[begin.index()];
}

size_t StageEstimator::byteSize() const {
    size_t bytes = m_index->crossingBytes.capacity() * sizeof(uint64_t);
    for (const TileBlock& block : m_index->blocks) {
        bytes += block.byteSize();
    }
    return bytes;
}

} // namespace tileline
