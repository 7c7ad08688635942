// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace tileline {

/// An error in words, in the language of the window.
struct ErrorText {
    QString summary; ///< a short sentence without a full stop
    QString details; ///< labelled lines: file, place, expected value, found value; may be empty
    QString remedy;  ///< a sentence
    /// The details, followed by the remedy on a new line.
    QString rest() const { return details.isEmpty() ? remedy : details + QLatin1Char('\n') + remedy; }
};
ErrorText errorText(const Error& error);

/// The whole error as plain text, for copying.
QString plainText(const Error& error);

/// The message that a dialog shows if its LatestTask runs out of memory (LatestTask::outOfMemory).
QString outOfMemoryText();

} // namespace tileline
