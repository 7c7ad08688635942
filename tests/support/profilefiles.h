// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/runsql.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace tileline::test {

/// Copies a fixture's profile to `directory`/profile.tileline, without its debug information, and runs SQL
/// on the copy.
std::filesystem::path copyProfile(const std::string& fixture, const std::filesystem::path& directory,
                                  const std::string& sql = {});
/// Also copies the fixture's debug.cbor to `directory`.
std::filesystem::path copyReport(const std::string& fixture, const std::filesystem::path& directory,
                                 const std::string& sql = {});

/// Copies a fixture's profile.pop and debug.cbor to `directory`, and runs SQL on the copy of the profile.
/// Returns the path of the profile.
std::filesystem::path copyPoplarReport(const std::string& fixture, const std::filesystem::path& directory,
                                       const std::string& sql = {});

/// The same, but with debug information as a plain Poplar program leaves it: no framework, each program made
/// by a function of poplibs. With `layers`, the contexts of poplibs have names, such as "blocks.3/matMul";
/// otherwise they are known by their function, "matMul", only.
std::filesystem::path copyPlainReport(const std::filesystem::path& directory, bool layers);

/// SQL that removes the operation tables of a profile.
inline constexpr const char* DropOperations = "DROP TABLE operation; DROP TABLE operation_detail;";

void writeFile(const std::filesystem::path& path, std::string_view content);
std::string readAll(const std::filesystem::path& path);

} // namespace tileline::test
