// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/parallel.h"
#include "core/base/result.h"
#include "core/estimate/stageestimate.h"
#include "core/layers/layers.h"
#include "core/memory/liveness.h"
#include "core/profile/profile.h"

#include <stop_token>
#include <vector>

namespace tileline {

/// The bytes that each operation needs on its own, summed over `tiles`. If `tiles` is empty, the sums are
/// over the tiles of the first IPU, as in PopLiner. Element i of the result is for Layers::operations[i]. If
/// an operation is listed several times, every listing shows the bytes of the first listing, as in PopLiner.
/// The first listing also decides whether the operation's variables are counted.
Outcome<std::vector<CategoryBytes>> operationFigures(const Profile& profile, const Layers& layers,
                                                     Workers& workers, std::stop_token stop = {},
                                                     std::optional<TileRange> tiles = {});

} // namespace tileline
