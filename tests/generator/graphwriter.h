// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/generator/modelgraph.h"

#include <string>
#include <utility>
#include <vector>

namespace tileline {

using Shape = std::vector<uint32_t>;

/// Writes a network down operation by operation, as a framework traces it.
class GraphWriter {
public:
    /// `precision`: of weights and activations.
    explicit GraphWriter(ElementType precision)
        : m_precision(precision) {}
    /// Continues a graph.
    GraphWriter(ModelGraph graph, ElementType precision)
        : m_graph(std::move(graph))
        , m_precision(precision) {}

    /// The user's source line that the next operation comes from; each operation moves one line on.
    void at(std::string file, std::string function, uint32_t line);
    void at(SourceLocation source) { m_source = std::move(source); }

    TensorIndex tensor(std::string name, Shape shape, TensorRole role, ElementType type);
    TensorIndex weight(std::string name, Shape shape);

    /// An operation with one new output of `shape`, which is named after it.
    TensorIndex op(std::string name, std::string type, OpKind kind, std::vector<TensorIndex> inputs,
                   Shape shape);
    /// The same without a name of its own; its output is called `output`.
    TensorIndex unnamed(std::string output, std::string type, OpKind kind, std::vector<TensorIndex> inputs,
                        Shape shape);
    /// An operation that changes its first input.
    TensorIndex inPlace(std::string name, std::string type, OpKind kind, std::vector<TensorIndex> inputs);
    /// A call of an outlined function, which has no name; its output is called `output`.
    TensorIndex call(FunctionIndex function, std::string output, std::vector<TensorIndex> inputs,
                     Shape shape);
    /// Any operation, as it is.
    void add(GraphOp op);

    FunctionIndex function(std::string name, std::string type, OpKind kind);

    /// Multiplication by a weight of `width` columns, and the bias on top of it.
    TensorIndex linear(const std::string& name, TensorIndex input, uint32_t width);

    const ModelGraph& graph() const { return m_graph; }
    GraphTensor& at(TensorIndex index) { return m_graph.tensors[index.index()]; }
    ElementType precision() const { return m_precision; }
    ModelGraph take() && { return std::move(m_graph); }

private:
    SourceLocation nextLine();

    ModelGraph m_graph;
    SourceLocation m_source;
    ElementType m_precision;
};

/// A name as PyTorch has it: '.' instead of '/'.
std::string moduleName(std::string name);

} // namespace tileline
