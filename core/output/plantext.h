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

// Texts about a plan, for both the command line and the HTML page.

/// The text after a limit: " bytes, 10 % of 638976 kept free". Empty if no memory is kept free.
std::string keptFreeText(const MemoryLimits& memory, StageIndex ipu);
/// Says whether the plan fits, and how many bytes the fullest tile holds. If `fit` is known, these bytes are
/// also given as a share of the limit.
std::string planVerdictText(const PlanEstimate& estimate, const MemoryLimits& memory, Fit fit,
                            bool buildable);
/// A sentence that says how many of the available IPUs the plan uses; empty if no IPU stays idle.
std::string idleIpusText(size_t stages, uint32_t ipus);
/// A sentence that states the period and the utilisation of a plan.
std::string timeText(const PipelineTime& time, bool measured);
/// Two rows for each IPU: one for all its tiles, one for its fullest tile. Roles without bytes have no
/// column.
Table rolesTable(std::span<const StageRoles> stages);

/// Lines that state the IPU, tile and step of a peak, and what runs in that step. Each line ends with a line
/// feed. The memory limit is left out if one of `warnings` makes the figures of the plan invalid.
std::string peakText(const PeakExplanation& explanation, const Profile& profile, const Layers& layers,
                     const MemoryLimits& memory, const std::vector<PlanWarning>& warnings);
/// Up to three moves. A move gives an entry to a neighbouring IPU, or takes an entry from one.
std::vector<const EntryMove*> movesOf(const PeakExplanation& explanation);
/// One row for each move that movesOf() returns: how the move would change the peaks of both IPUs.
Table movesTable(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers);
/// Like movesTable(), but for people: without the column "buildable", and with a sign before each change.
Table movesText(const PeakExplanation& explanation, const PlanEstimate& estimate, const Layers& layers);

} // namespace tileline
