// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace tileline {

/// One entry of the list of operations (table `operation`). The same code can be called several times, under
/// different names: then several entries share a detail.
struct Operation {
    DetailIndex detail;
    std::string name; ///< as in the profile; core/layers derives PopLiner's name from it
};

/// A place in the user's source.
struct SourceLocation {
    std::string file;
    std::string function;
    uint32_t line = 0; ///< 0 if unknown

    bool operator==(const SourceLocation&) const = default;
};

/// The fields of an operation's debug context that Tileline uses.
struct OperationDebug {
    std::vector<std::string> inputs;       ///< names of its inputs, in order
    std::vector<std::string> outputs;      ///< names of its outputs, in order
    std::string opid;                      ///< "domain.Type:version"; empty if unknown
    std::optional<std::string> instanceId; ///< as text; whole numbers have no decimal point
    std::optional<std::string> tensorId;   ///< set for a tensor
    std::string elementType;               ///< of a tensor: "FLOAT16"; empty if unknown
    std::string json;                      ///< all fields, as one JSON object
};

/// What is known about an operation (table `operation_detail`). Its programs and lowered variables are in
/// Profile::operationPrograms and Profile::operationVariables, at the same position.
struct OperationDetail {
    uint32_t uid = 0;
    /// First and last liveness step in which one of its programs runs (inclusive); empty if none of them runs
    /// in any step.
    std::optional<StepIndex> firstStep;
    std::optional<StepIndex> lastStep;
    OperationDebug debug;
    std::optional<SourceLocation> location; ///< from the debug information, if it was read
};

/// The software layer that wrote a debug context. Layers with unknown names are Other.
enum class ContextLayer : uint8_t {
    Other,
    Poptorch,
    Onnx,
    Popart,
    PopartBuilder,
    Popxl,
    Poplibs,
    XlaOp,
    HloInstruction,
    Poplar
};

/// What a layer is called in the file, and the fields in its contexts that hold the name and the type of the
/// operation. Empty if there is none.
struct ContextLayerNames {
    std::string_view layer;
    std::string_view operationName{};
    std::string_view operationType{};
};
/// By ContextLayer.
inline constexpr std::array<ContextLayerNames, 10> ContextLayers{{{""},
                                                                  {"poptorch", "op_name", "op_type"},
                                                                  {"onnx", "opName", "opType"},
                                                                  {"popart", "", "opid"},
                                                                  {"popartbuilder"},
                                                                  {"popxl"},
                                                                  {"poplibs"},
                                                                  {"xla_op", "op_name", "op_type"},
                                                                  {"hloinstruction", "", "opcode"},
                                                                  {"poplar"}}};
constexpr const ContextLayerNames& namesOf(ContextLayer layer) {
    return ContextLayers[static_cast<size_t>(layer)];
}

/// One debug context, reduced to what Tileline uses.
struct DebugContext {
    uint64_t id = 0;
    uint64_t parent = 0; ///< id of the parent; 0: a root
    ContextLayer layer = ContextLayer::Other;
    bool discard = false;
    std::string name;          ///< its own name, or the function of poplibs that made it; not of frameworks
    std::string operationName; ///< op_name (poptorch, xla_op) or opName (onnx)
    std::string
        operationType; ///< opid (popart), opType (onnx), op_type (poptorch, xla_op), opcode (hloinstruction)
    OperationDebug debug;    ///< empty unless operations are derived from the contexts
    SourceLocation location; ///< empty if unknown
};

/// The contexts of a debug.cbor or debug.json. Parents form no cycle. A context whose parent is unknown is a
/// root.
struct DebugContexts {
    std::vector<DebugContext> contexts;
    std::unordered_map<uint64_t, uint32_t> positionOf; ///< context id → position

    const DebugContext* find(uint64_t id) const {
        const auto found = positionOf.find(id);
        return found == positionOf.end() ? nullptr : &contexts[found->second];
    }
};

} // namespace tileline
