// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layermatrices.h"
#include "core/analysis/layers.h"
#include "core/partition/greedysolver.h"
#include "core/partition/stageestimate.h"

#include <span>
#include <string>

namespace tileline::popliner {

// The texts that PopLiner 1.0.0 prints, to the byte. It quotes nothing: a name with the delimiter in it
// shifts the columns, there and here. Use core/tables/reports.h for tables that a program reads.

/// Header, then a line for each operation, a blank line before each change of layer (*none* counts as the
/// layer before the first). No line feed at the end.
std::string operationBreakdown(const Layers& layers, std::span<const CategoryBytes> figures, char delimiter);

/// Header, then a line for each layer; `stages` has the estimate of each by itself. Ends with a line feed.
std::string layerBreakdown(const Layers& layers, std::span<const StageEstimate> stages, char delimiter);

/// The estimate of one stage with all layers, summed over tiles, and the always-live and not-always-live
/// bytes (tile_memory) of the first ten tiles, or of as many as there are. Ends with a line feed.
std::string memoryTotals(const Profile& profile, const StageEstimate& allLayers, char delimiter);

/// A line for each part: its number and the bytes of its row, in PopLiner's spacing. Ends with a line feed.
std::string matrix(const ByteMatrix& bytes);

/// The stages of a solve as JSON, indented by four. No line feed at the end.
std::string solveJson(const Layers& layers, const GreedyResult& result);

/// Bytes as whole MB (2^20), a half rounded to the even neighbour.
uint64_t roundedMegabytes(uint64_t bytes);

} // namespace tileline::popliner
