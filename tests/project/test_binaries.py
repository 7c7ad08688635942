#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Checks the programs with readelf: no search path of their own and, with --hardened, Debian's hardening.

test_binaries.py [--hardened] PROGRAM ...
"""
import subprocess
import sys


def readelf(option, program):
    return subprocess.run(["readelf", "--wide", option, program], check=True, capture_output=True, encoding="utf-8").stdout


def findings(program, hardened):
    dynamic = readelf("--dynamic", program)
    if "RUNPATH" in dynamic or "RPATH" in dynamic:
        yield "has a RUNPATH"
    if not hardened:
        return
    if "Type:                              DYN" not in readelf("--file-header", program):
        yield "is not position independent"
    if "GNU_RELRO" not in readelf("--program-headers", program):
        yield "has no RELRO segment"
    if "NOW" not in dynamic:
        yield "resolves functions late"
    symbols = readelf("--dyn-syms", program)
    if "__stack_chk_fail" not in symbols:
        yield "has no stack protector"
    if "_chk@" not in symbols:
        yield "does not use the checked functions of the C library"


def main(arguments):
    hardened = arguments[:1] == ["--hardened"]
    found = [f"{program} {finding}" for program in arguments[hardened:] for finding in findings(program, hardened)]
    print("\n".join(found) or "No findings")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
