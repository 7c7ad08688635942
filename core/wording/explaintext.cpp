// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/explaintext.h"

namespace tileline {

namespace {

struct DiagnosisText {
    TILELINE_PHRASES(Diagnosis)
};

struct InsightsText {
    TILELINE_PHRASES(Insights)
};

struct MessageTexts {
    TILELINE_PHRASES(MessageText)
};

} // namespace

std::vector<Phrase> booksPhrases(const Diagnosis& diagnosis) {
    const Books& books = *diagnosis.books;
    std::vector<Phrase> phrases;
    //: %1 and %2 are numbers of bytes
    phrases.push_back(
        DiagnosisText::tr("Of the always-live bytes, %1 belong to operations and are counted on the IPUs "
                          "that run the operations. %2 belong to no operation and are shared among the IPUs.")
            .arg(ByteCount{books.owned}, ByteCount{books.shared}));
    if (books.beyondLive) {
        //: %1 and %3 are numbers of bytes, %2 is a number
        phrases.push_back(DiagnosisText::tr("Poplar uses more memory than the live bytes need: %1 more in "
                                            "all, and %3 more on tile %2. No estimate includes this.")
                              .arg(ByteCount{*books.beyondLive}, uint64_t{diagnosis.worstTile.value},
                                   ByteCount{books.beyondLiveOnWorst}));
    }
    return phrases;
}

Phrase tightPhrase(const LayoutSlack& slack) {
    //: %1 is per cent
    return DiagnosisText::tr(
               "The plan is tight: on an IPU's fullest tile, less than %1 of the limit is free. The memory "
               "layout of the profile takes up this share beyond the live bytes.")
        .arg(Share{slack.share});
}

Phrase verdictPhrase(const Insights& insights) {
    if (insights.tiles.empty()) {
        return InsightsText::tr("The report does not say how full its tiles are.");
    }
    const ByteCount memory{insights.memoryPerTile};
    const int64_t left = insights.headroom();
    return insights.fits() ? InsightsText::tr("The compiled model fits: its fullest tile has %1 of %2 left.")
                                 .arg(ByteCount{static_cast<uint64_t>(left)}, memory)
                           : InsightsText::tr("The compiled model does not fit: its fullest tile lacks %1; "
                                              "%Ln tile(s) need more than %2.",
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

Phrase complaintPhrase(const MemoryComplaint& complaint) {
    const uint64_t tile = complaint.tile.value_or(TileId{}).value;
    switch (complaint.kind) {
    case MemoryComplaint::Kind::TileFull:
        return complaint.bytesUsed && complaint.bytesPerTile
                   ? MessageTexts::tr("Tile %1 needs %2 and has %3.")
                         .arg(tile, ByteCount{*complaint.bytesUsed}, ByteCount{*complaint.bytesPerTile})
                   : MessageTexts::tr("Tile %1 is out of memory.").arg(tile);
    case MemoryComplaint::Kind::DataDoesNotFit:
        return MessageTexts::tr("The variables do not fit onto one or more tiles.");
    case MemoryComplaint::Kind::ExchangeTooLarge:
        return complaint.exchange.empty()
                   ? MessageTexts::tr("Tile %1 receives more data than fits into its memory.").arg(tile)
                   //: %2 is the name of an exchange
                   : MessageTexts::tr(
                         "Tile %1 receives more data in the exchange %2 than fits into its memory.")
                         .arg(tile, complaint.exchange);
    case MemoryComplaint::Kind::CodeTooLarge:
        return MessageTexts::tr("The code does not fit onto tile %1.").arg(tile);
    }
    return {};
}

Phrase tilePhrase(const MessageExplanation& explanation) {
    const uint64_t tile = explanation.tile.value;
    if (!explanation.bytes) {
        return MessageTexts::tr("The profile does not say what tile %1 holds.").arg(tile);
    }
    const ByteCount bytes{*explanation.bytes};
    const ByteCount has{explanation.bytesPerTile};
    Phrase text =
        explanation.over() > 0
            //: %2 is the number of bytes on the tile, %3 the excess over the tile's memory, %4 that memory
            ? MessageTexts::tr("Tile %1 holds %2, which is %3 more than its memory of %4.")
                  .arg(tile, bytes, ByteCount{explanation.over()}, has)
            : MessageTexts::tr("Tile %1 holds %2; its memory is %3.").arg(tile, bytes, has);
    Phrase others =
        explanation.tilesOver == 0 ? MessageTexts::tr("No tile exceeds its memory.")
        : explanation.tilesOver > 1
            ? MessageTexts::tr("%Ln tiles exceed their memory, by %1 in all.", nullptr, explanation.tilesOver)
                  .arg(ByteCount{explanation.bytesOver})
        : explanation.over() > 0 ? Phrase{} //: %1 is a number of bytes
                                 : MessageTexts::tr("Another tile exceeds its memory by %1.")
                                       .arg(ByteCount{explanation.bytesOver});
    return joined({std::move(text), std::move(others)});
}

std::vector<Phrase> notesOn(const MessageExplanation& explanation) {
    std::vector<Phrase> notes;
    if (explanation.contradictsMessage()) {
        notes.push_back(MessageTexts::tr("The message and the profile give different numbers of bytes, so "
                                         "they may come from different compilations."));
    }
    if (explanation.complaint && !explanation.complaint->exchange.empty() && explanation.exchanges.empty()) {
        notes.push_back(
            MessageTexts::tr("The profile does not contain the exchange that the message names."));
    }
    if (!explanation.isNamed) {
        notes.push_back(MessageTexts::tr("The message names no tile, so the fullest one is explained."));
    }
    return notes;
}

} // namespace tileline
