// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/planwarnings.h"
#include "core/memory/tilememory.h"
#include "core/plan/planconstraints.h"

#include <optional>
#include <vector>

namespace tileline {

/// Whether a plan fits: yes, no, or unknown if a warning makes the figures invalid. A Fit is made from the
/// figures together with the warnings about them, so a plan with invalid figures never counts as fitting.
class Fit {
public:
    Fit() = default; ///< not known
    /// `withinLimits` states whether the estimated bytes of all tiles are within the limits. `warnings` are
    /// the warnings about the estimate.
    Fit(bool withinLimits, const std::vector<PlanWarning>& warnings)
        : m_fits(figuresHold(warnings) ? std::optional(withinLimits) : std::nullopt) {}
    /// Decides whether a plan fits: the fullest tile of each IPU must be within the limit of that IPU.
    static Fit of(const PlanEstimate& estimate, const MemoryLimits& memory,
                  const std::vector<PlanWarning>& warnings) {
        bool within = true;
        for (uint32_t ipu = 0; ipu < estimate.stages.size(); ++ipu) {
            within = within && estimate.stages[ipu].peakTileBytes <= memory.limitOf({ipu});
        }
        return {within, warnings};
    }

    bool known() const { return m_fits.has_value(); }
    bool fits() const { return m_fits == true; }
    bool overflows() const { return m_fits == false; }
    /// Whether the plan fits, as tables and JSON state it; empty if that is not known.
    std::optional<bool> answer() const { return m_fits; }

    /// Whether the plan fits only tightly: on some IPU, the headroom divided by the limit is less than
    /// LayoutSlack::share.
    bool isTight(const PlanEstimate& estimate, const MemoryLimits& memory,
                 const std::optional<LayoutSlack>& slack) const {
        bool tight = false;
        for (uint32_t ipu = 0; fits() && slack && ipu < estimate.stages.size(); ++ipu) {
            const auto limit = static_cast<double>(memory.limitOf({ipu}));
            const auto peak = static_cast<double>(estimate.stages[ipu].peakTileBytes);
            tight = tight || limit - peak < slack->share * limit;
        }
        return tight;
    }

    bool operator==(const Fit&) const = default;

private:
    std::optional<bool> m_fits;
};

} // namespace tileline
