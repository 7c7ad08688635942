// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memoryarguments.h"

#include "app/cli/optionchecks.h"
#include "core/plan/splitplan.h"
#include "core/planfile/planfile.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <charconv>

namespace tileline::cli {

namespace {

template <class Number>
bool parseAll(std::string_view text, Number& number) {
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() && !text.empty();
}

} // namespace

void MemoryArguments::addTo(CLI::App& command) {
    CLI::Option* perTile = command.add_option(
        "--memory-per-tile", m_memoryPerTile,
        "What a tile can hold, in bytes. Default: the profile's, or what a plan file says");
    takeWholeNumber(perTile->type_name("BYTES"), 0, UINT64_MAX);
    const auto addLimits = [this](const std::vector<std::string>& limits) {
        std::for_each(limits.begin(), limits.end(), [this](const auto& text) { addLimit(text); });
    };
    command
        .add_option_function<std::vector<std::string>>(
            "--ipu-memory", addLimits, "What a tile of one IPU can hold, where that differs; can be repeated")
        ->type_name("IPU=BYTES")
        ->allow_extra_args(false);
    CLI::Option* const keepFree = command.add_option(
        "--keep-free", m_keepFree,
        "Per cent of every tile's memory that a plan must not use. Default: 0, or what a plan file says");
    takeWholeNumber(keepFree->type_name("PERCENT"), 0, MaxKeepFree);
}

void MemoryArguments::addLimit(const std::string& text) {
    IpuLimit limit;
    const size_t equals = text.find('=');
    const std::string_view view(text);
    if (equals == std::string::npos || !parseAll(view.substr(0, equals), limit.ipu) ||
        !parseAll(view.substr(equals + 1), limit.bytes) || limit.ipu >= MaxIpus) {
        throw CLI::ValidationError("--ipu-memory", "expected IPU=BYTES, found " + text);
    }
    m_limits.push_back(limit);
}

MemoryLimits MemoryArguments::limits(const Target& target, const PlanDescription* plan) const {
    MemoryLimits limits = plan != nullptr ? plan->memory(target) : MemoryLimits::of(target);
    if (m_memoryPerTile || !m_limits.empty()) {
        limits.perTile = m_memoryPerTile.value_or(limits.perTile);
        limits.ofIpu.clear();
    }
    for (const IpuLimit& limit : m_limits) {
        if (limits.ofIpu.size() <= limit.ipu) {
            limits.ofIpu.resize(limit.ipu + size_t{1}, limits.perTile);
        }
        limits.ofIpu[limit.ipu] = limit.bytes;
    }
    limits.keepFree = m_keepFree.value_or(limits.keepFree);
    return limits;
}

} // namespace tileline::cli
