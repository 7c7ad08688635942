// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/planreport.h"
#include "core/explain/stageroles.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tileline::cli {

/// --roles and --what-if.
class RoleArguments {
public:
    void addTo(CLI::App& command);
    bool given() const { return m_roles || m_whatIf.any(); }
    bool roles() const { return m_roles; }
    const ModelChanges& whatIf() const { return m_whatIf; }

private:
    bool m_roles = false;
    ModelChanges m_whatIf;
};

/// What the bytes of a plan's stages are for, and what changes of the model would do to the peaks.
class RoleReport {
public:
    static Outcome<RoleReport> make(const PlanReport& plan, const ModelChanges& whatIf, Context& context);

    /// Adds `roles`, `peak_roles` and `what_if` to what PlanReport::json() returns.
    void addTo(Json& json) const;
    /// Adds columns to PlanReport::table().
    void addTo(Table& table) const;
    /// The roles as a table, if they are asked for, and the changed peaks, if there are any.
    std::string text(bool withRoles) const;

private:
    Table changesTable() const;
    uint64_t peak() const;
    Fit fit() const;
    Fit fit(size_t ipu) const;
    std::string changes() const;

    explicit RoleReport(const PlanReport& plan)
        : m_plan(plan) {}

    const PlanReport& m_plan;
    ModelChanges m_whatIf;
    std::vector<StageRoles> m_stages;
};

} // namespace tileline::cli
