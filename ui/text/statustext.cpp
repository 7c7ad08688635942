// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/statustext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct StatusText {
    Q_DECLARE_TR_FUNCTIONS(Status)
};

} // namespace

QString phaseText(Phase phase) {
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

QString jobText(Job job) {
    switch (job) {
    case Job::None:
        return {};
    case Job::Loading:
        return StatusText::tr("Opening a profile");
    case Job::FindingLayers:
        return StatusText::tr("Finding layers");
    case Job::Estimating:
        return StatusText::tr("Estimating the plan");
    case Job::FillingTable:
        return StatusText::tr("Estimating all runs of layers");
    case Job::Solving:
        return StatusText::tr("Looking for the best plan");
    }
    return {};
}

} // namespace tileline
