// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tileline::cli {

/// Section of the help with the options that PopLiner does not have.
inline constexpr const char* BeyondPopliner = "Beyond PopLiner";

/// The arguments of the command `popliner` with abbreviated flags written out. What is an abbreviation for
/// PopLiner is the same one here. BadArgument.
Result<std::vector<std::string>> expandPoplinerFlags(const CLI::App& popliner,
                                                     std::vector<std::string> arguments);

} // namespace tileline::cli
