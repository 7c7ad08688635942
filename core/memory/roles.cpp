// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/roles.h"

#include "core/base/sequences.h"
#include "core/layers/passes.h"
#include "core/memory/liveness.h"

#include <algorithm>

namespace tileline {

namespace {

struct Mark {
    std::string_view text;
    Role role;
};

/// The first of these marks that a variable's name contains decides the variable's role.
constexpr std::array Marks{Mark{"Stashed___", Role::Stashes},
                           Mark{"Accl1___", Role::OptimizerState},
                           Mark{"Accl2___", Role::OptimizerState},
                           Mark{"Accl3___", Role::OptimizerState},
                           Mark{"Step___", Role::OptimizerState},
                           Mark{"AdamUpdater___", Role::OptimizerState},
                           Mark{"LambR1Sq___", Role::OptimizerState},
                           Mark{"LambR2Sq___", Role::OptimizerState},
                           Mark{"Accum___", Role::Accumulators},
                           Mark{"Accl___", Role::Accumulators},
                           Mark{"AcclIntoReduce___", Role::Accumulators},
                           Mark{"AcclIntoUpdate___", Role::Accumulators},
                           Mark{"AcclOutOfAcclUpdate___", Role::Accumulators},
                           Mark{"Gradient___", Role::Gradients},
                           Mark{"gradients/", Role::Gradients},
                           Mark{"gradient_tape/", Role::Gradients},
                           Mark{"UpdatedVar___", Role::Weights}};

constexpr std::array<std::string_view, RoleCount> Ids{
    "weights",   "gradients",    "accumulators", "optimizer_state", "stashes", "activations",
    "constants", "vertex_state", "code",         "unowned",         "io_tiles"};

} // namespace

std::string_view idOf(Role role) {
    return Ids[static_cast<size_t>(role)];
}

std::optional<Role> markedRole(std::string_view name) {
    for (const Mark& mark : Marks) {
        if (name.find(mark.text) != std::string_view::npos) {
            return mark.role;
        }
    }
    return isMarkedId(name) ? std::optional(Role::Activations) : std::nullopt;
}

WeightNames::WeightNames(const Profile& profile, const Layers& layers) {
    for (const LayeredOperation& operation : layers.operations) {
        const OperationDebug& debug = profile.operationDetails[operation.detail.index()].debug;
        for (const auto* const ids : {&debug.inputs, &debug.outputs}) {
            std::ranges::for_each(*ids, [&](const std::string& id) { add(id); });
        }
        if (debug.tensorId) {
            add(*debug.tensorId);
        }
    }
    for (const Variable& variable : profile.variables) {
        add(variable.name);
    }
}

bool WeightNames::contains(std::string_view name) const {
    return !isMarkedId(name) && m_names.contains(name);
}

void WeightNames::add(std::string_view id) {
    if (const auto weight = gradientOf(id)) {
        m_names.insert(*weight);
    }
}

VariableRoles::VariableRoles(const Profile& profile, const Layers& layers)
    : m_profile(profile) {
    const WeightNames names(profile, layers);
    m_weightsAreCertain = names.any();
    std::unordered_set<std::string_view> weights;
    for (const Variable& variable : profile.variables) {
        if (variable.alwaysLive && names.contains(variable.name)) {
            weights.insert(variable.name);
        }
    }
    for (const Variable& variable : profile.variables) {
        Kind kind;
        if (const auto marked = markedRole(variable.name)) {
            const auto of = gradientOf(variable.name);
            kind.role = *marked;
            kind.ofMicroBatch = *marked == Role::Activations || *marked == Role::Stashes ||
                                (*marked == Role::Gradients && !(of && weights.contains(*of)));
        } else if (variable.alwaysLive) {
            const bool weight = !m_weightsAreCertain || weights.contains(variable.name);
            kind = {weight ? Role::Weights : Role::Constants, false};
        }
        m_kinds.push_back(kind);
    }
    m_isConstant = mapped(profile.variableCategories,
                          [](const auto& category) { return uint8_t{category.name == "constant"}; });
}

VariableRoles::Kind VariableRoles::kindOf(LoweredIndex row) const {
    const LoweredVariables& lowered = m_profile.lowered;
    const VariableIndex variable = lowered.variable[row.index()];
    if (variable.value == NoId) {
        return isAlwaysLive(m_profile, row) ? Kind{Role::Constants, false} : Kind{};
    }
    const Kind kind = m_kinds[variable.index()];
    if (kind.role == Role::Weights && !m_weightsAreCertain) {
        const uint8_t category = lowered.categoryOf(row.index());
        const bool constant = lowered.has(LoweredFlag::Constant, row.index(), false) ||
                              (category != NoCategory && m_isConstant[category] != 0);
        return constant ? Kind{Role::Constants, false} : kind;
    }
    return kind;
}

} // namespace tileline
