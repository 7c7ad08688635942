#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Tileline needs, makes a development build and runs all tests. The output ends with ctest's totals, and
# the exit status is that of ctest. Options are passed on to ctest, for example: packaging/test.sh -R lint
set -euo pipefail
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_dependencies
directory=$(build_directory dev)
configure dev "$directory"
build "$directory"
say "Running the tests in $directory"
LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen ctest --test-dir "$directory" --output-on-failure --parallel "$(nproc)" --no-tests=error "$@"
