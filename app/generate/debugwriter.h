// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <filesystem>
#include <stop_token>

namespace tileline {

/// Writes debug information as Poplar does (CBOR: contexts, stringTable).
Outcome<Done> writeDebugCbor(const DebugContexts& debug, const std::filesystem::path& path,
                             std::stop_token stop = {});

} // namespace tileline
