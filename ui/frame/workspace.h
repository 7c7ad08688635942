// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QList>
#include <QSplitter>

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

class QAction;
class QActionGroup;

namespace tileline {

class PageFrame;
class Rail;
class Selection;

/// How much of the plan is shown above a page.
enum class PlanSize : uint8_t {
    Whole,
    Line,  ///< the stages with their peaks, and the layers with their markers
    Hidden ///< only the verdict and the setting are shown
};

/// The plan and the pages of a window. A rail at the left names the pages. A page is shown in one place at a
/// time: below the plan, possibly beside a second page, or in a window of its own. The first entry of the
/// rail is the plan. While that entry is chosen, the plan takes the whole height.
class Workspace : public QWidget {
    Q_OBJECT
public:
    /// The workspace calls `sizePlan` with the size in which the widget `plan` must show the plan.
    Workspace(Selection* selection, QWidget* plan, const QString& planTitle,
              std::function<void(PlanSize)> sizePlan);

    /// Destroys all pages, including those in windows of their own.
    ~Workspace() override;

    /// Adds an entry for a page, or for the plan if `page` is null. The shortcut of the plan is Alt+1; those
    /// of the first nine pages are Alt+2 to Alt+9 and Alt+0.
    void addPage(const QString& id, const QString& title, QWidget* page, bool beginsGroup);
    /// The commands that show the plan and the pages, in the order of the rail.
    QList<QAction*> pageActions() const;
    /// Sets the main window's commands. Their shortcuts also work when a page is in its own window.
    void setCommands(const QList<QAction*>& commands) { m_commands = commands; }
    /// Adds the inspector at the right. Until the user shows or hides the inspector, it is shown whenever
    /// there is room.
    void setInspector(QWidget* inspector);
    bool showsInspector() const;
    QSize minimumSizeHint() const override;
    void setInspectorShown(bool shown);

    /// The page with the id `id`, or null if there is no such page.
    QWidget* page(const QString& id) const;
    /// Brings a page to the front, in whichever window it is. Returns false if no page has the id `id`.
    bool showPage(const QString& id);
    /// The id of the page that last had the focus; "plan" if only the plan is shown.
    QString shownPage() const { return m_entries[m_planOnly ? 0 : m_shown[m_active]].id; }
    /// How much of the plan is shown: Whole if no page is shown; otherwise, the size that the user chose, at
    /// first Whole. If Whole and a page do not both fit into the height of this widget, Line takes the place
    /// of Whole.
    PlanSize planSize() const;
    void setPlanSize(PlanSize size);
    /// Shows the plan in its next size. The order is: whole, one line, hidden, whole again.
    void nextPlanSize();
    bool isSplit() const { return m_shown[1] != NoEntry; }
    /// Shows a second page beside the first one, or hides it.
    void setSplit(bool split);
    /// Shows a page in its own window. When that window is closed, the page returns to this widget.
    void openWindow(const QString& id);
    void closeWindows();

    /// The layout in a form that a later window can restore; empty if this window has never been shown.
    QByteArray layoutState() const;
    /// Restores the layout `state`, or the default layout if `state` cannot be read.
    void restoreLayout(const QByteArray& state);
    void resetLayout() { restoreLayout({}); }

signals:
    /// Emitted when the shown page, the size of the plan, or the visibility of the inspector has changed.
    void arranged();

protected:
    void showEvent(QShowEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    struct Entry {
        QString id;
        QString title;
        QWidget* page = nullptr; ///< null for the plan
        QAction* action = nullptr;
        QWidget* window = nullptr; ///< the page's own window, if it has one
    };
    static constexpr size_t NoEntry = SIZE_MAX;

    /// The first entry, other than `but`, whose page is not in a window of its own. NoEntry if there is no
    /// such entry. Never returns the plan's entry, because that entry has no page.
    size_t freeEntry(size_t but) const;
    size_t find(const QString& id) const;
    void show(size_t entry);
    void takeBack(size_t entry);
    /// Folds or unfolds the rail and shows or hides the inspector, depending on the available width.
    void shareWidth();
    void followChoice();
    void followFocus(QWidget* now);
    void arrange();

    Selection* const m_selection;
    QWidget* const m_plan;
    const std::function<void(PlanSize)> m_sizePlan;
    Rail* const m_rail;
    QSplitter* const m_rows = new QSplitter(Qt::Vertical);
    QSplitter* const m_halves = new QSplitter(Qt::Horizontal);
    QWidget* m_inspector = nullptr;
    std::array<PageFrame*, 2> m_frames;
    std::array<size_t, 2> m_shown{1, NoEntry}; ///< the entry that each half shows
    size_t m_active = 0;                       ///< the half that last had the focus
    bool m_planOnly = false;                   ///< whether the rail's first entry, the plan, is chosen
    std::optional<PlanSize> m_planWanted;      ///< the size that the user chose, see planSize()
    PlanSize m_shownSize = PlanSize::Whole;
    bool m_rowsShown = false; ///< whether the whole plan and a page are both shown
    QList<int> m_heights;     ///< heights of the plan and of the pages when both were last shown
    bool m_foldWanted = false;
    std::optional<bool> m_inspectorWanted; ///< whether to show the inspector; empty: the width decides
    bool m_wasShown = false; ///< whether this widget was ever shown; until then, its sizes are unknown
    std::vector<Entry> m_entries;
    QActionGroup* const m_group;
    QList<QAction*> m_commands;
};

} // namespace tileline
