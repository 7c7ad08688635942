// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/arguments.h"

namespace tileline {

/// Opens the profile, waits until everything is computed, draws the views. The exit status: 0 done, 2 no such
/// view or file type, 3 bad input.
int renderPictures(const Arguments& arguments);

} // namespace tileline
