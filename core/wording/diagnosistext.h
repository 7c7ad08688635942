// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/diagnosis.h"
#include "core/memory/tilememory.h"

#include <vector>

namespace tileline {

/// Sentences about bytes that a comparison of the one-stage plan with the live bytes cannot check.
/// `diagnosis.books` must be set.
std::vector<Phrase> booksPhrases(const Diagnosis& diagnosis);

/// The note that a plan is tight.
Phrase tightPhrase(const LayoutSlack& slack);

} // namespace tileline
