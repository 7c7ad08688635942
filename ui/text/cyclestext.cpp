// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/cyclestext.h"

#include <QCoreApplication>
#include <QLocale>

#include <cmath>

namespace tileline {

namespace {

struct CyclesText {
    Q_DECLARE_TR_FUNCTIONS(Cycles)
};

} // namespace

QString exactCyclesText(double cycles) {
    return CyclesText::tr("%1 cycles").arg(QLocale().toString(std::round(cycles), 'f', 0));
}

QString axisCyclesText(double cycles) {
    QString prefix;
    for (const char* const next : {"k", "M", "G", "T"}) {
        if (cycles < 1000) {
            break;
        }
        cycles /= 1000;
        prefix = QChar::Nbsp + QLatin1String(next);
    }
    return QLocale().toString(cycles, 'f', cycles == std::round(cycles) ? 0 : 1) + prefix;
}

QString tileBalanceText() {
    return CyclesText::tr(
        "Tile balance: for each program, the mean cycles of all tiles divided by the cycles of the slowest "
        "tile. Programs are weighted by their cycles. 100 % if all tiles have equal work.");
}

QString cyclesRemedyText() {
    return CyclesText::tr("Compile with the engine option profiler.includeCycleEstimates, compile for the "
                          "IPU Model, or profile an execution.");
}

} // namespace tileline
