// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/convert/convertsettings.h"
#include "core/partition/plan.h"
#include "core/session/partitionevents.h"
#include "core/session/profilechoice.h"

#include <QObject>
#include <QStringList>

#include <memory>
#include <optional>

namespace tileline {

/// The one document of a window: a profile, its layers, the plan. Lives on the GUI thread; loading and
/// estimating run on worker threads of its own and report by queued calls. Views call the session and listen
/// to it, never each other. The destructor stops the threads and joins them, in well under 100 ms.
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

    State state() const;
    ProfilePtr profile() const;          ///< null unless Ready
    LayersPtr layers() const;            ///< null unless Ready
    StageEstimatorPtr estimator() const; ///< null unless Ready
    const LayerOptions& layerOptions() const;
    const Plan& plan() const;
    PartitionResultPtr result() const; ///< the last true result; may belong to an older plan
    bool resultIsCurrent() const;      ///< result() belongs to plan().splitPlan()
    OptimumPtr optimum() const;        ///< null until the table is complete, or after a change it waits for
    IntervalTablePtr table() const; ///< null unless Ready, or with too many layers; rows appear as it fills
    std::optional<Error> lastError() const; ///< of the last load or change of layer options that failed
    QStringList sourcePaths() const;        ///< what the open profile was opened from
    QStringList loadingPaths() const; ///< what is being opened, also while the old profile is still there
    bool loading() const;             ///< something is being opened: cancel() ends it
    LayerEstimatesPtr layerEstimates() const; ///< single layers; null unless Ready; fills up after a load
    double tableFraction() const;             ///< how far the interval table is; 0 where there is none
    Job job() const;
    /// The open profile is the former one, read again because another one could not be opened.
    bool restored() const;

    /// How Poplar's own profiles are converted; for what is opened from now on.
    void setConvertSettings(const ConvertSettings& settings);
    void open(const QStringList& paths);
    void cancel(); ///< the load or solve that runs
    void close();  ///< back to Empty
    /// New layer options. Splits follow by layer name, or are those of `plan` where it has as many layers as
    /// there are then. Fails with layerOptionsFailed(), leaving all as it was.
    void setLayerOptions(const LayerOptions& options, const std::optional<Plan>& plan = {});
    /// The one way to change the plan. Undo commands call it.
    void setPlan(const Plan& state, Change change = Change::Final);
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
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tileline
