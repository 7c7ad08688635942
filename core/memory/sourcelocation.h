// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/debugcontext.h"

#include <optional>
#include <string>

namespace tileline {

/// The place in the user's source of a debug context: the location of the nearest poptorch context at or
/// above it, otherwise the nearest location at or above it; nothing if no context has a location.
std::optional<SourceLocation> userLocation(const DebugContexts& debug, uint64_t context);

/// File name and line, without the directory: "model.py:42". Empty if there is no location.
std::string shortLocation(const std::optional<SourceLocation>& location);

} // namespace tileline
