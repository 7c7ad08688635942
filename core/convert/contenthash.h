// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <filesystem>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace tileline {

/// SHA-256 of a text, as 64 hexadecimal digits.
Result<std::string> hashOfText(std::string_view text);

/// SHA-256 of a file's content, read as a stream. Calls `onBytes` with the number of bytes read so far.
Outcome<std::string> hashOfFile(const std::filesystem::path& path,
                                const std::function<void(uint64_t bytes)>& onBytes,
                                std::stop_token stop = {});

} // namespace tileline
