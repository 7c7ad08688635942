// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/partition/intervaltable.h"

#include "core/partition/estimateindex.h"
#include "core/partition/liveranks.h"

#include <algorithm>
#include <array>
#include <optional>

namespace tileline {

namespace {

/// With more layers than this, the table would take minutes to fill and gigabytes of memory.
constexpr size_t MaxLayers = 2000;

/// One thread's part of a row: the stages [first, first], [first, first+1], ..., over the blocks that the
/// thread scans.
class RowScan {
public:
    RowScan(LayerIndex first, std::span<const StageWindows::Window> windows)
        : m_first(first)
        , m_windows(windows)
        , m_tallies(windows.size()) {}

    void scan(const TileBlock& block) {
        sumStatics(block);
        for (uint32_t tile = 0; tile < block.tileCount(); ++tile) {
            scanTile(block, tile);
        }
    }
    std::span<const StageTally> tallies() const { return m_tallies; }

private:
    LayerIndex layer(size_t column) const { return {m_first.value + static_cast<uint32_t>(column)}; }

    /// Sums up code and vertex state by column and tile of the block. Each column includes the columns before
    /// it.
    void sumStatics(const TileBlock& block) {
        m_static.assign(m_windows.size() * TileBlock::MaxTiles, 0);
        std::array<uint64_t, TileBlock::MaxTiles> bytes{};
        CategoryBytes sums;
        for (size_t column = 0; column < m_windows.size(); ++column) {
            if (const TileBlock::Static* const entry = block.statics(layer(column), m_first)) {
                const auto added = block.bytes(*entry);
                for (size_t i = 0; i < added.size(); ++i) {
                    bytes[i] += added[i];
                }
                sums.vertexCode += entry->sums.vertexCode;
                sums.vertexState += entry->sums.vertexState;
                sums.exchangeCode += entry->sums.exchangeCode;
                sums.controlCode += entry->sums.controlCode;
            }
            std::copy(bytes.begin(), bytes.end(),
                      m_static.begin() + static_cast<std::ptrdiff_t>(column * TileBlock::MaxTiles));
            m_tallies[column].addStatic(sums);
        }
    }

    void scanTile(const TileBlock& block, uint32_t tile) {
        const auto windowRanks = block.windowRanks(tile);
        const TileId id{block.firstTile() + tile};
        m_live.reset(block.ranks(tile).size());
        for (size_t column = 0; column < m_windows.size(); ++column) {
            addUses(block, tile, layer(column));
            const StageWindows::Window& window = m_windows[column];
            StageTally& tally = m_tallies[column];
            uint32_t variables = 0;
            if (!window.empty) {
                variables = m_live.maximum(windowRanks[window.first], windowRanks[window.last]);
            }
            tally.bytes.variables += variables;
            const uint64_t total = m_static[column * TileBlock::MaxTiles + tile] + variables;
            if (tally.isPeak(total, id)) {
                tally.setPeak(total, id, peakStep(block, tile, window, variables));
            }
        }
    }

    void addUses(const TileBlock& block, uint32_t tile, LayerIndex layer) {
        bool any = false;
        for (const TileBlock::Uses& uses : block.uses(tile, layer)) {
            if (uses.previous > m_first.value) {
                break;
            }
            for (const TileBlock::Change& change : block.changes(uses)) {
                m_live.change(change.rank, change.bytes);
            }
            any = true;
        }
        if (any) {
            m_live.settle();
        }
    }

    StepIndex peakStep(const TileBlock& block, uint32_t tile, const StageWindows::Window& window,
                       uint32_t variables) const {
        if (window.empty) {
            return {};
        }
        const auto windowRanks = block.windowRanks(tile);
        return block.ranks(
            tile)[m_live.firstWith(variables, windowRanks[window.first], windowRanks[window.last])];
    }

    LayerIndex m_first;
    std::span<const StageWindows::Window> m_windows;
    std::vector<StageTally> m_tallies; ///< by column
    std::vector<uint64_t> m_static;    ///< by column and tile of the block
    LiveRanks m_live;
};

} // namespace

struct IntervalTable::State {
    explicit State(StageEstimatorPtr estimatorToUse)
        : estimator(std::move(estimatorToUse))
        , rows(estimator->layerCount()) {}

    StageEstimatorPtr estimator;
    /// Each pointer is set once, when its row is complete. Readers on other threads therefore see either the
    /// whole row or none of it.
    std::vector<std::atomic<const StageEstimate*>> rows;
    std::vector<std::unique_ptr<const StageEstimate[]>> storage;
    std::atomic<size_t> ready{0};
};

IntervalTable::IntervalTable(StageEstimatorPtr estimator)
    : m_state(std::make_unique<State>(std::move(estimator))) {
}

IntervalTable::~IntervalTable() = default;

const StageEstimator& IntervalTable::estimator() const {
    return *m_state->estimator;
}

size_t IntervalTable::layerCount() const {
    return m_state->rows.size();
}

bool IntervalTable::hasRow(LayerIndex first) const {
    return m_state->rows[first.index()].load(std::memory_order_acquire) != nullptr;
}

size_t IntervalTable::rowsReady() const {
    return m_state->ready.load(std::memory_order_acquire);
}

bool IntervalTable::complete() const {
    return rowsReady() == layerCount();
}

const StageEstimate* IntervalTable::find(LayerRange stage) const {
    const StageEstimate* const row = m_state->rows[stage.first.index()].load(std::memory_order_acquire);
    return row ? row + (stage.last.index() - stage.first.index()) : nullptr;
}

Outcome<Done> IntervalTable::fillRow(LayerIndex first, Workers& workers, std::stop_token stop) {
    if (hasRow(first)) {
        return Done{};
    }
    const StageEstimator::Index& index = m_state->estimator->index();
    std::vector<StageWindows::Window> windows;
    StageWindows::Growing growing(index.windows);
    for (LayerIndex last = first; last.index() < layerCount(); last = last.next()) {
        growing.add(last);
        windows.push_back(growing.window());
    }
    std::vector<std::optional<RowScan>> scans(workers.count());
    const bool finished = workers.forEach(
        index.blocks.size(), 1,
        [&](size_t begin, size_t end, size_t worker) {
            if (!scans[worker]) {
                scans[worker].emplace(first, windows);
            }
            for (size_t i = begin; i < end; ++i) {
                scans[worker]->scan(index.blocks[i]);
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }
    auto row = std::make_unique<StageEstimate[]>(windows.size());
    for (size_t column = 0; column < windows.size(); ++column) {
        StageTally tally;
        for (const auto& scan : scans) {
            if (scan) {
                tally.merge(scan->tallies()[column]);
            }
        }
        row[column] = tally.estimate(windows[column].repaired);
    }
    m_state->storage.push_back(std::move(row));
    m_state->rows[first.index()].store(m_state->storage.back().get(), std::memory_order_release);
    m_state->ready.fetch_add(1, std::memory_order_release);
    return Done{};
}

std::vector<LayerIndex> IntervalTable::fillOrder(const SplitPlan& plan) {
    const auto distance = [&](LayerIndex layer) {
        uint32_t minimum = layer.value;
        for (const LayerIndex split : plan.splits()) {
            minimum =
                std::min(minimum, split < layer ? layer.value - split.value : split.value - layer.value);
        }
        return minimum;
    };
    std::vector<std::pair<uint32_t, LayerIndex>> rows;
    for (uint32_t first = 0; first < plan.layerCount(); ++first) {
        rows.emplace_back(distance({first}), LayerIndex{first});
    }
    std::sort(rows.begin(), rows.end());
    std::vector<LayerIndex> order;
    for (const auto& [ignored, first] : rows) {
        order.push_back(first);
    }
    return order;
}

Outcome<Done> IntervalTable::fill(const SplitPlan& plan, Workers& workers, Progress progress,
                                  std::stop_token stop) {
    for (const LayerIndex first : fillOrder(plan)) {
        TRY(fillRow(first, workers, stop));
        progress.report(Phase::FillingTable,
                        static_cast<double>(rowsReady()) / static_cast<double>(layerCount()));
    }
    return Done{};
}

bool IntervalTable::feasible(size_t layerCount) {
    return layerCount <= MaxLayers;
}

size_t IntervalTable::byteSize() const {
    size_t estimates = 0;
    for (uint32_t first = 0; first < layerCount(); ++first) {
        estimates += hasRow({first}) ? layerCount() - first : 0;
    }
    return estimates * sizeof(StageEstimate) + layerCount() * 2 * sizeof(void*);
}

} // namespace tileline
