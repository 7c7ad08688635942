// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/expected.h"

#include "tests/support/fixtures.h"

#include <fstream>

namespace tileline::test {

nlohmann::json expectedOf(const std::string& fixture) {
    std::ifstream file(fixtureDirectory(fixture) / "expected.json");
    return nlohmann::json::parse(file);
}

} // namespace tileline::test
