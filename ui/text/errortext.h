// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace tileline {

/// An error as text for the user.
struct ErrorText {
    QString summary; ///< a short sentence without a full stop
    QString details; ///< labelled lines: file, place, expected, found; may be empty
    QString remedy;  ///< a sentence
    /// The details and the remedy.
    QString rest() const { return details.isEmpty() ? remedy : details + QLatin1Char('\n') + remedy; }
};
ErrorText errorText(const Error& error);

/// The whole error as plain text, for copying.
QString plainText(const Error& error);

/// The message for a dialog whose query ran out of memory (LatestTask::outOfMemory).
QString outOfMemoryText();

} // namespace tileline
