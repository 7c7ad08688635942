// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/memory/origins.h"
#include "ui/pages/stagebox.h"
#include "ui/session/latesttask.h"
#include "ui/session/selection.h"
#include "ui/session/session.h"
#include "ui/text/controls.h"
#include "ui/text/plaintext.h"

#include <QStackedLayout>

#include <tuple>

namespace tileline {

/// Base class of pages that show data of the open profile. A page computes its data only while it is visible;
/// a hidden page is updated when it is shown. A page without data says why it has none, for example because
/// one of its tasks ran out of memory.
class DataPage : public QWidget {
    Q_OBJECT
public:
    /// `noProfile` is the message that the page shows while no profile is open.
    DataPage(Session* session, Selection* selection, QString noProfile, QWidget* parent = nullptr);

protected:
    /// Calls `work(stop)` on a worker thread, and then `show` with the value of the Outcome that `work`
    /// returned. If the work fails, the page shows the error in place of its content.
    template <class Work, class Show>
    void compute(LatestTask& task, Work work, Show show) {
        task.run(std::move(work), std::move(show), [this](const Error& error) { showError(error); });
    }

    /// Computes what the page shows. Called after a change of the profile or its layers, as soon as the page
    /// is visible. During the call, a profile is always open.
    virtual void refresh() = 0;
    /// Called when the profile is closed. Must drop everything that was computed from the profile. Before
    /// this call, DataPage cancels all tasks and empties all stack charts, heat maps and table panels.
    virtual void reset() {}

    /// The layout to which subclasses add their widgets.
    QVBoxLayout* content() const { return m_content; }

    /// Adds the parts that most pages have: a bar at the top, and a chart with its details below.
    void addParts(QLayout* bar, QWidget* chart, std::initializer_list<Part> details);

    /// Shows a message in place of the content, for example why there are no data and how to get them.
    void showMessage(const QString& title, const QString& text);
    void showError(const Error& error);
    bool showsMessage() const { return m_stack->currentIndex() == 1; }

    /// Makes a box in which the user chooses an IPU or, under the name `whole`, the whole model. After this
    /// call, a change of stage(), reportIpu() or limit() also calls refresh().
    StageBox* makeStageBox(const QString& whole);
    /// The stage that the page shows; empty for the whole model.
    std::optional<ShownStage> stage() const { return shownStage(*m_session, *m_selection); }
    /// The IPU that the page shows, if the report has several IPUs. Empty for the whole model.
    std::optional<StageIndex> reportIpu() const { return shownReportIpu(*m_session, *m_selection); }
    /// The limit in bytes per tile: that of the shown IPU of the plan or, if none is shown, the common limit.
    /// Empty if an IPU of the plan is shown and the figures are not reliable.
    std::optional<uint64_t> limit() const;
    std::optional<uint64_t> limitOf(StageIndex ipu) const;

    /// Like compute(), but calls `work(origins, stop)` with the origins of variables. The page finds the
    /// origins only once for a profile and its layers.
    template <class Work, class Show>
    void computeWithOrigins(LatestTask& task, Work work, Show show) {
        using Value = typename std::invoke_result_t<Work&, const VariableOrigins&, std::stop_token>::Value;
        compute(
            task,
            [profile = session()->profile(), layers = session()->layers(), known = m_origins,
             work = std::move(work)](
                const std::stop_token& stop) -> Outcome<std::pair<VariableOriginsPtr, Value>> {
                auto origins = known ? known : TRY(VariableOrigins::build(profile, layers, stop));
                auto made = TRY(work(*origins, stop));
                return std::pair{std::move(origins), std::move(made)};
            },
            [this, show = std::move(show)](auto made) {
                m_origins = std::move(made.first);
                show(std::move(made.second));
            });
    }
    /// Chooses a variable, its operation and its layer. Does nothing until the origins have been found.
    void chooseVariable(std::optional<uint32_t> variable);

    /// Calls refresh() soon if the page is visible, otherwise as soon as the page becomes visible.
    void invalidate();

    Session* session() const { return m_session; }
    Selection* selection() const { return m_selection; }

    void showEvent(QShowEvent* event) override;

private:
    void profileChanged();
    using ShownPart =
        std::tuple<std::optional<ShownStage>, std::optional<StageIndex>, std::optional<uint64_t>>;
    ShownPart shownPart() const { return {stage(), reportIpu(), limit()}; }
    void showNoProfile() { showMessage(tr("No profile is open"), m_noProfile); }
    void refreshIfShown();
    void showOutOfMemory();
    void followStage();

    Session* m_session;
    Selection* m_selection;
    QString m_noProfile;
    QStackedLayout* m_stack = new QStackedLayout;
    QVBoxLayout* m_content;
    QLabel* m_message = selectableLabel(ByMouseOrKey);
    bool m_stale = true;
    ShownPart m_shownPart; ///< the part of the model that the last refresh showed
    VariableOriginsPtr m_origins;
};

} // namespace tileline
