// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/insights.h"

namespace tileline {

/// A sentence that says whether the report fits, and by how much.
Phrase verdictPhrase(const Insights& insights);
/// A change that would lower the peak, without a full stop, because a number of bytes is shown after it.
Phrase helpPhrase(Help help);

} // namespace tileline
