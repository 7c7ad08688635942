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

/// Something that libpva did not give. The converted profile says it in its table meta, too.
struct MissingPart {
    std::string part;        ///< the attribute, as in program.controlCodeByTile
    std::string consequence; ///< what it means for the profile
    uint64_t count = 0;      ///< how often
};

/// What there is to say of a conversion that worked.
struct Conversion {
    std::vector<MissingPart> missing;
};

/// Writes a Tileline profile from Poplar's own, by running the exporter in a process of its own. The output
/// appears only when it is complete; nothing is left behind otherwise. Blocking; meant for a worker thread.
/// Stops within 100 ms.
///
/// NoPoplarSdk where there is no interpreter or no module pva; NoLoweredVariables; WriteFailed; ExternalTool
/// where the exporter fails, hangs, is killed, or answers nonsense.
Outcome<Conversion> convertProfile(const ProfileSource& source, const std::filesystem::path& output,
                                   const SdkSettings& settings, Progress progress = {},
                                   std::stop_token stop = {});

} // namespace tileline
