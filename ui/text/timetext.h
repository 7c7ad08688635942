// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QString>

namespace tileline {

/// A number of cycles with at most four digits: "812", "9,999", "12.35 k", "1.235 M".
QString cyclesText(double cycles);

/// The source of the session's cycles: "measured" or "estimated". Session::cycles() must not be null.
QString cycleSourceText(const Session& session);

/// The throughput: "812 samples/s"; empty if it is unknown.
QString throughputText(const PipelineTime& time);
/// Says that the period of the current plan is still being computed, or that the profile lacks cycles.
QString timeMissingText(const Session& session);

/// Explains the period and the utilisation, and what they depend on. If the profile states the cycles of too
/// few programs, explains instead how to get a profile with cycles. Empty in PopLiner's setting.
QString timeExplanation(const Session& session);

} // namespace tileline
