// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/convert/convertsettings.h"
#include "core/partition/plan.h"
#include "core/session/document.h"
#include "core/session/guiqueue.h"
#include "core/session/latesttask.h"
#include "core/session/partitionscheduler.h"
#include "core/session/profilechoice.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

namespace tileline {

struct Preflight;
struct ProfileSource;

/// The one document of a window: a profile, its layers, the plan. Lives on the GUI thread; loading and
/// estimating run on other threads and report by queued calls. Views call the session and listen to it,
/// never each other. The destructor stops what runs, in well under 100 ms.
///
///             open()            loaded
///     Empty ─────────▶ Loading ─────────▶ Ready
///       ▲                │  ▲               │
///       └────────────────┤  └───────────────┘ open(): first a quick check of the new file. Where it fails,
///        cancel()        │                    loadFailed() and nothing else; where it passes, the old
///                        ▼ failed             profile is freed, then the new one read
///                      Failed
///
/// Where reading the new profile then fails or is cancelled, the old one is read again, with its layers and
/// its plan, and the session is Ready with it.
///
/// Memory comes first: two large profiles are never held at once.
class Session : public QObject {
    Q_OBJECT
public:
    enum class State { Empty, Loading, Ready, Failed };
    Q_ENUM(State)

    explicit Session(QObject* parent = nullptr);
    ~Session() override;

    State state() const { return m_state; }
    ProfilePtr profile() const { return m_document.profile; }            ///< null unless Ready
    LayersPtr layers() const { return m_document.layers; }               ///< null unless Ready
    StageEstimatorPtr estimator() const { return m_document.estimator; } ///< null unless Ready
    const LayerOptions& layerOptions() const { return m_options; }
    const Plan& plan() const { return m_plan; }
    /// The last true result; may belong to an older plan.
    PartitionResultPtr result() const { return m_result; }
    /// result() belongs to plan().
    bool resultIsCurrent() const { return m_result && m_result->estimate.plan == m_plan.splitPlan(); }
    /// Null until the table is complete, or after a change it waits for.
    OptimumPtr optimum() const { return m_optimum; }
    /// Null unless Ready, or with too many layers; rows appear as it fills.
    IntervalTablePtr table() const { return m_document.table; }
    /// Of the last load or change of layer options that failed.
    std::optional<Error> lastError() const { return m_lastError; }
    /// What the open profile was opened from.
    QStringList sourcePaths() const { return m_paths; }
    /// What is being opened, also while the old profile is still there.
    QStringList loadingPaths() const { return m_loadingPaths; }
    /// Something is being opened: cancel() ends it.
    bool loading() const { return !m_loadingPaths.isEmpty(); }
    /// Single layers; null unless Ready; fills up after a load.
    LayerEstimatesPtr layerEstimates() const { return m_layerEstimates; }
    double tableFraction() const { return m_tableFraction; } ///< of the interval table; 0 where there is none
    Job job() const { return m_job; }
    /// The open profile is the former one, read again because another one could not be opened.
    bool restored() const { return m_restored; }

    /// How Poplar's own profiles are converted; for what is opened from now on.
    void setConvertSettings(const ConvertSettings& settings) { m_convertSettings = settings; }
    void open(const QStringList& paths);
    void cancel(); ///< the load or solve that runs
    void close();  ///< back to Empty
    /// New layer options. Splits follow by layer name, or are those of `plan` where it has as many layers as
    /// there are then. Fails with layerOptionsFailed(), leaving all as it was.
    void setLayerOptions(const LayerOptions& options, const std::optional<Plan>& plan = {});
    /// The one way to change the plan. Undo commands call it.
    void setPlan(const Plan& plan, ChangeKind change = ChangeKind::Final);
    /// Answered by solved(), unless the plan or its constraints change before.
    void solve(Objective objective);

signals:
    void stateChanged(tileline::Session::State state);
    void loadProgress(tileline::Phase phase, double fraction);
    void loadFailed(const tileline::Error& error);
    void loadCancelled();
    /// The directory holds several profiles: nothing changed, and open() takes the paths of one of them.
    void choiceNeeded(const QString& directory, const std::vector<tileline::ProfileChoice>& choices);
    void profileChanged(); ///< another profile, or none
    void layersChanged();  ///< other layers of the same or another profile; the plan was remapped
    void layerOptionsFailed(const tileline::Error& error);
    void planChanged();
    void resultChanged();
    void tableProgress(double fraction); ///< 1 when it is complete
    void optimumChanged();
    void solved(const tileline::SolveAnswer& answer);
    void layerEstimatesChanged();
    void jobChanged(tileline::Job job); ///< what runs now, for the status bar

private:
    /// What is kept of an open document while another one is loaded in its place.
    struct PreviousDocument {
        QStringList paths;
        LayerOptions options;
        Plan plan;
        Layers names; ///< the layer list that the plan is for, without operations
    };

    // Opening.
    void startLoad(const QStringList& paths);
    void preflightDone(const Preflight& found);
    void askForChoice(const std::vector<ProfileChoice>& choices);
    void read(const ProfileSource& source);
    void readDone(Outcome<Document> outcome);
    void fail(const Error& failure);
    bool reopen();
    void release();
    Document replaceDocument(Document next);
    void setState(State newState);
    void setLoading(const QStringList& paths);
    void layersDone(Outcome<Document> outcome, const LayerOptions& options, const std::optional<Plan>& plan);

    // The plan.
    void startPartition();
    void estimate(ChangeKind change);
    void askForOptimum();
    PartitionScheduler::Events partitionEvents();
    void setSchedulerJob(Job newJob);
    void reportJob();

    State m_state = State::Empty;
    Document m_document;
    ConvertSettings m_convertSettings;
    LayerOptions m_options;
    Plan m_plan;
    PartitionResultPtr m_result;
    OptimumPtr m_optimum;
    LayerEstimatesPtr m_layerEstimates;
    double m_tableFraction = 0;
    std::optional<Error> m_lastError;
    QStringList m_paths;
    QStringList m_loadingPaths; ///< not empty: something is being opened
    std::optional<PreviousDocument> m_previous;
    std::weak_ptr<const Profile> m_former; ///< is freed before another one is read
    bool m_reopening = false;
    bool m_restored = false;
    uint64_t m_partitioning = 0; ///< the scheduler's number of the document
    Job m_schedulerJob = Job::None;
    Job m_job = Job::None;

    GuiQueue m_queue;
    PartitionScheduler m_scheduler; ///< its thread is joined before the queue goes
    LatestTask m_loading;           ///< a load, or a change of the layers
};

} // namespace tileline
