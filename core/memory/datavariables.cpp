// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/datavariables.h"

#include "core/base/sequences.h"
#include "core/memory/liveness.h"

#include <algorithm>
#include <array>

namespace tileline {

namespace {

bool namesInstrumentation(std::string_view name) {
    return name.find("instrumentation") != std::string_view::npos ||
           name.find("Instrumentation") != std::string_view::npos;
}

} // namespace

DataVariables::DataVariables(const Profile& profile)
    : m_profile(profile)
    , m_isData(
          mapped(profile.variableCategories, [](const auto& category) { return isData(category.name); })) {
}

bool DataVariables::isData(std::string_view category) {
    constexpr std::array<std::string_view, 10> Names{
        "variable",  "multiple",      "message",    "hostMessage", "globalMessage",
        "controlId", "rearrangement", "outputEdge", "constant",    "instrumentationResults"};
    return std::ranges::find(Names, category) != Names.end();
}

Outcome<InstrumentationBytes> instrumentationBytes(const Profile& profile, const std::stop_token& stop) {
    const LoweredVariables& lowered = profile.lowered;
    const auto named =
        mapped(lowered.strings.size(), [&](size_t i) { return namesInstrumentation(lowered.strings[i]); });
    const auto results = mapped(profile.variableCategories, [](const auto& category) {
        return category.name == "instrumentationResults";
    });
    InstrumentationBytes bytes;
    TRY(forEachRow(profile, TileRange::ofModel(profile), stop, [&](LoweredIndex row) {
        if (!lowered.has(LoweredFlag::Allocated, row.index(), true)) {
            return;
        }
        bytes.allocated += lowered.bytes[row.index()];
        const uint32_t name = lowered.nameBase.empty() ? NoId : lowered.nameBase[row.index()];
        const uint8_t category = lowered.categoryOf(row.index());
        if ((name != NoId && named[name]) || (category != NoCategory && results[category])) {
            (isAlwaysLive(profile, row) ? bytes.alwaysLive : bytes.atTimes) += lowered.bytes[row.index()];
        }
    }));
    return bytes;
}

} // namespace tileline
