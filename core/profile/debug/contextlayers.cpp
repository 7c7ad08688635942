// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/contextlayers.h"

#include <algorithm>
#include <array>

namespace tileline {

namespace {

struct LayerEntry {
    std::string_view name;
    ContextFieldNames fields;
};

/// Indexed by ContextLayer.
constexpr std::array<LayerEntry, 10> Layers{{{"", {}},
                                             {"poptorch", {"op_name", "op_type"}},
                                             {"onnx", {"opName", "opType"}},
                                             {"popart", {"", "opid"}},
                                             {"popartbuilder", {}},
                                             {"popxl", {}},
                                             {"poplibs", {}},
                                             {"xla_op", {"op_name", "op_type"}},
                                             {"hloinstruction", {"", "opcode"}},
                                             {"poplar", {}}}};

} // namespace

ContextLayer contextLayerOf(std::string_view name) {
    const auto found = std::find_if(Layers.begin(), Layers.end(),
                                    [&](const LayerEntry& entry) { return entry.name == name; });
    return found == Layers.end() ? ContextLayer::Other : static_cast<ContextLayer>(found - Layers.begin());
}

std::string_view nameOf(ContextLayer layer) {
    return Layers[static_cast<size_t>(layer)].name;
}

ContextFieldNames fieldNamesOf(ContextLayer layer) {
    return Layers[static_cast<size_t>(layer)].fields;
}

} // namespace tileline
