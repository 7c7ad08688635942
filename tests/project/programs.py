# SPDX-FileCopyrightText: 2026 The Tileline authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""Programs that some tests use, but that nobody needs to build or use Tileline."""
import os
import shutil


def available(program):
    """Whether the program is installed. Where all tests have to run, a missing one is an error."""
    found = shutil.which(program) is not None
    if not found and os.environ.get("TILELINE_REQUIRE_PROGRAMS"):
        raise FileNotFoundError(f"{program} is not installed, and TILELINE_REQUIRE_PROGRAMS is set")
    return found
