// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/planpage/whatif.h"

#include "core/session/stagecache.h"
#include "ui/text/bytestext.h"
#include "ui/text/settingtext.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct WhatIfText {
    Q_DECLARE_TR_FUNCTIONS(WhatIf)
};

/// The split point nearest to `at` that may be moved there.
std::optional<size_t> nearestMovable(const Plan& state, LayerIndex at) {
    std::optional<size_t> best;
    uint32_t bestDistance = 0;
    const auto splits = state.splits();
    for (size_t i = 0; i < splits.size(); ++i) {
        const LayerRange range = state.splitPlan().rangeOf(i);
        const uint32_t distance = at < splits[i] ? splits[i].value - at.value : at.value - splits[i].value;
        const bool reachable = range.first <= at && at <= range.last && !state.isPinned(splits[i]);
        if (reachable && (!best || distance < bestDistance)) {
            best = i;
            bestDistance = distance;
        }
    }
    return best;
}

} // namespace

std::optional<WhatIf> whatIf(const Session& session, LayerIndex at) {
    const Plan& state = session.plan();
    if (!session.profile() || !state.canAddSplit(at) || state.isForbidden(at)) {
        return std::nullopt;
    }
    WhatIf result{at, std::nullopt, state.splitPlan(), std::nullopt};
    if (state.stageCount() < state.ipus()) {
        result.plan = state.splitPlan().withAdded(at);
    } else if (const auto split = nearestMovable(state, at)) {
        result.moved = split;
        result.plan = state.splitPlan().withMoved(*split, at);
    } else {
        return std::nullopt;
    }
    if (const IntervalTablePtr table = session.table()) {
        result.estimate = tabulated(*table, result.plan);
    }
    return result;
}

QString whatIfText(const WhatIf& whatIf, const Session& session) {
    const QString what = whatIf.moved ? WhatIfText::tr("Split %1 here").arg(*whatIf.moved + 1)
                                      : WhatIfText::tr("A new split here");
    if (!whatIf.estimate) {
        //: %1 is "Split 3 here" or "A new split here"
        return WhatIfText::tr("%1: not computed yet").arg(what);
    }
    const uint64_t peak = whatIf.estimate->peakTileBytes();
    QString numbers = bytesText(peak);
    if (session.resultIsCurrent()) {
        const auto now = static_cast<int64_t>(session.result()->estimate.peakTileBytes());
        numbers += QStringLiteral(" (%1)").arg(signedBytesText(static_cast<int64_t>(peak) - now));
    }
    //: %1 is "Split 3 here" or "A new split here", %2 a number of bytes
    const QString verdict =
        splitsWeights(*whatIf.estimate, session)          ? WhatIfText::tr("%1: peak %2, splits a weight")
        : !figuresHold(*whatIf.estimate, session)         ? WhatIfText::tr("%1: peak %2")
        : fits(*whatIf.estimate, session.plan().memory()) ? WhatIfText::tr("%1: peak %2, fits")
                                                          : WhatIfText::tr("%1: peak %2, does not fit");
    return verdict.arg(what, numbers);
}

} // namespace tileline
