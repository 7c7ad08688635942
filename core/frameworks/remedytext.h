// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/translatable.h"

#include <utility>

namespace tileline {

/// Marks the remedies of importers and exporters for translation, and what they expected and found. The
/// window translates these fields of Error in the context of the other texts of errors. A text that is
/// put together from parts stays English there, so a remedy must be a single text.
struct RemedyText {
    TILELINE_TR_FUNCTIONS(ErrorWording)
};

/// What an importer says of a plan that it has read.
struct ImportNote {
    TILELINE_PHRASES(ImportNote)
};

/// BadPlan of a text that somebody wrote, at a place in it.
inline Error badPlan(std::string place, std::string expected, std::string actual, std::string remedy) {
    return {ErrorCode::BadPlan, {}, std::move(place), std::move(expected), std::move(actual),
            std::move(remedy)};
}

} // namespace tileline
