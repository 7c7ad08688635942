// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/debugcontext.h"

#include <array>
#include <optional>
#include <vector>

namespace tileline {

/// What debug contexts inherit from those above them, worked out once for all contexts, parents first, so
/// that a chain of a million parents costs no more than a million contexts.
class ContextChains {
public:
    explicit ContextChains(const DebugContexts& contexts);

    /// Position of the context that is the operation of what carries context `id`: the nearest one, from it
    /// upwards, of layer popart or hloinstruction; failing that of onnx, poptorch or xla_op; discarded ones
    /// do not count. NoId: none.
    uint32_t operationOf(uint64_t id) const;
    /// The operation's name: of poptorch, else of onnx, else of xla_op, at or above; else "Call" for a call;
    /// else empty.
    std::string nameOf(uint32_t position) const;
    /// Where in the user's source: the nearest place that poptorch knows, else the nearest that is known.
    std::optional<SourceLocation> locationOf(uint32_t position) const;

private:
    /// Kinds of contexts of which the nearest one is kept.
    enum Kind : uint8_t {
        StrongOperation, ///< popart, hloinstruction
        WeakOperation,   ///< onnx, poptorch, xla_op
        PoptorchName,
        OnnxName,
        XlaName,
        PoptorchLocation,
        AnyLocation,
        KindCount
    };
    /// Positions of the nearest context of each kind, at or above; NoId: none.
    using Nearest = std::array<uint32_t, KindCount>;

    void inherit(uint32_t position, const Nearest& above);

    const DebugContexts& m_contexts;
    std::vector<Nearest> m_nearest; ///< by position
};

} // namespace tileline
