// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>

namespace tileline::benchmarks {

/// Reading a model's profile: the blobs through SQLite alone, and the loader.
void registerLoad(const std::string& model);
/// Index, stages, table, solver and marker moves of a model.
void registerPartition(const std::string& model);
/// How the cost grows with the size of a profile.
void registerGrowth();
/// The solver by itself, with many layers: all numbers of IPUs, and how soon it stops.
void registerSolver();

} // namespace tileline::benchmarks
