// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/modelgraph.h"

#include <string>
#include <utility>
#include <vector>

namespace tileline {

using Shape = std::vector<uint32_t>;

/// Writes a network operation by operation, in the order in which a framework traces it.
class GraphWriter {
public:
    /// `precision` is the type of weights and activations.
    explicit GraphWriter(ElementType precision)
        : m_precision(precision) {}
    /// Continues a graph.
    GraphWriter(ModelGraph graph, ElementType precision)
        : m_graph(std::move(graph))
        , m_precision(precision) {}

    /// Sets the user's source line for the next operation. The line advances by one with each operation.
    void at(std::string file, std::string function, uint32_t line);
    void at(SourceLocation source) { m_source = std::move(source); }

    TensorIndex tensor(std::string name, Shape shape, TensorRole role, ElementType type);
    TensorIndex weight(std::string name, Shape shape);

    /// Adds an operation with one new output of `shape`, which has the operation's name.
    TensorIndex op(std::string name, std::string type, OpKind kind, std::vector<TensorIndex> inputs,
                   Shape shape);
    /// Adds an operation without a name. Its output is called `output`.
    TensorIndex unnamed(std::string output, std::string type, OpKind kind, std::vector<TensorIndex> inputs,
                        Shape shape);
    /// Adds an operation that changes its first input in place.
    TensorIndex inPlace(std::string name, std::string type, OpKind kind, std::vector<TensorIndex> inputs);
    /// Adds a call of an outlined function, which has no name. Its output is called `output`.
    TensorIndex call(FunctionIndex function, std::string output, std::vector<TensorIndex> inputs,
                     Shape shape);
    /// Adds any operation unchanged.
    void add(GraphOp op);

    FunctionIndex function(std::string name, std::string type, OpKind kind);
    void addTo(FunctionIndex function, GraphOp op);
    /// Turns all operations from number `first` on into a function. Returns the weights that they use, which
    /// become its arguments.
    std::vector<TensorIndex> outline(FunctionIndex function, size_t first);

    /// Adds a multiplication by a weight with `width` columns, and a bias.
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

/// The name as in PyTorch: with '.' instead of '/'.
std::string moduleName(std::string name);

} // namespace tileline
