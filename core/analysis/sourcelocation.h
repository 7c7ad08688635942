// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/debugcontext.h"

#include <optional>
#include <string>

namespace tileline {

/// Where in the user's source a debug context comes from: the location of the nearest poptorch context at or
/// above it, else the nearest location at or above it; nothing where no context has one.
std::optional<SourceLocation> userLocation(const DebugContexts& debug, uint64_t context);

/// "model.py:42", with the last part of the path only; empty without a location.
std::string shortLocation(const std::optional<SourceLocation>& location);

} // namespace tileline
