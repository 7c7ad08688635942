// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/layers.h"
#include "core/profile/profile.h"

#include <stop_token>
#include <vector>

namespace tileline {

/// A square matrix of bytes; row and column i belong to part i.
class ByteMatrix {
public:
    explicit ByteMatrix(size_t size = 0)
        : m_size(size)
        , m_bytes(size * size, 0) {}

    size_t size() const { return m_size; }
    uint64_t at(size_t row, size_t column) const { return m_bytes[row * m_size + column]; }
    uint64_t& at(size_t row, size_t column) { return m_bytes[row * m_size + column]; }
    bool operator==(const ByteMatrix&) const = default;

private:
    size_t m_size;
    std::vector<uint64_t> m_bytes;
};

/// The maximum number of parts. With more parts, the matrices would take minutes and need more memory than
/// the profile.
inline constexpr size_t MaxMatrixParts = 2000;

/// The parts of a model that the rows and columns of the matrices represent.
enum class MatrixParts : uint8_t {
    Layers, ///< the entries of the layer list: part i is LayerIndex{i}
    Blocks, ///< runs of operations; as in PopLiner, a block ends where the layer changes
};

/// For every two parts of a model: the bytes of the variables that both parts use, and the bytes that pass
/// from one part to the other.
struct LayerMatrices {
    /// The layer of each part; several blocks can have the same layer.
    std::vector<LayerIndex> parts;
    /// A symmetric matrix. Element (i, j) is the number of bytes, over all tiles, of the lowered variables
    /// that both parts use, each counted once. Element (i, i) counts all variables that part i uses.
    ByteMatrix affinity;
    /// Element (i, j) is the number of bytes of the variables that pass from part i to part j: both parts use
    /// them, they become live in the steps of part i, and they die in the steps of part j.
    ByteMatrix communication;
};

/// Computes both matrices.
///
/// As in PopLiner's estimate, the variables of operations in *none* are ignored, so the row of *none*
/// contains only zeros. The layer list of the pipeline setting has no entry *none*. The steps of a block
/// begin with the first step of its operations, and end with the first step of the next block or, in the last
/// block, with the last step of its operations. A variable passes from block i to block j if one of its live
/// intervals has i.first <= start <= i.last and j.first <= end < j.last. A variable passes from layer A to
/// layer B if it passes from any block of A to any block of B. Each variable counts once.
///
/// Variables that are live in the same steps and used by the same blocks are treated as one group; a model
/// has only a few thousand groups. Error: TooLarge if there are more than MaxMatrixParts parts, or if too
/// many blocks share variables, so that the sets of blocks would take too much memory.
Outcome<LayerMatrices> findLayerMatrices(const Profile& profile, const Layers& layers, MatrixParts parts,
                                         std::stop_token stop = {});

} // namespace tileline
