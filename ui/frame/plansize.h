// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>

namespace tileline {

/// The part of the plan that is shown above a page.
enum class PlanSize : uint8_t {
    Whole,
    Line,  ///< the stages with their peaks, and the layers with their markers
    Hidden ///< only the verdict and the setting are shown
};

} // namespace tileline
