# shellcheck shell=bash
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that the scripts in this folder share. They source this file; it is never run directly.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)

# A minimal Debian has no locale set, but Qt and Python need UTF-8.
case "${LC_ALL:-${LC_CTYPE:-${LANG:-}}}" in
*UTF-8 | *utf8) ;;
*) export LC_ALL=C.UTF-8 ;;
esac

say() { printf '== %s\n' "$*"; }
fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

# Prints the packages of the lists that are not installed.
missing_dependencies() {
    local package
    for package in $(grep --no-filename -v -e '^#' -e '^[[:space:]]*$' "$@"); do
        dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null |
            grep --quiet --line-regexp installed || printf '%s\n' "$package"
    done
}

# Runs a command as root: directly, or through sudo. sudo asks for a password only on a terminal.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif ! command -v sudo >/dev/null; then
        return 127
    elif [ -t 0 ]; then
        sudo "$@"
    else
        sudo --non-interactive "$@"
    fi
}

apt() {
    as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet --quiet --option DPkg::Lock::Timeout=600 "$@"
}

# install_packages LISTS ...: installs the packages of the lists that are missing. If none is missing, this needs neither root nor
# a network.
install_packages() {
    local missing
    command -v dpkg-query >/dev/null || fail "this needs Debian 12; elsewhere, install what README.md lists by hand"
    mapfile -t missing < <(missing_dependencies "$@")
    if [ "${#missing[@]}" -eq 0 ]; then
        say "All packages are installed"
        return
    fi
    say "Installing ${missing[*]}"
    apt update </dev/null || say "The package lists could not all be updated; trying with those that are there"
    apt install --yes --no-install-recommends "${missing[@]}" </dev/null >/dev/null ||
        fail "could not install ${missing[*]} (it takes root, or a user with sudo)"
}

# install_dependencies [LISTS ...]: the packages of packaging/dependencies.txt and of other lists.
install_dependencies() {
    install_packages "$root/packaging/dependencies.txt" "$@"
}

# usable DIRECTORY: succeeds if the directory exists or can be made, and no other user has built in it.
usable() {
    mkdir -p "$1" 2>/dev/null && [ -w "$1" ] && { ! [ -e "$1/CMakeCache.txt" ] || [ -O "$1/CMakeCache.txt" ]; }
}

# Prints the build directory of a preset: build/PRESET in the source tree or, if that is not usable, in the user's
# cache. TILELINE_BUILD_DIR replaces the directory `build`.
build_directory() {
    local base="${TILELINE_BUILD_DIR:-$root/build}"
    usable "$base/$1" || base="${XDG_CACHE_HOME:-$HOME/.cache}/tileline/build"
    mkdir -p "$base/$1"
    printf '%s\n' "$base/$1"
}

# Prints how many compilers to run at once: one for each core, but not more than fit into memory. Each takes up to 1.5
# GiB.
jobs_that_fit() {
    local cores memory
    cores=$(nproc)
    memory=$(awk '/^MemAvailable:/ { print int($2 / 1572864) }' /proc/meminfo 2>/dev/null)
    memory=${memory:-$cores}
    [ "$memory" -ge 1 ] || memory=1
    printf '%s\n' "$((cores < memory ? cores : memory))"
}

# configure PRESET DIRECTORY [CMAKE OPTIONS ...]: starts afresh if the directory was configured for another checkout.
configure() {
    local preset=$1 directory=$2 fresh=
    shift 2
    if [ -e "$directory/CMakeCache.txt" ] &&
        ! grep --quiet --line-regexp --fixed-strings "CMAKE_HOME_DIRECTORY:INTERNAL=$root" "$directory/CMakeCache.txt"; then
        fresh=--fresh
    fi
    say "Configuring $preset in $directory"
    (cd "$root" && cmake --preset "$preset" -B "$directory" ${fresh:+"$fresh"} -Wno-dev --log-level=WARNING "$@")
}

# build DIRECTORY [TARGETS ...]
build() {
    local directory=$1
    shift
    say "Building in $directory"
    cmake --build "$directory" --parallel "$(jobs_that_fit)" ${1:+--target "$@"}
}
