#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Checks the sources and what is made of them: the formatting, clang-tidy over core and ui/session, and the hardening of a
# release build. `packaging/check.sh format tidy` does only the checks that are named: format, release, tidy.
set -uo pipefail
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

check_format() {
    say "Checking the formatting"
    (cd "$root" && find app core ui tests -name '*.cpp' -o -name '*.h' | xargs clang-format-14 --dry-run -Werror)
}

check_tidy() {
    local directory
    directory=$(build_directory tidy)
    configure tidy "$directory" && say "Running clang-tidy over core and ui/session" &&
        run-clang-tidy-14 -quiet -clang-tidy-binary clang-tidy-14 -extra-arg=-Wno-unknown-warning-option -p "$directory" "^$root/(core|ui/session)/"
}

check_release() {
    local directory
    directory=$(build_directory release)
    configure release "$directory" -DTILELINE_BUILD_TESTS=OFF -DTILELINE_BUILD_BENCHMARKS=OFF &&
        build "$directory" tileline tileline-cli &&
        python3 "$root/tests/project/test_binaries.py" --hardened "$directory/bin/tileline" "$directory/bin/tileline-cli"
}

[ "$#" -gt 0 ] || set -- format release tidy
for check in "$@"; do
    [ "$(type -t "check_$check")" = function ] || fail "there is no check called $check: format, release or tidy"
done
install_dependencies "$root/packaging/check-dependencies.txt"
failed=
for check in "$@"; do
    "check_$check" || { say "Failed: $check"; failed=1; }
done
[ -z "$failed" ] && say "All checks passed"
