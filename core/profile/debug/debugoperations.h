// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/debug/contextchains.h"
#include "core/profile/profilebuilder.h"
#include "core/profile/reading/loadmeter.h"

namespace tileline {

/// Derives the operations of a profile that has no operation tables. Walks the program tree depth first and
/// in order, and adds the operations to the builder. resolve() must have been called on the builder before.
///
/// A program belongs to the operation of its debug context. Consecutive programs of one operation form one
/// entry of the list. Entering a Call program starts a new entry, so a function that is called twice lists
/// its operations twice. An operation's programs are in the order of the walk. Its variables are the union of
/// its programs' variables, in the order of the profile. Its steps are the first and the last one in which
/// any of its programs runs. Its uid is the id of its context; if any such id does not fit in 32 bits, the
/// operations are numbered instead.
///
/// The chains say what the operation of a context is: that of a framework, or a stand-in.
///
/// NoOperations if no program has an operation. TooLarge if nested calls unfold into more programs or
/// operations than any real model has.
Outcome<Done> addOperationsFromDebug(const DebugContexts& contexts, const ContextChains& chains,
                                     ProfileBuilder& builder, LoadMeter& meter);

} // namespace tileline
