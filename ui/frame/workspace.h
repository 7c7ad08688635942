// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/frame/plansize.h"

#include <QList>
#include <QWidget>

#include <array>
#include <functional>
#include <vector>

class QAction;
class QActionGroup;
class QSplitter;

namespace tileline {

class PageFrame;
class Rail;
class Selection;

/// The plan and the pages of a window. A rail at the left names the pages. The one that is shown is below the
/// plan, beside a second page, or in a window of its own. Each page is in one place only. The first entry of
/// the rail is the plan, which then has all of the height.
class Workspace : public QWidget {
    Q_OBJECT
public:
    /// `sizePlan` shows more or less of the plan within its widget.
    Workspace(Selection* selection, QWidget* plan, const QString& planTitle,
              std::function<void(PlanSize)> sizePlan, QWidget* parent = nullptr);

    /// Destroys its pages, those in windows too.
    ~Workspace() override;

    /// Adds a page to the rail, with Alt and its number there as the key of the first ten.
    void addPage(const QString& id, const QString& title, QWidget* page, bool beginsGroup);
    /// The commands that show the plan and the pages, in the order of the rail.
    QList<QAction*> pageActions() const;
    /// The commands of the window, whose keys act in the windows of pages, too.
    void setCommands(const QList<QAction*>& commands) { m_commands = commands; }

    /// Null if there is none with that id.
    QWidget* page(const QString& id) const;
    /// Brings a page to the front, wherever it is. False if there is none with that id.
    bool showPage(const QString& id);
    /// The page that has the focus, or had it last; "plan" if only the plan is shown.
    QString shownPage() const;
    /// The page Plan has the whole plan.
    PlanSize planSize() const;
    void setPlanSize(PlanSize size);
    /// Whole, a line, hidden, whole.
    void nextPlanSize();
    bool isSplit() const;
    /// Shows a second page beside the first one.
    void setSplit(bool split);
    /// Shows a page in a window of its own. Closing that brings the page back.
    void openWindow(const QString& id);
    void closeWindows();

    /// What a later window can restore; empty if this one was never shown.
    QByteArray layoutState() const;
    /// Ignores a state that it cannot read.
    void restoreLayout(const QByteArray& state);
    void resetLayout() { restoreLayout({}); }

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Entry {
        QString id;
        QString title;
        QWidget* page = nullptr; ///< null: the plan
        QAction* action = nullptr;
        QWidget* window = nullptr; ///< of the page, if it has one
    };
    static constexpr size_t NoEntry = SIZE_MAX;

    void addEntry(const QString& id, const QString& title, QWidget* page, bool beginsGroup);
    /// An entry that is neither `but` nor in a window.
    size_t freeEntry(size_t but) const;
    size_t find(const QString& id) const;
    void show(size_t entry);
    void takeBack(size_t entry);
    void foldRail();
    void followChoice();
    void followFocus(QWidget* now);
    void arrange();

    Selection* const m_selection;
    QWidget* const m_plan;
    const std::function<void(PlanSize)> m_sizePlan;
    Rail* const m_rail;
    QSplitter* const m_rows;
    QSplitter* const m_halves;
    std::array<PageFrame*, 2> m_frames;
    std::array<size_t, 2> m_shown{1, NoEntry}; ///< by half
    size_t m_active = 0;                       ///< the half that has the focus, or had it last
    bool m_planOnly = false;                   ///< the plan is what the rail shows
    PlanSize m_planWanted = PlanSize::Whole;
    bool m_rowsShown = false; ///< the whole plan and a page are shown
    QList<int> m_heights;     ///< of plan and pages, when both were shown last
    bool m_foldWanted = false;
    bool m_wasShown = false; ///< only then do the sizes say anything
    std::vector<Entry> m_entries;
    QActionGroup* const m_group;
    QList<QAction*> m_commands;
};

} // namespace tileline
