// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <string_view>

namespace tileline::cli {

class Context;

/// Opens those of the standard descriptors 0, 1 and 2 that are closed. Otherwise, a file could get the number
/// of a closed descriptor, and text for standard output or standard error could end up in that file. Reading
/// or writing through the descriptors that were closed still fails. Must be called before any file is opened.
void openStandardDescriptors();

/// The argument that stands for standard input.
inline constexpr std::string_view StandardInput = "-";

/// Reads a file or, if `file` is "-", standard input. Fails if there are more than `limit` bytes. Also makes
/// the command refuse to replace `file` with its output. For the errors, see readFile().
Result<std::string> readInput(const std::string& file, size_t limit, Context& context);

/// Writes all of `text` to standard output. Error: WriteFailed.
Result<Done> writeToStandardOutput(std::string_view text);

} // namespace tileline::cli
