// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/solvetext.h"

#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"

#include <QCoreApplication>
#include <QLocale>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct Text {
    Q_DECLARE_TR_FUNCTIONS(Solve)
};

QString reasonText(const Infeasible& why) {
    switch (why.reason) {
    case Infeasible::Reason::TooManyPins:
        return Text::tr("The pinned splits alone make more stages than there are IPUs.");
    case Infeasible::Reason::LayersPerStage:
        return Text::tr("The pinned and forbidden boundaries leave no plan.");
    case Infeasible::Reason::Memory:
        return Text::tr("No plan fits into the memory of these IPUs.");
    case Infeasible::Reason::GreedyConstraints:
        return Text::tr("The greedy search ignores pinned and forbidden boundaries, so it was not run.");
    case Infeasible::Reason::TooManyLayers:
        return Text::tr("There are too many layers to try all plans. The greedy search works.");
    }
    return {};
}

QString namesOf(std::span<const LayerIndex> boundaries, const Layers& layers) {
    QStringList names;
    for (const LayerIndex boundary : boundaries) {
        names += layerName(layers, boundary);
    }
    return names.join(QStringLiteral(", "));
}

/// The boundaries that a greedy search would have ignored.
QString ignoredText(const PlanConstraints& constraints, const Layers& layers) {
    QStringList sentences;
    if (!constraints.pinned().empty()) {
        //: %1 is a list of layer names
        sentences += Text::tr("Pinned, before layer: %1.").arg(namesOf(constraints.pinned(), layers));
    }
    if (!constraints.forbidden().empty()) {
        //: %1 is a list of layer names
        sentences += Text::tr("Forbidden, before layer: %1.").arg(namesOf(constraints.forbidden(), layers));
    }
    return sentences.join(QLatin1Char(' '));
}

QString fitText(uint64_t peak, bool fits) {
    return (fits ? Text::tr("Its fullest tile holds %1; it fits.")
                 : Text::tr("Its fullest tile holds %1; it does not fit."))
        .arg(bytesText(peak));
}

QString greedyText(const GreedyResult& greedy) {
    if (greedy.solved()) {
        return Text::tr("Greedy plan with a target proportion of %1.")
            .arg(QLocale().toString(*greedy.proportion, 'f', 1));
    }
    return !greedy.stages.empty() ? Text::tr("The greedy search found no plan that fits. This is its "
                                             "last attempt, with the rest on the last IPU.")
                                  : Text::tr("The greedy search found no plan: not even the first "
                                             "layer fits.");
}

} // namespace

QString infeasibleText(const Infeasible& why) {
    QStringList sentences{reasonText(why)};
    if (why.relaxation.ipus) {
        sentences += Text::tr("%n IPU(s) would do.", nullptr, static_cast<int>(*why.relaxation.ipus));
    }
    if (why.relaxation.memoryPerTile) {
        sentences +=
            Text::tr("%1 of memory per tile would do.").arg(exactBytesText(*why.relaxation.memoryPerTile));
    }
    return sentences.join(QLatin1Char(' '));
}

QString answerText(const SolveAnswer& answer, const Session& session) {
    if (const auto* const greedy = std::get_if<GreedyResult>(&answer.result)) {
        return greedyText(*greedy);
    }
    if (const auto* const why = std::get_if<Infeasible>(&answer.result)) {
        QStringList sentences{infeasibleText(*why)};
        const LayersPtr layers = session.layers();
        if (layers && why->reason == Infeasible::Reason::GreedyConstraints) {
            sentences += ignoredText(answer.request.constraints, *layers);
        }
        return sentences.join(QLatin1Char(' '));
    }
    const auto& solved = std::get<SolvedPlan>(answer.result);
    return Text::tr("Best plan, on %n IPU(s).", nullptr, static_cast<int>(solved.plan.stageCount())) +
           QLatin1Char(' ') + fitText(solved.peakTileBytes, solved.fits);
}

QString gapText(const Session& session) {
    if (!session.profile()) {
        return {};
    }
    if (!session.table()) {
        return Text::tr("Optimum: too many layers");
    }
    const OptimumPtr optimum = session.optimum();
    if (!optimum) {
        return Text::tr("Optimum: computing… %1").arg(percentText(session.tableFraction()));
    }
    const auto* const best = std::get_if<SolvedPlan>(&optimum->result);
    if (!best) {
        return Text::tr("No plan obeys the constraints");
    }
    if (!session.resultIsCurrent()) {
        return Text::tr("Optimum %1").arg(bytesText(best->peakTileBytes));
    }
    const uint64_t peak = session.result()->estimate.peakTileBytes();
    if (peak <= best->peakTileBytes) {
        return Text::tr("Optimal: %1").arg(bytesText(peak));
    }
    const uint64_t gap = peak - best->peakTileBytes;
    return Text::tr("%1 above the optimum (%2)")
        .arg(percentText(static_cast<double>(gap) / static_cast<double>(best->peakTileBytes)),
             bytesText(best->peakTileBytes));
}

QString solveName(const SolveAnswer& answer) {
    switch (answer.request.objective) {
    case Objective::MinPeak:
        return Text::tr("Auto-split: lowest peak");
    case Objective::MinIpus:
        return Text::tr("Auto-split: fewest IPUs");
    case Objective::Greedy:
        return Text::tr("Auto-split: greedy");
    }
    return {};
}

} // namespace tileline
