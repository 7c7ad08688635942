// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/comparisontext.h"

#include "core/base/sequences.h"

#include <cmath>

namespace tileline {

namespace {

struct ComparisonText {
    TILELINE_PHRASES(ComparisonData)
};

Phrase phraseOf(const ComparisonNote& note, uint64_t plannedIpus) {
    switch (note.kind) {
    case ComparisonNote::Kind::MoreIpus:
        return ComparisonText::tr("The compiled pipeline has %1 IPUs, and the plan has %2. There is no "
                                  "estimate for the additional IPUs.")
            .arg(note.count, plannedIpus);
    case ComparisonNote::Kind::FewerIpus:
        return ComparisonText::tr("The compiled pipeline has %1 IPUs, and the plan has %2. The last IPUs of "
                                  "the plan have no counterpart.")
            .arg(note.count, plannedIpus);
    case ComparisonNote::Kind::Replicas:
        return ComparisonText::tr("The compiled pipeline has %1 replicas. Only the first one is compared.")
            .arg(note.count);
    case ComparisonNote::Kind::OtherTiles:
        return ComparisonText::tr(
                   "The compiled pipeline has %1 tiles on each IPU. The plan has a different number.")
            .arg(note.count);
    case ComparisonNote::Kind::NoTileMemory:
        return ComparisonText::tr("The compiled profile lacks Poplar's totals by tile. Its unowned bytes and "
                                  "the gaps in its memory are not known.");
    case ComparisonNote::Kind::NoOperations:
        return ComparisonText::tr("The compiled profile has no operations. The code of all its programs is "
                                  "compared with the code of the plan's operations.");
    case ComparisonNote::Kind::NoEstimatedCycles:
        return ComparisonText::tr(
            "The plan has no estimated cycles. The cycles of its stages are not compared.");
    case ComparisonNote::Kind::NoMeasuredCycles:
        return ComparisonText::tr(
            "The compiled profile has no measured run of the model's operations. The cycles "
            "of the stages are not compared.");
    case ComparisonNote::Kind::MicroBatches:
        return ComparisonText::tr("The measured cycles of each stage are the average over %1 micro-batches.")
            .arg(note.count);
    case ComparisonNote::Kind::FewNamesInCommon:
        break;
    }
    return ComparisonText::tr("Only %1 % of the bytes of the compiled variables belong to variables whose "
                              "names occur in the profile of the plan. Are both profiles of the same model?")
        .arg(note.count);
}

} // namespace

std::vector<ComparisonRemark> remarksOn(const CompiledComparison& comparison) {
    return mapped(comparison.notes, [&](const ComparisonNote& note) {
        return ComparisonRemark{idOf(note.kind), phraseOf(note, comparison.plannedIpus)};
    });
}

std::vector<ComparisonRemark> remarksOn(const ProfileComparison& comparison) {
    std::vector<ComparisonRemark> remarks;
    if (comparison.otherTiles) {
        remarks.push_back(
            {"other_tiles", ComparisonText::tr("The profiles have different numbers of tiles: %1 and %2.")
                                .arg(comparison.otherTiles->first, comparison.otherTiles->second)});
    }
    if (comparison.fewNamesInCommon()) {
        remarks.push_back(
            {"few_names_in_common",
             ComparisonText::tr("Only %1 % of the bytes of all variables belong to variables whose names "
                                "occur in both profiles. Are they profiles of the same model?")
                 .arg(comparison.commonPerCent)});
    }
    return remarks;
}

Phrase errorPhrase(const CompiledComparison& comparison) {
    const auto fullest = comparison.fullestIpu();
    if (!fullest) {
        return ComparisonText::tr(
            "There is no IPU that holds data both in the plan and in the compiled pipeline.");
    }
    const double error = *comparison.errorAtFullest();
    Phrase phrase =
        error < 0
            ? ComparisonText::tr(
                  "For the fullest tile of the compiled pipeline, on IPU %2, the estimate is %1 too high. "
                  "Mean error of all IPUs: %3.")
            : ComparisonText::tr(
                  "For the fullest tile of the compiled pipeline, on IPU %2, the estimate is %1 too low. "
                  "Mean error of all IPUs: %3.");
    return std::move(phrase).arg(Share{std::abs(error)}, uint64_t{comparison.ipus[*fullest].ipu},
                                 Share{*comparison.meanError()});
}

} // namespace tileline
