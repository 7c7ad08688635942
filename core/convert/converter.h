// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/convert/sdksettings.h"
#include "core/profileio/profileloader.h"

#include <filesystem>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// A part of the profile that libpva did not provide. The table meta of the converted profile lists it, too.
struct MissingPart {
    std::string part;        ///< the attribute, as in program.controlCodeByTile
    std::string consequence; ///< what it means for the profile
    uint64_t count = 0;      ///< how often
};

/// The result of a successful conversion.
struct Conversion {
    std::vector<MissingPart> missing;
};

/// Converts Poplar's own profile to a Tileline profile. The exporter runs in a separate process. The output
/// appears only when it is complete; otherwise no file is left. Blocking; meant for a worker thread. Stops
/// within 100 ms.
///
/// NoPoplarSdk if there is no interpreter or no module pva; NoLoweredVariables; WriteFailed; ExternalTool if
/// the exporter fails, hangs, is killed, or writes anything but progress lines.
Outcome<Conversion> convertProfile(const ProfileSource& source, const std::filesystem::path& output,
                                   const SdkSettings& settings, Progress progress = {},
                                   std::stop_token stop = {});

} // namespace tileline
