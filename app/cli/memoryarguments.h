// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/planconstraints.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// How much a tile can hold: --memory-per-tile BYTES, and --ipu-memory IPU=BYTES for IPUs that differ.
class MemoryArguments {
public:
    void addTo(CLI::App& command);

    MemoryLimits limits() const;
    /// The limits from the command line, or `ofPlan` if the command line gives none.
    MemoryLimits limitsOr(const MemoryLimits& ofPlan) const;

private:
    struct IpuLimit {
        uint32_t ipu = 0;
        uint64_t bytes = 0;
    };
    void addLimit(const std::string& text);

    std::vector<const CLI::Option*> m_flags;
    uint64_t m_memoryPerTile = DefaultMemoryPerTile;
    std::vector<IpuLimit> m_limits;
};

} // namespace tileline::cli
