// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/layers/layers.h"
#include "core/profile/profile.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tileline {

/// How vertices are grouped into kinds. The code of a kind is counted once per stage and tile.
enum class VertexKinds : uint8_t {
    ByNameAndSize, ///< groups by name and size, as PopLiner does
    ByName,        ///< groups by name, as Poplar does when it stores code
};

/// How vertices are grouped. This depends on the setting of the layer list: PopLiner's or the pipeline's.
inline VertexKinds vertexKindsOf(const Layers& layers) {
    return layers.list->vertexBySize ? VertexKinds::ByNameAndSize : VertexKinds::ByName;
}

/// By vertex type: the number of the type's kind. Kinds are numbered from 0 in the order of the types.
std::vector<uint32_t> vertexKindNumbers(const Profile& profile, VertexKinds kinds);

/// Whether the estimate counts a program's control code. The estimate counts only the control code of
/// programs without children, because the control code of a parent includes that of its children.
bool countsControlCode(const Profile& profile, ProgramIndex program);
/// The compute set that a program executes; null if the program executes no vertices.
const ComputeSet* executedComputeSet(const Profile& profile, ProgramIndex program);
/// The FLOPs that an operation executes; each of its programs counts once. Empty if the report has no FLOPs.
std::optional<uint64_t> flopsOf(const Profile& profile, DetailIndex operation);
/// The exchange code of a program; empty for programs whose exchange code the estimate ignores.
ByTile exchangeCodeOf(const Program& program);

/// The bytes that some operations need on each tile. Element i of each list belongs to tile i of the IPU.
struct OperationTiles {
    std::vector<uint64_t> variables; ///< the largest number of live bytes in any step of the window
    std::vector<uint64_t> vertexCode;
    std::vector<uint64_t> vertexState;
    std::vector<uint64_t> exchangeCode;
    std::vector<uint64_t> controlCode;
};

/// Applies the rules of the estimate to any set of operations. core/estimate is faster, because it computes
/// tables first, but it handles only runs of layers. OperationTilesEstimator is meant for single operations
/// and the diagnosis. Immutable.
class OperationTilesEstimator {
public:
    /// The estimate covers the first `tiles` tiles or, if `tiles` is empty, the tiles of the first IPU.
    explicit OperationTilesEstimator(const Profile& profile, VertexKinds kinds = VertexKinds::ByNameAndSize,
                                     std::optional<size_t> tiles = {});

    /// The code and vertex state of all programs of `operations`. Each program counts once, and `variables`
    /// stays 0. The result is incomplete if a stop was requested.
    OperationTiles codeOf(std::span<const DetailIndex> operations, const std::stop_token& stop = {}) const;
    /// The bytes of the code and vertex state of `programs`. The programs must be distinct.
    OperationTiles codeOf(const std::vector<ProgramIndex>& programs, const std::stop_token& stop = {}) const;
    /// By tile: the peak of the lowered variables `rows` in `window`, that is, the most bytes that are live
    /// in one step. `rows` must be ascending and distinct.
    std::vector<uint64_t> peaksOf(std::span<const LoweredIndex> rows, StepInterval window) const;
    /// The distinct lowered variables of `operations` on the first tileCount() tiles, in ascending order.
    std::vector<LoweredIndex> variablesOf(std::span<const DetailIndex> operations) const;

    size_t tileCount() const { return m_tiles; }

private:
    std::vector<ProgramIndex> programsOf(std::span<const DetailIndex> operations) const;
    void addVertices(const std::vector<ProgramIndex>& programs, OperationTiles& tiles,
                     const std::stop_token& stop) const;

    const Profile& m_profile;
    size_t m_tiles;
    std::vector<uint32_t> m_kindOfType; ///< see vertexKindNumbers()
};

} // namespace tileline
