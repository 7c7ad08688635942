// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>

namespace tileline::benchmarks {

/// The argument that makes this program load a directory, print its own peak memory, and nothing else.
inline constexpr const char* PeakArgument = "--peak-of-load";

/// Peak resident memory of a process that only loads the profile, measured in a child process.
size_t peakBytesOfLoad(const std::filesystem::path& directory);

/// What the child does.
int printPeakOfLoad(const std::filesystem::path& directory);

} // namespace tileline::benchmarks
