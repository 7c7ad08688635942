# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""pack.py FOLDER: packs the inputs of a target into tests/fuzz/corpus/NAME.tar.gz, NAME being that of the folder. The same
inputs give the same archive, so that a commit changes only what has changed."""
import gzip
import io
import pathlib
import sys
import tarfile

folder = pathlib.Path(sys.argv[1])
archive = io.BytesIO()
with tarfile.open(fileobj=archive, mode="w", format=tarfile.USTAR_FORMAT) as tar:
    for path in sorted(folder.iterdir()):
        content = path.read_bytes()
        entry = tarfile.TarInfo(path.name)
        entry.size = len(content)
        tar.addfile(entry, io.BytesIO(content))
packed = pathlib.Path(__file__).parent / "corpus" / (folder.resolve().name + ".tar.gz")
packed.write_bytes(gzip.compress(archive.getvalue(), mtime=0))
