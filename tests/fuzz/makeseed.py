# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""makeseed.py GENERATOR OUT [OPTION ...]: writes a small profile of the format that the suffix of OUT names, "pop" or
"tileline", and its debug information to OUT.cbor. Its pages are as small as SQLite allows: with Poplar's pages of 64 KiB,
nearly all bytes that the fuzzer copies would be empty."""
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile

generator, out, *options = sys.argv[1:]
suffix = out.rpartition(".")[2]
with tempfile.TemporaryDirectory() as directory:
    subprocess.run([generator, *options, "--format", suffix, "-o", directory], check=True)
    if os.path.exists(out):
        os.remove(out)
    profile = sqlite3.connect(os.path.join(directory, "profile." + suffix))
    profile.execute("PRAGMA page_size = 512")
    profile.execute("VACUUM INTO ?", (out,))
    shutil.copyfile(os.path.join(directory, "debug.cbor"), out + ".cbor")
