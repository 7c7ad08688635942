#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds and runs the core's tests under AddressSanitizer and UBSan, and the multi-threaded tests under ThreadSanitizer.
# Each run ends with ctest's totals. `packaging/sanitize.sh asan` or `packaging/sanitize.sh tsan` does only one run.
set -uo pipefail
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

# Runs a command without address space randomisation, if it can be disabled: ThreadSanitizer of GCC 12 does not support
# the wide randomisation of newer kernels.
steady() {
    if setarch --addr-no-randomize true 2>/dev/null; then
        setarch --addr-no-randomize "$@"
    else
        "$@"
    fi
}

# sanitized PRESET LABELS ...: builds and runs only the tests with any of these labels. The tests labelled app and ui
# are left out. The code that they share with other threads is in ui/session, their files are read by core, and
# building them three times takes longer than everything else.
sanitized() {
    local preset=$1 directory labels tests
    shift
    labels=(--label-regex "^($(IFS='|' && printf '%s' "$*"))\$" --label-exclude '^(ui|app)$')
    directory=$(build_directory "$preset")
    configure "$preset" "$directory" || return
    # The programs of these tests, named after their modules: ctest does not know the programs before they are built.
    mapfile -t tests < <(ctest --test-dir "$directory" --show-only=json-v1 "${labels[@]}" | python3 -c '
import json, sys
found = {label for test in json.load(sys.stdin)["tests"] for each in test["properties"] if each["name"] == "LABELS"
         for label in each["value"]}
print("\n".join("tests_" + label for label in sorted(found - {"threads", "slow"})))')
    [ "${#tests[@]}" -gt 0 ] || return
    build "$directory" "${tests[@]}" &&
        steady ctest --test-dir "$directory" --output-on-failure --parallel "$(nproc)" --no-tests=error "${labels[@]}"
}

install_dependencies
[ "$#" -gt 0 ] || set -- asan tsan
failed=
for run in "$@"; do
    case $run in
    asan) sanitized asan base tables profile layers memory execution plan estimate solve explain compare output frameworks planfile generate fuzz || failed=1 ;;
    tsan) sanitized tsan threads || failed=1 ;;
    *) fail "there is no sanitizer run called $run: asan or tsan" ;;
    esac
done
[ -z "$failed" ]
