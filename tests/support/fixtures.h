// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profile.h"

#include <filesystem>
#include <string>
#include <vector>

namespace tileline::test {

/// Names of the directories in tests/data; each has profile.tileline, debug.cbor and expected.json.
const std::vector<std::string>& fixtureNames();

std::filesystem::path fixtureDirectory(const std::string& name);

/// Loads a fixture with its debug information. Throws std::runtime_error where it does not load.
ProfilePtr loadFixture(const std::string& name);

/// Loads a profile, or throws std::runtime_error with the error's text.
ProfilePtr loadOrThrow(const std::vector<std::filesystem::path>& paths);

} // namespace tileline::test
