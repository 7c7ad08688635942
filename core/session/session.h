// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/base/error.h"
#include "core/base/progress.h"
#include "core/partition/greedysolver.h"
#include "core/partition/optimalsolver.h"
#include "core/partition/stageestimator.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <memory>
#include <optional>

namespace tileline {

/// Everything that a plan consists of besides the profile: what undo, plan files and the partitioner see.
struct PlanState {
    SplitPlan plan;
    uint32_t ipus = 4; ///< greatest number of IPUs
    uint64_t memoryPerTile = DefaultMemoryPerTile;
    std::vector<uint64_t> ipuMemory; ///< limits of single IPUs; see SolveRequest
    std::vector<LayerIndex> pinned;
    std::vector<LayerIndex> forbidden;

    bool operator==(const PlanState&) const = default;
};

/// What the partitioner found for one request. Carries the plan it belongs to; immutable.
struct PartitionResult {
    uint64_t generation = 0; ///< of the request; results only ever get newer
    PlanEstimate estimate;
};
using PartitionResultPtr = std::shared_ptr<const PartitionResult>;

/// What the solvers say of the profile once its interval table is complete.
struct Optimum {
    SolveRequest request;                            ///< what it was asked for
    SolveResult result;                              ///< best plan for the IPUs of the plan state
    std::vector<std::optional<SolvedPlan>> tradeOff; ///< least peak by number of IPUs, from 1
};
using OptimumPtr = std::shared_ptr<const Optimum>;

/// How eager a change of the plan is.
enum class Change {
    Dragging, ///< more of the same follow at once: a running estimate is left to finish
    Final,    ///< the user let go: a running estimate is cancelled for this one
};

/// Outcome of a solve that the user asked for.
struct SolveAnswer {
    Objective objective = Objective::LeastPeak;
    bool greedy = false;
    GreedyResult greedyResult;          ///< where greedy
    std::optional<SolveResult> optimal; ///< where not greedy
    std::optional<SplitPlan> plan;      ///< the plan to take, if there is one
};

/// The one document of a window: a profile, its layers, the plan. Lives on the GUI thread; loading and
/// estimating run on worker threads of its own and report by queued signals. Views call the session and
/// listen to it, never each other. The destructor stops the threads and joins them, in well under 100 ms.
///
/// State: Empty → Loading → Ready, or back to what was there with loadFailed(). A document that is open stays
/// as it was when a load fails before the new profile was found sound... but memory comes first: opening a
/// second profile frees the first before it reads, so the path and plan of the first are kept for reopen().
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
    const PlanState& planState() const;
    PartitionResultPtr result() const; ///< the last true result; may belong to an older plan
    bool resultIsCurrent() const;      ///< result() belongs to planState().plan
    OptimumPtr optimum() const;        ///< null until the table is complete, or after a change it waits for
    IntervalTablePtr table() const;    ///< null unless Ready; rows appear while it is filled
    std::optional<Error> lastError() const; ///< of the last load or change of layer options that failed
    QStringList sourcePaths() const;        ///< what the open profile was opened from

    void open(const QStringList& paths);
    void cancel(); ///< the load or solve that runs
    void close();  ///< back to Empty
    /// New layer options. Splits follow by layer name. Fails with layerOptionsFailed(), leaving all as it
    /// was.
    void setLayerOptions(const LayerOptions& options);
    /// The one way to change the plan. Undo commands call it.
    void setPlanState(const PlanState& state, Change change = Change::Final);
    void solveGreedy();
    void solveOptimal(Objective objective);

signals:
    void stateChanged(tileline::Session::State state);
    void loadProgress(tileline::Phase phase, double fraction);
    void loadFailed(const tileline::Error& error);
    void loadCancelled();
    void profileChanged(); ///< another profile, or none
    void layersChanged();  ///< other layers of the same or another profile; the plan was remapped
    void layerOptionsFailed(const tileline::Error& error);
    void planChanged();
    void resultChanged();
    void tableProgress(double fraction); ///< 1 when it is complete
    void optimumChanged();
    void solved(const tileline::SolveAnswer& answer);
    void jobChanged(const QString& job); ///< what runs now, for the status bar; empty: nothing

private:
    class Private;
    std::unique_ptr<Private> d;
};

} // namespace tileline
