#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Starts the window's program with so little memory that the system refuses to start some of its threads. It must end all the same.

test_scarce.py TILELINE PROFILE
"""
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

PROGRAM, PROFILE = sys.argv[1:3]
MIB = 1 << 20
BAD_INPUT = 3
TIMEOUT = 120


def status_with(limit):
    """The status of drawing the plan with at most `limit` bytes of memory, and the last lines of messages."""
    with tempfile.TemporaryDirectory() as home:
        # Without memory, fontconfig would leave fonts out of the cache of this machine.
        fonts = pathlib.Path(home, "fonts.conf")
        fonts.write_text(f"<fontconfig><cachedir>{home}</cachedir></fontconfig>", encoding="utf-8")
        environment = dict(os.environ, HOME=home, XDG_RUNTIME_DIR=home, FONTCONFIG_FILE=str(fonts), QT_QPA_PLATFORM="offscreen")
        done = subprocess.run([PROGRAM, "--render", f"plan={pathlib.Path(home, 'plan.png')}", PROFILE], env=environment,
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, check=False, timeout=TIMEOUT,
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
    return done.returncode, done.stderr[-300:]


class Scarce(unittest.TestCase):
    def test_too_few_threads(self):
        """Qt fills large areas in threads, and waits forever for one that was not started."""
        limit = 64 * MIB
        while status_with(limit)[0] == 127 and limit < 1024 * MIB:  # the libraries do not fit
            limit += 4 * MIB
        results = [status_with(limit + step * 4 * MIB) for step in range(12)]
        self.assertIn(BAD_INPUT, [status for status, _ in results], results)
        self.assertTrue(any(b"refuses to start another thread" in text for _, text in results), results)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
