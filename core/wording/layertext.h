// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"
#include "core/plan/splitplan.h"

#include <string>

namespace tileline {

/// The layer's name for people: "None" for the entry without a layer. Control characters are replaced.
std::string displayText(const Layers& layers, LayerIndex layer);

/// The entries of a stage for people: "@input, 0 to 2", or "1, 10, 9" if their names do not count on.
std::string rangeText(const Layers& layers, LayerRange entries);

} // namespace tileline
