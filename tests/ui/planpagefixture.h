// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fixtures.h"
#include "ui/editing/planeditor.h"
#include "ui/planpage/planpage.h"
#include "ui/planpage/settingline.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

#include "tests/testmain.h"

#include <QTest>

#include <memory>

namespace tileline::test {

/// A plan page in its own window, with the objects that it needs.
class PlanPageFixture {
protected:
    /// Shows a new page for a fixture in PopLiner's setting, and waits for its figures.
    void openPage(const std::string& name) {
        showPage();
        m_session->setSetting({Setting::PopLiner, {}});
        open(fixtureDirectory(name));
    }

    /// Shows a new page without a profile.
    void showPage() {
        closePage();
        m_session = std::make_unique<Session>();
        m_selection = std::make_unique<Selection>();
        m_editor = std::make_unique<PlanEditor>(m_session.get());
        m_page = std::make_unique<PlanPage>(m_editor.get(), m_selection.get());
        m_page->setting()->setUnfolded(true);
        m_page->resize(1200, 700);
        m_page->show();
        m_page->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_page.get()));
    }

    /// Opens a report, and waits for its figures.
    void open(const std::filesystem::path& directory) {
        m_session->open({QString::fromStdString(directory.string())});
        QTRY_VERIFY(!m_session->loading() && m_session->resultIsCurrent());
    }

    void closePage() {
        m_page.reset();
        m_editor.reset();
        m_selection.reset();
        m_session.reset();
    }

    std::unique_ptr<Session> m_session;
    std::unique_ptr<Selection> m_selection;
    std::unique_ptr<PlanEditor> m_editor;
    std::unique_ptr<PlanPage> m_page;
};

} // namespace tileline::test
