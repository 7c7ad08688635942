// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/selection.h"
#include "core/session/session.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace tileline {

/// A page that shows something of the open profile. It works out what it shows only while it is visible; an
/// invisible page is brought up to date when it is shown. While there is nothing to show, it says why.
class DataPage : public QWidget {
    Q_OBJECT
public:
    /// What the page is called, and what it says while no profile is open.
    struct Texts {
        QString name;
        QString noProfile;
    };

    DataPage(Session* session, Selection* selection, const Texts& texts, QWidget* parent = nullptr);

protected:
    /// Called when the profile or its layers changed, at the latest when the page becomes visible. The
    /// profile is there.
    virtual void refresh() = 0;
    /// The profile is gone: forget everything that was made from it.
    virtual void reset() = 0;

    /// Layout that subclasses put their widgets into.
    QVBoxLayout* content() const { return m_content; }
    /// The parts of most pages: a bar on top, beneath it a chart and what goes with it.
    void addParts(QLayout* bar, QWidget* chart, QLayout* details);
    /// Says why there is nothing to show, and what to do about it.
    void showMessage(const QString& title, const QString& text);
    void showContent();
    bool showsMessage() const;

    /// Asks for refresh(), now or when the page becomes visible.
    void invalidate();

    Session* session() const { return m_session; }
    Selection* selection() const { return m_selection; }

    void showEvent(QShowEvent* event) override;

private:
    void profileChanged();
    void showNoProfile();
    void refreshIfShown();

    Session* m_session;
    Selection* m_selection;
    QString m_noProfile;
    QStackedLayout* m_stack;
    QVBoxLayout* m_content;
    QLabel* m_message;
    bool m_stale = true;
};

} // namespace tileline
