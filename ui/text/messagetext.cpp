// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/messagetext.h"

#include "core/wording/messagetext.h"
#include "ui/text/bytestext.h"
#include "ui/text/plaintext.h"
#include "ui/text/translations.h"

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

} // namespace

QString complaintText(const MemoryComplaint& complaint) {
    return translated(complaintPhrase(complaint));
}

QString explanationText(const MessageExplanation& explanation) {
    QStringList lines;
    if (explanation.complaint) {
        lines += MessageText::tr("Poplar's message: %1").arg(complaintText(*explanation.complaint));
    }
    lines += translated(tilePhrase(explanation));
    for (size_t i = 0; i < std::min(explanation.exchanges.size(), MaxExchangesListed); ++i) {
        const NamedExchange& exchange = explanation.exchanges[i];
        //: an exchange, and bytes
        lines +=
            MessageText::tr("%1 has %2 of variables and %3 of code on this tile.")
                .arg(shownText(exchange.name), bytesText(exchange.dataBytes), bytesText(exchange.codeBytes));
    }
    for (const Phrase& note : notesOn(explanation)) {
        lines += translated(note);
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace tileline
