// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/profile/debugcontext.h"

#include <array>
#include <optional>
#include <vector>

namespace tileline {

/// What debug contexts inherit from their ancestors. Computed once for all contexts, parents first, so that a
/// chain of a million parents takes no longer than a million separate contexts.
class ContextChains {
public:
    explicit ContextChains(const DebugContexts& contexts);

    /// From now on, the nearest named context of layer poplibs or poplar, at a program's own one or above it,
    /// stands in for the program's operation.
    void useStandIns() { m_standIns = true; }

    /// Finds the context that is the operation of a program with debug context `id`, and returns its
    /// position. It is the nearest context of layer popart or hloinstruction, at `id` or above it; otherwise
    /// the nearest one of layer onnx, poptorch or xla_op. Discarded contexts are skipped. NoId if there is
    /// none.
    uint32_t operationOf(uint64_t id) const;
    /// The operation's name: that of the nearest named context of layer poptorch, at the operation or above
    /// it; otherwise of layer onnx; otherwise of layer xla_op; otherwise "Call" for a call, and empty for
    /// others.
    std::string nameOf(uint32_t position) const;
    /// The element type that the nearest context with one states, at `id` or above it; empty if there is none.
    std::string elementTypeOf(uint64_t id) const;
    /// The operation's place in the user's source: the nearest location of a poptorch context, at the
    /// operation or above it; otherwise the nearest location of any context.
    std::optional<SourceLocation> locationOf(uint32_t position) const;

private:
    /// Kinds of contexts. The nearest one of each kind is kept.
    enum Kind : uint8_t {
        StrongOperation, ///< popart, hloinstruction
        WeakOperation,   ///< onnx, poptorch, xla_op
        PoptorchName,
        OnnxName,
        XlaName,
        PoptorchLocation,
        AnyLocation,
        StandIn, ///< named poplibs, poplar
        Typed,   ///< with an element type
        KindCount
    };
    /// Position of the nearest context of each kind, at a context or above it. NoId if there is none.
    using Nearest = std::array<uint32_t, KindCount>;

    void inherit(uint32_t position, const Nearest& above);

    const DebugContexts& m_contexts;
    std::vector<Nearest> m_nearest; ///< by position
    bool m_standIns = false;
};

} // namespace tileline
