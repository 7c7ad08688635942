// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QString>

namespace tileline {

/// A number of cycles in four digits at most: "812", "12.35 k", "1.235 M". Exact up to 9,999.
QString cyclesText(double cycles);

/// The source of the session's cycles: "measured" or "estimated". Session::cycles() must not be null.
QString cycleSourceText(const Session& session);

/// The speed of the plan of the latest result, in one line: "Period 1.235 M cycles · 812 samples/s ·
/// utilisation 87.5 % (measured)". Without cycles, the text says that the time is unknown; empty in
/// PopLiner's setting.
QString timeText(const Session& session);

/// Explains the figures of timeText() and what they depend on. If there are none, says what the profile lacks
/// and how to get it.
QString timeExplanation(const Session& session);

} // namespace tileline
