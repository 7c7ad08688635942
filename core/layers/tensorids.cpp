// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/tensorids.h"

#include <algorithm>
#include <array>

namespace tileline {

namespace {

constexpr std::array<std::string_view, 7> Prefixes{GradientMark, "Accl___",  "Accl1___",     "Accl2___",
                                                   "Accl3___",   "Accum___", "UpdatedVar___"};
constexpr std::string_view Recomputed = "__re";
constexpr std::string_view Counter = "__t";

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// Without a final `__t` and digits, with which PopART makes ids of intermediate tensors unique.
std::string_view withoutCounter(std::string_view id) {
    const std::string_view base = id.substr(0, id.find_last_not_of("0123456789") + 1);
    return base.size() < id.size() && base.ends_with(Counter) ? base.substr(0, base.size() - Counter.size())
                                                              : id;
}

} // namespace

bool isRecomputedId(std::string_view id) {
    return withoutCounter(id).ends_with(Recomputed);
}

bool isMarkedId(std::string_view id) {
    return isRecomputedId(id) || std::any_of(Prefixes.begin(), Prefixes.end(),
                                             [&](std::string_view mark) { return contains(id, mark); });
}

bool isInGradientScope(std::string_view name) {
    return contains(name, "gradients/") || contains(name, "gradient_tape/");
}

std::string_view lastMarkOf(std::string_view id) {
    size_t last = 0;
    std::string_view found;
    for (const std::string_view mark : Prefixes) {
        if (const size_t at = id.rfind(mark); at != std::string_view::npos && (found.empty() || at > last)) {
            last = at;
            found = mark;
        }
    }
    return found.empty() ? found : id.substr(last, found.size());
}

bool isStateMark(std::string_view mark) {
    return mark == "Accl1___" || mark == "Accl2___" || mark == "Accl3___";
}

bool isUpdateId(std::string_view id) {
    return contains(id, "UpdatedVar___") || contains(id, "Accl1___") || contains(id, "Accl2___") ||
           contains(id, "Accl3___");
}

std::string_view rootOfId(std::string_view id) {
    if (const std::string_view mark = lastMarkOf(id); !mark.empty()) {
        id.remove_prefix(static_cast<size_t>(mark.data() - id.data()) + mark.size());
    }
    return isRecomputedId(id) ? withoutCounter(id).substr(0, withoutCounter(id).size() - Recomputed.size())
                              : id;
}

std::optional<std::string_view> gradientOf(std::string_view id) {
    const size_t found = id.rfind(GradientMark);
    return found == std::string_view::npos ? std::nullopt : std::optional(id.substr(found + GradientMark.size()));
}

bool isAccumulatorName(std::string_view name) {
    return contains(name, "Accum___") || contains(name, "Accl___");
}

bool isActivationName(std::string_view name) {
    return !isMarkedId(name) && !contains(name, "Stashed___");
}

} // namespace tileline
