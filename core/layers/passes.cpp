// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/layers/passes.h"

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

/// Removes the suffix (`__t` and digits) that PopART appends to the id of an intermediate tensor to make the
/// id unique.
std::string_view withoutCounter(std::string_view id) {
    const std::string_view base = id.substr(0, id.find_last_not_of("0123456789") + 1);
    return base.size() < id.size() && base.ends_with(Counter) ? base.substr(0, base.size() - Counter.size())
                                                              : id;
}

/// The part "domain.Type" of "domain.Type:version".
std::string_view typeOf(std::string_view opid) {
    return opid.substr(0, opid.rfind(':'));
}

bool isMarkedOperation(const Profile& profile, const LayeredOperation& operation) {
    const OperationDebug& debug = profile.operationDetails[operation.detail.index()].debug;
    return std::ranges::any_of(debug.inputs, isMarkedId) || std::ranges::any_of(debug.outputs, isMarkedId) ||
           typeOf(debug.opid).ends_with("Grad") || isInGradientScope(operation.name);
}

bool isUpdateOperation(const OperationDebug& debug) {
    const std::string_view type = typeOf(debug.opid);
    return type.ends_with("Update") || type.ends_with("Updater") ||
           std::ranges::any_of(debug.outputs, isUpdateId);
}

/// Whether an operation *runs again* (see isAlreadyRecomputed()). `steps` are the steps of the operation,
/// sorted, possibly with duplicates.
bool runsAgain(const std::vector<uint32_t>& steps, uint32_t gradient) {
    const auto firstEnd =
        std::ranges::adjacent_find(steps, [](uint32_t step, uint32_t next) { return next > step + 1; });
    const auto lastBegin = std::adjacent_find(steps.rbegin(), steps.rend(),
                                              [](uint32_t next, uint32_t step) { return next > step + 1; });
    return firstEnd != steps.end() && *firstEnd < gradient && *lastBegin >= gradient;
}

} // namespace

bool isRecomputedId(std::string_view id) {
    return withoutCounter(id).ends_with(Recomputed);
}

bool isMarkedId(std::string_view id) {
    return isRecomputedId(id) ||
           std::ranges::any_of(Prefixes, [&](std::string_view mark) { return contains(id, mark); });
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
    return found == std::string_view::npos ? std::nullopt
                                           : std::optional(id.substr(found + GradientMark.size()));
}

bool isAccumulatorName(std::string_view name) {
    return contains(name, "Accum___") || contains(name, "Accl___");
}

bool isActivationName(std::string_view name) {
    return !isMarkedId(name) && !contains(name, "Stashed___");
}

Passes Passes::find(const Profile& profile, const Layers& layers, PassMode mode) {
    const auto& operations = layers.operations;
    Passes passes;
    int64_t score = 0; // score of the position after operation i, minus the score of position 0
    int64_t maximum = 0;
    for (uint32_t i = 0; i < operations.size(); ++i) {
        const bool marked = isMarkedOperation(profile, operations[i]);
        passes.m_marked.push_back(marked ? 1 : 0);
        passes.m_updates.push_back(
            isUpdateOperation(profile.operationDetails[operations[i].detail.index()].debug) ? 1 : 0);
        passes.m_profileIsTraining = passes.m_profileIsTraining || marked;
        score += marked ? -1 : isNamed(operations[i]) ? 1 : 0;
        if (score >= maximum) {
            maximum = score;
            passes.m_turn = i + 1;
        }
    }
    passes.m_training = mode == PassMode::Training || (mode == PassMode::Auto && passes.m_profileIsTraining);
    if (!passes.m_training) {
        passes.m_turn = static_cast<uint32_t>(operations.size());
    }
    for (size_t i = passes.m_turn; i < operations.size(); ++i) {
        const auto& first = profile.operationDetails[operations[i].detail.index()].firstStep;
        if (passes.m_marked[i] && first) {
            passes.m_pivot = std::min(passes.m_pivot.value_or(*first), *first);
        }
    }
    return passes;
}

Outcome<bool> isAlreadyRecomputed(const Profile& profile, const Layers& layers, const Passes& passes,
                                  const std::stop_token& stop) {
    const auto& operations = layers.operations;
    uint32_t gradient = NoId;
    size_t recomputed = 0;
    for (const LayeredOperation& operation : operations) {
        const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
        const auto& outputs = detail.debug.outputs;
        recomputed += std::ranges::any_of(outputs, isRecomputedId) ? 1 : 0;
        if (detail.firstStep && std::any_of(outputs.begin(), outputs.end(), gradientOf)) {
            gradient = std::min(gradient, detail.firstStep->value);
        }
    }
    const auto stepsOf = profile.stepsOfPrograms();
    size_t named = 0;
    size_t again = 0;
    for (size_t i = 0; i < operations.size() && gradient != NoId; ++i) {
        if (stop.stop_requested()) {
            return Cancelled{};
        }
        if (passes.isMarked(i) || !isNamed(operations[i])) {
            continue;
        }
        std::vector<uint32_t> steps;
        for (const ProgramIndex program : profile.operationPrograms[operations[i].detail.index()]) {
            const auto& more = stepsOf[program.index()];
            steps.insert(steps.end(), more.begin(), more.end());
        }
        std::ranges::sort(steps);
        ++named;
        again += runsAgain(steps, gradient) ? 1 : 0;
    }
    return again * 3 > named || recomputed * 20 > operations.size();
}

} // namespace tileline
