// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/graphwriter.h"

#include <algorithm>
#include <iterator>

namespace tileline {

void GraphWriter::at(std::string file, std::string function, uint32_t line) {
    m_source = {std::move(file), std::move(function), line};
}

SourceLocation GraphWriter::nextLine() {
    SourceLocation here = m_source;
    ++m_source.line;
    return here;
}

TensorIndex GraphWriter::tensor(std::string name, Shape shape, TensorRole role, ElementType type) {
    const TensorIndex index{static_cast<uint32_t>(m_graph.tensors.size())};
    m_graph.tensors.push_back({std::move(name), std::move(shape), type, role, index});
    return index;
}

TensorIndex GraphWriter::weight(std::string name, Shape shape) {
    return tensor(std::move(name), std::move(shape), TensorRole::Weight, m_precision);
}

TensorIndex GraphWriter::op(std::string name, std::string type, OpKind kind, std::vector<TensorIndex> inputs,
                            Shape shape) {
    const TensorIndex output = tensor(name + ":0", std::move(shape), TensorRole::Activation, m_precision);
    add({std::move(name), std::move(type), kind, std::move(inputs), {output}, {}, nextLine()});
    return output;
}

TensorIndex GraphWriter::unnamed(std::string output, std::string type, OpKind kind,
                                 std::vector<TensorIndex> inputs, Shape shape) {
    const TensorIndex result =
        tensor(std::move(output), std::move(shape), TensorRole::Activation, m_precision);
    add({{}, std::move(type), kind, std::move(inputs), {result}, {}, nextLine()});
    return result;
}

TensorIndex GraphWriter::inPlace(std::string name, std::string type, OpKind kind,
                                 std::vector<TensorIndex> inputs) {
    const GraphTensor changed = at(inputs.front());
    const TensorIndex output = tensor(name + ":0", changed.shape, changed.role, changed.type);
    at(output).storage = changed.storage;
    add({std::move(name), std::move(type), kind, std::move(inputs), {output}, {}, nextLine()});
    return output;
}

TensorIndex GraphWriter::call(FunctionIndex function, std::string output, std::vector<TensorIndex> inputs,
                              Shape shape) {
    const TensorIndex result =
        tensor(std::move(output), std::move(shape), TensorRole::Activation, m_precision);
    const GraphFunction& callee = m_graph.functions[function.index()];
    add({{}, callee.type, callee.kind, std::move(inputs), {result}, function, nextLine()});
    return result;
}

void GraphWriter::add(GraphOp op) {
    m_graph.ops.push_back(std::move(op));
}

FunctionIndex GraphWriter::function(std::string name, std::string type, OpKind kind) {
    m_graph.functions.push_back({std::move(name), std::move(type), kind});
    return {static_cast<uint32_t>(m_graph.functions.size() - 1)};
}

void GraphWriter::addTo(FunctionIndex function, GraphOp op) {
    m_graph.functions[function.index()].ops.push_back(std::move(op));
}

std::vector<TensorIndex> GraphWriter::outline(FunctionIndex function, size_t first) {
    const auto begin = m_graph.ops.begin() + static_cast<std::ptrdiff_t>(first);
    std::vector<GraphOp>& body = m_graph.functions[function.index()].ops;
    body.assign(std::make_move_iterator(begin), std::make_move_iterator(m_graph.ops.end()));
    m_graph.ops.erase(begin, m_graph.ops.end());
    std::vector<TensorIndex> arguments;
    for (const GraphOp& op : body) {
        for (const TensorIndex input : op.inputs) {
            if (at(input).role == TensorRole::Weight) {
                at(input).role = TensorRole::Activation;
                arguments.push_back(input);
            }
        }
    }
    return arguments;
}

TensorIndex GraphWriter::linear(const std::string& name, TensorIndex input, uint32_t width) {
    Shape shape = at(input).shape;
    const TensorIndex matrix = weight(moduleName(name) + ".weight", {shape.back(), width});
    const TensorIndex bias = weight(moduleName(name) + ".bias", {width});
    shape.back() = width;
    const TensorIndex product = op(name + "/MatMul", "MatMul", OpKind::MatMul, {input, matrix}, shape);
    return inPlace(name + "/Add", "Add", OpKind::Elementwise, {product, bias});
}

std::string moduleName(std::string name) {
    std::replace(name.begin(), name.end(), '/', '.');
    return name;
}

} // namespace tileline
