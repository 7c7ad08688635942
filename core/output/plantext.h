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

// Texts about a plan, for both the command line and the report.

/// The text that follows a limit: " bytes, 10 % of 638976 kept free". If no memory is kept free, the text is
/// empty.
std::string keptFreeText(const MemoryLimits& memory, StageIndex ipu);
/// The bytes of the fullest tile (with their share of the limit if `fit` is known), and whether the plan
/// fits.
std::string planVerdictText(const PlanEstimate& estimate, const MemoryLimits& memory, Fit fit,
                            bool buildable);
/// A sentence that says how many of the available IPUs the plan uses; empty if no IPU stays idle.
std::string idleIpusText(size_t stages, uint32_t ipus);
/// The period and the utilisation.
std::string timeText(const PipelineTime& time, bool measured);
/// Two rows for each IPU: one for all its tiles, one for its fullest tile. Roles without bytes have no
/// column.
Table rolesTable(std::span<const StageRoles> stages);

/// The IPU, tile and step of a peak, and what runs in that step. Each line ends with a line feed. The limit
/// is left out if one of `warnings` makes the figures of the plan invalid.
std::string peakText(const PeakExplanation& explanation, const Profile& profile, const Layers& layers,
                     const MemoryLimits& memory, const std::vector<PlanWarning>& warnings);
/// The moves that `explanation` considers, at most three. Each one moves an entry to or from a neighbouring
/// IPU.
std::vector<const EntryMove*> movesOf(const PeakExplanation& explanation);
/// A row for each move in movesOf(): how it would change the peaks of the two IPUs.
Table movesTable(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers);
/// Like movesTable(), but for people: each change is a string that begins with a sign.
Table movesText(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers);

} // namespace tileline
