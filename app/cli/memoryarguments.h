// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/planconstraints.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tileline {
struct PlanDescription;
}

namespace tileline::cli {

/// How much a tile has, and how much of it a plan may use: --memory-per-tile BYTES, --ipu-memory IPU=BYTES
/// for IPUs that differ, and --keep-free PERCENT.
class MemoryArguments {
public:
    void addTo(CLI::App& command);

    /// The limits of a plan for a profile of `target`. What no option says, the plan file says (`plan`, null
    /// without one), or else the target. --memory-per-tile replaces the memory of single IPUs, too;
    /// --ipu-memory only that.
    MemoryLimits limits(const Target& target, const PlanDescription* plan = nullptr) const;

private:
    struct IpuLimit {
        uint32_t ipu = 0;
        uint64_t bytes = 0;
    };
    void addLimit(const std::string& text);

    std::optional<uint64_t> m_memoryPerTile;
    std::optional<uint32_t> m_keepFree;
    std::vector<IpuLimit> m_limits;
};

} // namespace tileline::cli
