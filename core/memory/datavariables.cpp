// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/datavariables.h"

#include <algorithm>
#include <array>

namespace tileline {

DataVariables::DataVariables(const Profile& profile)
    : m_profile(profile) {
    for (const VariableCategory& category : profile.variableCategories) {
        m_isData.push_back(isData(category.name));
    }
}

bool DataVariables::isData(std::string_view category) {
    constexpr std::array<std::string_view, 10> Names{
        "variable",  "multiple",      "message",    "hostMessage", "globalMessage",
        "controlId", "rearrangement", "outputEdge", "constant",    "instrumentationResults"};
    return std::find(Names.begin(), Names.end(), category) != Names.end();
}

} // namespace tileline
