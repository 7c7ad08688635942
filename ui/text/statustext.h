// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "core/session/partitionevents.h"

#include <QString>

namespace tileline {

/// What a long job does right now: "Reading lowered variables".
QString phaseText(Phase phase);
/// What the window's threads are busy with; empty for Job::None.
QString jobText(Job job);

} // namespace tileline
