// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tileline {

/// The maximum value of MemoryLimits::keepFree, in per cent.
inline constexpr uint32_t MaxKeepFree = 90;

/// The memory of each tile, by IPU, and the part of that memory that a plan may use. A plan fits if the
/// fullest tile of every IPU is within limitOf().
struct MemoryLimits {
    uint64_t perTile = DefaultMemoryPerTile;
    /// By IPU: the memory per tile in bytes. `perTile` applies to all further IPUs.
    std::vector<uint64_t> ofIpu = {};
    /// The percentage of each tile's memory that a plan must leave free, from 0 to MaxKeepFree.
    uint32_t keepFree = 0;

    /// The limits of a plan for a profile of `target`. `given` is the memory of a tile in bytes, if the
    /// command line or a plan file states it. If `given` is empty, the target's memory per tile applies.
    static MemoryLimits of(const Target& target, std::optional<uint64_t> given = {}) {
        return {given.value_or(target.bytesPerTile)};
    }

    uint64_t memoryOf(StageIndex stage) const {
        return stage.index() < ofIpu.size() ? ofIpu[stage.index()] : perTile;
    }
    /// Maximum number of bytes that each tile on the IPU of `stage` may hold.
    uint64_t limitOf(StageIndex stage) const { return usable(memoryOf(stage)); }
    /// Maximum number of bytes that each tile may hold on an IPU that `ofIpu` does not list.
    uint64_t limit() const { return usable(perTile); }
    /// The smallest memory per tile, in bytes, at which a plan may use `bytes` bytes of each tile.
    uint64_t memoryFor(uint64_t bytes) const {
        const uint64_t used = 100 - keepFree;
        return bytes / used * 100 + (bytes % used * 100 + used - 1) / used;
    }
    bool operator==(const MemoryLimits&) const = default;

private:
    /// The bytes of `memory` that a plan may use, rounded down. The computation cannot overflow.
    uint64_t usable(uint64_t memory) const {
        const uint64_t used = 100 - keepFree;
        return memory / 100 * used + memory % 100 * used / 100;
    }
};

/// The constraints on a plan: a maximum number of IPUs, their memory, boundaries that must be split points
/// (pinned) and boundaries that must not be split points (forbidden). Constraints are always valid: the
/// number of IPUs is 1 to MaxIpus; each boundary lies between two entries; the lists of boundaries are in
/// ascending order; no boundary is both pinned and forbidden. There may still be no plan that obeys all
/// constraints; if so, the solver states the reason.
class PlanConstraints {
public:
    /// Constraints without pinned and forbidden boundaries. `layerCount` must be at least 1.
    explicit PlanConstraints(size_t layerCount = 1, uint32_t ipus = 1, MemoryLimits memory = {});

    /// Error: BadPlan if the constraints are not valid (see PlanConstraints). `pinned` and `forbidden` may be
    /// in any order, but must not have duplicates.
    static Result<PlanConstraints> make(size_t layerCount, uint32_t ipus, MemoryLimits memory,
                                        std::vector<LayerIndex> pinned, std::vector<LayerIndex> forbidden);

    size_t layerCount() const { return m_layerCount; }
    uint32_t ipus() const { return m_ipus; }
    const MemoryLimits& memory() const { return m_memory; }
    uint64_t limitOf(StageIndex stage) const { return m_memory.limitOf(stage); }
    std::span<const LayerIndex> pinned() const { return m_pinned; }
    std::span<const LayerIndex> forbidden() const { return m_forbidden; }
    bool isPinned(LayerIndex boundary) const { return std::ranges::binary_search(m_pinned, boundary); }
    bool isForbidden(LayerIndex boundary) const { return std::ranges::binary_search(m_forbidden, boundary); }
    /// Whether entry `layer` can have a split point before it: true for every entry except the first one.
    bool isBoundary(LayerIndex layer) const { return layer.value > 0 && layer.index() < m_layerCount; }

    /// A copy for a layer list of `layerCount` entries, without the boundaries that the list does not have.
    PlanConstraints withLayerCount(size_t layerCount) const;
    /// A copy with another number of IPUs, clamped to 1..MaxIpus.
    PlanConstraints withIpus(uint32_t ipus) const;
    PlanConstraints withMemory(MemoryLimits memory) const;
    /// A copy in which `layer` is pinned and no longer forbidden; unchanged if `layer` is not a boundary.
    PlanConstraints withPinned(LayerIndex layer) const {
        return withListed(&PlanConstraints::m_pinned, layer);
    }
    /// A copy in which `layer` is forbidden and no longer pinned; unchanged if `layer` is not a boundary.
    PlanConstraints withForbidden(LayerIndex layer) const {
        return withListed(&PlanConstraints::m_forbidden, layer);
    }
    /// A copy in which `layer` is neither pinned nor forbidden.
    PlanConstraints withFree(LayerIndex layer) const;

    bool operator==(const PlanConstraints&) const = default;

private:
    PlanConstraints withListed(std::vector<LayerIndex> PlanConstraints::*list, LayerIndex layer) const;

    size_t m_layerCount;
    uint32_t m_ipus;
    MemoryLimits m_memory;
    std::vector<LayerIndex> m_pinned;
    std::vector<LayerIndex> m_forbidden;
};

} // namespace tileline
