// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/analysis/layers.h"
#include "core/partition/splitplan.h"

#include <span>
#include <vector>

namespace tileline {

/// The window of liveness steps in which the memory of a stage is measured, as PopLiner chooses it:
///
///   first  is the first step of the stage's first operation in a layer, or of its first operation if none is
///          in a layer;
///   last   is the last step of the stage's last operation, which need not be the maximum.
///
/// Therefore `last` can be before `first`. PopLiner aborts in this case. Tileline repairs the window: it
/// begins at the minimum first step and ends at the maximum last step of the stage. Because the window
/// depends on the layers, a stage can need less memory after a layer is added: the cost of an interval of
/// layers is not monotone. Operations that run in no liveness step are ignored.
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
    /// The steps that a window can begin with, ascending.
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
        uint32_t firstPosition = 0; ///< position of its first operation among all operations
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
