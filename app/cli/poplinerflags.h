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

/// The arguments of the program; where its command is `popliner`, with abbreviated flags written out, as
/// PopLiner takes them. What is an abbreviation there is the same one here. BadArgument.
Result<std::vector<std::string>> expandPoplinerFlags(const CLI::App& app, std::vector<std::string> arguments);

} // namespace tileline::cli
