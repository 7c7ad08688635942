// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <QString>

namespace tileline {

/// An error in the words of the window.
struct ErrorText {
    QString summary; ///< a short sentence without a full stop
    QString details; ///< file, place, expected, found: a line each, labelled; may be empty
    QString remedy;  ///< a sentence
};
ErrorText errorText(const Error& error);

/// All of it as plain text, to copy.
QString plainText(const Error& error);

} // namespace tileline
