// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/planwarnings.h"
#include "core/explain/selfchecks.h"
#include "core/layers/layers.h"
#include "core/profile/profile.h"

#include <string>

namespace tileline {

/// A note about a load or its layers that the user should see, as one line.
std::string textOf(const LoadNote& note);
std::string textOf(const LayerWarning& warning);
std::string textOf(const FailedIdentity& failure);
std::string textOf(const PlanWarning& warning, const Layers& layers, const Profile& profile);

/// `part` in per cent of `whole`, with one decimal place.
std::string percentText(double part, double whole);

/// The word for an identity in JSON: "step_bytes".
const char* nameOf(Identity identity);

} // namespace tileline
