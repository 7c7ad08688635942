// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/profilechoice.h"

namespace tileline {

namespace {

ProfileChoice toChoice(const ProfileSource& candidate, const std::filesystem::path& directory) {
    const std::filesystem::path path = candidate.profile.name();
    QStringList paths{QString::fromStdString(path.string())};
    if (candidate.debug) {
        paths += QString::fromStdString(candidate.debug->name());
    }
    const FileStamp& stamp = candidate.profile.source->stamp();
    return {QString::fromStdString(path.lexically_relative(directory).string()), paths, stamp.bytes,
            QDateTime::fromSecsSinceEpoch(stamp.modifiedSeconds)};
}

} // namespace

std::vector<ProfileChoice> profileChoices(const QString& directory) {
    const std::filesystem::path path = directory.toStdString();
    std::vector<ProfileChoice> choices;
    if (const auto candidates = findProfiles(path)) {
        for (const ProfileSource& candidate : *candidates) {
            choices.push_back(toChoice(candidate, path));
        }
    }
    return choices;
}

Preflight preflight(const std::vector<std::filesystem::path>& paths) {
    Preflight found{resolveSource(paths), {}};
    if (!found.source && found.source.failure().code == ErrorCode::SeveralProfiles) {
        found.choices = profileChoices(QString::fromStdString(found.source.failure().file));
    }
    return found;
}

} // namespace tileline
