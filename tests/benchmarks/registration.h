// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tileline::benchmarks {

/// Reading a model's profile: the blobs with SQLite alone, and the complete load.
void registerLoad(const std::string& model);
/// Index, stages, table, solver and marker moves of a model.
void registerPartition(const std::string& model);
/// How the cost grows with the size of a profile.
void registerGrowth();
/// The solver alone, with many layers: the trade-off for all numbers of IPUs, and how soon it stops.
void registerSolver();
/// The trace of a run with 5 million steps: its order, its lanes, and its figures.
void registerTrace();

} // namespace tileline::benchmarks
