// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/reading/sourceformats.h"

namespace tileline {

// The reader of Tileline profiles, version 1 (see SourceFormat).
bool isTileline(std::string_view firstBytes);
Result<Done> checkTileline(const Source& source, std::string_view firstBytes);
Outcome<Done> readTileline(const SourcePtr& source, LoadJob& job);

/// Whether a Tileline profile was not made of `profile`: its target differs, or the number of variables,
/// compute sets or vertex types. Reads little of the file.
Outcome<bool> holdsAnotherProfile(const SourcePtr& source, const Profile& profile,
                                  const std::stop_token& stop);

} // namespace tileline
