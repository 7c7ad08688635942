// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/messagetext.h"

namespace tileline {

namespace {

struct MessageTexts {
    TILELINE_PHRASES(MessageText)
};

} // namespace

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
            //: %2 is the bytes on the tile, %3 the excess over the tile's memory, %4 the tile's memory
            ? MessageTexts::tr("Tile %1 holds %2, %3 more than the %4 that it has.")
                  .arg(tile, bytes, ByteCount{explanation.over()}, has)
            : MessageTexts::tr("Tile %1 holds %2 of the %3 that it has.").arg(tile, bytes, has);
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
        notes.push_back(MessageTexts::tr("The profile has no exchange with the name in the message."));
    }
    if (!explanation.isNamed) {
        notes.push_back(MessageTexts::tr("The message names no tile, so the fullest one is explained."));
    }
    return notes;
}

} // namespace tileline
