// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/temporarydirectory.h"

#include <QApplication>
#include <QSettings>
#include <QStandardPaths>

namespace tileline::test {

/// Keeps settings and recovered plans below `directory`, so that tests do not touch the user's own.
inline void useOwnSettings(const TemporaryDirectory& directory) {
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setApplicationName(QStringLiteral("Tileline"));
    QApplication::setOrganizationName(QStringLiteral("Tileline-tests"));
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope,
                       QString::fromStdString((directory / "settings").string()));
    QSettings::setDefaultFormat(QSettings::NativeFormat);
    qputenv("XDG_STATE_HOME", (directory / "state").c_str());
}

} // namespace tileline::test
