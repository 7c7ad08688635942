// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/result.h"
#include "core/model/target.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace tileline {

/// How many bytes a tile of each IPU may hold.
struct MemoryLimits {
    uint64_t perTile = DefaultMemoryPerTile;
    /// Limits of single IPUs where they differ: entry i for IPU i; perTile for the IPUs after the last entry.
    std::vector<uint64_t> ofIpu;

    uint64_t limitOf(StageIndex stage) const {
        return stage.index() < ofIpu.size() ? ofIpu[stage.index()] : perTile;
    }
    bool operator==(const MemoryLimits&) const = default;
};

/// What a plan has to obey: a maximum number of IPUs, their memory, boundaries that must be split points
/// (pinned) and boundaries that must not be (forbidden). Always valid: there are 1 to MaxIpus IPUs,
/// boundaries lie between two layer entries and ascend, and none is both pinned and forbidden. That some plan
/// obeys all of it is not promised: the solver says why none does.
class PlanConstraints {
public:
    /// Nothing pinned, nothing forbidden. `layerCount` at least 1.
    explicit PlanConstraints(size_t layerCount = 1, uint32_t ipus = 1, MemoryLimits memory = {});

    /// BadPlan where a rule is broken. `pinned` and `forbidden` come in any order, without duplicates.
    static Result<PlanConstraints> make(size_t layerCount, uint32_t ipus, MemoryLimits memory,
                                        std::vector<LayerIndex> pinned, std::vector<LayerIndex> forbidden);

    size_t layerCount() const { return m_layerCount; }
    uint32_t ipus() const { return m_ipus; }
    const MemoryLimits& memory() const { return m_memory; }
    uint64_t limitOf(StageIndex stage) const { return m_memory.limitOf(stage); }
    std::span<const LayerIndex> pinned() const { return m_pinned; }
    std::span<const LayerIndex> forbidden() const { return m_forbidden; }
    bool isPinned(LayerIndex boundary) const;
    bool isForbidden(LayerIndex boundary) const;
    /// Whether the entry begins where a split can be: not the first one, and in range.
    bool isBoundary(LayerIndex layer) const { return layer.value > 0 && layer.index() < m_layerCount; }

    /// For another number of layer entries; boundaries out of its range are dropped.
    PlanConstraints withLayerCount(size_t layerCount) const;
    /// With another number of IPUs, at least 1 and at most MaxIpus.
    PlanConstraints withIpus(uint32_t ipus) const;
    PlanConstraints withMemory(MemoryLimits memory) const;
    /// Pinned, and forbidden no more. Unchanged where `layer` is no boundary; the same for the next one.
    PlanConstraints withPinned(LayerIndex layer) const;
    PlanConstraints withForbidden(LayerIndex layer) const;
    /// Neither pinned nor forbidden.
    PlanConstraints withFree(LayerIndex layer) const;

    bool operator==(const PlanConstraints&) const = default;

private:
    size_t m_layerCount;
    uint32_t m_ipus;
    MemoryLimits m_memory;
    std::vector<LayerIndex> m_pinned;
    std::vector<LayerIndex> m_forbidden;
};

} // namespace tileline
