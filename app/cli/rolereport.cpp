// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/rolereport.h"

#include "app/cli/aligned.h"

#include <CLI/CLI.hpp>

#include <algorithm>

namespace tileline::cli {

namespace {

Json rolesJson(const RoleBytes& bytes) {
    Json json = Json::object();
    for (size_t i = 0; i < RoleCount; ++i) {
        json[std::string(idOf(static_cast<Role>(i)))] = bytes.of[i];
    }
    return json;
}

} // namespace

void RoleArguments::addTo(CLI::App& command) {
    command.add_flag(
        "--roles", m_roles,
        "Also print what the bytes are for: weights, gradients, optimizer state, activations, ...");
    std::vector<std::string> ids(modelChangeIds().begin(), modelChangeIds().end());
    command
        .add_option_function<std::vector<std::string>>(
            "--what-if",
            [this](const std::vector<std::string>& changes) {
                for (const std::string& change : changes) {
                    if (!m_whatIf.add(change)) {
                        throw CLI::ValidationError("--what-if", change + " contradicts another --what-if");
                    }
                }
            },
            "Also print the peak after a change, as a rule of thumb: optimizer-off-chip, half-accumulators, "
            "halve-activations or double-activations. Several can be given")
        ->type_name("CHANGE")
        ->allow_extra_args(false)
        ->check(CLI::IsMember(std::move(ids)).description(""));
}

Outcome<RoleReport> RoleReport::make(const PlanReport& plan, const ModelChanges& whatIf, Context& context) {
    RoleReport report(plan);
    report.m_whatIf = whatIf;
    const VariableRoles roles(*plan.study.profile, *plan.study.layers);
    for (const PlacedStage& stage : plan.figures.estimate.placement.ipus) {
        report.m_stages.push_back(
            TRY(rolesOf(*plan.study.estimator, roles, stage, whatIf, context.workers(), context.stop())));
    }
    return report;
}

Fit RoleReport::fit(size_t ipu) const {
    return {m_stages[ipu].changed->tileBytes <= m_plan.memory.limitOf({static_cast<uint32_t>(ipu)}),
            m_plan.figures.warnings};
}

Fit RoleReport::fit() const {
    Fit all = fit(0);
    for (size_t ipu = 1; ipu < m_stages.size() && all.fits(); ++ipu) {
        all = fit(ipu);
    }
    return all;
}

uint64_t RoleReport::peak() const {
    uint64_t peak = 0;
    for (const StageRoles& stage : m_stages) {
        peak = std::max(peak, stage.changed->tileBytes);
    }
    return peak;
}

std::string RoleReport::changes() const {
    std::string text;
    for (const std::string_view change : m_whatIf.ids()) {
        text += (text.empty() ? "" : ", ") + std::string(change);
    }
    return text;
}

void RoleReport::addTo(Json& json) const {
    for (size_t ipu = 0; ipu < m_stages.size(); ++ipu) {
        const StageRoles& roles = m_stages[ipu];
        Json& stage = json["stages"][ipu];
        stage["roles"] = rolesJson(roles.bytes);
        stage["peak_roles"] = rolesJson(roles.peakBytes);
        if (roles.changed) {
            stage["what_if"] = {{"peak_tile_bytes", roles.changed->tileBytes},
                                {"peak_tile", roles.changed->tile.value},
                                {"fits", optionalJson(fit(ipu).answer())}};
        }
    }
    if (m_whatIf.any()) {
        json["what_if"] = {{"changes", m_whatIf.ids()},
                           {"rule_of_thumb", true},
                           {"peak_tile_bytes", peak()},
                           {"fits", optionalJson(fit().answer())}};
    }
}

void RoleReport::addTo(Table& table) const {
    const auto addColumn = [&](const std::string& name, const auto& cellOf) {
        table.columns.push_back({name, ColumnType::Integer});
        for (size_t ipu = 0; ipu < m_stages.size(); ++ipu) {
            table.rows[ipu].emplace_back(cellOf(m_stages[ipu]));
        }
    };
    const auto addRoles = [&](const std::string& prefix, auto bytes) {
        for (size_t i = 0; i < RoleCount; ++i) {
            addColumn(prefix + std::string(idOf(static_cast<Role>(i))),
                      [&](const StageRoles& stage) { return (stage.*bytes).of[i]; });
        }
    };
    addRoles("roles.", &StageRoles::bytes);
    addRoles("peak_roles.", &StageRoles::peakBytes);
    if (m_whatIf.any()) {
        addColumn("what_if.peak_tile_bytes",
                  [](const StageRoles& stage) { return stage.changed->tileBytes; });
    }
}

Table RoleReport::changesTable() const {
    Table table;
    table.columns = {{"ipu", ColumnType::Integer},
                     {"peak_tile_bytes", ColumnType::Integer},
                     {"what if", ColumnType::Integer},
                     {"peak_tile", ColumnType::Integer},
                     {"would fit", ColumnType::Boolean}};
    for (size_t ipu = 0; ipu < m_stages.size(); ++ipu) {
        table.rows.push_back({ipu, m_plan.figures.estimate.stages[ipu].peakTileBytes,
                              m_stages[ipu].changed->tileBytes, m_stages[ipu].changed->tile.value,
                              fit(ipu).answer()});
    }
    return table;
}

std::string RoleReport::text(bool withRoles) const {
    std::string text;
    if (withRoles) {
        text += "\nWhat the bytes are for\n" + toAligned(rolesTable(m_stages));
    }
    if (m_whatIf.any()) {
        text += "\nWhat if (a rule of thumb): " + changes() + "\n" + toAligned(changesTable());
        text += "Fullest tile: " + std::to_string(peak()) + " bytes instead of " +
                std::to_string(m_plan.figures.estimate.peakTileBytes()) +
                (!fit().known() ? ". Whether the plan would fit is not known.\n"
                 : fit().fits() ? ". The plan would fit.\n"
                                : ". The plan would not fit.\n");
    }
    return text;
}

} // namespace tileline::cli
