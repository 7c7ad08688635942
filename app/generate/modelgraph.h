// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"
#include "core/profile/profile.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileline {

using TensorIndex = Id<struct GraphTensorTag>;     ///< position in ModelGraph::tensors
using FunctionIndex = Id<struct GraphFunctionTag>; ///< position in ModelGraph::functions

/// What a tensor is for, which determines how long it lives and over how many tiles it is spread.
enum class TensorRole : uint8_t { Stream, Constant, Weight, OptimizerState, Activation };

enum class ElementType : uint8_t { Half, Float, Int };

/// A tensor of the network. If an operation changes a tensor in place, its input and output share one
/// storage.
struct GraphTensor {
    std::string name;
    std::vector<uint32_t> shape;
    ElementType type = ElementType::Half;
    TensorRole role = TensorRole::Activation;
    TensorIndex storage; ///< the tensor itself, or the tensor whose memory it shares

    uint64_t elements() const;
    uint64_t bytes() const;
};

/// What an operation does on the tiles; each kind becomes its own sequence of programs.
enum class OpKind : uint8_t {
    HostLoad,
    HostStore,
    TensorCopy,
    Gather,
    MatMul,
    Convolution,
    Elementwise,
    Aligned,
    Softmax,
    Normalise,
    Reduce,
    Rearrange,
    AllReduce,
    Update
};

/// An operation of the network, in the order of execution.
struct GraphOp {
    std::string name; ///< empty if the framework gave it no name
    std::string type; ///< MatMul, Add, ...
    OpKind kind{};
    std::vector<TensorIndex> inputs;
    std::vector<TensorIndex> outputs;
    std::optional<FunctionIndex>
        function;          ///< outlined: its code is a function that other operations call too
    SourceLocation source; ///< the user's Python line
};

/// A function that the compiler outlined: its code and scratch memory exist once.
struct GraphFunction {
    std::string name;
    std::string type;
    OpKind kind{};
    std::vector<GraphOp> ops{}; ///< its operations; if empty, one operation of its kind
};

/// A network as the framework passes it to the compiler: forward and, for training, backward.
struct ModelGraph {
    std::vector<GraphTensor> tensors;
    std::vector<GraphOp> ops;
    std::vector<GraphFunction> functions;
};

uint32_t elementBytes(ElementType type);
const char* elementTypeName(ElementType type);
/// "[4, 384, 1024]"
std::string shapeText(const std::vector<uint32_t>& shape);

} // namespace tileline
