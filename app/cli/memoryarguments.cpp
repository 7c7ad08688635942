// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/memoryarguments.h"

#include "app/cli/optionchecks.h"
#include "core/plan/splitplan.h"

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
    CLI::Option* perTile =
        command.add_option("--memory-per-tile", m_memoryPerTile, "What a tile can hold, in bytes")
            ->type_name("BYTES")
            ->capture_default_str();
    m_flags.push_back(takeWholeNumber(perTile, 0, UINT64_MAX));
    const auto addLimits = [this](const std::vector<std::string>& limits) {
        std::for_each(limits.begin(), limits.end(), [this](const auto& text) { addLimit(text); });
    };
    m_flags.push_back(command
                          .add_option_function<std::vector<std::string>>(
                              "--ipu-memory", addLimits,
                              "What a tile of one IPU can hold, where that differs; can be repeated")
                          ->type_name("IPU=BYTES")
                          ->allow_extra_args(false));
    CLI::Option* const keepFree =
        command
            .add_option("--keep-free", m_keepFree, "Per cent of every tile's memory that a plan must not use")
            ->type_name("PERCENT")
            ->capture_default_str();
    m_keepFreeFlag = takeWholeNumber(keepFree, 0, MaxKeepFree);
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

MemoryLimits MemoryArguments::limits() const {
    MemoryLimits limits{m_memoryPerTile, {}, m_keepFree};
    for (const IpuLimit& limit : m_limits) {
        if (limits.ofIpu.size() <= limit.ipu) {
            limits.ofIpu.resize(limit.ipu + size_t{1}, m_memoryPerTile);
        }
        limits.ofIpu[limit.ipu] = limit.bytes;
    }
    return limits;
}

MemoryLimits MemoryArguments::limitsOr(const MemoryLimits& ofPlan) const {
    const bool given =
        std::any_of(m_flags.begin(), m_flags.end(), [](const auto* flag) { return flag->count() > 0; });
    MemoryLimits result = given ? limits() : ofPlan;
    result.keepFree = m_keepFreeFlag->count() > 0 ? m_keepFree : ofPlan.keepFree;
    return result;
}

} // namespace tileline::cli
