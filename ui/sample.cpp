// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/mainwindow.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace tileline {

QString samplePath() {
    // The directories of the installed sample and of the sample in the build directory.
    const QStringList directories{
        QDir(QCoreApplication::applicationDirPath()).filePath(QStringLiteral("../share/tileline/sample"))
#ifdef TILELINE_SAMPLE_DIR
            ,
        QStringLiteral(TILELINE_SAMPLE_DIR)
#endif
    };
    for (const QString& directory : directories) {
        if (QFileInfo::exists(QDir(directory).filePath(QStringLiteral("profile.pop")))) {
            return QDir::cleanPath(directory);
        }
    }
    return {};
}

} // namespace tileline
