// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/translatable.h"

#include <utility>

namespace tileline {

/// Marks, for translation, the texts that importers and exporters put into errors: the remedy, the expected
/// value and the actual value. The window translates the marked fields of Error together with its other error
/// texts. A text that is composed of parts stays English in the window, so a remedy must be a single text.
struct RemedyText {
    TILELINE_TR_FUNCTIONS(ErrorWording)
};

/// Marks the text of an importer's note for translation.
struct ImportNote {
    TILELINE_PHRASES(ImportNote)
};

/// The error BadPlan for a place in a text that a user wrote.
inline Error badPlan(std::string place, std::string expected, std::string actual, std::string remedy) {
    return {ErrorCode::BadPlan, {}, std::move(place), std::move(expected), std::move(actual),
            std::move(remedy)};
}

} // namespace tileline
