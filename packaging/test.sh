#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Tileline needs, builds and runs the tests, but for those with the label `slow`. With --all as
# the first option it runs all of them, and fails if a program is missing that a test could use. The output ends with ctest's
# totals, and the exit status is that of ctest. Other options are passed on to ctest, for example: packaging/test.sh -R lint
set -euo pipefail
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

selection=(--label-exclude '^slow$')
lists=()
if [ "${1:-}" = --all ]; then
    shift
    selection=()
    lists=("$root/packaging/check-dependencies.txt")
    export TILELINE_REQUIRE_PROGRAMS=1
fi
install_dependencies "${lists[@]}"
directory=$(build_directory test)
configure test "$directory"
build "$directory"
# More at a time than there are cores, because the tests of the window often wait for it.
say "Running the tests in $directory"
LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen ctest --test-dir "$directory" --output-on-failure --parallel "$((2 * $(nproc)))" --no-tests=error \
    "${selection[@]}" "$@"
