// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/pipelinetime.h"
#include "core/explain/fit.h"
#include "core/explain/peakexplanation.h"
#include "core/explain/stageroles.h"
#include "core/tables/tables.h"

#include <span>
#include <string>
#include <vector>

namespace tileline {

// Texts about a plan that the command line and the report share.

/// The text after a limit in bytes: " bytes, 10 % of 638976 kept free". Empty if no memory is kept free.
std::string keptFreeText(const MemoryLimits& memory, StageIndex ipu);
/// The fullest tile, its limit, and whether the plan fits. If the fit is unknown, the limit and the verdict
/// are left out.
std::string planVerdictText(const PlanEstimate& estimate, const MemoryLimits& memory, Fit fit,
                            bool buildable);
/// A sentence that says how many IPUs stay idle; empty if the plan uses all `ipus` that it may use.
std::string idleIpusText(size_t stages, uint32_t ipus);
/// The period and the utilisation.
std::string timeText(const PipelineTime& time, bool measured);
/// Two rows for each IPU: all tiles, and the fullest one. Roles that no stage has are left out.
Table rolesTable(std::span<const StageRoles> stages);

/// The IPU, tile and step of a peak, and what runs in that step. Each line ends with a line feed. The limit
/// is left out if one of the `warnings` about the plan makes its figures invalid.
std::string peakText(const PeakExplanation& explanation, const Profile& profile, const Layers& layers,
                     const MemoryLimits& memory, const std::vector<PlanWarning>& warnings);
/// The possible moves in `explanation`: of an entry from or to a neighbouring IPU.
std::vector<const EntryMove*> movesOf(const PeakExplanation& explanation);
/// The effects of moving an entry to a neighbouring IPU: a row for each of movesOf().
Table movesTable(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers);
/// movesTable() for people to read: changes have a sign.
Table movesText(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers);

} // namespace tileline
