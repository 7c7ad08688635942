// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <stop_token>

namespace tileline {

/// What the instrumentation of a model takes of its own memory, over all tiles. It is part of all figures of
/// the profile, although the model does not need it in production.
struct InstrumentationBytes {
    uint64_t alwaysLive = 0; ///< code that counts cycles, and its results
    uint64_t atTimes = 0;    ///< buffers that are live in some steps only
    uint64_t allocated = 0;  ///< of all variables

    bool any() const { return alwaysLive + atTimes > 0; }
};

/// The allocated variables of the category instrumentationResults, and those whose names say that they belong
/// to instrumentation. All 0 if the profile has neither categories nor names.
Outcome<InstrumentationBytes> instrumentationBytes(const Profile& profile, const std::stop_token& stop = {});

} // namespace tileline
