// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/statustext.h"

#include "core/wording/phasetext.h"
#include "ui/text/translations.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct StatusText {
    Q_DECLARE_TR_FUNCTIONS(Status)
};

} // namespace

QString phaseText(Phase phase) {
    return translated(phasePhrase(phase));
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
