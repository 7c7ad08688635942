// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/estimate/stageestimate.h"
#include "core/layers/layers.h"
#include "ui/tables/tabledata.h"

#include <optional>
#include <stop_token>

namespace tileline {

/// The table of operations, of all or of an IPU, with their layer, note, source, steps, cycles, and the bytes
/// of their programs by category. Keys are indices into Layers::operations. For a worker thread.
Outcome<TableDataPtr> makeOperationsTable(const Profile& profile, const Layers& layers,
                                          const std::optional<PlacedStage>& stage,
                                          const std::stop_token& stop);

} // namespace tileline
