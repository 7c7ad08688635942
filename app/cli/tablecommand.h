// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/context.h"
#include "app/cli/profilearguments.h"
#include "core/tables/tables.h"

namespace CLI {
class App;
}

namespace tileline::cli {

/// The name and help of a command that prints a table, and the function that makes the table.
struct TableCommand {
    const char* name;
    const char* description;
    const char* footer;
    Outcome<Table> (*make)(const OpenedProfile& opened, Context& context);
    SettingArguments::Options settings = SettingArguments::Options::All;
};

/// Adds a command that reads a profile and prints a table about it.
void addTableCommand(CLI::App& app, Context& context, const TableCommand& command);

} // namespace tileline::cli
