// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/messageexplanation.h"

#include <QString>

namespace tileline {

/// What Poplar complains about, in a sentence. Names in it are as they are in the message.
QString complaintText(const MemoryComplaint& complaint);

/// What the profile says about it, in several lines.
QString explanationText(const MessageExplanation& explanation);

} // namespace tileline
