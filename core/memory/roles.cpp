// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/memory/roles.h"

#include "core/memory/liveness.h"

namespace tileline {

namespace {

/// Texts in the names of variables, and the role that each text marks. If a name contains several of these
/// texts, the one that comes first in this list counts.
constexpr std::pair<std::string_view, Role> Marks[] = {{"Stashed___", Role::Stashes},
                                                       {"Accl1___", Role::OptimizerState},
                                                       {"Accl2___", Role::OptimizerState},
                                                       {"Accl3___", Role::OptimizerState},
                                                       {"Step___", Role::OptimizerState},
                                                       {"AdamUpdater___", Role::OptimizerState},
                                                       {"LambR1Sq___", Role::OptimizerState},
                                                       {"LambR2Sq___", Role::OptimizerState},
                                                       {"Accum___", Role::Accumulators},
                                                       {"Accl___", Role::Accumulators},
                                                       {"AcclIntoReduce___", Role::Accumulators},
                                                       {"AcclIntoUpdate___", Role::Accumulators},
                                                       {"AcclOutOfAcclUpdate___", Role::Accumulators},
                                                       {"Gradient___", Role::Gradients},
                                                       {"gradients/", Role::Gradients},
                                                       {"gradient_tape/", Role::Gradients},
                                                       {"UpdatedVar___", Role::Weights}};

} // namespace

std::string_view idOf(Role role) {
    constexpr std::array<std::string_view, RoleCount> Ids{
        "weights",   "gradients",    "accumulators", "optimizer_state", "stashes", "activations",
        "constants", "vertex_state", "code",         "unowned",         "io_tiles"};
    return Ids[static_cast<size_t>(role)];
}

std::optional<Role> markedRole(std::string_view name) {
    for (const auto& [mark, role] : Marks) {
        if (name.find(mark) != std::string_view::npos) {
            return role;
        }
    }
    return isMarkedId(name) ? std::optional(Role::Activations) : std::nullopt;
}

WeightNames::WeightNames(const Profile& profile, const Layers& layers) {
    const auto add = [this](std::string_view id) {
        if (const auto weight = gradientOf(id)) {
            m_names.insert(*weight);
        }
    };
    for (const LayeredOperation& operation : layers.operations) {
        const OperationDebug& debug = profile.operationDetails[operation.detail.index()].debug;
        for (const auto* const ids : {&debug.inputs, &debug.outputs}) {
            std::ranges::for_each(*ids, add);
        }
        if (debug.tensorId) {
            add(*debug.tensorId);
        }
    }
    for (const Variable& variable : profile.variables) {
        add(variable.name);
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
