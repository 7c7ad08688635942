#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Installs what Tileline needs, builds it, and opens the bundled sample, or the files that are named, in the window.
# Without a display it plans the profile with tileline-cli instead, and draws the window's Plan page into a picture.
set -euo pipefail
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

install_dependencies
directory=$(build_directory release)
configure release "$directory" -DTILELINE_WARNINGS_AS_ERRORS=OFF -DTILELINE_BUILD_TESTS=OFF -DTILELINE_BUILD_BENCHMARKS=OFF
build "$directory" tileline tileline-cli sample
bin=$directory/bin
sample=$directory/share/tileline/sample
[ $# -gt 0 ] || set -- "$sample"

if [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    say "Opening $*"
    status=0
    "$bin/tileline" "$@" || status=$?
    [ "$status" -ne 0 ] || exit 0
    say "The window did not open on this display, or ended with an error (status $status)"
fi

say "Without a display: the profile is planned on the command line, and the plan page is drawn into a picture"
out=$directory/start
mkdir -p "$out"
"$bin/tileline-cli" info "$1"
"$bin/tileline-cli" solve "$1" --ipus 4 --json -o "$out/solve.json" || [ $? -eq 1 ] # 1: the plan does not fit
splits=$(python3 -c 'import json, sys; print(",".join(json.load(open(sys.argv[1]))["splits"]))' "$out/solve.json")
"$bin/tileline-cli" evaluate "$1" --splits "$splits" || [ $? -eq 1 ]
"$bin/tileline-cli" export "$1" --splits "$splits" --framework poptorch --mode training \
    -o "$out/plan.conf" --annotations "$out/blocks.py"
QT_QPA_PLATFORM=offscreen "$bin/tileline" --render "plan=$out/plan.png" "$1"
say "Written:"
ls -l "$out/solve.json" "$out/plan.conf" "$out/blocks.py" "$out/plan.png"
say "To open the window on a machine with a display: $bin/tileline $1"
