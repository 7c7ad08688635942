// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QString>
#include <QStringList>

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

} // namespace tileline
