// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline::test {

/// The names of the fixtures in tests/data with the answers of PopLiner. Each fixture is a directory with
/// profile.tileline, debug.cbor and expected.json.
const std::vector<std::string>& fixtureNames();

/// The names of the fixtures in tests/data whose expected.json has the figures of the pipeline setting.
const std::vector<std::string>& pipelineFixtureNames();

/// The names of the fixtures in tests/data whose expected.json says which plans fit, and whether this can be
/// known. Only these verdicts are compared, not bytes.
const std::vector<std::string>& verdictFixtureNames();

std::filesystem::path fixtureDirectory(const std::string& name);

/// Loads a fixture with its debug information. Throws std::runtime_error if that fails.
ProfilePtr loadFixture(const std::string& name);

/// Loads a profile from a path, or from the paths of a profile and its debug information.
Outcome<ProfilePtr> openProfile(const std::vector<std::filesystem::path>& paths, Progress progress = {},
                                std::stop_token stop = {});

/// Loads a profile. Throws std::runtime_error with the error's text if that fails.
ProfilePtr loadOrThrow(const std::vector<std::filesystem::path>& paths);

bool hasNote(const Profile& profile, LoadNote::Kind kind);

} // namespace tileline::test
