// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/generatoroptions.h"
#include "app/generate/profileplan.h"
#include "core/profile/profilebuilder.h"

#include <stop_token>

namespace tileline {

/// Adds the traces that the traits ask for, of two runs of a pipeline. In each iteration, every program runs
/// on its IPU, and then all IPUs wait for each other. The IPUs begin at different times. Copies from and to
/// the host run on I/O tiles, beside other programs. Some steps have no length, and syncs have no program.
Result<Done> writeTraces(ProfileBuilder& builder, const ProfilePlan& plan, const ModelPreset& model,
                         const std::stop_token& stop);

} // namespace tileline
