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

/// "812 samples/s"; empty if it is unknown.
QString throughputText(const PipelineTime& time);
/// The reason why the plan has no period yet.
QString timeMissingText(const Session& session);

/// Explains period and utilisation and what they depend on; empty in PopLiner's setting. If they are unknown,
/// says which data the profile lacks and how to get them.
QString timeExplanation(const Session& session);

} // namespace tileline
