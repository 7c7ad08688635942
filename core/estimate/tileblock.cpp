// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/tileblock.h"

#include "core/base/lists.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <tuple>

namespace tileline {

/// Builds one block of tiles after another. A builder reuses its memory, so each thread has its own builder.
class TileBlock::Builder {
public:
    explicit Builder(const TileBlockSource& source);

    /// Error: OutOfRange if a tile would hold far more bytes than a real tile can (MaxTileBytes).
    Result<TileBlock> build(uint32_t firstTile, uint32_t tileCount);

private:
    /// The total bytes of all lowered variables on a tile that have the same equivalence class and layer set.
    struct Group {
        uint64_t key = 0; ///< equivalence class (high 32 bits) and node of the layer set (low 32 bits)
        uint64_t bytes = 0;
    };
    /// A change and the key under which it is filed. Changes with the same key are added up.
    struct FiledChange {
        uint64_t filing = 0; ///< layer and `previous`; for repeated changes, the node of the layer set
        TileBlock::Change change;
    };
    struct FiledUses {
        uint32_t layer = 0;
        TileBlock::Uses uses;
    };
    /// The code and vertex state of all uses in one layer that have the same value of `previous`.
    struct Slot {
        uint32_t previous = 0;
        CategoryBytes sums;
        std::vector<uint64_t> bytes; ///< bytes by tile of the block
    };

    Result<Done> addVariables(TileBlock& block, uint32_t tile);
    Result<Done> collectGroups(uint32_t tile);
    void markRanks();
    void emitRanks(TileBlock& block);
    /// Adds unfreedGradients() and, for each layer, the changes of the variables that go live once.
    void emitChanges(TileBlock& block);
    /// Adds the changes of variables that go live repeatedly. Variables with the same layer set are merged.
    void emitRepeatedChanges(TileBlock& block);
    void emitUses(TileBlock& block);
    /// Calls `file(layer, previous)` for each layer in a layer set, from the last layer to the first.
    template <class File>
    void forEachLayer(uint32_t node, const File& file) const;
    /// Sorts m_changes, and calls `visit(filing, changes)` for each filing key.
    template <class Visit>
    void forEachFiling(const Visit& visit);
    /// Sums up the changes of one filing key by rank, and appends the sums that are not 0.
    TileBlock::Uses appendChanges(TileBlock& block, std::span<const FiledChange> changes,
                                  uint32_t previous) const;
    std::span<const StepInterval> intervalsOf(const Group& group) const;
    /// Files the changes of a variable that is live in the intervals `live`. `bytes` is taken modulo 2^32.
    void fileChanges(uint64_t filing, std::span<const StepInterval> live, uint32_t bytes);
    uint32_t marksBefore(uint32_t step) const;

    Result<Done> addStatics(TileBlock& block);
    /// Adds the last entry's code and vertex state to the extra slot.
    void addOutputSlot(const TileBlock& block, OutputSlot slot);
    void addProgram(const TileBlock& block, const LayerPrograms::Use& use, uint32_t layer);
    void addVertices(const TileBlock& block, const VertexInstances& vertices, uint32_t previous,
                     uint32_t layer);
    Result<Done> emitSlots(TileBlock& block);
    Slot& slot(uint32_t previous, uint32_t tileCount);
    std::span<const uint32_t> entriesOf(ByTile array, const TileBlock& block);

    TileBlockSource m_source;
    std::vector<Group> m_groups;
    std::vector<Group> m_spareGroups;    ///< memory that sorting reuses
    std::vector<uint64_t> m_marks;       ///< by step: a bit that is 1 if the step is a rank
    std::vector<uint32_t> m_marksBefore; ///< by word of m_marks: number of bits set in the words before it
    std::vector<FiledChange> m_changes;
    std::vector<FiledChange> m_spareChanges; ///< memory that sorting reuses
    std::vector<FiledUses> m_uses;
    std::vector<Slot> m_slots;                ///< slots of the layer that is being processed
    std::vector<uint32_t> m_entries;          ///< by tile of the block: scratch for entriesOf()
    std::vector<uint32_t> m_code;             ///< bytes of the code of a vertex type, by tile of the block
    std::vector<uint32_t> m_lastLayerOfKind;  ///< by vertex kind and tile: 1 + last layer with it; 0 if none
    std::vector<uint32_t> m_firstLayerOfKind; ///< by vertex kind and tile: the first layer with this kind
};

namespace {

/// The maximum size of all blocks together; no real pipeline has enough layers to exceed this size.
constexpr size_t MaxIndexBytes = size_t{8} << 30;
/// A limit that exceeds the tile memory of any IPU but is small enough for 32-bit sums.
constexpr uint64_t MaxTileBytes = uint64_t{1} << 31;

Error tooManyBytes(uint32_t tile, const char* what) {
    return errorAt(ErrorCode::OutOfRange, "tile " + std::to_string(tile) + ", " + what,
                   "less than 2 GiB on a tile", "more");
}

} // namespace

TileBlock::Builder::Builder(const TileBlockSource& source)
    : m_source(source) {
    const size_t words = source.profile.stepCount() / 64 + 1;
    m_marks.resize(words);
    m_marksBefore.resize(words);
}

Result<TileBlock> TileBlock::Builder::build(uint32_t firstTile, uint32_t tileCount) {
    TileBlock block;
    block.m_firstTile = firstTile;
    block.m_tileCount = tileCount;
    block.m_layerCount = static_cast<uint32_t>(m_source.layers.count() + (m_source.outputSlot ? 1 : 0) + 1);
    block.m_windowSteps = m_source.windows.steps().size();
    block.m_rankBegin.push_back(0);
    for (uint32_t tile = firstTile; tile < firstTile + tileCount; ++tile) {
        TRY(addVariables(block, tile));
    }
    block.m_uses.shrink_to_fit();
    block.m_changes.shrink_to_fit();
    block.m_ranks.shrink_to_fit();
    TRY(addStatics(block));
    return block;
}

Result<Done> TileBlock::Builder::addVariables(TileBlock& block, uint32_t tile) {
    TRY(collectGroups(tile));
    markRanks();
    emitRanks(block);
    m_uses.clear();
    emitChanges(block);
    emitRepeatedChanges(block);
    emitUses(block);
    return Done{};
}

Result<Done> TileBlock::Builder::collectGroups(uint32_t tile) {
    const LoweredVariables& lowered = m_source.profile.lowered;
    m_groups.clear();
    uint64_t total = 0;
    for (size_t row = lowered.tileBegin[tile]; row < lowered.tileBegin[tile + 1]; ++row) {
        const uint32_t node = m_source.sets.nodeOf({static_cast<uint32_t>(row)});
        if (node != 0) {
            const ClassIndex live = m_source.live.of(row, m_source.freed);
            m_groups.push_back({uint64_t{live.value} << 32 | node, lowered.bytes[row]});
            total += lowered.bytes[row];
        }
    }
    if (total >= MaxTileBytes) {
        return tooManyBytes(tile, "lowered variables");
    }
    const auto keyOf = [](const Group& group) { return group.key; };
    sortByNumber(m_groups, m_spareGroups, keyOf);
    addUpNeighbours(m_groups, keyOf);
    return Done{};
}

void TileBlock::Builder::markRanks() {
    std::ranges::fill(m_marks, 0);
    const auto mark = [&](StepIndex step) { m_marks[step.value / 64] |= uint64_t{1} << (step.value % 64); };
    mark({0});
    for (const StepIndex step : m_source.windows.firstSteps()) {
        mark(step);
    }
    for (const Group& group : m_groups) {
        // unfreedGradients() needs the steps in which a freed gradient is live in the profile.
        const auto unfreed = m_source.live.unfreedGradient({static_cast<uint32_t>(group.key >> 32)});
        for (const StepInterval& interval :
             unfreed ? m_source.live.intervals(*unfreed) : intervalsOf(group)) {
            mark(interval.start);
        }
    }
    uint32_t before = 0;
    for (size_t word = 0; word < m_marks.size(); ++word) {
        m_marksBefore[word] = before;
        before += static_cast<uint32_t>(std::popcount(m_marks[word]));
    }
}

uint32_t TileBlock::Builder::marksBefore(uint32_t step) const {
    const uint64_t below = m_marks[step / 64] & ((uint64_t{1} << (step % 64)) - 1);
    return m_marksBefore[step / 64] + static_cast<uint32_t>(std::popcount(below));
}

void TileBlock::Builder::emitRanks(TileBlock& block) {
    for (size_t word = 0; word < m_marks.size(); ++word) {
        for (uint64_t bits = m_marks[word]; bits != 0; bits &= bits - 1) {
            block.m_ranks.push_back(
                {static_cast<uint32_t>(word * 64 + static_cast<size_t>(std::countr_zero(bits)))});
        }
    }
    block.m_rankBegin.push_back(static_cast<uint32_t>(block.m_ranks.size()));
    for (const StepIndex step : m_source.windows.steps()) {
        block.m_windowRanks.push_back(marksBefore(step.value + 1) - 1);
    }
}

std::span<const StepInterval> TileBlock::Builder::intervalsOf(const Group& group) const {
    return m_source.live.intervals({static_cast<uint32_t>(group.key >> 32)});
}

void TileBlock::Builder::fileChanges(uint64_t filing, std::span<const StepInterval> live, uint32_t bytes) {
    for (const StepInterval& interval : live) {
        m_changes.push_back({filing, {marksBefore(interval.start.value), bytes}});
        m_changes.push_back({filing, {marksBefore(interval.end.value), 0U - bytes}});
    }
}

template <class File>
void TileBlock::Builder::forEachLayer(uint32_t node, const File& file) const {
    if (const auto& output = m_source.outputSlot) {
        const LayerSets::Node& set = m_source.sets.node(node);
        if (set.layer.next() == output->index()) {
            file(output->layers, output->previous(set.firstLayer.value));
        }
    }
    while (node != 0) {
        const LayerSets::Node& set = m_source.sets.node(node);
        node = set.parent;
        file(set.layer.value, node == 0 ? 0 : m_source.sets.node(node).layer.value + 1);
    }
}

template <class Visit>
void TileBlock::Builder::forEachFiling(const Visit& visit) {
    sortByNumber(m_changes, m_spareChanges, [](const FiledChange& each) { return each.change.rank; });
    sortByNumber(m_changes, m_spareChanges, [](const FiledChange& each) { return each.filing; });
    for (auto begin = m_changes.begin(); begin != m_changes.end();) {
        const auto end = std::find_if(begin, m_changes.end(), [&](const FiledChange& change) {
            return change.filing != begin->filing;
        });
        visit(begin->filing, std::span<const FiledChange>(begin, end));
        begin = end;
    }
}

TileBlock::Uses TileBlock::Builder::appendChanges(TileBlock& block, std::span<const FiledChange> changes,
                                                  uint32_t previous) const {
    TileBlock::Uses uses{previous, static_cast<uint32_t>(block.m_changes.size()), 0};
    for (size_t i = 0; i < changes.size();) {
        TileBlock::Change sum{changes[i].change.rank, 0};
        for (; i < changes.size() && changes[i].change.rank == sum.rank; ++i) {
            sum.bytes += changes[i].change.bytes;
        }
        if (sum.bytes != 0) {
            block.m_changes.push_back(sum);
        }
    }
    uses.changesEnd = static_cast<uint32_t>(block.m_changes.size());
    return uses;
}

void TileBlock::Builder::emitChanges(TileBlock& block) {
    m_changes.clear();
    for (const Group& group : m_groups) {
        const auto live = intervalsOf(group);
        const auto bytes = static_cast<uint32_t>(group.bytes);
        if (live.size() == 1) {
            forEachLayer(static_cast<uint32_t>(group.key), [&](uint32_t layer, uint32_t previous) {
                fileChanges(uint64_t{layer} << 32 | previous, live, bytes);
            });
        }
        if (const auto unfreed = m_source.live.unfreedGradient({static_cast<uint32_t>(group.key >> 32)})) {
            const uint64_t slot = uint64_t{block.m_layerCount - 1} << 32;
            fileChanges(slot, m_source.live.intervals(*unfreed), bytes);
            fileChanges(slot, live, 0U - bytes);
        }
    }
    forEachFiling([&](uint64_t filing, std::span<const FiledChange> changes) {
        m_uses.push_back({static_cast<uint32_t>(filing >> 32),
                          appendChanges(block, changes, static_cast<uint32_t>(filing))});
    });
}

void TileBlock::Builder::emitRepeatedChanges(TileBlock& block) {
    m_changes.clear();
    for (const Group& group : m_groups) {
        if (intervalsOf(group).size() > 1) {
            // The changes of variables with several live intervals are filed under the node of the layer set.
            fileChanges(group.key & 0xFFFFFFFFU, intervalsOf(group), static_cast<uint32_t>(group.bytes));
        }
    }
    forEachFiling([&](uint64_t node, std::span<const FiledChange> changes) {
        TileBlock::Uses uses = appendChanges(block, changes, 0);
        forEachLayer(static_cast<uint32_t>(node), [&](uint32_t layer, uint32_t previous) {
            uses.previous = previous;
            m_uses.push_back({layer, uses});
        });
    });
}

void TileBlock::Builder::emitUses(TileBlock& block) {
    std::ranges::sort(m_uses, [](const FiledUses& a, const FiledUses& b) {
        return std::tie(a.layer, a.uses.previous) < std::tie(b.layer, b.uses.previous);
    });
    size_t next = 0;
    for (uint32_t layer = 0; layer < block.m_layerCount; ++layer) {
        block.m_usesBegin.push_back(static_cast<uint32_t>(block.m_uses.size()));
        for (; next < m_uses.size() && m_uses[next].layer == layer; ++next) {
            block.m_uses.push_back(m_uses[next].uses);
        }
    }
    block.m_usesBegin.push_back(static_cast<uint32_t>(block.m_uses.size()));
}

Result<Done> TileBlock::Builder::addStatics(TileBlock& block) {
    m_lastLayerOfKind.assign(size_t{m_source.programs.kindCount()} * block.m_tileCount, 0);
    m_firstLayerOfKind = m_lastLayerOfKind;
    for (uint32_t layer = 0; layer + 1 < block.m_layerCount; ++layer) {
        m_slots.clear();
        if (m_source.outputSlot && layer == m_source.outputSlot->layers) {
            addOutputSlot(block, *m_source.outputSlot);
        } else {
            for (const LayerPrograms::Use& use : m_source.programs.layer({layer})) {
                addProgram(block, use, layer);
            }
        }
        block.m_staticBegin.push_back(static_cast<uint32_t>(block.m_statics.size()));
        TRY(emitSlots(block));
    }
    block.m_staticBegin.push_back(static_cast<uint32_t>(block.m_statics.size()));
    return Done{};
}

void TileBlock::Builder::addOutputSlot(const TileBlock& block, OutputSlot slot) {
    for (const LayerPrograms::Use& use : m_source.programs.layer({slot.layers - 1})) {
        const uint32_t first = m_source.programs.firstLayerOf(use.program);
        addProgram(block, {use.program, slot.previous(first)}, slot.layers);
    }
}

TileBlock::Builder::Slot& TileBlock::Builder::slot(uint32_t previous, uint32_t tileCount) {
    const auto found = std::ranges::find(m_slots, previous, &Slot::previous);
    if (found != m_slots.end()) {
        return *found;
    }
    m_slots.push_back({previous, {}, std::vector<uint64_t>(tileCount, 0)});
    return m_slots.back();
}

/// The values of `array` for the block's tiles, valid until the next call.
std::span<const uint32_t> TileBlock::Builder::entriesOf(ByTile array, const TileBlock& block) {
    m_entries.resize(block.m_tileCount);
    array.copy(block.m_firstTile, m_entries);
    return m_entries;
}

void TileBlock::Builder::addProgram(const TileBlock& block, const LayerPrograms::Use& use, uint32_t layer) {
    const Profile& profile = m_source.profile;
    const Program& program = profile.programs[use.program.index()];
    Slot& target = slot(use.previous, block.m_tileCount);
    const auto add = [&](ByTile code, uint64_t& sum) {
        const auto entries = entriesOf(code, block);
        for (uint32_t i = 0; i < block.m_tileCount; ++i) {
            sum += entries[i];
            target.bytes[i] += entries[i];
        }
    };
    add(exchangeCodeOf(program), target.sums.exchangeCode);
    if (countsControlCode(profile, use.program)) {
        add(program.controlCode, target.sums.controlCode);
    }
    if (const ComputeSet* const computeSet = executedComputeSet(profile, use.program)) {
        for (const VertexInstances& vertices : computeSet->vertices) {
            addVertices(block, vertices, use.previous, layer);
        }
    }
}

void TileBlock::Builder::addVertices(const TileBlock& block, const VertexInstances& vertices,
                                     uint32_t previous, uint32_t layer) {
    const VertexType& type = m_source.profile.vertexTypes[vertices.type.index()];
    const ByTile code = type.code ? m_source.profile.vertexCode[type.code->index()].bytes : ByTile{};
    const size_t kind = size_t{m_source.programs.kindOf(vertices.type)} * block.m_tileCount;
    uint32_t* const lastLayer = &m_lastLayerOfKind[kind];
    uint32_t* const firstLayer = &m_firstLayerOfKind[kind];
    const bool inOutputSlot = m_source.outputSlot && layer == m_source.outputSlot->layers;
    const auto counts = entriesOf(vertices.count, block);
    const auto state = static_cast<size_t>(&slot(previous, block.m_tileCount) - m_slots.data());
    m_code.clear(); // filled when the first tile needs it
    for (uint32_t i = 0; i < block.m_tileCount; ++i) {
        const uint64_t count = counts[i];
        if (count == 0) {
            continue;
        }
        m_slots[state].sums.vertexState += count * type.size;
        m_slots[state].bytes[i] += count * type.size;
        if (lastLayer[i] != layer + 1) {
            if (m_code.empty()) {
                m_code.resize(block.m_tileCount);
                code.copy(block.m_firstTile, m_code);
            }
            firstLayer[i] = lastLayer[i] == 0 ? layer : firstLayer[i];
            Slot& target = slot(inOutputSlot ? m_source.outputSlot->previous(firstLayer[i]) : lastLayer[i],
                                block.m_tileCount);
            target.sums.vertexCode += m_code[i];
            target.bytes[i] += m_code[i];
            lastLayer[i] = layer + 1;
        }
    }
}

Result<Done> TileBlock::Builder::emitSlots(TileBlock& block) {
    std::ranges::sort(m_slots, [](const Slot& a, const Slot& b) { return a.previous < b.previous; });
    CategoryBytes sums;
    std::vector<uint64_t> bytes(block.m_tileCount, 0);
    for (const Slot& added : m_slots) {
        sums += added.sums;
        block.m_statics.push_back({added.previous, sums});
        for (uint32_t i = 0; i < block.m_tileCount; ++i) {
            bytes[i] += added.bytes[i];
            if (bytes[i] >= MaxTileBytes) {
                return tooManyBytes(block.m_firstTile + i, "code and vertex state");
            }
            block.m_staticBytes.push_back(static_cast<uint32_t>(bytes[i]));
        }
    }
    return Done{};
}

Outcome<std::vector<TileBlock>> TileBlock::buildAll(const TileBlockSource& source, Workers& workers,
                                                    Progress& progress, const std::stop_token& stop) {
    const uint32_t tiles = source.profile.target.tilesPerIpu;
    std::vector<TileBlock> blocks((tiles + TileBlock::MaxTiles - 1) / TileBlock::MaxTiles);

    std::vector<std::optional<Builder>> builders(workers.count());
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
        blocks.size(), 1,
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
                                 std::to_string(source.layers.count()) + " layers",
                                 "Choose a layer regex that finds fewer layers."});
                }
                blocks[i] = *std::move(block);
                ++built;
                if (worker == 0) {
                    progress.report(Phase::Indexing,
                                    static_cast<double>(built) / static_cast<double>(blocks.size()));
                }
            }
        },
        halt.get_token());
    if (error) {
        return std::move(*error).inFile(source.profile.path);
    }
    if (stop.stop_requested()) {
        return Cancelled{};
    }
    return blocks;
}

const TileBlock::Static* TileBlock::statics(LayerIndex layer, LayerIndex first) const {
    const auto all = statics(layer);
    const auto next = std::ranges::upper_bound(all, first.value, {}, &Static::previous);
    return next == all.begin() ? nullptr : &next[-1];
}

size_t TileBlock::byteSize() const {
    return m_usesBegin.capacity() * sizeof(uint32_t) + m_uses.capacity() * sizeof(Uses) +
           m_changes.capacity() * sizeof(Change) + m_rankBegin.capacity() * sizeof(uint32_t) +
           m_ranks.capacity() * sizeof(StepIndex) + m_windowRanks.capacity() * sizeof(uint32_t) +
           m_staticBegin.capacity() * sizeof(uint32_t) + m_statics.capacity() * sizeof(Static) +
           m_staticBytes.capacity() * sizeof(uint32_t);
}

} // namespace tileline
