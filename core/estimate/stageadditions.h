// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/addedbytes.h"
#include "core/plan/settingoptions.h"

#include <memory>
#include <vector>

namespace tileline {

/// What the operations of a profile own, by the entries of a stage, and what they do not own. An operation
/// owns its code and vertex state and the always-live variables that it uses.
class OwnedBytes {
public:
    OwnedBytes() = default;
    OwnedBytes(const Profile& profile, const PipelineUses& uses, std::span<const TileBlock> blocks,
               uint32_t entries, std::optional<OutputSlot> slot);

    /// What `last` adds to a stage that begins with `first`, over all tiles. For the extra slot, `first` is
    /// the last of the entries beside which Output runs.
    uint64_t addedBy(uint32_t last, uint32_t first) const;
    uint64_t ofAll() const { return m_ofAll; }
    /// By tile: always-live bytes that no operation owns; 0 if the profile does not say what is always live.
    std::span<const uint32_t> unowned() const { return m_unowned; }
    /// By tile: the part of these that every IPU needs, its stack.
    std::span<const uint32_t> fixed() const { return m_fixed; }
    size_t byteSize() const;

private:
    struct Added {
        uint32_t firstMin = 0;
        uint32_t firstMax = 0;
        uint64_t bytes = 0;
    };

    std::vector<std::vector<Added>> m_added; ///< by last entry and slot
    std::vector<uint32_t> m_unowned;
    std::vector<uint32_t> m_fixed;
    uint64_t m_ofAll = 0;
};

/// What the pipeline setting adds to the estimate of a stage beside stashes, for one choice of accumulators
/// and unowned bytes. Immutable.
struct StageAdditions {
    AddedBytes accumulators;
    Unowned unowned = Unowned::None;

    /// Unowned bytes of a tile on an IPU whose operations own `owned` bytes over all tiles.
    uint32_t unownedOf(const OwnedBytes& all, size_t tile, uint64_t owned) const;
};

} // namespace tileline
