// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/diagnosis.h"
#include "core/explain/insights.h"
#include "core/explain/messageexplanation.h"
#include "core/memory/tilememory.h"

#include <vector>

namespace tileline {

// Sentences about the diagnosis, the insights, and Poplar's messages about memory.

/// Sentences about bytes that a comparison of the one-stage plan with the live bytes cannot check.
/// `diagnosis.books` must be set.
std::vector<Phrase> booksPhrases(const Diagnosis& diagnosis);

/// The note that a plan is tight.
Phrase tightPhrase(const LayoutSlack& slack);

/// A sentence that says whether the report fits, and by how much.
Phrase verdictPhrase(const Insights& insights);
/// The name of a change that would lower the peak. It has no full stop, because a number of bytes follows.
Phrase helpPhrase(Help help);

/// A sentence that rephrases one of Poplar's messages about memory.
Phrase complaintPhrase(const MemoryComplaint& complaint);

/// How many bytes are on the tile that the message names, and whether other tiles exceed their memory.
Phrase tilePhrase(const MessageExplanation& explanation);

/// Remarks that the reader needs in addition to the figures, each in a sentence.
std::vector<Phrase> notesOn(const MessageExplanation& explanation);

} // namespace tileline
