// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/intervaltable.h"

#include "core/base/sequences.h"
#include "core/estimate/estimateindex.h"
#include "core/estimate/liveranks.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <functional>

namespace tileline {

namespace {

/// The maximum number of copies of a stash that a stage can keep. The first stage of a plan for MaxIpus IPUs
/// keeps this maximum with PopTorch's schedule if Output runs on the first IPU: MaxIpus - 1 stages and Output
/// then follow the first stage.
constexpr uint32_t MaxCopies = stashCopies(Schedule::PopTorch, MaxIpus);

/// The data that all threads share when they compute a row. The columns of the row are the stages [first,
/// first], [first, first+1], ..., or the stages [0, 0], [0, 1], ... with Output beside them.
struct RowPlan {
    RowPlan(const StageEstimator::Index& indexToUse, LayerIndex firstToUse, bool withOutput)
        : index(indexToUse)
        , first(firstToUse)
        , slot(withOutput ? indexToUse.base->outputSlot : std::nullopt) {
        const EstimateBase& base = *index.base;
        const auto end = static_cast<uint32_t>(base.layers->count() - (slot ? 1 : 0));
        StageWindows::Growing growing(base.windows);
        const StageWindows::Windows beside =
            slot ? base.windows.windows({base.layers->last(), base.layers->last()}) : StageWindows::Windows();
        uint64_t ownedBytes = 0;
        for (LayerIndex last = first; last.value < end; last = last.next()) {
            growing.add(last);
            windows.push_back(growing.windows());
            for (const StageWindows::Window& window : beside) {
                windows.back().add(window);
            }
            if (index.additions) {
                ownedBytes += base.owned.addedBy(last.value, first.value);
                owned.push_back(ownedBytes + (slot ? base.owned.addedBy(slot->layers, last.value) : 0));
            }
        }
    }
    LayerIndex layer(size_t column) const { return {first.value + static_cast<uint32_t>(column)}; }
    size_t columns() const { return windows.size(); }
    /// Whether the stage of a column has accumulators. Every stage has accumulators, except possibly the only
    /// stage of a one-stage plan.
    bool accumulates(size_t column) const {
        return slot || columns() < index.base->layers->count() || column + 1 < columns() ||
               accumulatesAlone(index.options);
    }

    const StageEstimator::Index& index;
    LayerIndex first;
    std::optional<OutputSlot> slot;             ///< set if Output runs beside the stages
    std::vector<StageWindows::Windows> windows; ///< by column
    std::vector<uint64_t> owned; ///< by column: owned bytes on all tiles; empty in PopLiner's setting
};

/// The part of a row that one thread computes from the blocks that it scans.
class RowScan {
public:
    explicit RowScan(const RowPlan& row)
        : m_row(row)
        , m_tallies(row.columns())
        , m_fronts(row.index.additions ? row.columns() * RecomputeModes : 0)
        , m_stashSums(m_fronts.size(), 0)
        , m_static(row.columns())
        , m_accumulators(row.index.additions ? row.columns() : 0) {
        m_stash.fill(std::vector<Tiles>(m_accumulators.size()));
    }

    void scan(size_t number) {
        const TileBlock& block = m_row.index.live->blocks[number];
        sumStatics(block);
        if (m_row.index.additions) {
            sumAdditions(number);
        }
        for (uint32_t tile = 0; tile < block.tileCount(); ++tile) {
            scanTile(block, tile);
        }
    }
    std::span<const StageTally> tallies() const { return m_tallies; }
    /// By column and mode of recomputation: the tiles that are fullest for some number of stash copies.
    std::span<const PeakFront> fronts() const { return m_fronts; }
    /// For each column and mode of recomputation: the bytes of one copy of all stashes on all tiles.
    std::span<const uint64_t> stashSums() const { return m_stashSums; }

private:
    using Tiles = std::array<uint64_t, TileBlock::MaxTiles>; ///< by tile of the block

    /// Sums up code and vertex state for each column of the row and each tile of the block. The sum of a
    /// column includes the sums of the columns before it.
    void sumStatics(const TileBlock& block) {
        Tiles bytes{};
        CategoryBytes sums;
        const auto add = [&](const TileBlock::Static* entry, Tiles& tiles, CategoryBytes& sum) {
            if (entry) {
                const auto added = block.bytes(*entry);
                std::transform(added.begin(), added.end(), tiles.begin(), tiles.begin(), std::plus<>());
                sum += entry->sums;
            }
        };
        for (size_t column = 0; column < m_row.columns(); ++column) {
            const LayerIndex last = m_row.layer(column);
            add(block.statics(last, m_row.first), bytes, sums);
            m_tallies[column].bytes += sums;
            m_static[column] = bytes;
            if (m_row.slot) {
                add(block.statics(m_row.slot->index(), m_row.slot->bound(last)), m_static[column],
                    m_tallies[column].bytes);
            }
        }
    }

    /// Sums up the accumulators and the stashes of block `number`, for each column of the row and each tile
    /// of the block.
    void sumAdditions(size_t number) {
        const AddedBytes& added = m_row.index.additions->accumulators;
        Tiles accumulators{};
        uint64_t sum = 0;
        for (size_t column = 0; column < m_row.columns(); ++column) {
            const LayerIndex last = m_row.layer(column);
            sum += added.addTo(accumulators, number, last.value, m_row.first.value);
            m_accumulators[column] = m_row.accumulates(column) ? accumulators : Tiles();
            if (m_row.accumulates(column)) {
                m_tallies[column].bytes.accumulators += sum;
                if (m_row.slot) {
                    m_tallies[column].bytes.accumulators +=
                        added.addTo(m_accumulators[column], number, m_row.slot->layers, last.value);
                }
            }
        }
        for (size_t mode = 0; mode < RecomputeModes; ++mode) {
            Tiles stash{};
            uint64_t stashSum = 0;
            for (size_t column = 0; column < m_row.columns(); ++column) {
                stashSum += m_row.index.base->stash[mode].addTo(stash, number, m_row.layer(column).value,
                                                                m_row.first.value);
                m_stash[mode][column] = stash;
                m_stashSums[column * RecomputeModes + mode] += stashSum;
            }
        }
    }

    void scanTile(const TileBlock& block, uint32_t tile) {
        const auto windowRanks = block.windowRanks(tile);
        const TileId id{block.firstTile() + tile};
        m_live.reset(block.ranks(tile).size());
        if (m_row.slot) {
            addAll(block, block.uses(tile, m_row.slot->index()));
        }
        for (size_t column = 0; column < m_row.columns(); ++column) {
            addUses(block, tile, m_row.layer(column));
            if (m_row.index.live->freed.gradients && !m_row.accumulates(column)) {
                addAll(block, block.unfreedGradients(tile));
            }
            const StageWindows::Windows& windows = m_row.windows[column];
            StageTally& tally = m_tallies[column];
            uint32_t variables = 0;
            for (const StageWindows::Window& window : windows) {
                variables =
                    std::max(variables, m_live.maximum(windowRanks[window.first], windowRanks[window.last]));
            }
            const uint64_t state = windows.count == 0 ? 0 : stateOf(id, column);
            tally.bytes.variables += variables + state;
            const uint64_t total = m_static[column][tile] + variables + state;
            const auto step = [&] { return peakStep(block, tile, windows, variables); };
            if (m_row.index.additions) {
                const uint32_t unowned = m_row.index.additions->unownedOf(m_row.index.base->owned, id.index(),
                                                                          m_row.owned[column]);
                tally.bytes.unowned += unowned;
                const uint64_t base = total + m_accumulators[column][tile] + unowned;
                for (size_t mode = 0; mode < RecomputeModes; ++mode) {
                    m_fronts[column * RecomputeModes + mode].add(
                        base, static_cast<uint32_t>(m_stash[mode][column][tile]), id, step);
                }
            } else if (tally.isPeak(total, id)) {
                tally.setPeak(total, id, step());
            }
        }
    }

    void addUses(const TileBlock& block, uint32_t tile, LayerIndex layer) {
        bool any = false;
        for (const TileBlock::Uses& uses : block.uses(tile, layer)) {
            if (uses.previous > m_row.first.value) {
                break;
            }
            change(block, uses, 1);
            any = true;
        }
        if (m_row.slot) {
            // Some bytes are shared by Output and `layer`, but by no earlier layer. From the column of
            // `layer` on, they are counted for `layer` and no longer for Output.
            for (const TileBlock::Uses& uses : block.uses(tile, m_row.slot->index())) {
                if (uses.previous == m_row.slot->previous(layer.value)) {
                    change(block, uses, ~0U);
                    any = true;
                }
            }
        }
        if (any) {
            m_live.settle();
        }
    }

    void addAll(const TileBlock& block, std::span<const TileBlock::Uses> all) {
        for (const TileBlock::Uses& uses : all) {
            change(block, uses, 1);
        }
        m_live.settle();
    }

    /// Adds the changes of `uses`, multiplied by `sign` (1, or -1 modulo 2^32), to m_live.
    void change(const TileBlock& block, const TileBlock::Uses& uses, uint32_t sign) {
        for (const TileBlock::Change& change : block.changes(uses)) {
            m_live.change(change.rank, sign * change.bytes);
        }
    }

    uint64_t stateOf(TileId tile, size_t column) const {
        const EstimateBase& base = *m_row.index.base;
        const PlacedStage stage{{m_row.first, m_row.layer(column)}, 0, m_row.slot.has_value()};
        return m_row.index.live->freed.state
                   ? base.uses->largestState(tile.index(), stage, base.layers->last()).bytes
                   : 0;
    }

    StepIndex peakStep(const TileBlock& block, uint32_t tile, const StageWindows::Windows& windows,
                       uint32_t variables) const {
        const auto windowRanks = block.windowRanks(tile);
        for (const StageWindows::Window& window : windows) {
            const uint32_t first = windowRanks[window.first];
            const uint32_t last = windowRanks[window.last];
            if (windows.count == 1 || m_live.maximum(first, last) == variables) {
                return block.ranks(tile)[m_live.firstWith(variables, first, last)];
            }
        }
        return {};
    }

    const RowPlan& m_row;
    std::vector<StageTally> m_tallies; ///< by column
    std::vector<PeakFront> m_fronts;   ///< by column and mode; empty in PopLiner's setting
    std::vector<uint64_t> m_stashSums; ///< bytes by column and mode; empty in PopLiner's setting
    std::vector<Tiles> m_static;       ///< bytes by column
    std::vector<Tiles> m_accumulators; ///< bytes by column
    std::array<std::vector<Tiles>, RecomputeModes> m_stash; ///< by mode and column: bytes of one copy
    LiveRanks m_live;
};

} // namespace

/// A filled row. In PopLiner's setting, only `estimates` is filled.
struct IntervalTable::Row {
    std::vector<StageEstimate> estimates; ///< by column; copies of stashes are not included
    std::vector<uint64_t> stash;          ///< by column and mode of recomputation: bytes of one copy
    std::vector<uint32_t> lineBegin;      ///< by column and mode: where its lines begin; then lines.size()
    std::vector<PeakLine> lines;
};

/// The data that interval tables share if their estimators differ only in options that do not affect rows.
struct IntervalTable::Rows {
    explicit Rows(size_t layers)
        : row(layers + 1) {}

    /// The pointer to a row is set once, when the row is complete. Readers on other threads therefore see
    /// either the whole row or none of it. The last row is for intervals that begin with the first entry and
    /// have Output beside them.
    std::vector<std::atomic<const Row*>> row;
    std::vector<std::unique_ptr<const Row>> storage;
    std::atomic<size_t> ready{0};
};

IntervalTable::IntervalTable(StageEstimatorPtr estimator)
    : m_estimator(std::move(estimator))
    , m_rows(std::make_shared<Rows>(m_estimator->layerCount())) {
}

IntervalTable::IntervalTable(StageEstimatorPtr estimator, const IntervalTable& other)
    : IntervalTable(std::move(estimator)) {
    const StageEstimator::Index& own = m_estimator->index();
    const StageEstimator::Index& others = other.m_estimator->index();
    if (own.base == others.base && own.live == others.live && own.additions == others.additions &&
        accumulatesAlone(own.options) == accumulatesAlone(others.options)) {
        m_rows = other.m_rows;
    }
}

bool IntervalTable::hasRow(LayerIndex first) const {
    return rowOf(first.index()) != nullptr;
}

const IntervalTable::Row* IntervalTable::rowOf(size_t number) const {
    return m_rows->row[number].load(std::memory_order_acquire);
}

size_t IntervalTable::rowsReady() const {
    return m_rows->ready.load(std::memory_order_acquire);
}

bool IntervalTable::complete() const {
    return rowsReady() == layerCount();
}

const StageEstimate* IntervalTable::find(LayerRange stage) const {
    const Row* const row = rowOf(stage.first.index());
    return row ? &row->estimates[stage.size() - 1] : nullptr;
}

std::optional<StageEstimate> IntervalTable::lookUp(const PlacedStage& stage) const {
    const Row* const row = rowOf(stage.withOutput ? layerCount() : stage.entries.first.index());
    if (!row) {
        return std::nullopt;
    }
    const size_t column = stage.entries.size() - 1;
    StageEstimate estimate = row->estimates[column];
    if (const auto lines = linesOf(*row, column); !lines.empty()) {
        estimate.bytes.stash = row->stash[place(column)] * stage.copies;
        const PeakLine& line = peakLine(lines, stage.copies);
        estimate.peakTileBytes = m_estimator->index().ioTiles().peak(line.at(stage.copies));
        estimate.peakTile = line.tile;
        estimate.peakStep = line.step;
    }
    return estimate;
}

size_t IntervalTable::place(size_t column) const {
    return column * RecomputeModes + static_cast<size_t>(m_estimator->options().recompute);
}

std::span<const PeakLine> IntervalTable::linesOf(const Row& row, size_t column) const {
    if (row.lineBegin.empty()) {
        return {};
    }
    const size_t at = place(column);
    return std::span(row.lines).subspan(row.lineBegin[at], row.lineBegin[at + 1] - row.lineBegin[at]);
}

std::span<const PeakLine> IntervalTable::peaks(LayerRange entries, bool withOutput) const {
    const Row* const row = rowOf(withOutput ? layerCount() : entries.first.index());
    return row ? linesOf(*row, entries.size() - 1) : std::span<const PeakLine>();
}

Outcome<Done> IntervalTable::fillRow(LayerIndex first, Workers& workers, std::stop_token stop) {
    if (hasRow(first)) {
        return Done{};
    }
    const bool canHoldOutput = first.value == 0 && m_estimator->index().base->outputSlot;
    if (canHoldOutput && !rowOf(layerCount())) {
        TRY(fillRow(layerCount(), first, workers, stop));
    }
    TRY(fillRow(first.index(), first, workers, stop));
    m_rows->ready.fetch_add(1, std::memory_order_release);
    return Done{};
}

Outcome<Done> IntervalTable::fillRow(size_t number, LayerIndex first, Workers& workers,
                                     const std::stop_token& stop) {
    const StageEstimator::Index& index = m_estimator->index();
    const RowPlan plan(index, first, number == layerCount());
    std::vector<std::optional<RowScan>> scans(workers.count());
    const bool finished = workers.forEach(
        index.live->blocks.size(), 1,
        [&](size_t begin, size_t end, size_t worker) {
            if (!scans[worker]) {
                scans[worker].emplace(plan);
            }
            for (size_t i = begin; i < end; ++i) {
                scans[worker]->scan(i);
            }
        },
        stop);
    if (!finished) {
        return Cancelled{};
    }
    auto row = std::make_unique<Row>();
    for (size_t column = 0; column < plan.columns(); ++column) {
        StageTally tally;
        for (const auto& scan : scans) {
            if (scan) {
                tally.merge(scan->tallies()[column]);
            }
        }
        for (size_t mode = 0; index.additions && mode < RecomputeModes; ++mode) {
            const size_t at = column * RecomputeModes + mode;
            PeakFront front;
            uint64_t stash = 0;
            for (const auto& scan : scans) {
                if (scan) {
                    front.merge(scan->fronts()[at]);
                    stash += scan->stashSums()[at];
                }
            }
            row->stash.push_back(stash);
            row->lineBegin.push_back(static_cast<uint32_t>(row->lines.size()));
            front.forEachPeak(MaxCopies, [&](const PeakLine& line) {
                if (line.minCopies == 0) { // without copies, the peak is the same in all modes
                    tally.setPeak(line.base, line.tile, line.step);
                }
                row->lines.push_back(line);
            });
        }
        row->estimates.push_back(tally.estimate(plan.windows[column].repaired));
    }
    if (index.additions) {
        row->lineBegin.push_back(static_cast<uint32_t>(row->lines.size()));
    }
    row->lines.shrink_to_fit();
    m_rows->storage.push_back(std::move(row));
    m_rows->row[number].store(m_rows->storage.back().get(), std::memory_order_release);
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
    auto rows = mapped(plan.layerCount(), [](uint32_t first) { return LayerIndex{first}; });
    std::ranges::stable_sort(rows, {}, distance);
    return rows;
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

size_t IntervalTable::byteSize() const {
    size_t bytes = m_rows->row.size() * 2 * sizeof(void*);
    for (size_t number = 0; number < m_rows->row.size(); ++number) {
        if (const Row* const row = rowOf(number)) {
            bytes += row->estimates.capacity() * sizeof(StageEstimate) +
                     row->stash.capacity() * sizeof(uint64_t) + row->lineBegin.capacity() * sizeof(uint32_t) +
                     row->lines.capacity() * sizeof(PeakLine);
        }
    }
    return bytes;
}

std::optional<PlanEstimate> tabulated(const IntervalTable& table, const SplitPlan& plan) {
    PlanEstimate estimate = table.estimator().placed(plan);
    for (const PlacedStage& stage : estimate.placement.ipus) {
        const auto found = table.lookUp(stage);
        if (!found) {
            return std::nullopt;
        }
        estimate.stages.push_back(*found);
    }
    return estimate;
}

} // namespace tileline
