// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/layermatrices.h"

#include "core/base/lists.h"
#include "core/base/sequences.h"

#include <map>
#include <unordered_map>

namespace tileline {

namespace {

/// A group of consecutive operations, and its steps. `last` is the first step of the next block. In the last
/// block, `last` is the block's own last step.
struct Block {
    LayerIndex layer;
    size_t begin = 0; ///< operations [begin, end) of Layers::operations
    size_t end = 0;
    StepIndex first;
    StepIndex last;
};

std::vector<Block> cutBlocks(const Layers& layers) {
    std::vector<Block> blocks;
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const LayerIndex layer = layers.operations[i].layer;
        if (blocks.empty() || (layers.operations[i].inLayer() && layer != blocks.back().layer)) {
            blocks.push_back({layer, i, i, {}, {}});
        }
        blocks.back().end = i + 1;
    }
    return blocks;
}

/// Sets the first and the last step of each block. In a block, the first operation that has steps determines
/// where the block starts. A block without steps starts and ends where the next block starts.
void findSteps(std::vector<Block>& blocks, const Profile& profile, const Layers& layers) {
    const auto detail = [&](size_t operation) -> const OperationDetail& {
        return profile.operationDetails[layers.operations[operation].detail.index()];
    };
    StepIndex next{0};
    for (size_t i = layers.operations.size(); i > 0; --i) {
        if (const auto last = detail(i - 1).lastStep) {
            next = *last;
            break;
        }
    }
    for (auto block = blocks.rbegin(); block != blocks.rend(); ++block) {
        block->last = next;
        for (size_t i = block->begin; i < block->end; ++i) {
            if (const auto first = detail(i).firstStep) {
                next = *first;
                break;
            }
        }
        block->first = next;
    }
}

/// The maximum total size of all sets of blocks, in blocks. Real models need a few thousand.
constexpr size_t MaxSetElements = size_t{1} << 24U;
/// Duplicates are removed from a list of pairs of parts when the list is longer than this.
constexpr size_t MaxPairs = 2 * MaxMatrixParts * MaxMatrixParts;

/// Stores sets of blocks. Equal sets are stored only once.
class BlockSets {
public:
    uint32_t idOf(const std::vector<uint32_t>& set) {
        const auto [entry, added] = m_ids.try_emplace(set, static_cast<uint32_t>(m_sets.size()));
        if (added) {
            m_sets.push_back(&entry->first);
            m_elements += set.size();
        }
        return entry->second;
    }
    bool tooLarge() const { return m_elements > MaxSetElements; }
    const std::vector<uint32_t>& operator[](uint32_t id) const { return *m_sets[id]; }

private:
    std::map<std::vector<uint32_t>, uint32_t> m_ids;
    std::vector<const std::vector<uint32_t>*> m_sets; ///< the sets by id; each set is a key of m_ids
    size_t m_elements = 0;
};

class MatrixFinder {
public:
    MatrixFinder(const Profile& profile, const Layers& layers, MatrixParts parts, std::stop_token stop)
        : m_profile(profile)
        , m_layers(layers)
        , m_byLayer(parts == MatrixParts::Layers)
        , m_stop(std::move(stop))
        , m_blocks(cutBlocks(layers)) {
        findSteps(m_blocks, profile, layers);
        m_count = m_byLayer ? layers.count() : m_blocks.size();
    }

    Outcome<LayerMatrices> run() {
        if (m_count > MaxMatrixParts) {
            const std::string name = m_byLayer ? " layers" : " runs of operations of one layer";
            return tooLarge("at most " + std::to_string(MaxMatrixParts) + name,
                            std::to_string(m_count) + name);
        }
        TRY(groupVariables());
        m_result.parts = mapped(
            m_count, [this](uint32_t part) { return m_byLayer ? LayerIndex{part} : m_blocks[part].layer; });
        m_result.affinity = ByteMatrix(m_count);
        m_result.communication = ByteMatrix(m_count);
        for (const auto& [group, bytes] : m_groups) {
            if (m_stop.stop_requested()) {
                return Cancelled{};
            }
            addGroup(m_sets[static_cast<uint32_t>(group >> 32U)], {static_cast<uint32_t>(group)}, bytes);
        }
        return std::move(m_result);
    }

private:
    /// Groups the variables by the set of blocks that use them. Each iteration of the outer loop adds one
    /// block to the sets. `grown` maps the id of a set without this block to the id of the set with it.
    Outcome<Done> groupVariables() {
        const size_t rows = m_profile.lowered.size();
        const uint32_t empty = m_sets.idOf({});
        std::vector<uint32_t> setOf(rows, empty);
        std::vector<uint32_t> seenIn(rows, NoId);
        for (uint32_t block = 0; block < m_blocks.size(); ++block) {
            std::unordered_map<uint32_t, uint32_t> grown;
            for (size_t i = m_blocks[block].begin; i < m_blocks[block].end; ++i) {
                if (m_stop.stop_requested()) {
                    return Cancelled{};
                }
                if (!m_layers.operations[i].inLayer()) {
                    continue;
                }
                for (const LoweredIndex row :
                     m_profile.operationVariables[m_layers.operations[i].detail.index()]) {
                    if (std::exchange(seenIn[row.index()], block) == block) {
                        continue;
                    }
                    const auto [entry, added] = grown.try_emplace(setOf[row.index()], 0);
                    if (added) {
                        std::vector<uint32_t> set = m_sets[entry->first];
                        set.push_back(block);
                        entry->second = m_sets.idOf(set);
                        if (m_sets.tooLarge()) {
                            return tooLarge("variables that are used by fewer runs of operations",
                                            std::to_string(m_blocks.size()) + " runs");
                        }
                    }
                    setOf[row.index()] = entry->second;
                }
            }
        }
        for (size_t row = 0; row < rows; ++row) {
            if (setOf[row] != empty) {
                m_groups[uint64_t{setOf[row]} << 32U | m_profile.lowered.liveClass[row].value] +=
                    m_profile.lowered.bytes[row];
            }
        }
        return Done{};
    }
    void addGroup(const std::vector<uint32_t>& blocks, ClassIndex live, uint64_t bytes) {
        auto parts = mapped(blocks, [this](uint32_t block) { return partOf(block); });
        sortDistinct(parts);
        for (const uint32_t row : parts) {
            for (const uint32_t column : parts) {
                m_result.affinity.at(row, column) += bytes;
            }
        }
        std::vector<std::pair<uint32_t, uint32_t>> passes;
        std::vector<uint32_t> begins;
        std::vector<uint32_t> ends;
        for (const StepInterval& interval : m_profile.equivalenceClasses[live.index()]) {
            if (m_stop.stop_requested()) {
                return;
            }
            begins.clear();
            ends.clear();
            for (const uint32_t block : blocks) {
                const Block& steps = m_blocks[block];
                if (steps.first <= interval.start && interval.start <= steps.last) {
                    begins.push_back(partOf(block));
                }
                if (steps.first <= interval.end && interval.end < steps.last) {
                    ends.push_back(partOf(block));
                }
            }
            sortDistinct(begins);
            sortDistinct(ends);
            if (passes.size() > MaxPairs) {
                sortDistinct(passes);
            }
            for (const uint32_t from : begins) {
                for (const uint32_t to : ends) {
                    passes.emplace_back(from, to);
                }
            }
        }
        sortDistinct(passes);
        for (const auto& [from, to] : passes) {
            m_result.communication.at(from, to) += bytes;
        }
    }
    Error tooLarge(std::string expected, std::string actual) const {
        return {ErrorCode::TooLarge, m_profile.path,    "the matrices of layers",
                std::move(expected), std::move(actual), "Choose a layer expression that finds fewer layers."};
    }
    uint32_t partOf(uint32_t block) const { return m_byLayer ? m_blocks[block].layer.value : block; }

    const Profile& m_profile;
    const Layers& m_layers;
    bool m_byLayer;
    std::stop_token m_stop;
    std::vector<Block> m_blocks;
    size_t m_count = 0;
    BlockSets m_sets;
    std::unordered_map<uint64_t, uint64_t> m_groups; ///< (id of a set of blocks, liveness class) → bytes
    LayerMatrices m_result;
};

} // namespace

Outcome<LayerMatrices> findLayerMatrices(const Profile& profile, const Layers& layers, MatrixParts parts,
                                         std::stop_token stop) {
    return MatrixFinder(profile, layers, parts, std::move(stop)).run();
}

} // namespace tileline
