// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/sequences.h"
#include "core/layers/passes.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <unordered_set>
#include <vector>

namespace tileline {

/// What the bytes in memory are used for.
enum class Role : uint8_t {
    Weights,
    Gradients,
    Accumulators,
    OptimizerState,
    Stashes,
    Activations, ///< every other variable that is not always live
    Constants,   ///< every other always-live variable: constants, masks, learning rates
    VertexState,
    Code,
    Unowned, ///< always-live bytes that belong to no operation: stack, host exchange, runtime code
    IoTiles, ///< bytes that move to other tiles because I/O tiles only exchange data with the host
};

inline constexpr size_t RoleCount = 11;

struct RoleBytes {
    std::array<uint64_t, RoleCount> of{};

    uint64_t& operator[](Role role) { return of[static_cast<size_t>(role)]; }
    uint64_t operator[](Role role) const { return of[static_cast<size_t>(role)]; }
    uint64_t total() const { return sumOf(of); }
    void add(const RoleBytes& other) {
        for (size_t i = 0; i < of.size(); ++i) {
            of[i] += other.of[i];
        }
    }
    bool operator==(const RoleBytes&) const = default;
};

/// The name of a role in files and JSON: "optimizer_state".
std::string_view idOf(Role role);

/// The role of a variable with this name, determined by PopART's reserved prefixes (passes.h). Empty if the
/// name has no such prefix. If the name has several of these prefixes, the role that comes first in this list
/// wins: stashes, optimizer state, accumulators, gradients, weights (`UpdatedVar___`), activations (`__re`).
/// TensorFlow's `gradients/` and `gradient_tape/` also mean gradients.
std::optional<Role> markedRole(std::string_view name);

/// The names of weights. A weight is an always-live unlowered variable that has a gradient, and whose name
/// has no prefix of markedRole(). The gradient is recognised by its name: a tensor id of an operation or the
/// name of another variable. Activations have gradients too, so contains() is also true for their names;
/// VariableRoles ignores these names, because activations are not always live. WeightNames refers to strings
/// of the profile, which must outlive it.
class WeightNames {
public:
    /// Uses the tensor ids of the operations in `layers`.
    WeightNames(const Profile& profile, const Layers& layers);

    bool any() const { return !m_names.empty(); }
    bool contains(std::string_view name) const { return !isMarkedId(name) && m_names.contains(name); }

private:
    std::unordered_set<std::string_view> m_names;
};

/// The roles of a profile's lowered variables. Immutable; built once for a profile and its layers.
///
/// The role of a lowered variable depends on the name of its unlowered variable. A prefix of markedRole()
/// determines the role. Without a prefix, a variable that is not always live is an activation. An always-live
/// variable without a prefix is a weight if WeightNames contains its name, otherwise a constant. In a profile
/// without gradients, names do not show which variables are weights: every always-live variable is a weight
/// unless Poplar marks it as a constant.
class VariableRoles {
public:
    VariableRoles(const Profile& profile, const Layers& layers);

    Role of(LoweredIndex row) const { return kindOf(row).role; }
    /// True for activations, their gradients and stashes: their sizes depend on the micro-batch size.
    bool isOfMicroBatch(LoweredIndex row) const { return kindOf(row).ofMicroBatch; }

private:
    struct Kind {
        Role role = Role::Activations;
        bool ofMicroBatch = true;
    };
    Kind kindOf(LoweredIndex row) const;

    const Profile& m_profile;
    bool m_weightsAreCertain = false;
    std::vector<Kind> m_kinds;         ///< by unlowered variable
    std::vector<uint8_t> m_isConstant; ///< by category of variables
};

} // namespace tileline
