// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/insightstext.h"

namespace tileline {

namespace {

struct InsightsText {
    TILELINE_PHRASES(Insights)
};

} // namespace

Phrase verdictPhrase(const Insights& insights) {
    if (insights.tiles.empty()) {
        return InsightsText::tr("The report does not say how full its tiles are.");
    }
    const ByteCount memory{insights.memoryPerTile};
    const int64_t left = insights.headroom();
    return insights.fits()
               ? InsightsText::tr("The report fits: its fullest tile has %1 of %2 left.")
                     .arg(ByteCount{static_cast<uint64_t>(left)}, memory)
               : InsightsText::tr("The report does not fit: its fullest tile lacks %1; %Ln tile(s) need more "
                                  "than %2.",
                                  nullptr, insights.tilesOver)
                     .arg(ByteCount{static_cast<uint64_t>(-left)}, memory);
}

Phrase helpPhrase(Help help) {
    switch (help) {
    case Help::Recompute:
        return InsightsText::tr("Compute activations again instead of keeping them");
    case Help::SmallerBatch:
        return InsightsText::tr("Halve the micro-batch");
    case Help::HalfPrecision:
        return InsightsText::tr("Half precision for float variables, except optimizer state");
    case Help::OffChip:
        return InsightsText::tr("Optimizer state off chip");
    }
    return {};
}

} // namespace tileline
