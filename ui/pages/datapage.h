// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "ui/pages/stagebox.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"

#include <QWidget>

class QLabel;
class QStackedLayout;
class QVBoxLayout;

namespace tileline {

/// Base class of pages that show data of the open profile. A page computes its data only while it is visible;
/// a hidden page is updated when it is shown. A page without data says why, also if one of its queries
/// (children of class LatestTask) ran out of memory.
class DataPage : public QWidget {
    Q_OBJECT
public:
    /// `noProfile` is the message that the page shows while no profile is open.
    DataPage(Session* session, Selection* selection, QString noProfile, QWidget* parent = nullptr);

protected:
    /// Called after the profile or its layers changed, as soon as the page is visible. A profile is open
    /// then.
    virtual void refresh() = 0;
    /// Called when the profile is closed: drop everything that was computed from it.
    virtual void reset() = 0;

    /// Layout that subclasses put their widgets into.
    QVBoxLayout* content() const { return m_content; }
    /// Adds the parts that most pages have: a bar at the top, and below it a chart and its details.
    void addParts(QLayout* bar, QWidget* chart, QLayout* details);
    /// Shows a message in place of the content: why there is nothing to show, and what to do about it.
    void showMessage(const QString& title, const QString& text);
    /// Shows the message of an error. Does nothing if the query was cancelled.
    void showFailure(const Failure& failure);
    void showContent();
    bool showsMessage() const;

    /// A box for the top of the page, which chooses the whole model or an IPU of the plan. Its first entry is
    /// `whole`. From then on, refresh() is also called when stage() or limit() changes.
    StageBox* makeStageBox(const QString& whole);
    /// What the page shows: an IPU of the plan, or the whole model.
    std::optional<ShownStage> stage() const { return shownStage(*m_session, *m_selection); }
    /// What a tile of it may hold, in bytes. Empty for an IPU if its figures do not hold.
    std::optional<uint64_t> limit() const;
    std::optional<uint64_t> limitOf(StageIndex ipu) const;

    /// Requests a call of refresh(), now or when the page becomes visible.
    void invalidate();

    Session* session() const { return m_session; }
    Selection* selection() const { return m_selection; }

    void showEvent(QShowEvent* event) override;

private:
    void profileChanged();
    void showNoProfile();
    void refreshIfShown();
    void showOutOfMemory();
    void followStage();

    Session* m_session;
    Selection* m_selection;
    QString m_noProfile;
    QStackedLayout* m_stack;
    QVBoxLayout* m_content;
    QLabel* m_message;
    bool m_stale = true;
    std::optional<ShownStage> m_shownStage; ///< at the last refresh
    std::optional<uint64_t> m_shownLimit;
};

} // namespace tileline
