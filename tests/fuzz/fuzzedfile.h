// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>

namespace tileline::fuzz {

/// Writes one input to a file that is reused for all inputs of this process.
std::filesystem::path writeInput(const uint8_t* data, size_t size);

/// Reads debug information as a load without operation tables does: makes all of the readers' checks, and
/// links the contexts.
void readDebugInformation(const std::filesystem::path& path);

} // namespace tileline::fuzz
