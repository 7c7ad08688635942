// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sourceformats.h"

namespace tileline {

// The reader of Poplar's own profile.pop, schema major 3 (see SourceFormat).
bool isPoplar(std::string_view firstBytes);
Result<Done> checkPoplar(const Source& source, std::string_view firstBytes);
Outcome<Done> readPoplar(const SourcePtr& source, LoadJob& job);

} // namespace tileline
