// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/progress.h"
#include "ui/session/partitionevents.h"

#include <QString>

namespace tileline {

/// The current phase of a long job: "Reading lowered variables".
QString phaseText(Phase phase);
/// The name of the session's background job; empty for Job::None.
QString jobText(Job job);

} // namespace tileline
