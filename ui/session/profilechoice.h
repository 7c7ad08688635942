// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/profile/reading/profileloader.h"

#include <QDateTime>
#include <QString>
#include <QStringList>

#include <filesystem>
#include <vector>

namespace tileline {

/// One of several profiles in a directory, for the user to choose from.
struct ProfileChoice {
    QString name;       ///< path within the directory
    QStringList paths;  ///< for Session::open(): the profile, and its debug information if there is any
    quint64 bytes = 0;  ///< size of the profile
    QDateTime modified; ///< local time
};

/// The profiles in a directory, largest first. Blocking: reads the beginning of every file.
std::vector<ProfileChoice> profileChoices(const QString& directory);

/// The result of preflight().
struct Preflight {
    Result<ProfileSource> source;
    std::vector<ProfileChoice>
        choices; ///< the profiles of a directory that has several; `source` is then a failure
};

/// Checks, by reading only the beginnings of files, that `paths` lead to a profile. Blocking. If this check
/// fails, the open profile stays open.
Preflight preflight(const std::vector<std::filesystem::path>& paths);

/// Groups paths that were chosen or dropped together, one group per window. A profile or a directory is a
/// group by itself. Debug information is grouped with the profile in its directory, or with the only profile.
/// A file of an unknown kind is a group by itself, so that opening it reports the error. Reads the first
/// bytes of the files.
std::vector<QStringList> groupSources(const QStringList& paths);

/// Checks that an output file may replace the file at `path`. BadArgument if that file is a profile or debug
/// information, because these take long to make again.
Result<Done> checkOutputFile(const QString& path);

/// The usual name patterns of files that can be opened, for file dialogs: "*.tileline *.cbor".
QString openableFileNames();

} // namespace tileline
