// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/generatoroptions.h"
#include "app/generate/profileplan.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <stop_token>

namespace tileline {

/// Expands a plan tile by tile into a complete Profile without debug information. TooLarge if there would be
/// too many lowered variables.
Outcome<ProfilePtr> writePlan(const ProfilePlan& plan, const ModelPreset& model,
                              const GeneratorOptions& options, std::stop_token stop);

} // namespace tileline
