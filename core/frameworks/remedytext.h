// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"

namespace tileline {

/// Marks the remedies of importers and exporters for translation. The window translates Error::remedy in the
/// context of the other texts of errors, so a remedy must not be put together from parts.
struct RemedyText {
    TILELINE_TR_FUNCTIONS(ErrorWording)
};

} // namespace tileline
