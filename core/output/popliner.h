// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/estimate/stageestimate.h"
#include "core/layers/layers.h"
#include "core/memory/layermatrices.h"
#include "core/solve/solve.h"

#include <span>
#include <string>

namespace tileline::popliner {

// The functions in this file return exactly the texts that PopLiner 1.0.0 prints. Neither PopLiner nor these
// functions quote fields, so a delimiter within a name shifts the columns that follow. To write tables for
// other programs, use core/output/reports.h.

/// A header, then a line for each operation. A blank line precedes each operation whose layer differs from
/// the previous operation's, and the first operation if it is in a layer. No line feed at the end.
std::string operationBreakdown(const Layers& layers, std::span<const CategoryBytes> figures, char delimiter);

/// A header, then a line for each layer. `stages` contains the estimate of each layer on its own. Ends with a
/// line feed.
std::string layerBreakdown(const Layers& layers, std::span<const StageEstimate> stages, char delimiter);

/// The estimate of one stage with all layers, summed over tiles; then the always-live and not-always-live
/// bytes (tile_memory) of the first ten tiles, or of all tiles if there are fewer. The text ends with a line
/// feed.
std::string memoryTotals(const Profile& profile, const StageEstimate& allLayers, char delimiter);

/// A line for each row: the number of the row and its bytes, spaced as in PopLiner. Ends with a line feed.
std::string matrix(const ByteMatrix& bytes);

/// The stages that a solve found, in JSON that is indented by four spaces. No line feed at the end.
std::string solveJson(const Layers& layers, const GreedyResult& result);

} // namespace tileline::popliner
