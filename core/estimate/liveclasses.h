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

/// The kinds of memory of the program for one IPU that a pipeline frees.
struct Freed {
    /// With a checkpoint at every layer, one layer at a time is computed again: its activations do not live
    /// from the forward pass to the backward pass.
    bool activations = false;
    /// The gradient of a weight is added to its accumulator as soon as it is made.
    bool gradients = false;
    /// The optimizer's state is fetched for one weight at a time.
    bool state = false;

    bool operator==(const Freed&) const = default;
};

/// The steps in which the lowered variables of the pipeline setting live: those of their equivalence classes,
/// but for what a pipeline frees. That is the same in every plan. Immutable.
///
/// An activation is not always live, has no mark in its name, is first used by an entry, has a forward user,
/// and lives across the pivot. If activations are freed, it counts before the pivot up to the last step of
/// its forward users, and from the pivot on in the backward steps of its segments: of its owner and of the
/// entries that use it there. Input and the first layer are one segment. Outlined operations, whose steps
/// span all their calls, do not tell where a use ends: after one, the variable counts up to the pivot.
///
/// The gradient of a weight counts up to the last step of the operations that have it as an output.
///
/// Of the optimizer's state, nothing counts in all steps: see StateBytes.
class LiveClasses {
public:
    /// The classes of the profile.
    explicit LiveClasses(const Profile& profile)
        : m_profile(&profile) {}
    /// `owner` and `node` are those of each lowered variable, `weights` says by variable whether it is a
    /// weight.
    static Outcome<LiveClasses> find(const Profile& profile, const PipelineEntries& entries,
                                     const class UseTree& tree, std::span<const uint32_t> owner,
                                     std::span<const uint8_t> weights, const std::stop_token& stop);

    /// The class of a lowered variable. Classes with numbers beyond the profile's are those of freed memory.
    ClassIndex of(size_t row, const Freed& freed) const {
        const uint32_t own = ownOf(row);
        return own > 0 && frees(freed, m_own[own - 1].what) ? ClassIndex{profileCount() + own - 1}
                                                            : m_profile->lowered.liveClass[row];
    }
    std::span<const StepInterval> intervals(ClassIndex of) const {
        return of.index() < profileCount() ? m_profile->equivalenceClasses[of.index()]
                                           : m_intervals[of.index() - profileCount()];
    }
    /// Number of classes, with those of the profile.
    uint32_t count() const { return profileCount() + static_cast<uint32_t>(m_own.size()); }
    /// If the class is that of a freed gradient, the class that the gradient has in the profile; otherwise
    /// empty.
    std::optional<ClassIndex> unfreedGradient(ClassIndex of) const;
    /// Whether a lowered variable is optimizer state.
    bool isState(size_t row) const {
        const uint32_t own = ownOf(row);
        return own > 0 && m_own[own - 1].what == What::State;
    }
    /// The kinds in `freed` that make a difference for this profile.
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
    /// The position in m_own plus one of a lowered variable, or 0 if it has none.
    uint32_t ownOf(size_t row) const {
        return !m_ownOfRow.empty() ? m_ownOfRow[row] : m_manyOwnOfRow.empty() ? 0 : m_manyOwnOfRow[row];
    }
    uint32_t profileCount() const { return static_cast<uint32_t>(m_profile->equivalenceClasses.size()); }

    const Profile* m_profile;
    // ownOf() by lowered variable. The first one has 16-bit numbers and is used if they suffice. If both are
    // empty, all numbers are 0.
    std::vector<uint16_t> m_ownOfRow;
    std::vector<uint32_t> m_manyOwnOfRow;
    std::vector<Own> m_own;
    Lists<StepInterval> m_intervals; ///< the same
};

} // namespace tileline
