// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/statustext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Status)
};

} // namespace

QString phaseText(Phase phase) {
    switch (phase) {
    case Phase::Opening:
        return Text::tr("Opening the file");
    case Phase::ReadingPrograms:
        return Text::tr("Reading programs and vertices");
    case Phase::ReadingLiveness:
        return Text::tr("Reading liveness");
    case Phase::ReadingVariables:
        return Text::tr("Reading lowered variables");
    case Phase::ReadingOperations:
        return Text::tr("Reading operations");
    case Phase::ReadingDebug:
        return Text::tr("Reading debug information");
    case Phase::Checking:
        return Text::tr("Checking");
    case Phase::Layers:
        return Text::tr("Finding layers");
    case Phase::Indexing:
        return Text::tr("Grouping variables by tile");
    case Phase::FillingTable:
        return Text::tr("Estimating all runs of layers");
    case Phase::Solving:
        //: looking for the best plan
        return Text::tr("Solving");
    case Phase::Writing:
        return Text::tr("Writing");
    case Phase::Converting:
        return Text::tr("Converting");
    }
    return {};
}

QString jobText(Job job) {
    switch (job) {
    case Job::None:
        return {};
    case Job::Loading:
        return Text::tr("Opening a profile");
    case Job::FindingLayers:
        return Text::tr("Finding layers");
    case Job::Estimating:
        return Text::tr("Estimating the plan");
    case Job::FillingTable:
        return Text::tr("Estimating all runs of layers");
    case Job::Solving:
        return Text::tr("Looking for the best plan");
    }
    return {};
}

} // namespace tileline
