// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/model/profile.h"
#include "core/partition/stageestimate.h"

#include <stop_token>
#include <vector>

namespace tileline {

/// What each operation needs by itself, as sums over tiles: entry i is for Layers::operations[i]. An
/// operation that is listed several times shows the figures of its first listing each time, as in PopLiner;
/// whether it brings variables is decided by that listing, too.
Outcome<std::vector<CategoryBytes>> operationFigures(const Profile& profile, const Layers& layers,
                                                     Workers& workers, std::stop_token stop = {});

} // namespace tileline
