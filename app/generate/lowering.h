// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/contextwriter.h"
#include "app/generate/generatoroptions.h"
#include "app/generate/modelgraph.h"
#include "app/generate/profileplan.h"

namespace tileline {

/// Compiles a network, roughly as PopART and Poplar would. Every operation becomes programs (exchanges,
/// compute sets, copies) and temporary variables. Operations that call an outlined function share its
/// programs and scratch variables. Each tensor is assigned tiles. A variable is live either always, or from
/// the first step that uses it to the last one.
///
///     roots   WeightsFromHost        main                            WeightsToHost (training)
///                  │                  ├ Sync
///              StreamCopy…            ├ copies of constants
///                                     └ Repeat ─ Sequence ─┬ Sequence (operation) ─ DoExchange,
///                                     OnTileExecute …
///                                                          └ Call (operation) ─┬ DoExchange
///                                                                              └ Sequence (function, shared)
///                                                                              ─ …
ProfilePlan lower(const ModelGraph& graph, const ModelPreset& model, uint64_t seed, ContextWriter& contexts);

} // namespace tileline
