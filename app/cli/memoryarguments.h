// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/plan/planconstraints.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// How much a tile has, and how much of it a plan may use: --memory-per-tile BYTES, --ipu-memory IPU=BYTES
/// for IPUs that differ, and --keep-free PERCENT.
class MemoryArguments {
public:
    void addTo(CLI::App& command);

    MemoryLimits limits() const;
    /// Those of `ofPlan` that the command line does not replace. Options about the memory replace all of it;
    /// what is kept free is replaced by its own option.
    MemoryLimits limitsOr(const MemoryLimits& ofPlan) const;

private:
    struct IpuLimit {
        uint32_t ipu = 0;
        uint64_t bytes = 0;
    };
    void addLimit(const std::string& text);

    std::vector<const CLI::Option*> m_flags;
    const CLI::Option* m_keepFreeFlag = nullptr;
    uint64_t m_memoryPerTile = DefaultMemoryPerTile;
    uint32_t m_keepFree = 0;
    std::vector<IpuLimit> m_limits;
};

} // namespace tileline::cli
