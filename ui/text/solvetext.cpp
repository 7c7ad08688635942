// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/solvetext.h"

#include "ui/text/bytestext.h"
#include "ui/text/layertext.h"
#include "ui/text/settingtext.h"
#include "ui/text/timetext.h"
#include "ui/text/warningtext.h"

#include <QCoreApplication>
#include <QLocale>

namespace tileline {

namespace {

/// Translation context of the texts in this file.
struct SolveText {
    Q_DECLARE_TR_FUNCTIONS(Solve)
};

QString reasonText(const Infeasible& why) {
    switch (why.reason) {
    case Infeasible::Reason::TooManyPins:
        return SolveText::tr("The pinned splits alone make more stages than there are IPUs.");
    case Infeasible::Reason::LayersPerStage:
        return SolveText::tr("The pinned and forbidden boundaries leave no plan.");
    case Infeasible::Reason::Memory:
        return SolveText::tr("No plan fits into the memory of these IPUs.");
    case Infeasible::Reason::GreedyConstraints:
        return SolveText::tr("The greedy search ignores pinned and forbidden boundaries, so it was not run.");
    case Infeasible::Reason::SharedWeights:
        return SolveText::tr("Every plan that obeys the rest splits a weight over several IPUs.");
    case Infeasible::Reason::TooManyLayers:
        return SolveText::tr("There are too many layers to try all plans. The greedy search works.");
    case Infeasible::Reason::NoCycles:
        return SolveText::tr("The profile has too few cycles to tell how fast a plan runs.");
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
        sentences += SolveText::tr("Pinned, before layer: %1.").arg(namesOf(constraints.pinned(), layers));
    }
    if (!constraints.forbidden().empty()) {
        //: %1 is a list of layer names
        sentences +=
            SolveText::tr("Forbidden, before layer: %1.").arg(namesOf(constraints.forbidden(), layers));
    }
    return sentences.join(QLatin1Char(' '));
}

QString fitText(uint64_t peak, Fit fit) {
    return (!fit.known() ? SolveText::tr("Its fullest tile holds %1, by figures that do not hold.")
            : fit.fits() ? SolveText::tr("Its fullest tile holds %1; it fits.")
                         : SolveText::tr("Its fullest tile holds %1; it does not fit."))
        .arg(bytesText(peak));
}

QString greedyText(const GreedyResult& greedy) {
    if (greedy.solved()) {
        return SolveText::tr("Greedy plan with a target proportion of %1.")
            .arg(QLocale().toString(*greedy.proportion, 'f', 1));
    }
    return !greedy.stages.empty() ? SolveText::tr("The greedy search found no plan that fits. This is its "
                                                  "last attempt, with the rest on the last IPU.")
                                  : SolveText::tr("The greedy search found no plan: not even the first "
                                                  "layer fits.");
}

} // namespace

QString infeasibleText(const Infeasible& why) {
    QStringList sentences{reasonText(why)};
    if (why.relaxation.ipus) {
        sentences += SolveText::tr("%n IPU(s) would do.", nullptr, static_cast<int>(*why.relaxation.ipus));
    }
    if (why.relaxation.memoryPerTile) {
        sentences += SolveText::tr("%1 of memory per tile would do.")
                         .arg(exactBytesText(*why.relaxation.memoryPerTile));
    }
    return sentences.join(QLatin1Char(' '));
}

QString answerText(const SolveAnswer& answer, const Session& session) {
    const QString doubt = figuresHold(session.warnings(nullptr))
                              ? QString()
                              : SolveText::tr("By figures that do not hold:") + QLatin1Char(' ');
    if (const auto* const greedy = std::get_if<GreedyResult>(&answer.result)) {
        return doubt + greedyText(*greedy);
    }
    if (const auto* const why = std::get_if<Infeasible>(&answer.result)) {
        QStringList sentences{infeasibleText(*why)};
        const LayersPtr layers = session.layers();
        if (layers && why->reason == Infeasible::Reason::GreedyConstraints) {
            sentences += ignoredText(answer.request.constraints, *layers);
        }
        return (why->reason == Infeasible::Reason::Memory ? doubt : QString()) +
               sentences.join(QLatin1Char(' '));
    }
    const auto& solved = std::get<SolvedPlan>(answer.result);
    const QString period =
        solved.period
            ? SolveText::tr("Its period is %1 cycles.").arg(cyclesText(*solved.period)) + QLatin1Char(' ')
            : QString();
    return SolveText::tr("Best plan, on %n IPU(s).", nullptr, static_cast<int>(solved.plan.stageCount())) +
           QLatin1Char(' ') + period +
           fitText(solved.peakTileBytes, fitOf(solved.plan, solved.fits, session)) + QLatin1Char(' ') +
           (session.setting().traits().pipeline
                ? SolveText::tr("The figures are an estimate of the pipeline.")
                : SolveText::tr("The figures are PopLiner's estimate."));
}

QString gapText(const Session& session) {
    if (!session.estimator()) {
        return {};
    }
    if (!session.table()) {
        return SolveText::tr("Optimum: too many layers");
    }
    const OptimumPtr optimum = session.optimum();
    if (!optimum) {
        return SolveText::tr("Optimum: computing… %1").arg(percentText(session.tableFraction()));
    }
    const auto* const best = std::get_if<SolvedPlan>(&optimum->result);
    if (!best) {
        return SolveText::tr("No plan obeys the constraints");
    }
    const Fit fit = fitOf(best->plan, best->fits, session);
    const PartitionResultPtr result = session.result();
    const uint64_t peak = result ? result->estimate.peakTileBytes() : best->peakTileBytes;
    if (!(result ? fitOf(result->estimate, session) : fit).known()) {
        //: %1 is a number of bytes
        return SolveText::tr("%1, by figures that do not hold").arg(bytesText(peak));
    }
    if (!session.resultIsCurrent()) {
        return SolveText::tr("Optimum %1").arg(bytesText(best->peakTileBytes));
    }
    if (splitsWeights(result->estimate, session)) {
        return SolveText::tr("Splits a weight · optimum %1").arg(bytesText(best->peakTileBytes));
    }
    if (peak <= best->peakTileBytes) {
        return (fit.fits() ? SolveText::tr("Optimal: %1") : SolveText::tr("Lowest peak, does not fit: %1"))
            .arg(bytesText(peak));
    }
    const uint64_t gap = peak - best->peakTileBytes;
    return SolveText::tr("%1 above the optimum (%2)")
        .arg(percentText(static_cast<double>(gap) / static_cast<double>(best->peakTileBytes)),
             bytesText(best->peakTileBytes));
}

QString solveName(const SolveAnswer& answer) {
    switch (answer.request.objective) {
    case Objective::MinPeak:
        return SolveText::tr("Auto-split: lowest peak");
    case Objective::MinIpus:
        return SolveText::tr("Auto-split: fewest IPUs");
    case Objective::MinPeriod:
        return SolveText::tr("Auto-split: shortest period");
    case Objective::Greedy:
        return SolveText::tr("Auto-split: greedy");
    }
    return {};
}

} // namespace tileline
