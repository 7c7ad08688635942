// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profileio/sourcereader.h"

namespace tileline {

/// A file of a load with the reader that knows it.
struct SourceInput {
    FileHeader header;
    const SourceReader* reader = nullptr;
};

/// Looks at the first bytes of a file. NotAProfile, Truncated, UnsupportedVersion and what the system says.
Result<SourceInput> openInput(const std::filesystem::path& path);

/// Reads the file into `job`. A file that changed meanwhile is the reason for whatever went wrong.
Outcome<Done> readInput(const SourceInput& input, LoadJob& job);

} // namespace tileline
