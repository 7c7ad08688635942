// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <string>
#include <vector>

namespace tileline::cli {

/// A long flag as a command knows it.
struct LongFlag {
    std::string name; ///< with its dashes: "--num-ipus"
    bool takesValue = false;
};

/// The arguments with abbreviated long flags written out, as Python's argparse reads them: the exact name
/// wins, else any beginning that fits one flag only stands for it, also in `--beginning=value`. What follows
/// a flag with a value is that value, and behind `--` nothing is a flag. What fits no flag is left as it is.
///
/// `own` goes before `further`: a beginning that fits one of `own` keeps that meaning, whatever else there
/// is. BadArgument, with the candidates, where a beginning fits several.
Result<std::vector<std::string>> expandAbbreviations(std::vector<std::string> arguments,
                                                     const std::vector<LongFlag>& own,
                                                     const std::vector<LongFlag>& further = {});

} // namespace tileline::cli
