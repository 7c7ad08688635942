// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/target.h"

#include <cstdint>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace tileline::cli {

/// More IPUs than any machine has.
inline constexpr uint32_t LargestIpuCount = 1U << 16U;

/// What a tile can hold: --memory-per-tile BYTES, and --ipu-memory IPU=BYTES where an IPU differs.
class MemoryArguments {
public:
    void addTo(CLI::App& command);

    /// The same with the limits of a plan where the command line has none.
    MemoryArguments orElse(uint64_t memoryPerTile, const std::vector<uint64_t>& ipuMemory) const;

    uint64_t memoryPerTile() const { return m_memoryPerTile; }
    /// As SolveRequest::ipuMemory has it; empty where no IPU differs.
    std::vector<uint64_t> ipuMemory() const;
    /// The limit of each of so many stages.
    std::vector<uint64_t> limits(size_t stages) const;

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
