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

// The functions in this file write the sentences about the diagnosis, the insights, and Poplar's messages
// about memory.

/// Says how many always-live bytes belong to operations and, if known, how many bytes Poplar allocates in
/// addition to the live bytes. `diagnosis.books` must be set.
std::vector<Phrase> booksPhrases(const Diagnosis& diagnosis);

/// Says that a plan is tight, because the memory layout of the profile takes up more than the live bytes.
Phrase tightPhrase(const LayoutSlack& slack);

/// A sentence that says whether the report fits, and by how much.
Phrase verdictPhrase(const Insights& insights);
/// The name of a change that would lower the peak. The name has no full stop, because more text follows.
Phrase helpPhrase(Help help);

/// One of Poplar's messages about memory, reworded as a sentence.
Phrase complaintPhrase(const MemoryComplaint& complaint);

/// Says how many bytes are on `explanation.tile`, and whether other tiles exceed their memory.
Phrase tilePhrase(const MessageExplanation& explanation);

/// Remarks that the user needs in addition to the figures. Each remark is one sentence.
std::vector<Phrase> notesOn(const MessageExplanation& explanation);

} // namespace tileline
