// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/preferences/theme.h"

#include <QStringList>

#include <optional>
#include <vector>

namespace tileline {

/// Exit statuses of `tileline`, the program with the window. Each number means the same as in tileline-cli.
enum ExitStatus { ExitDone = 0, ExitBadUsage = 2, ExitBadInput = 3 };

/// A view to draw, and the file to draw it into.
struct Picture {
    QString view;
    QString file;
};

/// What the user asks for on the command line.
struct Arguments {
    QStringList paths;
    std::vector<Picture> pictures;
    QString compared; ///< path of a report to compare the profile with; may be empty
    std::optional<Theme> theme;
    std::optional<int> exitStatus; ///< if set, the program ends at once with this status
};

/// Whether the arguments request only tasks that work without a display, such as --render. Must be called
/// before Qt starts, because Qt chooses its platform plugin when it starts.
bool needsNoDisplay(int argc, char* argv[]);

Arguments parseArguments(const QStringList& arguments);

/// Opens the profile, waits until all its figures are computed, and draws the views into files. Returns the
/// exit status: 0 for success, 2 for an unknown view or file type, 3 for bad input.
int renderPictures(const Arguments& arguments);

} // namespace tileline
