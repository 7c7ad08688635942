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

/// One of several profiles in a directory, offered to the user as a choice.
struct ProfileChoice {
    QString name;       ///< path relative to the directory
    QStringList paths;  ///< for Session::open(): the profile and, if it exists, its debug information
    quint64 bytes = 0;  ///< size of the profile
    QDateTime modified; ///< local time
};

/// The profiles in a directory, largest first. Blocks, because it reads the beginning of every file.
std::vector<ProfileChoice> profileChoices(const QString& directory);

struct Preflight {
    Result<ProfileSource> source;
    std::vector<ProfileChoice> choices; ///< set if `source` failed as a directory has several profiles
};

/// Checks that `paths` lead to a profile. This function blocks, but reads only the beginnings of files. The
/// session closes the open profile only if this succeeds.
Preflight preflight(const QStringList& paths);

/// Groups paths that were chosen or dropped together; each group is for one window. A profile or a directory
/// forms its own group. Debug information is grouped with the profile in the same directory or, if there is
/// only one profile, with that profile. A file of an unknown kind forms its own group, so that opening it
/// reports the error. Reads the first bytes of the files.
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
