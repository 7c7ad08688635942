// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/model/profile.h"
#include "tests/generator/generatoroptions.h"

#include <filesystem>
#include <memory>
#include <stop_token>

namespace tileline {

/// A synthetic profile, complete with operation tables, and the debug information that fits it: the same
/// operations follow from either.
struct GeneratedModel {
    ProfilePtr profile;
    std::shared_ptr<const DebugContexts> debug;
};

/// Makes the profile of a network that does not exist, as Poplar would have reported it. The same options
/// give the same profile, bit for bit, on every machine. Errors: BadArgument, TooLarge.
///
/// How: a network is written down as a framework traces it (transformergraph.h, cnngraph.h), gets its
/// backward pass (backwardpass.h), is compiled into a plan of programs, variables and debug contexts without
/// anything by tile (lowering.h), and the plan is worked out tile by tile (planwriter.h).
Outcome<GeneratedModel> generateModel(const GeneratorOptions& options, std::stop_token stop = {});

/// Writes `profile.tileline` and `debug.cbor` to a directory, which is made where it does not exist.
Outcome<Done> writeModel(const GeneratedModel& model, const std::filesystem::path& directory,
                         std::stop_token stop = {});

} // namespace tileline
