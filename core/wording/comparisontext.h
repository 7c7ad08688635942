// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/compare/compiledplan.h"
#include "core/compare/profilecomparison.h"

#include <string_view>
#include <vector>

namespace tileline {

/// A remark on a comparison, and the code that identifies the remark in JSON.
struct ComparisonRemark {
    std::string_view code;
    Phrase phrase;
};
std::vector<ComparisonRemark> remarksOn(const CompiledComparison& comparison);
std::vector<ComparisonRemark> remarksOn(const ProfileComparison& comparison);

/// States the error of the estimate on the fullest IPU, and the mean of the absolute errors on all IPUs.
Phrase errorPhrase(const CompiledComparison& comparison);

} // namespace tileline
