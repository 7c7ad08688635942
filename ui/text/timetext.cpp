// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/timetext.h"

#include "ui/text/bytestext.h"
#include "ui/text/cyclestext.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>
#include <array>
#include <cmath>

namespace tileline {

namespace {

struct TimeText {
    Q_DECLARE_TR_FUNCTIONS(Time)
};

/// `value` with `digits` digits in total, before and after the decimal point.
QString withDigits(double value, int digits) {
    const int before = value < 1 ? 1 : static_cast<int>(std::floor(std::log10(value))) + 1;
    return QLocale().toString(value, 'f', std::max(0, digits - before));
}

} // namespace

QString cycleSourceText(const Session& session) {
    //: where cycles come from
    return session.cycles()->measured ? TimeText::tr("measured") : TimeText::tr("estimated");
}

QString cyclesText(double cycles) {
    if (cycles < 9999.5) {
        return QLocale().toString(cycles, 'f', 0);
    }
    constexpr std::array<const char*, 4> Prefixes{"k", "M", "G", "T"};
    size_t prefix = 0;
    double value = cycles / 1000;
    while (value >= 999.95 && prefix + 1 < Prefixes.size()) {
        value /= 1000;
        ++prefix;
    }
    return withDigits(value, 4) + QChar::Nbsp + QLatin1String(Prefixes[prefix]);
}

QString throughputText(const PipelineTime& time) {
    return time.throughput > 0 ? TimeText::tr("%1 samples/s").arg(withDigits(time.throughput, 4)) : QString();
}

QString timeMissingText(const Session& session) {
    return session.cycles() ? TimeText::tr("computing…") : TimeText::tr("the profile lacks cycles");
}

QString timeExplanation(const Session& session) {
    if (!session.estimator() || !session.estimator()->uses()) {
        return {};
    }
    if (!session.cycles()) {
        return TimeText::tr("The speed of a plan is known only if the profile has the cycles of at least 95 "
                            "% of the compute sets and exchanges. This profile has fewer.") +
               QLatin1Char('\n') + cyclesRemedyText();
    }
    const TimeOptions& time = session.setting().time;
    const MicroBatches batches =
        MicroBatches::of(session.setting().pipeline.microBatches, session.placement().stages.size(),
                         session.estimator()->entries()->passes().training());
    QStringList lines{
        TimeText::tr("Period: the cycles of the slowest IPU for a micro-batch, plus those of the slowest "
                     "transfer. It does not include transfers with the host, syncs or waiting."),
        TimeText::tr("Utilisation: the share of the time that is not spent on filling and draining the "
                     "pipeline or on updating the weights, with %1 micro-batches of %2 samples.")
            .arg(numberText(batches.count), numberText(time.microBatchSize)),
        TimeText::tr("Transfers: %1 GiB/s between IPUs, and %2 cycles before the first byte.")
            .arg(QLocale().toString(time.gigabytesPerSecond(), 'g', 6), cyclesText(time.linkIdleCycles)),
        session.cycles()->measured
            ? TimeText::tr("The cycles were measured in a run that the profile contains.")
            : TimeText::tr("Where the profile has no measured cycles, Poplar's estimate is used."),
        TimeText::tr("You can change these numbers under More options > Numbers.")};
    if (batches.count > batches.wanted) {
        lines.insert(2, TimeText::tr("The number of micro-batches is raised from %1 to fill the pipeline.")
                            .arg(numberText(batches.wanted)));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace tileline
