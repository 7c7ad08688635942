// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/statustext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

QString text(const char* source) {
    return QCoreApplication::translate("Status", source);
}

} // namespace

QString phaseText(Phase phase) {
    switch (phase) {
    case Phase::Opening:
        return text(QT_TRANSLATE_NOOP("Status", "Opening the file"));
    case Phase::ReadingPrograms:
        return text(QT_TRANSLATE_NOOP("Status", "Reading programs and vertices"));
    case Phase::ReadingLiveness:
        return text(QT_TRANSLATE_NOOP("Status", "Reading liveness"));
    case Phase::ReadingVariables:
        return text(QT_TRANSLATE_NOOP("Status", "Reading lowered variables"));
    case Phase::ReadingOperations:
        return text(QT_TRANSLATE_NOOP("Status", "Reading operations"));
    case Phase::ReadingDebug:
        return text(QT_TRANSLATE_NOOP("Status", "Reading debug information"));
    case Phase::Checking:
        return text(QT_TRANSLATE_NOOP("Status", "Checking"));
    case Phase::Layers:
        return text(QT_TRANSLATE_NOOP("Status", "Finding layers"));
    case Phase::Indexing:
        return text(QT_TRANSLATE_NOOP("Status", "Grouping variables by tile"));
    case Phase::Tabulating:
        return text(QT_TRANSLATE_NOOP("Status", "Estimating all runs of layers"));
    case Phase::Solving:
        return text(QT_TRANSLATE_NOOP("Status", "Solving"));
    case Phase::Generating:
        return text(QT_TRANSLATE_NOOP("Status", "Generating"));
    case Phase::Writing:
        return text(QT_TRANSLATE_NOOP("Status", "Writing"));
    case Phase::Converting:
        return text(QT_TRANSLATE_NOOP("Status", "Converting"));
    }
    return {};
}

QString jobText(Job job) {
    switch (job) {
    case Job::None:
        return {};
    case Job::Loading:
        return text(QT_TRANSLATE_NOOP("Status", "Opening a profile"));
    case Job::FindingLayers:
        return text(QT_TRANSLATE_NOOP("Status", "Finding layers"));
    case Job::Estimating:
        return text(QT_TRANSLATE_NOOP("Status", "Estimating the plan"));
    case Job::Tabulating:
        return text(QT_TRANSLATE_NOOP("Status", "Estimating all runs of layers"));
    case Job::Solving:
        return text(QT_TRANSLATE_NOOP("Status", "Looking for the best plan"));
    }
    return {};
}

} // namespace tileline
