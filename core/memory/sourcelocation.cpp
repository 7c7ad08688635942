// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/sourcelocation.h"

namespace tileline {

std::optional<SourceLocation> userLocation(const DebugContexts& debug, uint64_t context) {
    std::optional<SourceLocation> nearest;
    for (const DebugContext* at = debug.find(context); at;
         at = at->parent ? debug.find(at->parent) : nullptr) {
        if (at->location.file.empty()) {
            continue;
        }
        if (at->layer == ContextLayer::Poptorch) {
            return at->location;
        }
        if (!nearest) {
            nearest = at->location;
        }
    }
    return nearest;
}

std::string shortLocation(const std::optional<SourceLocation>& location) {
    if (!location) {
        return {};
    }
    const size_t slash = location->file.find_last_of('/');
    const std::string name = slash == std::string::npos ? location->file : location->file.substr(slash + 1);
    return location->line ? name + ":" + std::to_string(location->line) : name;
}

} // namespace tileline
