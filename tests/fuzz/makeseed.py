# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""makeseed.py GENERATOR OUT [OPTION ...]: writes a small profile.pop. Its pages are as small as SQLite allows: with
Poplar's pages of 64 KiB, nearly all bytes that the fuzzer copies would be empty."""
import os
import sqlite3
import subprocess
import sys
import tempfile

generator, out, *options = sys.argv[1:]
with tempfile.TemporaryDirectory() as directory:
    subprocess.run([generator, "gpt", "--layers", "1", "--tiles", "2", "--format", "pop", "-o", directory, *options], check=True)
    if os.path.exists(out):
        os.remove(out)
    profile = sqlite3.connect(os.path.join(directory, "profile.pop"))
    profile.execute("PRAGMA page_size = 512")
    profile.execute("VACUUM INTO ?", (out,))
