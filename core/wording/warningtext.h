// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/translatable.h"
#include "core/explain/planwarnings.h"
#include "core/explain/selfchecks.h"
#include "core/layers/layers.h"
#include "core/profile/profile.h"

#include <string>

namespace tileline {

/// The place where advice is shown. It decides whether a remedy names command-line options or controls of the
/// window.
enum class Surface { CommandLine, Window };

/// A warning or note for the user in one or two sentences, and a remedy. The remedy may be empty.
struct Advice {
    Phrase text;
    Phrase remedy = {};
};
Advice adviceOn(const LoadNote& note, Surface surface);
Advice adviceOn(const LayerWarning& warning, Surface surface);
Advice adviceOn(const FailedIdentity& failure, Surface surface);
Advice adviceOn(const PlanWarning& warning, const Layers& layers, const Profile& profile, Surface surface);

/// What adviceOn() returns for `about`, with the remedy, as one line of text for the command line.
template <class... About>
std::string textOf(const About&... about) {
    Advice advice = adviceOn(about..., Surface::CommandLine);
    return englishText(joined({std::move(advice.text), std::move(advice.remedy)}));
}

/// The id that JSON output uses for an identity, such as "step_bytes".
const char* nameOf(Identity identity);

} // namespace tileline
