// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/uniquefd.h"
#include "core/profile/reading/loadmeter.h"

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

namespace tileline {

/// Reads a file in pieces. Reports each piece to the load meter, and checks for a stop request before each
/// piece.
class ChunkedFile {
public:
    static Result<ChunkedFile> open(const std::filesystem::path& path, LoadMeter& meter);

    /// The next piece, valid until the next call; empty at the end, after a failure, and once a stop is
    /// requested.
    std::span<const unsigned char> next();
    /// Why reading ended before the end of the file; empty if it did not.
    const std::optional<Failure>& failure() const { return m_failure; }

private:
    ChunkedFile(UniqueFd descriptor, std::filesystem::path path, LoadMeter& meter);

    UniqueFd m_descriptor;
    std::filesystem::path m_path;
    LoadMeter* m_meter;
    std::unique_ptr<unsigned char[]> m_buffer;
    std::optional<Failure> m_failure;
};

} // namespace tileline
