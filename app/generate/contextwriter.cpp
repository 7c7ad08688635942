// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/contextwriter.h"

#include "app/generate/generatorrandom.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>

namespace tileline {

namespace {

using Json = nlohmann::ordered_json;

/// Contexts are reversed in runs of up to this length: within a run, children come before their parents.
constexpr size_t MaxRun = 96;

std::string lowered(std::string text) {
    std::transform(text.begin(), text.end(), text.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return text;
}

/// "ai.onnx.MatMul:9" for ONNX operators, "ai.graphcore.Gelu:1" for operators that only PopART has.
std::string opidOf(const std::string& type) {
    static const std::vector<std::string> onnx{"Add",     "Div", "Gather",    "LogSoftmax", "MatMul",   "Mul",
                                               "Softmax", "Sub", "ReduceSum", "Sum",        "Transpose"};
    const bool known = std::find(onnx.begin(), onnx.end(), type) != onnx.end();
    return known ? "ai.onnx." + type + ":9" : "ai.graphcore." + type + ":1";
}

SourceLocation libraryLocation(const std::string& library, const std::string& type) {
    return {library + "/" + type + ".cpp", lowered(type), 40 + static_cast<uint32_t>(hashText(type) % 900)};
}

} // namespace

ContextWriter::ContextWriter(Architecture architecture, const ModelGraph& graph)
    : m_graph(graph)
    , m_tensorFlow(architecture == Architecture::Cnn) {
    add(0, ContextLayer::Poplar, {});
}

uint64_t ContextWriter::add(uint64_t parent, ContextLayer layer, std::string json, SourceLocation location) {
    DebugContext context;
    context.id = m_contexts.size() + 1;
    context.parent = parent;
    context.layer = layer;
    context.debug.json = std::move(json);
    context.location = std::move(location);
    m_contexts.push_back(std::move(context));
    return m_contexts.back().id;
}

std::vector<std::string> ContextWriter::names(const std::vector<TensorIndex>& tensors) const {
    std::vector<std::string> result;
    for (const TensorIndex tensor : tensors) {
        result.push_back(m_graph.tensors[tensor.index()].name);
    }
    return result;
}

OperationContexts ContextWriter::operation(const GraphOp& op) {
    if (m_tensorFlow) {
        return tensorFlow(op);
    }
    if (op.function) {
        const uint64_t builder =
            add(Root, ContextLayer::PopartBuilder, Json{{"category", "api"}, {"api", "call"}}.dump());
        OperationContexts contexts = popArt(builder, op, opidOf("Call"));
        contexts.listedName = "Call";
        return contexts;
    }
    OperationContexts contexts = popArt(popTorch(op), op, opidOf(op.type));
    contexts.listedName = op.name;
    return contexts;
}

/// The contexts above the operation: the user's line, the builder's call, the ONNX node. If the compiler
/// itself created the operation, there is only the builder's call.
uint64_t ContextWriter::popTorch(const GraphOp& op) {
    const std::string call = Json{{"category", "api"}, {"api", lowered(op.type)}}.dump();
    if (op.name.empty()) {
        return add(Root, ContextLayer::PopartBuilder, call);
    }
    const uint64_t torch =
        add(Root, ContextLayer::Poptorch,
            Json{{"op_name", op.name}, {"op_type", op.type}, {"torch_schema", "aten::" + lowered(op.type)}}
                .dump(),
            op.source);
    last().operationName = op.name;
    last().operationType = op.type;
    const uint64_t builder = add(torch, ContextLayer::PopartBuilder, call, op.source);
    const uint64_t onnx = add(builder, ContextLayer::Onnx,
                              Json{{"category", "op"},
                                   {"opName", op.name},
                                   {"opType", op.type},
                                   {"domain", "ai.onnx"},
                                   {"input", names(op.inputs)},
                                   {"output", names(op.outputs)}}
                                  .dump());
    last().operationName = op.name;
    last().operationType = op.type;
    return onnx;
}

OperationContexts ContextWriter::popArt(uint64_t parent, const GraphOp& op, const std::string& opid) {
    OperationContexts contexts;
    contexts.debug.inputs = names(op.inputs);
    contexts.debug.instanceId = std::to_string(++m_instance);
    contexts.debug.json = Json{
        {"category", "op"},
        {"instanceId", *contexts.debug.instanceId},
        {"opid", opid},
        {"inputs", contexts.debug.inputs},
        {"outputs", names(op.outputs)},
        {"graphId", ""},
        {"attributes",
         Json::object()}}.dump();
    contexts.operation = add(parent, ContextLayer::Popart, {}, libraryLocation("popart", op.type));
    last().operationType = opid;
    last().debug = contexts.debug;
    addPrograms(contexts, op.type, op.kind == OpKind::MatMul ? 2 : 1);
    return contexts;
}

OperationContexts ContextWriter::tensorFlow(const GraphOp& op) {
    const uint64_t xla = add(Root, ContextLayer::XlaOp,
                             Json{{"category", "op"},
                                  {"op_name", op.name},
                                  {"op_type", op.type},
                                  {"sourcefile", op.source.file},
                                  {"sourceline", op.source.line}}
                                 .dump(),
                             op.source);
    last().operationName = op.name;
    last().operationType = op.type;
    OperationContexts contexts;
    const std::string opcode = lowered(op.type);
    contexts.debug.json = Json{
        {"category", "op"},
        {"hlo_name", opcode + "." + std::to_string(++m_instance)},
        {"hlo_id", m_instance},
        {"opcode", opcode},
        {"operand_count",
         op.inputs.size()}}.dump();
    contexts.operation = add(xla, ContextLayer::HloInstruction, {});
    last().operationType = opcode;
    last().debug = contexts.debug;
    addPrograms(contexts, op.type, op.kind == OpKind::Convolution ? 2 : 1);
    contexts.listedName = op.name;
    return contexts;
}

OperationContexts ContextWriter::functionBody(const GraphFunction& function) {
    GraphOp body;
    body.type = function.type;
    body.kind = function.kind;
    const uint64_t builder = add(Root, ContextLayer::PopartBuilder,
                                 Json{{"category", "api"}, {"api", lowered(function.name)}}.dump());
    OperationContexts contexts = popArt(builder, body, opidOf("Call"));
    contexts.listedName = "Call";
    return contexts;
}

OperationContexts ContextWriter::tensor(const GraphTensor& tensor) {
    OperationContexts contexts;
    contexts.debug.tensorId = tensor.name;
    contexts.debug.json = Json{{"category", "tensor"},
                               {"tensorId", tensor.name},
                               {"shape", shapeText(tensor.shape)},
                               {"elementType", elementTypeName(tensor.type)},
                               {"type", tensor.role == TensorRole::Constant ? "Const" : "Variable"}}
                              .dump();
    contexts.operation = add(Root, ContextLayer::Popart, {});
    last().debug = contexts.debug;
    contexts.programs = {add(contexts.operation, ContextLayer::Poplar, Json{{"category", "program"}}.dump())};
    return contexts;
}

void ContextWriter::addPrograms(OperationContexts& contexts, const std::string& type, size_t count) {
    const uint64_t library =
        add(contexts.operation, ContextLayer::Poplibs,
            Json{{"category", "op"}, {"api", lowered(type)}}.dump(), libraryLocation("poplibs", type));
    for (size_t i = 0; i < count; ++i) {
        contexts.programs.push_back(add(library, ContextLayer::Poplar, Json{{"category", "program"}}.dump()));
    }
}

DebugContexts ContextWriter::take(uint64_t seed) {
    GeneratorRandom random(seed);
    for (size_t begin = 0; begin < m_contexts.size();) {
        const size_t end = std::min(begin + 1 + random.below(MaxRun), m_contexts.size());
        std::reverse(m_contexts.begin() + static_cast<std::ptrdiff_t>(begin),
                     m_contexts.begin() + static_cast<std::ptrdiff_t>(end));
        begin = end;
    }
    DebugContexts result;
    result.positionOf.reserve(m_contexts.size());
    for (size_t i = 0; i < m_contexts.size(); ++i) {
        result.positionOf.emplace(m_contexts[i].id, static_cast<uint32_t>(i));
    }
    result.contexts = std::exchange(m_contexts, {});
    return result;
}

} // namespace tileline
