// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/whatif.h"

#include "core/estimate/intervaltable.h"
#include "ui/text/bytestext.h"
#include "ui/text/settingtext.h"
#include "ui/text/timetext.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>

#include <cmath>
#include <utility>

namespace tileline {

namespace {

struct WhatIfText {
    Q_DECLARE_TR_FUNCTIONS(WhatIf)
};

WhatIf whatIfOf(const Session& session, LayerIndex at, std::optional<size_t> moved, SplitPlan plan) {
    const IntervalTablePtr table = session.table();
    auto estimate = table ? tabulated(*table, plan) : std::nullopt;
    return {at, moved, std::move(plan), std::move(estimate)};
}

} // namespace

std::optional<WhatIf> ifAdded(const Session& session, LayerIndex at) {
    const Plan& plan = session.plan();
    if (!session.profile() || !plan.canAddSplit(at) || plan.isForbidden(at)) {
        return std::nullopt;
    }
    return whatIfOf(session, at, std::nullopt, plan.splitPlan().withAdded(at));
}

std::optional<WhatIf> ifMoved(const Session& session, size_t split, LayerIndex at) {
    const Plan& plan = session.plan();
    SplitPlan next = plan.withSplitMoved(split, at).splitPlan();
    if (!session.profile() || !next.isSplit(at) || plan.splitPlan().isSplit(at)) {
        return std::nullopt;
    }
    return whatIfOf(session, at, split, std::move(next));
}

QString whatIfText(const WhatIf& whatIf, const Session& session) {
    QString what = WhatIfText::tr("Add a split here");
    if (whatIf.moved) {
        what = WhatIfText::tr("Move split %1 here").arg(*whatIf.moved + 1);
    } else if (whatIf.plan.stageCount() > session.plan().ipus()) {
        what = WhatIfText::tr("Add a split here, for a total of %1 IPUs").arg(whatIf.plan.stageCount());
    }
    if (!whatIf.estimate) {
        //: %1 is "Move split 3 here" or "Add a split here"
        return WhatIfText::tr("%1: not computed yet").arg(what);
    }
    const uint64_t peak = whatIf.estimate->peakTileBytes();
    QString numbers = bytesText(peak);
    if (session.resultIsCurrent()) {
        const auto now = static_cast<int64_t>(session.result()->estimate.peakTileBytes());
        numbers += QStringLiteral(" (%1)").arg(signedBytesText(static_cast<int64_t>(peak) - now));
    }
    const Fit fit = fitOf(*whatIf.estimate, session);
    //: %1 is "Move split 3 here" or "Add a split here", %2 a number of bytes
    const QString verdict = !fit.known() ? WhatIfText::tr("%1: peak %2")
                            : splitsWeights(*whatIf.estimate, session)
                                ? WhatIfText::tr("%1: peak %2, splits a weight")
                            : fit.fits() ? WhatIfText::tr("%1: peak %2, fits")
                                         : WhatIfText::tr("%1: peak %2, does not fit");
    return verdict.arg(what, numbers);
}

QStringList whatIfDetails(const WhatIf& whatIf, const Session& session) {
    QStringList lines{crossingText(whatIf.at, session)};
    lines.removeAll(QString());
    const auto time = whatIf.estimate ? session.timeOf(*whatIf.estimate) : std::nullopt;
    if (time) {
        const auto now =
            session.resultIsCurrent() ? session.timeOf(session.result()->estimate) : std::nullopt;
        QString text = cyclesText(time->period);
        if (now && now->period > 0) {
            const double change = time->period / now->period - 1;
            const QString sign = change < 0 ? QString(QChar(0x2212)) : QStringLiteral("+");
            text += QStringLiteral(" (%1%2)").arg(sign, percentText(std::abs(change)));
        }
        //: %1 is "1.234 M" or "1.234 M (+1.5 %)"
        lines += WhatIfText::tr("Period %1 cycles").arg(text);
    }
    return lines;
}

QString crossingText(LayerIndex boundary, const Session& session) {
    const StageEstimatorPtr estimator = session.estimator();
    //: %1 is a number of bytes that stages send over a boundary
    return estimator ? WhatIfText::tr("%1 cross here").arg(bytesText(estimator->crossingBytes(boundary)))
                     : QString();
}

} // namespace tileline
