// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/partition/splitplan.h"

#include <span>
#include <vector>

namespace tileline {

/// The liveness steps in which a stage is looked at, as PopLiner chooses them. Operations are added to a
/// stage in their order, and
///
///   first  is the first step of the first operation added; as soon as one in a layer comes, of that one;
///   last   is the last step of the operation added last, which need not be the maximum.
///
/// So `last` can lie before `first`. PopLiner aborts then; here the window is repaired to the minimum first
/// and the maximum last step of the stage. And so a stage can need less when a layer is added to it: the
/// cost of an interval of layers is not monotone. Operations that run in no liveness step have no part in it.
class StageWindows {
public:
    /// Steps first..last, both included, as positions in steps().
    struct Window {
        uint32_t first = 0;
        uint32_t last = 0;
        bool empty = true; ///< no operation of the stage runs in any step
        bool repaired = false;
    };

    explicit StageWindows(const Profile& profile, const Layers& layers);

    /// All steps that a window can begin or end with, ascending.
    std::span<const StepIndex> steps() const { return m_steps; }
    /// Those that a window can begin with.
    std::span<const StepIndex> firstSteps() const { return m_firstSteps; }
    Window window(LayerRange stage) const;

    /// Window of a stage that grows, one layer at a time, in the order of the layer list.
    class Growing {
    public:
        explicit Growing(const StageWindows& windows)
            : m_windows(windows) {}
        void add(LayerIndex layer);
        Window window() const;

    private:
        const StageWindows& m_windows;
        bool m_any = false;
        bool m_firstInLayer = false;
        uint32_t m_firstPosition = 0;
        uint32_t m_lastPosition = 0;
        uint32_t m_first = 0;
        uint32_t m_last = 0;
        uint32_t m_minimum = 0;
        uint32_t m_maximum = 0;
    };

private:
    /// What one layer's operations contribute. Steps are positions in m_steps.
    struct LayerSteps {
        bool any = false;
        uint32_t firstPosition = 0; ///< of its first operation, among all
        uint32_t lastPosition = 0;
        uint32_t firstStep = 0; ///< of its first operation
        uint32_t lastStep = 0;  ///< of its last operation
        uint32_t minFirst = 0;
        uint32_t maxLast = 0;
    };

    std::vector<StepIndex> m_steps;
    std::vector<StepIndex> m_firstSteps;
    std::vector<LayerSteps> m_layers;
};

} // namespace tileline
