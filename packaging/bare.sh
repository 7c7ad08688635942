#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
# Runs README.md's two commands on a bare Debian 12: debootstrap makes a root from the package sources of this machine, and in it,
# a user with sudo runs them in a fresh clone of the last commit. Then the hardening of the programs that start.sh built is
# checked. With --all, the tests follow that packaging/test.sh skips, and those that check more with other programs. The output
# ends with the result of each command, and with ctest's totals of the last one. packaging/bare.sh COMMAND ... runs other commands instead.
#
# It takes root. The root is in a temporary directory and is removed at the end. Downloaded packages are kept in the user's
# cache. The exit status is 0 if everything passed, 1 if something failed, and 77 if this machine cannot make such a root; the
# output then says why.
set -euo pipefail
umask 022
# shellcheck source=packaging/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

not_run() {
    say "packaging/bare.sh did not run: $*"
    exit 77
}

# Prints the Debian sources of this machine, one per line: URI, suite, component.
debian_sources() {
    # shellcheck disable=SC2016 # apt replaces the variables.
    apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' 'Created-By: Packages' 'Origin: Debian' |
        grep -E ' bookworm(-[a-z]+)? ' | sort --unique
}

# debootstrap reads the proxies of the environment, apt those of its own settings.
share_proxies() {
    local scheme
    for scheme in http https; do
        local -n proxy=${scheme}_proxy
        [ -n "${proxy:-}" ] || eval "$(apt-config shell "${scheme}_proxy" "Acquire::$scheme::Proxy")"
        [ -z "${proxy:-}" ] || export "${scheme}_proxy"
    done
}

# Prints what apt has to know about the network of this machine.
network_settings() {
    apt-config dump | grep -E '^Acquire::(https?::Proxy(::[^ ]*)?|Check-[A-Za-z-]*|Retries) ' || true
    [ -z "${http_proxy:-}" ] || printf 'Acquire::http::Proxy "%s";\n' "$http_proxy"
    [ -z "${https_proxy:-}" ] || printf 'Acquire::https::Proxy "%s";\n' "$https_proxy"
}

# The functions below run with mounts and processes of their own, which end with them. No other process sees the mounts, so
# that removing the root cannot reach anything else.

make_root() {
    mkdir -p "$target"
    # Temporary directories are often without devices, and without sudo's rights.
    mount --bind "$target" "$target"
    mount -o remount,bind,dev,exec,suid "$target"
    mkdir -p "$target/var/cache/apt/archives"
    mount --bind "$cache" "$target/var/cache/apt/archives"
    debootstrap --variant=minbase --include=sudo,ca-certificates bookworm "$target" "$mirror" >"$directory/log" 2>&1 ||
        { tail "$directory/log"; exit 1; }
    mount -t proc proc "$target/proc"
    mount -t sysfs -o ro sysfs "$target/sys"
    mount -t devpts -o newinstance,gid=5,mode=620,ptmxmode=666 devpts "$target/dev/pts"
    mount -t tmpfs -o mode=1777 tmpfs "$target/dev/shm"
    cp /etc/hosts "$target/etc/hosts"
    debian_sources | sed 's/^/deb /' >"$target/etc/apt/sources.list"
    network_settings >"$target/etc/apt/apt.conf.d/90network"
    chroot "$target" useradd --create-home --shell /bin/bash user
    echo 'user ALL=(ALL) NOPASSWD: ALL' >"$target/etc/sudoers.d/user"
}

# The scripts need no git, so that the root has none. The checkout may belong to somebody else.
make_clone() {
    git clone --quiet --no-hardlinks "$root" "$target/home/user/tileline"
    chown -R --reference="$target/home/user" "$target/home/user/tileline"
}

# try COMMAND: runs it in the clone as the user, and adds its result to `results`.
try() {
    local start=$SECONDS result=passed
    say "On a bare Debian: $1"
    chroot "$target" su --login user --command "cd tileline && $1" </dev/null 2>&1 | tee "$directory/log" || result=failed
    # A user's build does not fail for a warning, but none is expected.
    ! grep --quiet ': warning: ' "$directory/log" || result='failed, the compiler warns'
    [ "$result" = passed ] || failed=1
    results+=$(printf '\n== %s: %s (%d s)\n' "$1" "$result" $((SECONDS - start)) && sed -n '/^[0-9]*% tests passed/,$p' "$directory/log")
}

try_commands() {
    failed=0 results=
    say "Making a root from $mirror"
    trap 'not_run "the root could not be made"' EXIT
    make_root
    trap - EXIT
    make_clone
    for command in "$@"; do
        try "$command"
    done
    printf '%s\n' "$results"
    exit "$failed"
}
export -f say fail not_run debian_sources network_settings make_root make_clone try try_commands

commands=(packaging/start.sh packaging/test.sh
    "python3 tests/project/test_binaries.py --hardened build/release/bin/tileline build/release/bin/tileline-cli")
case "$*" in
'') ;;
--all) commands+=("packaging/test.sh --all -L '^(slow|programs)\$'") ;;
-*) fail "there is only the option --all" ;;
*) commands=("$@") ;;
esac
[ "$(id -u)" -eq 0 ] || not_run "only root can make a root"
(install_packages "$root/packaging/bare-dependencies.txt") || not_run "debootstrap could not be installed"
unshare --mount --pid --fork --mount-proc true || not_run "mounts are not allowed here"
apt update </dev/null || say "The package lists could not all be updated; trying with those that are there"
mirror=$(debian_sources | awk '$2 == "bookworm" && $3 == "main" { print $1; exit }') || true
[ -n "$mirror" ] || not_run "the package sources of this machine do not have Debian 12"
share_proxies
cache=${XDG_CACHE_HOME:-$HOME/.cache}/tileline/bare
mkdir -p "$cache"
exec 8>"$cache.lock"
flock --nonblock 8 || { say "Waiting for another run to end" && flock 8; }
find "$cache" -name '*.deb' -ctime +60 -delete # there are newer ones by now

clean_up() {
    local first
    set +e
    if [ -n "$runner" ]; then
        # The first of the inner processes is gone only after all others of them.
        first=$(cat "/proc/$runner/task/$runner/children" 2>/dev/null)
        # shellcheck disable=SC2086 # There is a blank after the number.
        kill -KILL ${first:-"$runner"} 2>/dev/null
        wait "$runner" 2>/dev/null
    fi
    rm -rf --one-file-system "$directory"
}
runner=
directory=$(mktemp -d "${TMPDIR:-/var/tmp}/tileline-bare.XXXXXX")
trap clean_up EXIT
target=$directory/root
printf '[safe]\n\tdirectory = *\n' >"$directory/gitconfig"
export GIT_CONFIG_GLOBAL=$directory/gitconfig root cache directory target mirror
git -C "$root" rev-parse --quiet --verify HEAD >/dev/null || not_run "this is no git checkout"
git -C "$root" diff --quiet HEAD || say "What is not committed is not in the clone"
unshare --mount --pid --fork --kill-child bash -euo pipefail -c 'try_commands "$@"' bash "${commands[@]}" &
runner=$!
wait "$runner"
