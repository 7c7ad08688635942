// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/session/session.h"

#include <QString>

namespace tileline {

/// Why there is no such plan, and what would do.
QString infeasibleText(const Infeasible& why);
/// What a solve came to, in a sentence or two.
QString answerText(const SolveAnswer& answer, const Session& session);
/// How far the current plan is from the best one, short.
QString gapText(const Session& session);
/// The name of a solve as an undo step.
QString solveName(const SolveAnswer& answer);

} // namespace tileline
