// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QString>

namespace tileline {

/// A number of cycles in four digits at most: "812", "12.35 k", "1.235 M". Exact up to 9,999.
QString cyclesText(double cycles);

/// Where the session's cycles, which are not null, come from: "measured" or "estimated".
QString cycleSourceText(const Session& session);

/// How fast the plan of the latest result runs, in one line: "Period 1.235 M cycles · 812 samples/s ·
/// utilisation 87.5 % (measured)". Without cycles, the text says that the time is unknown; empty in
/// PopLiner's setting.
QString timeText(const Session& session);

/// What the figures of timeText() mean, and what they depend on; or what the profile lacks, and how to get
/// it.
QString timeExplanation(const Session& session);

} // namespace tileline
