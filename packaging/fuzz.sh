#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Builds the fuzz targets and runs them under AddressSanitizer and UBSan:
#   packaging/fuzz.sh MINUTES [TARGET ...]       each target gets an equal share of the minutes
#   packaging/fuzz.sh --runs N [TARGET ...]      each target is executed N times
# As many run at a time as there are cores. A target ends at its first finding. Leaks are looked for at the end of each
# run, in all that it has kept. The last lines are a table; the exit status is 1 if there is a finding. Corpora, findings
# and logs stay in build/fuzz/fuzzing, so that the next run goes on from there; a finding that is not mended is found
# again at once.
set -euo pipefail
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

runs=
if [ "${1:-}" = --runs ]; then
    runs=${2:-}
    shift
fi
[[ "${1:-}" =~ ^[1-9][0-9]*$ ]] || fail "how long? packaging/fuzz.sh MINUTES|--runs N [TARGET ...]"
minutes=$1
shift
if [ "$#" -eq 0 ]; then
    set -- "$root"/tests/fuzz/corpus/*
    set -- "${@##*/}"
    set -- "${@%.tar.gz}"
fi

directory=$(build_directory fuzz)
committed=$directory/tests/fuzz/corpus # unpacked by CMake
command -v clang++ >/dev/null || fail "the fuzz targets need clang: apt install clang"
install_dependencies
configure fuzz "$directory"
build "$directory" fuzz_targets

cores=$(nproc)
seconds=$((minutes * 60 * cores / $#))
[ "$#" -ge "$cores" ] || seconds=$((minutes * 60))
[ "$seconds" -ge 10 ] || seconds=10
limit=-max_total_time=$seconds
[ -z "$runs" ] || limit=-runs=$runs

# What costs most of a sanitizer's time and finds nothing in the meantime. Freed memory is not used again before another
# megabyte is freed; more would not stay in the processor's cache.
export ASAN_OPTIONS=malloc_context_size=0:quarantine_size_mb=1:max_malloc_fill_size=0:detect_stack_use_after_return=0

# run TARGET: inputs are small, because most of what is in large ones is copied and not looked at.
run() {
    local target=$1 work=$directory/fuzzing/$1 length=1500 options=() status=0
    mkdir -p "$work/corpus" "$work/findings"
    case $target in
    pop | tileline) length=110000 options=(-mutate_depth=2) ;;
    debugcbor) length=4000 ;;
    layers) length=400 ;;
    estimate) length=100 ;;
    esac
    [ ! -e "$root/tests/fuzz/dictionaries/$target.dict" ] ||
        options+=("-dict=$root/tests/fuzz/dictionaries/$target.dict")
    "$directory/bin/fuzz_$target" "$limit" -max_len="$length" -timeout=60 -rss_limit_mb=2048 -entropic=0 \
        -detect_leaks=0 -reload=0 -print_funcs=0 -print_final_stats=1 -artifact_prefix="$work/findings/" \
        "${options[@]}" "$work/corpus" "$committed/$target" "$work/findings" >"$work/log" 2>&1 || status=$?
    [ "$status" != 0 ] || "$directory/bin/fuzz_$target" -runs=0 "$work/corpus" >"$work/leaks" 2>&1 || status=$?
    echo "$status" >"$work/status"
}

say "Running $# targets with $limit, $cores at a time; logs are in $directory/fuzzing"
for target in "$@"; do
    [ -d "$committed/$target" ] || fail "there is no target called $target"
    while [ "$(jobs -rp | wc -l)" -ge "$cores" ]; do
        wait -n || true
    done
    run "$target" &
done
wait

found=0
printf '%-14s %12s %8s %9s %s\n' target executions per_s coverage findings
for target in "$@"; do
    log=$directory/fuzzing/$target/log
    executions=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log" | tail -1)
    [ -n "$executions" ] || executions=$(sed -n 's/^#\([0-9]*\)[[:space:]].*/\1/p' "$log" | tail -1)
    rate=$(sed -n 's/^stat::average_exec_per_sec: *//p' "$log" | tail -1)
    coverage=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
    finding=0
    if [ "$(cat "$directory/fuzzing/$target/status")" != 0 ]; then
        finding=1 found=1
    fi
    printf '%-14s %12s %8s %9s %s\n' "$target" "${executions:-0}" "${rate:--}" "${coverage:--}" \
        "$finding$([ "$finding" = 0 ] || printf ': %s' "$log")"
done
exit "$found"
