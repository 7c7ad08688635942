// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/pipelineentries.h"
#include "core/plan/splitplan.h"

#include <array>
#include <span>
#include <vector>

namespace tileline {

/// The windows in which the memory of a stage is measured. A window is an interval of liveness steps.
///
/// In PopLiner's setting, a stage has one window:
///
///   first  is the first step of the stage's first operation in a layer, or of its first operation if none is
///          in a layer;
///   last   is the last step of the operation that comes last in the stage's list. Operations that come
///          earlier in the list may run later.
///
/// Therefore, `last` can be before `first`. In that case, PopLiner aborts, but Tileline repairs the window.
/// The repaired window begins at the earliest first step and ends at the latest last step of any operation in
/// the stage. One more layer changes the window, so the larger stage can need less memory. The cost of an
/// interval of layers is therefore not monotone.
///
/// In the pipeline setting, a stage has one window for its forward operations and one for its backward
/// operations. Each window extends from the earliest first step to the latest last step of the stage's
/// operations in one pass. Between the forward window and the backward window, other IPUs work. The steps of
/// an outlined operation or a host operation span all its calls, which may be far apart. Therefore, such an
/// operation counts only if the stage has no other operations in the window's pass.
///
/// Operations that run in no liveness step are ignored.
class StageWindows {
public:
    /// The steps first..last, both included. The members are positions in steps().
    struct Window {
        uint32_t first = 0;
        uint32_t last = 0;
    };
    /// Up to four windows, sorted by first step: an IPU with two stages has two windows for each pass. There
    /// are no windows if no operation runs in any step.
    struct Windows {
        std::array<Window, 4> window{};
        uint32_t count = 0;
        bool repaired = false;

        const Window* begin() const { return window.data(); }
        const Window* end() const { return window.data() + count; }
        void add(Window added);
    };

    StageWindows(const Profile& profile, const Layers& layers);
    StageWindows(const Profile& profile, const PipelineEntries& entries);

    /// All steps at which a window can begin or end, ascending.
    std::span<const StepIndex> steps() const { return m_steps; }
    /// The steps at which a window can begin, ascending.
    std::span<const StepIndex> firstSteps() const { return m_firstSteps; }
    Windows windows(LayerRange stage) const;

private:
    /// The earliest first step and the latest last step of a group of operations, as positions in m_steps.
    struct Span {
        bool any = false;
        uint32_t first = 0;
        uint32_t last = 0;

        void add(uint32_t from, uint32_t to);
        void add(const Span& other);
    };
    /// What the operations of one layer contribute to PopLiner's window. Steps are positions in m_steps.
    struct LayerSteps {
        Span all;
        uint32_t firstPosition = 0; ///< position of the layer's first operation among all operations
        uint32_t lastPosition = 0;
        uint32_t firstStep = 0; ///< first step of the layer's first operation
        uint32_t lastStep = 0;  ///< last step of the layer's last operation
    };
    /// The spans of one entry's operations in one pass.
    struct PassSteps {
        Span others;
        Span outlinedOrHost;
    };
    using EntrySteps = std::array<PassSteps, 2>; ///< forward, backward

    template <class Visit>
    void forEachStep(const Visit& visit);
    void positionSteps();

    std::vector<StepIndex> m_steps;
    std::vector<StepIndex> m_firstSteps;
    std::vector<LayerSteps> m_layers;  ///< PopLiner's setting
    std::vector<EntrySteps> m_entries; ///< pipeline setting

public:
    /// The windows of a stage to which layers are added one by one, in the order of the layer list.
    class Growing {
    public:
        explicit Growing(const StageWindows& windows)
            : m_windows(windows) {}
        void add(LayerIndex layer);
        Windows windows() const;

    private:
        void addLayer(const LayerSteps& steps, bool inLayer);

        const StageWindows& m_windows;
        LayerSteps m_stage;
        bool m_firstInLayer = false;
        EntrySteps m_passes;
    };
};

} // namespace tileline
