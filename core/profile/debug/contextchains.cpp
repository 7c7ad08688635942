// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/profile/debug/contextchains.h"

#include "core/base/ids.h"

namespace tileline {

namespace {

/// Whether an operation type is that of a call, for example "ai.graphcore.Call:1".
bool isCall(std::string_view opid) {
    const size_t version = opid.find(':');
    const std::string_view name = opid.substr(0, version);
    const size_t dot = name.rfind('.');
    return name.substr(dot == std::string_view::npos ? 0 : dot + 1) == "Call";
}

} // namespace

ContextChains::ContextChains(const DebugContexts& contexts)
    : m_contexts(contexts) {
    Nearest nothing{};
    nothing.fill(NoId);
    const auto& all = contexts.contexts;
    m_nearest.resize(all.size(), nothing);
    std::vector<bool> done(all.size(), false);
    std::vector<uint32_t> chain;
    for (uint32_t start = 0; start < all.size(); ++start) {
        const DebugContext* at = &all[start];
        while (at != nullptr && !done[static_cast<size_t>(at - all.data())]) {
            chain.push_back(static_cast<uint32_t>(at - all.data()));
            at = at->parent == 0 ? nullptr : contexts.find(at->parent);
        }
        const Nearest* above = at == nullptr ? &nothing : &m_nearest[static_cast<size_t>(at - all.data())];
        for (; !chain.empty(); chain.pop_back()) {
            inherit(chain.back(), *above);
            above = &m_nearest[chain.back()];
            done[chain.back()] = true;
        }
    }
}

void ContextChains::inherit(uint32_t position, const Nearest& above) {
    const DebugContext& context = m_contexts.contexts[position];
    Nearest nearest = above;
    const auto mark = [&](Kind kind, bool is) { nearest[kind] = is ? position : nearest[kind]; };
    const ContextLayer layer = context.layer;
    const bool poptorch = layer == ContextLayer::Poptorch;
    const bool onnx = layer == ContextLayer::Onnx;
    const bool xla = layer == ContextLayer::XlaOp;
    const bool strong = layer == ContextLayer::Popart || layer == ContextLayer::HloInstruction;
    mark(StrongOperation, strong && !context.discard);
    mark(WeakOperation, (poptorch || onnx || xla) && !context.discard);
    const bool named = !context.operationName.empty();
    mark(PoptorchName, poptorch && named);
    mark(OnnxName, onnx && named);
    mark(XlaName, xla && named);
    const bool located = !context.location.file.empty();
    mark(PoptorchLocation, poptorch && located);
    mark(AnyLocation, located);
    mark(StandIn, (layer == ContextLayer::Poplibs || layer == ContextLayer::Poplar) && !context.discard &&
                      !context.name.empty());
    mark(Typed, !context.debug.elementType.empty());
    m_nearest[position] = nearest;
}

uint32_t ContextChains::operationOf(uint64_t id) const {
    const DebugContext* context = m_contexts.find(id);
    if (context == nullptr) {
        return NoId;
    }
    const Nearest& nearest = m_nearest[static_cast<size_t>(context - m_contexts.contexts.data())];
    if (m_standIns) {
        return nearest[StandIn];
    }
    return nearest[StrongOperation] != NoId ? nearest[StrongOperation] : nearest[WeakOperation];
}

std::string ContextChains::nameOf(uint32_t position) const {
    if (m_standIns) {
        return m_contexts.contexts[position].name;
    }
    const Nearest& nearest = m_nearest[position];
    for (const Kind kind : {PoptorchName, OnnxName, XlaName}) {
        if (nearest[kind] != NoId) {
            return m_contexts.contexts[nearest[kind]].operationName;
        }
    }
    return isCall(m_contexts.contexts[position].operationType) ? "Call" : "";
}

std::string ContextChains::elementTypeOf(uint64_t id) const {
    const DebugContext* const context = m_contexts.find(id);
    const uint32_t typed =
        context ? m_nearest[static_cast<size_t>(context - m_contexts.contexts.data())][Typed] : NoId;
    return typed == NoId ? std::string() : m_contexts.contexts[typed].debug.elementType;
}

std::optional<SourceLocation> ContextChains::locationOf(uint32_t position) const {
    const Nearest& nearest = m_nearest[position];
    const uint32_t at = nearest[PoptorchLocation] != NoId ? nearest[PoptorchLocation] : nearest[AnyLocation];
    return at == NoId ? std::nullopt : std::optional(m_contexts.contexts[at].location);
}

} // namespace tileline
