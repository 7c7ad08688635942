// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commandline.h"

int main(int argc, char** argv) {
    return tileline::cli::runCommandLine(argc, argv);
}
