// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/headplace.h"

#include "core/estimate/stageplacement.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <algorithm>

namespace tileline {

HeadPlace defaultHeadPlace(const Profile& profile, const Layers& entries, const PipelineUses* uses) {
    if (!hasMovableOutput(entries) || entries.kinds.front() != EntryKind::Input) {
        return {OutputOn::Last,
                ImportNote::tr("Output runs on the last IPU, because the profile has no Input and Output "
                               "apart from its layers.")};
    }
    if (uses == nullptr) {
        return {OutputOn::Last,
                ImportNote::tr("Output runs on the last IPU, because the profile does not tell which "
                               "weights Input and Output share.")};
    }
    const PipelineWeight* largest = nullptr;
    uint64_t ofOutput = 0;
    for (const PipelineWeight& weight : uses->weightList()) {
        if (weight.entries.back() != entries.last()) {
            continue;
        }
        ofOutput += weight.bytes;
        const bool shared = weight.entries.front() == LayerIndex{0};
        if (shared && (largest == nullptr || weight.bytes > largest->bytes)) {
            largest = &weight;
        }
    }
    if (largest == nullptr || (!uses->weightsAreCertain() && largest->bytes * 2 <= ofOutput)) {
        return {OutputOn::Last,
                ImportNote::tr("Output runs on the last IPU, because Input and Output share no weight.")};
    }
    return {OutputOn::First,
            ImportNote::tr("Output runs on the first IPU, because Input and Output share the weight %1.")
                .arg(pythonLiteral(profile.variables[largest->variable.index()].name))};
}

} // namespace tileline
