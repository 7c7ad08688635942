// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/profilebuilder.h"
#include "core/profileio/debug/contextchains.h"

#include <stop_token>

namespace tileline {

/// Finds the operations of a profile without operation tables by walking its program tree, depth first and
/// in order, and adds them to the builder, whose programs must be resolved.
///
/// A program's operation is that of its debug context. Consecutive programs of one operation are one
/// occurrence in the list; entering a Call program starts a new one, and so a function that is called twice
/// lists its operations twice. An operation's programs are in the order of the walk, its variables the union
/// of theirs by ascending id, its steps the first and the last in which one of them runs. Its uid is
/// its context's id; where such an id does not fit 32 bits, operations are numbered instead.
///
/// NoOperations where no program has an operation; TooLarge where functions that call each other unfold into
/// more than any model has.
Outcome<Done> addOperationsFromDebug(const DebugContexts& contexts, const ContextChains& chains,
                                     ProfileBuilder& builder, const std::stop_token& stop);

} // namespace tileline
