// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/model/profile.h"

#include <string>

namespace tileline::cli {

/// A note about a load or its layers that the user should see, as one line.
std::string textOf(const LoadNote& note);
std::string textOf(const LayerWarning& warning);

} // namespace tileline::cli
