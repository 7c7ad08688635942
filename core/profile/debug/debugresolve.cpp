// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/location.h"
#include "core/profile/debug/debugstore.h"

namespace tileline {

namespace {

/// Number of contexts between two checks of the stop token.
constexpr size_t ContextsBetweenPolls = 10'000;

/// The entry of the string table at `position`; nothing if the table has no such entry. Of a truncated table,
/// missing entries are empty.
std::optional<std::string> stringAt(const DebugStore& store, uint32_t position) {
    if (position < store.strings.size()) {
        return std::string(store.strings[position]);
    }
    return position == NoId || store.truncatedAt ? std::optional<std::string>("") : std::nullopt;
}

Error unknownString(const DebugStore& store, uint64_t id, std::string_view field, uint32_t position) {
    const Location location{.table = "contexts", .key = "id", .row = id, .column = field};
    return {ErrorCode::UnknownId,
            {},
            location.text(),
            "an entry of stringTable, which has " + std::to_string(store.strings.size()),
            std::to_string(position)};
}

Result<DebugContext> contextAt(DebugStore& store, const RawContext& raw) {
    auto file = stringAt(store, raw.file);
    if (!file) {
        return unknownString(store, raw.id, "location.fileName", raw.file);
    }
    auto function = stringAt(store, raw.function);
    if (!function) {
        return unknownString(store, raw.id, "location.functionName", raw.function);
    }
    DebugContext context;
    context.id = raw.id;
    context.parent = raw.parent;
    context.layer = raw.layer;
    context.discard = raw.discard;
    if (raw.name < store.strings.size()) {
        context.name = store.strings[raw.name];
    }
    if (context.name.empty() && raw.api != NoId) {
        context.name = store.apis[raw.api];
    }
    context.location = {std::move(*file), std::move(*function), raw.line};
    if (raw.fields != NoId) {
        RawFields& fields = store.fields[raw.fields];
        context.operationName = std::move(fields.operationName);
        context.operationType = std::move(fields.operationType);
        context.debug = std::move(fields.debug);
    }
    return context;
}

} // namespace

Outcome<std::shared_ptr<const DebugContexts>> resolveContexts(DebugStore&& store,
                                                              const std::stop_token& stop) {
    DebugStore raw = std::move(store);
    auto contexts = std::make_shared<DebugContexts>();
    contexts->contexts.reserve(raw.contexts.size());
    contexts->positionOf.reserve(raw.contexts.size());
    for (size_t i = 0; i < raw.contexts.size(); ++i) {
        if (i % ContextsBetweenPolls == 0 && stop.stop_requested()) {
            return Cancelled{};
        }
        auto context = TRY(contextAt(raw, raw.contexts[i]));
        contexts->positionOf.emplace(context.id, static_cast<uint32_t>(i));
        contexts->contexts.push_back(std::move(context));
    }
    return std::shared_ptr<const DebugContexts>(std::move(contexts));
}

} // namespace tileline
