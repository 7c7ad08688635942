// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/ids.h"

namespace tileline {

/// Half-open range of liveness steps: [start, end).
struct StepInterval {
    StepIndex start;
    StepIndex end;

    constexpr auto operator<=>(const StepInterval&) const = default;
    constexpr bool contains(StepIndex step) const { return start <= step && step < end; }
    constexpr bool empty() const { return end <= start; }
};

} // namespace tileline
