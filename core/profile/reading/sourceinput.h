// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sourcereader.h"

namespace tileline {

/// A file to load, and its format.
struct SourceInput {
    FileHeader header;
    const SourceFormat* format = nullptr;
};

/// Reads the first bytes of a file and finds its format. NotAProfile, Truncated, UnsupportedVersion,
/// FileChanged, or an error of the system.
Result<SourceInput> openInput(const std::filesystem::path& path);

/// Reads the file into `job`. FileChanged if the file changed meanwhile, whether or not reading succeeded.
Outcome<Done> readInput(const SourceInput& input, LoadJob& job);

} // namespace tileline
