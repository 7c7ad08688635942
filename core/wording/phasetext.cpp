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
    switch (phase) {
    case Phase::Opening:
        return StatusText::tr("Opening the file");
    case Phase::ReadingPrograms:
        return StatusText::tr("Reading programs and vertices");
    case Phase::ReadingLiveness:
        return StatusText::tr("Reading liveness");
    case Phase::ReadingVariables:
        return StatusText::tr("Reading lowered variables");
    case Phase::ReadingOperations:
        return StatusText::tr("Reading operations");
    case Phase::ReadingDebug:
        return StatusText::tr("Reading debug information");
    case Phase::Checking:
        return StatusText::tr("Checking");
    case Phase::Layers:
        return StatusText::tr("Finding layers");
    case Phase::Indexing:
        return StatusText::tr("Grouping variables by tile");
    case Phase::FillingTable:
        return StatusText::tr("Estimating all runs of layers");
    case Phase::Solving:
        //: looking for the best plan
        return StatusText::tr("Solving");
    case Phase::Writing:
        return StatusText::tr("Writing");
    case Phase::ReadingReports:
        return StatusText::tr("Reading reports");
    }
    return {};
}

} // namespace tileline
