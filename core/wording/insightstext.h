// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/insights.h"

namespace tileline {

/// One sentence: whether the report fits, and by how much.
Phrase verdictPhrase(const Insights& insights);
/// What would make the peak lower; followed by an upper bound in bytes.
Phrase helpPhrase(Help help);

} // namespace tileline
