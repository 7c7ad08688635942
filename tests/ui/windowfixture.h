// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/temporarydirectory.h"
#include "tests/ui/ownsettings.h"
#include "ui/mainwindow.h"

#include <QSettings>
#include <QTest>

#include <memory>

namespace tileline::test {

/// A window that starts without stored preferences, and a directory for files. initTestCase() must call
/// useOwnSettings(m_directory).
class WindowFixture {
protected:
    /// Without a size, the window keeps its own size.
    void showWindow(const QSize& size = {}) {
        QSettings().clear();
        m_window = std::make_unique<MainWindow>();
        if (size.isValid()) {
            m_window->resize(size);
        }
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
    }

    /// The menu command with that id (ui/commands.cpp).
    QAction* command(const char* id) const { return m_window->findChild<QAction*>(QLatin1String(id)); }

    TemporaryDirectory m_directory;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace tileline::test
