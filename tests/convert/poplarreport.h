// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/profileloader.h"

#include <filesystem>
#include <string>

namespace tileline::test {

/// Writes a report directory as Poplar would: profile.pop (a fixture's profile with another application_id,
/// which the stand-in for libpva reads) and debug.cbor. The profile's times lie an hour back.
ProfileSource writePoplarReport(const std::string& fixture, const std::filesystem::path& directory);

/// Makes the stand-in for libpva what `import pva` finds in programs that this one starts.
void useStandInPva();
/// No pva module at all.
void useNoPva();

/// Whether an exporter is writing below a directory right now.
bool isExporting(const std::filesystem::path& directory);

/// Whether a cache holds a converted profile, or what is left of a conversion.
bool holdsConversion(const std::filesystem::path& cache);

/// An executable shell script of that name in a directory.
std::filesystem::path writeScript(const std::filesystem::path& path, const std::string& text);

} // namespace tileline::test
