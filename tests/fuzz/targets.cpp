// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/fuzz/targets.h"

#include "app/generate/generatorrandom.h"
#include "core/base/errortext.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace tileline::fuzz {

Parts::Parts(Input input, uint32_t parts) {
    if (s_drawOne) {
        m_only = static_cast<uint32_t>(mixBits(hashText(textOf(input)) + parts) % parts);
    }
}

std::span<const FuzzTarget> targets() {
    static constexpr FuzzTarget All[] = {
        {"planfile", runPlanFile}, {"optionline", runOptionLine}, {"printedmodel", runPrintedModel},
        {"import", runImport},     {"layers", runLayers},         {"estimate", runEstimate},
        {"pop", runProfile},       {"tileline", runProfile},      {"debugcbor", runDebug},
        {"debugjson", runDebug},   {"message", runMessage},
    };
    return All;
}

const FuzzTarget* findTarget(std::string_view name) {
    const auto all = targets();
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const FuzzTarget& target) { return target.name == name; });
    return found == all.end() ? nullptr : &*found;
}

void require(bool holds, const char* promise) {
    if (!holds) {
        std::fprintf(stderr, "A promise is broken: %s\n", promise);
        std::abort();
    }
}

void requireError(const Failure& failure) {
    require(!failure.cancelled(), "nobody asked to stop");
    require(!describe(failure.error()).empty(), "an error has a text");
}

} // namespace tileline::fuzz
