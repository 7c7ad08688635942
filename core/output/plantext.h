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

// What is said of a plan, in the words that the command line and the report share.

/// What follows a limit: " bytes, 10 % of 638976 kept free"; empty if all of the memory may be used.
std::string keptFreeText(const MemoryLimits& memory, StageIndex ipu);
/// The fullest tile, its limit, and whether the plan fits. Says neither limit nor verdict if that is not
/// known.
std::string planVerdictText(const PlanEstimate& estimate, const MemoryLimits& memory, Fit fit,
                            bool buildable);
/// How many IPUs stay idle, as a sentence; empty if the plan uses all. `ipus`: how many it may use.
std::string idleIpusText(size_t stages, uint32_t ipus);
/// The period and the utilisation.
std::string timeText(const PipelineTime& time, bool measured);
/// Two rows for each IPU: all tiles, and the fullest one. Roles that no stage has are left out.
Table rolesTable(std::span<const StageRoles> stages);

/// Which IPU, tile and step a peak is on, and what runs there. The lines end with line feeds. If one of the
/// `warnings` about the plan voids its figures, there is no limit.
std::string peakText(const PeakExplanation& explanation, const Profile& profile, const Layers& layers,
                     const MemoryLimits& memory, const std::vector<PlanWarning>& warnings);
/// The moves of `explanation` that exist: of an entry to a neighbour, or from one.
std::vector<const EntryMove*> movesOf(const PeakExplanation& explanation);
/// What moving an entry to a neighbour would do: a row for each of movesOf().
Table movesTable(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers);
/// movesTable() for people: changes have a sign.
Table movesText(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers);

} // namespace tileline
