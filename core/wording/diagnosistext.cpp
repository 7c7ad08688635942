// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/diagnosistext.h"

namespace tileline {

namespace {

/// Context of the texts in this file.
struct DiagnosisText {
    TILELINE_PHRASES(Diagnosis)
};

} // namespace

std::vector<Phrase> booksPhrases(const Diagnosis& diagnosis) {
    const Books& books = *diagnosis.books;
    std::vector<Phrase> phrases;
    //: %1 and %2 are numbers of bytes
    phrases.push_back(
        DiagnosisText::tr("Of the always-live bytes, %1 belong to operations and count on the IPUs where "
                          "these run. %2 belong to no operation and are shared among the IPUs.")
            .arg(ByteCount{books.owned}, ByteCount{books.shared}));
    if (books.beyondLive) {
        //: %1 and %3 are numbers of bytes, %2 is a number
        phrases.push_back(DiagnosisText::tr("The addresses that Poplar uses exceed the live bytes by %1 in "
                                            "all, and by %3 on tile %2. No estimate includes this.")
                              .arg(ByteCount{*books.beyondLive}, uint64_t{diagnosis.worstTile.value},
                                   ByteCount{books.beyondLiveOnWorst}));
    }
    return phrases;
}

Phrase tightPhrase(const LayoutSlack& slack) {
    //: %1 is per cent
    return DiagnosisText::tr("The plan is tight: the memory layout of the profile needs %1 of a tile in "
                             "addition to its live bytes.")
        .arg(Share{slack.share});
}

} // namespace tileline
