// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/base/lists.h"
#include "core/base/parallel.h"
#include "core/layers/pipelineentries.h"

#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace tileline {

/// The kinds of memory that the program for one IPU keeps but a pipeline frees.
struct Freed {
    /// With a checkpoint at every layer, the layers are computed again one at a time, so their activations do
    /// not stay live from the forward pass to the backward pass.
    bool activations = false;
    /// A weight's gradient is added to the accumulator and freed as soon as the gradient is computed.
    bool gradients = false;
    /// The optimizer state of only one weight at a time is in the tile memory.
    bool state = false;

    bool operator==(const Freed&) const = default;
};

/// The steps in which each lowered variable is live in the pipeline setting. These are the steps of the
/// variable's equivalence class, minus the steps in which a pipeline has freed the variable. The steps are
/// the same in every plan. Immutable.
///
/// A variable is an activation if all of the following hold: it is not always live; its name has no PopART
/// mark, such as "Gradient___"; its first user is an entry, not the host; it has a forward user; and it is
/// live across the pivot. If activations are freed, an activation is counted as live until the last step of
/// its forward users. From the pivot on, the activation is counted as live again in the backward steps of its
/// segments. The segments of an activation are the entry of the first operation that uses it, and the entries
/// that use it in the backward pass.
/// Input and the first layer are one segment. The steps of an outlined operation span all its calls, and do
/// not show where a use ends. If such an operation uses an activation in the forward pass, the activation is
/// therefore counted as live until the pivot. If gradients are freed, the gradient of a weight is counted as
/// live until the last step of the operations that output the gradient. If optimizer state is freed, only the
/// largest state variable on each tile is counted (PipelineUses::largestState).
class LiveClasses {
public:
    explicit LiveClasses(const Profile& profile)
        : m_profile(&profile) {}
    /// For each lowered variable, `owner` contains the owner, and `tree` contains the uses. `weights`
    /// contains 1 for each unlowered variable that is a weight; `weights` is empty if it is uncertain which
    /// variables are weights.
    static Outcome<LiveClasses> find(const Profile& profile, const PipelineEntries& entries,
                                     const class UseTree& tree, std::span<const uint32_t> owner,
                                     std::span<const uint8_t> weights, const std::stop_token& stop);

    /// The class of a lowered variable. If a pipeline frees the variable's memory, the number of the class is
    /// higher than the numbers of all classes of the profile.
    ClassIndex of(size_t row, const Freed& freed) const {
        const uint32_t own = ownOf(row);
        return own > 0 && frees(freed, m_own[own - 1].what) ? ClassIndex{profileCount() + own - 1}
                                                            : m_profile->lowered.liveClass[row];
    }
    std::span<const StepInterval> intervals(ClassIndex of) const {
        return of.index() < profileCount() ? m_profile->equivalenceClasses[of.index()]
                                           : m_intervals[of.index() - profileCount()];
    }
    /// The number of classes, including those of the profile.
    uint32_t count() const { return profileCount() + static_cast<uint32_t>(m_own.size()); }
    /// For the class of a freed gradient: the gradient's class in the profile. For other classes: empty.
    std::optional<ClassIndex> unfreedGradient(ClassIndex of) const;
    /// Whether a lowered variable is optimizer state.
    bool isState(size_t row) const {
        const uint32_t own = ownOf(row);
        return own > 0 && m_own[own - 1].what == What::State;
    }
    /// The kinds of memory in `freed` that occur in this profile.
    Freed relevant(const Freed& freed) const;
    size_t byteSize() const;

private:
    enum class What : uint8_t { Activation, Gradient, State };
    struct Own {
        What what{};
        ClassIndex unfreed;
    };
    class Finder;

    static bool frees(const Freed& freed, What what) {
        return what == What::Activation ? freed.activations
               : what == What::Gradient ? freed.gradients
                                        : freed.state;
    }
    /// 1 plus the position of a lowered variable's class in m_own; 0 if the class is not there.
    uint32_t ownOf(size_t row) const {
        return !m_ownOfRow.empty() ? m_ownOfRow[row] : m_manyOwnOfRow.empty() ? 0 : m_manyOwnOfRow[row];
    }
    uint32_t profileCount() const { return static_cast<uint32_t>(m_profile->equivalenceClasses.size()); }

    const Profile* m_profile;
    // For each lowered variable, the result of ownOf(). If 16 bits suffice for all results, they are in
    // m_ownOfRow, otherwise in m_manyOwnOfRow. If both vectors are empty, all results are 0.
    std::vector<uint16_t> m_ownOfRow;
    std::vector<uint32_t> m_manyOwnOfRow;
    std::vector<Own> m_own;
    Lists<StepInterval> m_intervals; ///< live steps of the classes in m_own
};

} // namespace tileline
