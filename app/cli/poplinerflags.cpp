// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/poplinerflags.h"

#include "app/cli/abbreviations.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

namespace {

void addNames(const CLI::Option& option, std::vector<LongFlag>& flags) {
    for (const std::string& name : option.get_lnames()) {
        flags.push_back({"--" + name, option.get_items_expected_max() > 0});
    }
}

} // namespace

Result<std::vector<std::string>> expandPoplinerFlags(const CLI::App& app,
                                                     std::vector<std::string> arguments) {
    // Options of the program itself, which go before the command, take no values.
    const auto command = std::find_if(arguments.begin(), arguments.end(),
                                      [](const std::string& text) { return !text.starts_with('-'); });
    if (command == arguments.end() || *command != "popliner") {
        return arguments;
    }
    std::vector<LongFlag> own;
    std::vector<LongFlag> further;
    for (const CLI::Option* option : app.get_subcommand("popliner")->get_options()) {
        addNames(*option, option->get_group() == BeyondPopliner ? further : own);
    }
    auto expanded = expandAbbreviations({command + 1, arguments.end()}, own, further);
    if (!expanded) {
        return expanded;
    }
    std::move(expanded->begin(), expanded->end(), command + 1);
    return arguments;
}

} // namespace tileline::cli
