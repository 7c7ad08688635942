// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/arguments.h"

namespace tileline {

/// Opens the profile, waits until everything is computed, and draws the views. Returns the exit status: 0 for
/// success, 2 for an unknown view or file type, 3 for bad input.
int renderPictures(const Arguments& arguments);

} // namespace tileline
