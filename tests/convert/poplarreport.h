// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/profileloader.h"

#include <filesystem>
#include <string>

namespace tileline::test {

/// Writes a report directory as Poplar does: profile.pop and debug.cbor. profile.pop is a fixture's profile
/// with another application_id, which the stand-in for libpva reads. The profile's file times are an hour in
/// the past.
ProfileSource writePoplarReport(const std::string& fixture, const std::filesystem::path& directory);

/// Makes `import pva` find the stand-in for libpva in child processes.
void useStandInPva();
/// Makes `import pva` fail in child processes.
void useNoPva();

/// Whether an exporter is currently writing below a directory.
bool isExporting(const std::filesystem::path& directory);

/// Whether a cache holds a converted profile, or remains of a conversion.
bool holdsConversion(const std::filesystem::path& cache);

/// Writes an executable shell script to `path`.
std::filesystem::path writeScript(const std::filesystem::path& path, const std::string& text);

} // namespace tileline::test
