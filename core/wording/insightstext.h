// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/insights.h"

namespace tileline {

/// A sentence that says whether the report fits, and by how much.
Phrase verdictPhrase(const Insights& insights);
/// The name of a change that would lower the peak. It has no full stop, because a number of bytes follows.
Phrase helpPhrase(Help help);

} // namespace tileline
