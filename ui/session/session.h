// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/plan/plan.h"
#include "ui/session/comparison.h"
#include "ui/session/guiqueue.h"
#include "ui/session/latesttask.h"
#include "ui/session/partitionscheduler.h"
#include "ui/session/profilechoice.h"

#include <QObject>
#include <QStringList>

#include <functional>
#include <memory>
#include <optional>

namespace tileline {

struct ProfileSource;

/// The data that a window shows: the study of a profile, and the plan. A session lives on the GUI thread.
/// Loading and estimating run on other threads, which report to the session with queued calls. Views call the
/// session and connect to its signals, but never call each other. The destructor stops running work in well
/// under 100 ms.
///
///             open()            loaded
///     Empty ─────────▶ Loading ─────────▶ Ready
///       ▲                │  ▲               │
///       └────────────────┤  └───────────────┘ open() first checks the new file. If the check fails, only
///        cancel()        │                    loadFailed() is emitted. Otherwise, the old profile is
///                        ▼ failed             freed, and then the new profile is read.
///                      Failed
///
/// If an old profile was freed and reading the new profile fails or is cancelled, the session reads the old
/// profile again, restores its layers and its plan, and becomes Ready.
///
/// reload() reads the open profile again and keeps the plan. The plan's splits are matched by layer name. If
/// reload() fails, the state is Failed, but the plan is kept for another reload().
///
/// To save memory, a session never holds two profiles at once, unless the user compares one with the other.
class Session : public QObject {
    Q_OBJECT
public:
    enum class State { Empty, Loading, Ready, Failed };
    Q_ENUM(State)

    Session();

    State state() const { return m_state; }
    /// The open study; it has a profile only while Ready. Its interval table is filled in the background.
    const Study& study() const { return m_study; }
    ProfilePtr profile() const { return m_study.profile; } ///< null unless Ready
    LayersPtr layers() const { return m_study.layers; }    ///< null unless Ready
    /// The estimator; null if not Ready or if the profile lacks data for estimates. Without an estimator,
    /// there are no results.
    StageEstimatorPtr estimator() const { return m_study.estimator; }
    /// The options for finding layers and for the setting. A new profile starts with the default options,
    /// unless setOptions() was called while no profile was open.
    const StudyOptions& options() const { return m_options; }
    const LayerOptions& layerOptions() const { return m_options.layers; }
    const SettingOptions& setting() const { return m_options.setting; }
    const Plan& plan() const { return m_plan; }
    StagePlacement placement() const { return m_study.place(m_plan.splitPlan()); }
    /// The latest result, which may belong to an older plan.
    PartitionResultPtr result() const { return m_result; }
    /// Whether result() belongs to plan().
    bool resultIsCurrent() const { return m_result && m_result->estimate.plan == m_plan.splitPlan(); }
    /// The results of the self-checks, which start after the first estimate. Null until all checks are done.
    SelfCheckResultPtr selfChecks() const { return m_study.checks; }
    /// The warnings about a plan or its figures. `estimate` is null if the plan's estimate is unknown.
    std::vector<PlanWarning> warnings(const PlanEstimate* estimate) const {
        return m_study.warnings(estimate);
    }
    std::vector<PlanWarning> warnings() const {
        return warnings(resultIsCurrent() ? &m_result->estimate : nullptr);
    }
    /// The optimum for the plan's constraints; null until it has been found, which requires a complete table.
    OptimumPtr optimum() const { return m_optimum; }
    /// The interval table, filled in the background. Null without an estimator or with too many layers.
    IntervalTablePtr table() const { return m_study.table; }
    /// The error of the last failed load, or of the last failed change of layer options.
    std::optional<Error> lastError() const { return m_lastError; }
    /// The paths that the open profile was read from.
    QStringList sourcePaths() const { return m_paths; }
    /// The paths of the profile that is being opened, perhaps while the old profile is still open.
    QStringList loadingPaths() const { return m_loadingPaths; }
    /// Whether a profile is being opened. cancel() stops the opening.
    bool loading() const { return !m_loadingPaths.isEmpty(); }
    /// By layer: its estimate; empty until it has been computed. Null unless the state is Ready.
    LayerEstimatesPtr layerEstimates() const { return m_layerEstimates; }
    /// The cycles of the entries. Null unless Ready; also null in PopLiner's setting, or if the profile lacks
    /// cycles.
    EntryCyclesPtr cycles() const { return m_study.cycles; }
    /// The estimated time of a plan; empty if cycles() is null.
    std::optional<PipelineTime> timeOf(const PlanEstimate& estimate) const {
        return m_study.timeOf(estimate);
    }
    /// The report that is compared with the open one.
    Comparison* comparison() { return &m_comparison; }
    double tableFraction() const { return m_tableFraction; } ///< the filled share of table(); 0 if it is null
    Job job() const { return m_job; }
    /// Whether the open profile was opened again because opening another profile failed.
    bool restored() const { return m_restored; }
    /// Whether the open profile was reloaded and its plan was kept.
    bool reloaded() const { return m_reloaded; }
    /// Whether the last reload() failed. Another reload() can then restore the plan.
    bool canRetryReload() const { return m_state == State::Failed && m_previous.has_value(); }

    void open(const QStringList& paths);
    void reload();
    void cancel(); ///< cancels a running load, solve or change of the layers
    void close();  ///< returns to Empty
    /// Sets new options for finding layers and for the setting; if no profile is open, for the next profile.
    /// Does nothing while a profile is being opened. If `plan` has as many layers as the new layer list,
    /// `plan` becomes the current plan; otherwise, the current splits are matched by layer name. Calls
    /// `replaced` with the old options and plan before it emits layersChanged(). On failure, emits
    /// layerOptionsFailed() and changes nothing. Cancels an earlier call that is still running.
    void setOptions(const StudyOptions& options, const std::optional<Plan>& plan = {},
                    const std::function<void(const StudyOptions& options, const Plan& plan)>& replaced = {});
    void setLayerOptions(const LayerOptions& options) { setOptions({options, m_options.setting}); }
    void setSetting(const SettingOptions& setting) { setOptions({m_options.layers, setting}); }
    /// Changes the plan. All edits, including undo and redo, call this function.
    void setPlan(const Plan& plan, ChangeKind change = ChangeKind::Final);
    /// Starts a solve. A greedy solve works only in PopLiner's setting. The signal solved() reports the
    /// result, unless the plan or its constraints change in the meantime.
    void solve(Objective objective);

signals:
    void stateChanged(tileline::Session::State state);
    void loadProgress(tileline::Phase phase, double fraction);
    void loadFailed(const tileline::Error& error);
    void loadCancelled();
    /// Emitted when a directory contains several profiles. No profile was opened; call open() with the paths
    /// of one of the `choices`.
    void choiceNeeded(const QString& directory, const std::vector<tileline::ProfileChoice>& choices);
    void profileChanged(); ///< a profile was opened or closed; layersChanged() follows
    /// Emitted when the layers or the setting have changed and the plan has been adapted. planChanged()
    /// follows.
    void layersChanged();
    void layerOptionsFailed(const tileline::Error& error);
    void planChanged();                  ///< the plan and perhaps optimum() and result() have changed
    void resultChanged();                ///< result() has changed, but the plan has not
    void tableProgress(double fraction); ///< how full the table is; 1 when complete
    void selfChecksChanged();
    void optimumChanged(); ///< an optimum was found
    void solved(const tileline::SolveAnswer& answer);
    void layerEstimatesChanged();
    void jobChanged(tileline::Job job); ///< job() has changed

private:
    /// The data for a reload, and for opening the old profile again if a new one cannot be opened.
    struct PreviousStudy {
        QStringList paths;
        StudyOptions options;
        Plan plan;
        Layers names; ///< the plan's layers: only their names, without operations
    };

    // Opening.
    void beginOpening(const QStringList& paths, bool again);
    void startLoad(const QStringList& paths);
    void preflightDone(const Preflight& found);
    void read(const ProfileSource& source);
    void readDone(Study study);
    void fail(const Error& failure);
    bool reopen();
    void release();
    Study replaceStudy(Study next);
    void setState(State newState);
    void setLoading(const QStringList& paths);
    void layersFailed(const Error& error);

    // The plan.
    void startPartition();
    void estimate(ChangeKind change);
    void askForOptimum();
    void beginSelfChecks();
    PartitionScheduler::Events partitionEvents();
    void reportJob();

    State m_state = State::Empty;
    Study m_study;
    StudyOptions m_options; ///< options of the study; if none is open, options of the next study
    Plan m_plan;
    PartitionResultPtr m_result;
    OptimumPtr m_optimum;
    LayerEstimatesPtr m_layerEstimates;
    double m_tableFraction = 0;
    std::optional<Error> m_lastError;
    QStringList m_paths;
    QStringList m_loadingPaths; ///< paths of the profile that is being opened, if any
    std::optional<PreviousStudy> m_previous;
    std::weak_ptr<const Profile> m_former; ///< the previous profile, to be freed before the next one is read
    bool m_reopening = false;
    bool m_restored = false;
    bool m_reloading = false; ///< whether reload() is reading the profile again
    bool m_reloaded = false;
    uint64_t m_partitioning = 0; ///< the number that PartitionScheduler::setStudy() returned
    Job m_schedulerJob = Job::None;
    Job m_job = Job::None;

    GuiQueue m_queue;
    PartitionScheduler m_scheduler; ///< declared after m_queue: its thread uses m_queue until it ends
    LatestTask m_loading{this};     ///< runs a load or a change of the layers
    LatestTask m_checking{this};    ///< the self-checks
    Comparison m_comparison{this};
    bool m_checksBegun = false; ///< whether the checks of the open profile have begun
};

} // namespace tileline
