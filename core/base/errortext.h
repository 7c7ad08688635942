// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"

#include <string>

namespace tileline {

/// The English wording of an error code: what happened, and what the user can do. The window translates
/// `summary` and `remedy`.
struct ErrorWording {
    const char* summary; ///< a short sentence without a full stop
    const char* remedy;  ///< a full sentence
};
ErrorWording wordingOf(ErrorCode code);

/// The error as the command line prints it, on several lines: summary, file, place, expected, found, remedy.
/// Control characters are escaped (printable()), except for line feeds, which separate the entries of a list.
std::string describe(const Error& error);

/// The error on one line for a table cell, without the file and the remedy: "summary: place, expected ...,
/// found ...".
std::string describeBriefly(const Error& error);

} // namespace tileline
