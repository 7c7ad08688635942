// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/messagetext.h"

#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"

#include <QCoreApplication>
#include <QStringList>

namespace tileline {

namespace {

/// How many exchanges with the name in a message are listed.
constexpr size_t MaxExchangesListed = 3;

/// Translation context of the texts in this file.
struct MessageText {
    Q_DECLARE_TR_FUNCTIONS(MessageText)
};

QString tileSentence(const MessageExplanation& explanation) {
    const QString tile = numberText(explanation.tile.value);
    if (!explanation.bytes) {
        return MessageText::tr("The profile does not say what tile %1 holds.").arg(tile);
    }
    const QString bytes = bytesText(*explanation.bytes);
    const QString has = bytesText(explanation.bytesPerTile);
    if (explanation.over() > 0) {
        //: bytes: what it holds, what is too much, and what it has
        return MessageText::tr("Tile %1 holds %2, %3 more than the %4 that it has.")
            .arg(tile, bytes, bytesText(explanation.over()), has);
    }
    return MessageText::tr("Tile %1 holds %2 of the %3 that it has.").arg(tile, bytes, has);
}

} // namespace

QString complaintText(const MemoryComplaint& complaint) {
    const QString tile = complaint.tile ? numberText(complaint.tile->value) : QString();
    switch (complaint.kind) {
    case MemoryComplaint::Kind::TileFull:
        return complaint.bytesUsed && complaint.bytesPerTile
                   ? MessageText::tr("Tile %1 needs %2 and has %3.")
                         .arg(tile, bytesText(*complaint.bytesUsed), bytesText(*complaint.bytesPerTile))
                   : MessageText::tr("Tile %1 is out of memory.").arg(tile);
    case MemoryComplaint::Kind::DataDoesNotFit:
        return MessageText::tr("The variables do not fit onto one or more tiles.");
    case MemoryComplaint::Kind::ExchangeTooLarge:
        return complaint.exchange.empty()
                   ? MessageText::tr("Tile %1 receives more data than it has memory.").arg(tile)
                   //: %2 is the name of an exchange
                   : MessageText::tr("Tile %1 receives more data than it has memory, in the exchange %2.")
                         .arg(tile, shownText(complaint.exchange));
    case MemoryComplaint::Kind::CodeTooLarge:
        return MessageText::tr("The code does not fit onto tile %1.").arg(tile);
    }
    return {};
}

QString explanationText(const MessageExplanation& explanation) {
    QStringList lines;
    if (explanation.complaint) {
        lines += MessageText::tr("Poplar's message: %1").arg(complaintText(*explanation.complaint));
    }
    if (!explanation.isNamed) {
        lines += MessageText::tr("It names no tile. This is about the fullest one.");
    }
    lines += tileSentence(explanation);
    if (explanation.tilesOver > 1) {
        lines += MessageText::tr("%Ln tiles hold more than they have, %1 too much in all.", nullptr,
                                 static_cast<int>(explanation.tilesOver))
                     .arg(bytesText(explanation.bytesOver));
    }
    for (size_t i = 0; i < std::min(explanation.exchanges.size(), MaxExchangesListed); ++i) {
        const NamedExchange& exchange = explanation.exchanges[i];
        //: an exchange, and bytes
        lines +=
            MessageText::tr("%1 has %2 of variables and %3 of code on this tile.")
                .arg(shownText(exchange.name), bytesText(exchange.dataBytes), bytesText(exchange.codeBytes));
    }
    if (explanation.complaint && !explanation.complaint->exchange.empty() && explanation.exchanges.empty()) {
        lines += MessageText::tr("The profile has no exchange with the name in the message.");
    }
    if (explanation.contradictsMessage()) {
        lines +=
            MessageText::tr("The message counts other bytes than the profile, so they may be of different "
                            "compilations.");
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace tileline
