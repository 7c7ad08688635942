// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/variableorigins.h"

#include <stop_token>

namespace tileline {

/// Returns `origins` if it is not null; otherwise builds the origins from the profile and its layers. For
/// worker threads. A page keeps the result of its first query for the next ones.
inline Outcome<VariableOriginsPtr> originsOr(VariableOriginsPtr origins, const ProfilePtr& profile,
                                             const LayersPtr& layers, const std::stop_token& stop) {
    if (origins) {
        return origins;
    }
    return VariableOrigins::build(profile, layers, stop);
}

} // namespace tileline
