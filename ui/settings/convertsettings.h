// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/convert/convertsettings.h"

namespace tileline::settings {

/// Settings for reading Poplar's own profiles: interpreter, activation script, size of the cache.
ConvertSettings convertSettings();
void setConvertSettings(const ConvertSettings& settings);

} // namespace tileline::settings
