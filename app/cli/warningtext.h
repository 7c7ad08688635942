// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/model/profile.h"

#include <string>

namespace tileline::cli {

/// What the user should know about a load or its layers, as one line.
std::string textOf(const LoadNote& note);
std::string textOf(const LayerWarning& warning);

} // namespace tileline::cli
