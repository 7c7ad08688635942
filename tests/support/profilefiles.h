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

/// Like copyReport(), but the debug information is that of a program written for Poplar itself: without a
/// framework, and each program is created by a poplibs function. With `layers`, the contexts of poplibs have
/// names, such as "blocks.3/matMul"; otherwise, only their function, "matMul", is known.
std::filesystem::path copyPlainReport(const std::filesystem::path& directory, bool layers);

/// SQL that removes the operation tables of a profile.
inline constexpr const char* DropOperations = "DROP TABLE operation; DROP TABLE operation_detail;";

void writeFile(const std::filesystem::path& path, std::string_view content);
std::string readAll(const std::filesystem::path& path);

} // namespace tileline::test
