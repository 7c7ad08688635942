// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json.hpp>

#include <string>

namespace tileline::test {

/// A fixture's expected.json.
nlohmann::json expectedOf(const std::string& fixture);

} // namespace tileline::test
