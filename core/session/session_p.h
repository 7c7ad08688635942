// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/document.h"
#include "core/session/guiqueue.h"
#include "core/session/jobthread.h"
#include "core/session/partitionscheduler.h"
#include "core/session/session.h"

#include <filesystem>
#include <optional>
#include <vector>

namespace tileline {

/// What is kept of an open document while another one is loaded in its place.
struct Bookmark {
    QStringList paths;
    LayerOptions options;
    Plan plan;
    Layers names; ///< the layer list that the plan is for, without operations
};

/// The state machine of Session. All members are used on the session's thread; only what the threads are
/// given crosses over.
class Session::Private {
public:
    explicit Private(Session* session);
    ~Private();

    // Opening.
    void open(const QStringList& paths);
    void cancel();
    void close();
    void startLoad(const QStringList& paths);
    void preflightDone(const Preflight& found);
    void askForChoice(const std::vector<ProfileChoice>& choices);
    void read(const ProfileSource& source);
    void readDone(Outcome<Document> outcome);
    void adopt(Document newDocument);
    void fail(const Error& failure);
    bool reopen();
    void release();
    void dispose();
    void setState(State newState);
    void setLoading(const QStringList& paths);
    Progress::Callback progressOf(uint64_t ofLoad);

    // Layers.
    void setLayerOptions(const LayerOptions& newOptions, const std::optional<Plan>& planThen);
    void layersDone(Outcome<Document> outcome, const LayerOptions& newOptions,
                    const std::optional<Plan>& planThen);

    // The plan.
    void setPlan(const Plan& newPlan, Change change);
    void startPartition();
    void estimate(Change change);
    void askForOptimum();
    void solve(Objective objective);
    PartitionScheduler::Events partitionEvents();
    void setSchedulerJob(Job newJob);
    void reportJob();

    Session* const q;
    State state = State::Empty;
    Document document;
    ConvertSettings convertSettings;
    LayerOptions options;
    Plan plan;
    PartitionResultPtr result;
    OptimumPtr optimum;
    LayerEstimatesPtr layerEstimates;
    double tableFraction = 0;
    std::optional<Error> lastError;
    QStringList paths;
    QStringList loadingPaths; ///< not empty: something is being opened
    std::optional<Bookmark> bookmark;
    bool reopening = false;
    bool restored = false;
    bool findingLayers = false;
    uint64_t load = 0; ///< number of the newest load or change of layers; what older ones say is dropped
    uint64_t partitioning = 0; ///< the scheduler's number of the document
    Job schedulerJob = Job::None;
    Job job = Job::None;

    GuiQueue queue;
    PartitionScheduler scheduler;
    JobThread loader; ///< the threads last, so that they are joined before the queue goes
};

} // namespace tileline
