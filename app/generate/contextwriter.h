// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/generatoroptions.h"
#include "app/generate/modelgraph.h"
#include "core/profile/profile.h"

#include <string>
#include <vector>

namespace tileline {

/// The debug contexts of one operation.
struct OperationContexts {
    uint64_t operation = 0; ///< the context that identifies the operation; its id is the operation's uid
    std::vector<uint64_t> programs; ///< the contexts of the operation's programs, one or more
    std::string listedName;         ///< its name in the list of operations
    OperationDebug debug;           ///< the fields of `operation`
};

/// Writes debug contexts in the hierarchies that the frameworks use: poptorch → popartbuilder → onnx → popart
/// → poplibs → poplar, or xla_op → hloinstruction → poplibs → poplar. All are below one root.
class ContextWriter {
public:
    ContextWriter(Architecture architecture, const ModelGraph& graph);

    /// The context of programs that belong to no operation.
    static constexpr uint64_t Root = 1;

    OperationContexts operation(const GraphOp& op);
    /// The body of an outlined function: a separate operation without name or inputs.
    OperationContexts functionBody(const GraphFunction& function);
    /// A tensor and the copy that provides it. Weights get one too, because their variables refer to the
    /// context.
    OperationContexts tensor(const GraphTensor& tensor);

    /// Returns all contexts. Children often come before their parents. The writer is empty afterwards.
    DebugContexts take(uint64_t seed);

private:
    uint64_t add(uint64_t parent, ContextLayer layer, std::string json, SourceLocation location = {});
    DebugContext& last() { return m_contexts.back(); }
    uint64_t popTorch(const GraphOp& op);
    OperationContexts popArt(uint64_t parent, const GraphOp& op, const std::string& opid);
    OperationContexts tensorFlow(const GraphOp& op);
    void addPrograms(OperationContexts& contexts, const std::string& type, size_t count);
    std::vector<std::string> names(const std::vector<TensorIndex>& tensors) const;

    const ModelGraph& m_graph;
    bool m_tensorFlow;
    uint32_t m_instance = 100;
    std::vector<DebugContext> m_contexts;
};

} // namespace tileline
