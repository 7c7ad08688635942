// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/stageestimator.h"

#include <atomic>
#include <memory>
#include <vector>

namespace tileline {

/// The estimate of every interval of layers. Filled by one thread, a row (all intervals that begin with one
/// layer) at a time; read by any thread while it is being filled. A row that is there never changes.
class IntervalTable {
public:
    /// Empty table for `estimator`.
    explicit IntervalTable(StageEstimatorPtr estimator);
    ~IntervalTable();

    const StageEstimator& estimator() const;
    size_t layerCount() const;

    /// Whether the intervals that begin with `first` are there.
    bool hasRow(LayerIndex first) const;
    bool complete() const;
    size_t rowsReady() const;

    /// The estimate of a stage, or null where its row is not there yet.
    const StageEstimate* find(LayerRange stage) const;

    /// Computes the row of `first` if it is not there. Only one thread may fill at a time.
    Outcome<Done> fillRow(LayerIndex first, Workers& workers, std::stop_token stop = {});
    /// Computes all rows: those that `plan`'s stages begin with first, then their neighbours outwards.
    Outcome<Done> fill(const SplitPlan& plan, Workers& workers, Progress progress = {},
                       std::stop_token stop = {});
    /// The order in which fill() computes the rows.
    static std::vector<LayerIndex> fillOrder(const SplitPlan& plan);

    /// Whether a table for so many layers is sensible; beyond, stages are estimated one by one.
    static bool feasible(size_t layerCount);

    size_t byteSize() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

using IntervalTablePtr = std::shared_ptr<IntervalTable>;

} // namespace tileline
