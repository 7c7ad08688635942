// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/messageexplanation.h"

#include <vector>

namespace tileline {

/// What a complaint of Poplar says, as a sentence.
Phrase complaintPhrase(const MemoryComplaint& complaint);

/// What the tile of a message holds, and whether other tiles hold more than they have.
Phrase tilePhrase(const MessageExplanation& explanation);

/// What the reader should know beside the figures, a sentence each.
std::vector<Phrase> notesOn(const MessageExplanation& explanation);

} // namespace tileline
