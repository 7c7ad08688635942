// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/partition/stageestimator.h"

#include <atomic>
#include <memory>
#include <vector>

namespace tileline {

/// The estimate of every interval of layers. A row holds all intervals that begin with one layer. One thread
/// fills the table row by row; any thread may read it at the same time. A filled row never changes.
class IntervalTable {
public:
    /// Empty table for `estimator`.
    explicit IntervalTable(StageEstimatorPtr estimator);
    ~IntervalTable();

    const StageEstimator& estimator() const;
    size_t layerCount() const;

    /// Whether the row of intervals that begin with `first` is filled.
    bool hasRow(LayerIndex first) const;
    bool complete() const;
    size_t rowsReady() const;

    /// The estimate of a stage, or null if its row is not filled yet.
    const StageEstimate* find(LayerRange stage) const;

    /// Computes the row of `first` unless it is already filled. Only one thread may fill the table at a time.
    Outcome<Done> fillRow(LayerIndex first, Workers& workers, std::stop_token stop = {});
    /// Computes all rows: first the rows of the layers at which `plan`'s stages begin, then the other rows by
    /// increasing distance from those.
    Outcome<Done> fill(const SplitPlan& plan, Workers& workers, Progress progress = {},
                       std::stop_token stop = {});
    /// The order in which fill() computes the rows.
    static std::vector<LayerIndex> fillOrder(const SplitPlan& plan);

    /// Whether a table for `layerCount` layers is practical. If it is not, stages are estimated one by one.
    static bool feasible(size_t layerCount);

    size_t byteSize() const;

private:
    struct State;
    std::unique_ptr<State> m_state;
};

using IntervalTablePtr = std::shared_ptr<IntervalTable>;

} // namespace tileline
