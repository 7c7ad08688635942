// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/profilechoice.h"

#include "core/base/sequences.h"

#include <QFileInfo>

#include <algorithm>
#include <filesystem>

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

bool isDebugInformation(const QString& path) {
    const Result<SourceKind> kind = detectSource(path.toStdString());
    return kind && *kind == SourceKind::DebugInformation;
}

} // namespace

std::vector<ProfileChoice> profileChoices(const QString& directory) {
    const std::filesystem::path path = directory.toStdString();
    const auto candidates = findProfiles(path);
    return candidates ? mapped(*candidates, [&](const ProfileSource& each) { return toChoice(each, path); })
                      : std::vector<ProfileChoice>();
}

Preflight preflight(const QStringList& paths) {
    const auto toPath = [](const QString& path) { return std::filesystem::path(path.toStdString()); };
    Preflight found{resolveSource(mapped(paths, toPath)), {}};
    if (!found.source && found.source.failure().code == ErrorCode::SeveralProfiles) {
        found.choices = profileChoices(QString::fromStdString(found.source.failure().file));
    }
    return found;
}

std::vector<QStringList> groupSources(const QStringList& paths) {
    std::vector<QStringList> groups;
    QStringList debugFiles;
    for (const QString& path : paths) {
        if (!QFileInfo(path).isDir() && isDebugInformation(path)) {
            debugFiles += path;
        } else {
            groups.push_back({path});
        }
    }
    const size_t profiles = groups.size();
    for (const QString& debug : debugFiles) {
        const QString directory = QFileInfo(debug).absolutePath();
        const auto end = groups.begin() + static_cast<std::ptrdiff_t>(profiles);
        const auto beside = std::find_if(groups.begin(), end, [&](const QStringList& group) {
            const QFileInfo profile(group.front());
            return group.size() == 1 && !profile.isDir() &&
                   (profiles == 1 || profile.absolutePath() == directory);
        });
        if (beside != end) {
            *beside += debug;
        } else {
            groups.push_back({debug});
        }
    }
    return groups;
}

} // namespace tileline
