// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/stepinterval.h"
#include "core/model/profile.h"

#include <span>
#include <vector>

namespace tileline {

/// What some operations need, tile by tile. Entry i of each column is tile i of the IPU, in bytes.
struct OperationTiles {
    std::vector<uint64_t> variables; ///< the maximum sum of live ones at any step of the window
    std::vector<uint64_t> vertexCode;
    std::vector<uint64_t> vertexState;
    std::vector<uint64_t> exchangeCode;
    std::vector<uint64_t> controlCode;
};

/// The estimate's rules for any set of operations, from scratch. core/partition answers faster for runs of
/// layers; this is for what it cannot answer: single operations, and the diagnosis. Immutable.
class OperationTilesEstimator {
public:
    explicit OperationTilesEstimator(const Profile& profile);

    /// Code and state of the distinct programs of `operations`; `variables` is 0.
    OperationTiles codeOf(std::span<const DetailIndex> operations) const;
    /// For each tile the maximum sum of bytes of `rows` (ascending, distinct) live at a step of `window`.
    std::vector<uint64_t> peaksOf(std::span<const LoweredIndex> rows, StepInterval window) const;
    /// The distinct lowered variables of `operations`, ascending, on the tiles of one IPU.
    std::vector<LoweredIndex> variablesOf(std::span<const DetailIndex> operations) const;

    size_t tileCount() const { return m_tiles; }

private:
    std::vector<ProgramIndex> programsOf(std::span<const DetailIndex> operations) const;
    void addVertices(const std::vector<ProgramIndex>& programs, OperationTiles& tiles) const;

    const Profile& m_profile;
    size_t m_tiles;
    /// By vertex type: the first type with the same name and size. Code counts once for each such pair.
    std::vector<uint32_t> m_sameType;
};

} // namespace tileline
