// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/profilechoice.h"

#include "core/profile/reading/profileloader.h"

#include <chrono>

namespace tileline {

namespace {

QDateTime toDateTime(std::filesystem::file_time_type time) {
    const auto since = std::chrono::file_clock::to_sys(time).time_since_epoch();
    return QDateTime::fromMSecsSinceEpoch(
        std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
}

ProfileChoice toChoice(const ProfileCandidate& candidate, const std::filesystem::path& directory) {
    QStringList paths{QString::fromStdString(candidate.profile.string())};
    if (candidate.debug) {
        paths += QString::fromStdString(candidate.debug->string());
    }
    return {QString::fromStdString(candidate.profile.lexically_relative(directory).string()), paths,
            candidate.bytes, toDateTime(candidate.modified)};
}

} // namespace

std::vector<ProfileChoice> profileChoices(const QString& directory) {
    const std::filesystem::path path = directory.toStdString();
    std::vector<ProfileChoice> choices;
    if (const auto candidates = findProfiles(path)) {
        for (const ProfileCandidate& candidate : *candidates) {
            choices.push_back(toChoice(candidate, path));
        }
    }
    return choices;
}

} // namespace tileline
