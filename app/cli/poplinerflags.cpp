// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/poplinerflags.h"

#include "app/cli/abbreviations.h"

#include <CLI/CLI.hpp>

namespace tileline::cli {

namespace {

void addNames(const CLI::Option& option, std::vector<LongFlag>& flags) {
    for (const std::string& name : option.get_lnames()) {
        flags.push_back({"--" + name, option.get_items_expected_max() > 0});
    }
}

} // namespace

Result<std::vector<std::string>> expandPoplinerFlags(const CLI::App& popliner,
                                                     std::vector<std::string> arguments) {
    std::vector<LongFlag> own;
    std::vector<LongFlag> further;
    for (const CLI::Option* option : popliner.get_options()) {
        addNames(*option, option->get_group() == BeyondPopliner ? further : own);
    }
    return expandAbbreviations(std::move(arguments), own, further);
}

} // namespace tileline::cli
