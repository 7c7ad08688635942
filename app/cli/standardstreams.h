// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string_view>

namespace tileline::cli {

/// Gives those of the standard descriptors 0, 1 and 2 that are closed something that fails as a closed one
/// does. Otherwise the next file that is opened takes their number, and what is printed goes into it. To be
/// called before anything is opened.
void openStandardDescriptors();

/// Writes all of `text` and makes sure that it got there. WriteFailed.
Result<Done> writeToStandardOutput(std::string_view text);

} // namespace tileline::cli
