// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace tileline::cli {

class Context;

/// Opens those of the standard descriptors 0, 1 and 2 that are closed, in a way that makes reading and
/// writing fail, as with a closed descriptor. Otherwise the next file that is opened would get the free
/// number, and printed text would be written to that file. Must be called before any file is opened.
void openStandardDescriptors();

/// The argument that names standard input.
inline constexpr std::string_view StandardInput = "-";

/// Reads a file of at most `limit` bytes, or standard input, for which it waits. The command does not replace
/// it. Errors: see readFile().
Result<std::string> readInput(const std::string& file, size_t limit, Context& context);

/// Writes all of `text` and checks that it was written. WriteFailed.
Result<Done> writeToStandardOutput(std::string_view text);

} // namespace tileline::cli
