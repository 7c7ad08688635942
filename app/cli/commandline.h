// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace tileline::cli {

/// Parses the command line and runs the subcommand. Returns the exit status of the process.
int runCommandLine(int argc, char** argv);

} // namespace tileline::cli
