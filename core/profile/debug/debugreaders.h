// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sourceformats.h"

namespace tileline {

// The readers of a debug.cbor as Poplar writes it, and of a debug.json with the same content (see
// SourceFormat). They read a stream and keep only the parts that are used.
bool isCborDebug(std::string_view firstBytes);
bool isJsonDebug(std::string_view firstBytes);
Outcome<Done> readCborDebug(const SourcePtr& source, LoadJob& job);
Outcome<Done> readJsonDebug(const SourcePtr& source, LoadJob& job);

/// Reads the contexts that a profile uses, after the profile is read. Derives the operations if the profile
/// has none, sets the source locations of operations, and adds notes about what is missing.
Outcome<Done> readDebug(const SourceFile& file, LoadJob& job);

/// Adds notes about what is missing without debug information.
void noteNoDebug(LoadJob& job);

} // namespace tileline
