// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <filesystem>

namespace tileline::benchmarks {

/// The argument that makes this program only load a directory and print its own peak memory.
inline constexpr const char* PeakArgument = "--peak-of-load";

/// Peak resident memory of a process that only loads the profile, measured in a child process.
size_t peakBytesOfLoad(const std::filesystem::path& directory);

/// The work of the child process.
int printPeakOfLoad(const std::filesystem::path& directory);

} // namespace tileline::benchmarks
