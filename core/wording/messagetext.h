// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/messageexplanation.h"

#include <vector>

namespace tileline {

/// A complaint of Poplar in our words, as a sentence.
Phrase complaintPhrase(const MemoryComplaint& complaint);

/// The bytes on the tile that a message names, and whether other tiles hold more bytes than they have.
Phrase tilePhrase(const MessageExplanation& explanation);

/// Remarks that the reader should know beside the figures, each in a sentence.
std::vector<Phrase> notesOn(const MessageExplanation& explanation);

} // namespace tileline
