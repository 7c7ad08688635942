// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/messageexplanation.h"

#include <vector>

namespace tileline {

/// A sentence that rephrases one of Poplar's messages about memory.
Phrase complaintPhrase(const MemoryComplaint& complaint);

/// How many bytes are on the tile that the message names, and whether other tiles exceed their memory.
Phrase tilePhrase(const MessageExplanation& explanation);

/// Remarks that the reader needs in addition to the figures, each in a sentence.
std::vector<Phrase> notesOn(const MessageExplanation& explanation);

} // namespace tileline
