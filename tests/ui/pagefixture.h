// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/fixtures.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/tables/tablepanel.h"

#include <QLineEdit>
#include <QTest>
#include <QToolButton>
#include <QWidget>

namespace tileline::test {

/// A session and a selection, like those of the main window.
struct PageFixture {
    Session session;
    Selection selection;

    /// Opens a fixture and waits until it is loaded.
    bool open(const std::string& name) {
        session.open({QString::fromStdString(fixtureDirectory(name).string())});
        return QTest::qWaitFor([this] { return session.state() == Session::State::Ready; }, 30000);
    }
};

/// Shows a widget at a size and waits until it is on the (offscreen) screen.
inline bool showAt(QWidget& widget, const QSize& size) {
    widget.resize(size);
    widget.show();
    return QTest::qWaitForWindowExposed(&widget);
}

/// A page that is shown with a fixture.
template <class Page>
struct OpenPage : PageFixture {
    Page page{&session, &selection};

    bool start(const std::string& name, const QSize& size = {1000, 700}) {
        return showAt(page, size) && open(name);
    }
};

/// Types a filter into the bar of a table or a tree.
inline void setFilter(const QWidget& owner, const QString& text, bool regex = false) {
    auto* const button = owner.findChild<FilterBar*>()->findChild<QToolButton*>();
    if (button->isChecked() != regex) {
        button->click();
    }
    owner.findChild<FilterBar*>()->edit()->setText(text);
}

} // namespace tileline::test
