// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/plan/planconstraints.h"

#include "core/plan/splitplan.h"

#include <algorithm>
#include <string>

namespace tileline {

PlanConstraints::PlanConstraints(size_t layerCount, uint32_t ipus, MemoryLimits memory)
    : m_layerCount(std::max<size_t>(layerCount, 1))
    , m_ipus(std::clamp(ipus, 1U, MaxIpus))
    , m_memory(std::move(memory)) {
}

Result<PlanConstraints> PlanConstraints::make(size_t layerCount, uint32_t ipus, MemoryLimits memory,
                                              std::vector<LayerIndex> pinned,
                                              std::vector<LayerIndex> forbidden) {
    if (ipus < 1 || ipus > MaxIpus) {
        return errorAt(ErrorCode::BadPlan, "", "1 to " + std::to_string(MaxIpus) + " IPUs",
                       std::to_string(ipus));
    }
    PlanConstraints made(layerCount, ipus, std::move(memory));
    for (std::vector<LayerIndex>* const list : {&pinned, &forbidden}) {
        std::ranges::sort(*list);
        for (size_t i = 0; i < list->size(); ++i) {
            if (!made.isBoundary((*list)[i]) || (i > 0 && (*list)[i - 1] == (*list)[i])) {
                return errorAt(ErrorCode::BadPlan, "",
                               "boundaries between two layer entries, each at most once",
                               "entry " + std::to_string((*list)[i].value));
            }
        }
    }
    made.m_pinned = std::move(pinned);
    made.m_forbidden = std::move(forbidden);
    const auto both =
        std::ranges::find_if(made.m_pinned, [&](LayerIndex layer) { return made.isForbidden(layer); });
    if (both != made.m_pinned.end()) {
        return errorAt(ErrorCode::BadPlan, "", "a boundary that is pinned or forbidden, not both",
                       "both before entry " + std::to_string(both->value));
    }
    return made;
}

PlanConstraints PlanConstraints::withLayerCount(size_t layerCount) const {
    PlanConstraints result = *this;
    result.m_layerCount = std::max<size_t>(layerCount, 1);
    const auto outside = [&](LayerIndex layer) { return !result.isBoundary(layer); };
    std::erase_if(result.m_pinned, outside);
    std::erase_if(result.m_forbidden, outside);
    return result;
}

PlanConstraints PlanConstraints::withIpus(uint32_t ipus) const {
    PlanConstraints result = *this;
    result.m_ipus = std::clamp(ipus, 1U, MaxIpus);
    return result;
}

PlanConstraints PlanConstraints::withMemory(MemoryLimits memory) const {
    PlanConstraints result = *this;
    result.m_memory = std::move(memory);
    return result;
}

PlanConstraints PlanConstraints::withListed(std::vector<LayerIndex> PlanConstraints::*list,
                                            LayerIndex layer) const {
    PlanConstraints result = withFree(layer);
    if (isBoundary(layer)) {
        (result.*list).insert(std::ranges::upper_bound(result.*list, layer), layer);
    }
    return result;
}

PlanConstraints PlanConstraints::withFree(LayerIndex layer) const {
    PlanConstraints result = *this;
    std::erase(result.m_pinned, layer);
    std::erase(result.m_forbidden, layer);
    return result;
}

} // namespace tileline
