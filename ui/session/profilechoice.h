// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/reading/profileloader.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <vector>

namespace tileline {

/// A profile in a directory with several profiles, from which the user must choose.
struct ProfileChoice {
    QString name;       ///< path of the profile, relative to the directory
    QStringList paths;  ///< for Session::open(): the profile and, if it exists, its debug information
    quint64 bytes = 0;  ///< size of the profile's file
    QDateTime modified; ///< local time
};

/// The profiles in a directory, largest first. Blocks, because it reads the beginning of every file.
std::vector<ProfileChoice> profileChoices(const QString& directory);

struct Preflight {
    Result<ProfileSource> source;
    /// The profiles in a directory that contains several; `source` then fails. Empty in all other cases.
    std::vector<ProfileChoice> choices;
};

/// Checks that `paths` lead to a profile. Blocks, but reads only the beginnings of files. The session closes
/// the open profile only if this check succeeds.
Preflight preflight(const QStringList& paths);

/// Groups the paths that the user chose or dropped at the same time. Each window opens one group. A profile
/// or a directory forms its own group. Debug information joins the profile in the same directory. If there is
/// only one profile, debug information from any directory joins it. A file of an unknown kind forms its own
/// group, so that opening the file reports the error. Reads the first bytes of each file.
std::vector<QStringList> groupSources(const QStringList& paths);

/// Checks that an output file may replace the file at `path`. Returns BadArgument if that file is a profile
/// or debug information, because creating such a file again takes a long time.
inline Result<Done> checkOutputFile(const QString& path) {
    return checkNoSource(path.toStdString());
}

/// The usual name patterns of files that can be opened, for file dialogs: "*.tileline *.cbor".
inline QString openableFileNames() {
    return QString::fromStdString(sourceFileNames());
}

} // namespace tileline
