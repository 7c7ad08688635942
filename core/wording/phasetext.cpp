// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/phasetext.h"

namespace tileline {

namespace {

struct StatusText {
    TILELINE_PHRASES(Status)
};

} // namespace

Phrase phasePhrase(Phase phase) {
    static const Phrase Phrases[] = {
        StatusText::tr("Opening the file"),
        StatusText::tr("Reading programs and vertices"),
        StatusText::tr("Reading liveness"),
        StatusText::tr("Reading lowered variables"),
        StatusText::tr("Reading operations"),
        StatusText::tr("Reading debug information"),
        StatusText::tr("Checking"),
        StatusText::tr("Finding layers"),
        StatusText::tr("Grouping variables by tile"),
        StatusText::tr("Estimating all runs of layers"),
        //: looking for the best plan
        StatusText::tr("Solving"),
        StatusText::tr("Writing"),
        StatusText::tr("Reading reports"),
    };
    static_assert(std::size(Phrases) == static_cast<size_t>(Phase::ReadingReports) + 1);
    return Phrases[static_cast<size_t>(phase)];
}

} // namespace tileline
