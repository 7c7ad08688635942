// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/session/session.h"

#include <QString>

namespace tileline {

/// The result of a solve, in a few sentences.
QString answerText(const SolveAnswer& answer, const Session& session);
/// A short text that says how far the current plan is from the optimum.
QString gapText(const Session& session);
/// The name of the undo step that applies the result of a solve.
QString solveName(const SolveAnswer& answer);

} // namespace tileline
