// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/uniquefd.h"
#include "core/profileio/loadmeter.h"

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <vector>

namespace tileline {

/// A file read in pieces, which counts what it read and notices a request to stop before each of them.
class ChunkedFile {
public:
    static Result<ChunkedFile> open(const std::filesystem::path& path, LoadMeter& meter);

    /// The next piece, valid until the next call; empty at the end, after a failure, and once a stop is
    /// requested.
    std::span<const unsigned char> next();
    /// Why the pieces ended before the file did.
    const std::optional<Failure>& failure() const { return m_failure; }

private:
    ChunkedFile(UniqueFd descriptor, std::filesystem::path path, LoadMeter& meter);

    UniqueFd m_descriptor;
    std::filesystem::path m_path;
    LoadMeter* m_meter;
    std::vector<unsigned char> m_buffer;
    std::optional<Failure> m_failure;
};

} // namespace tileline
