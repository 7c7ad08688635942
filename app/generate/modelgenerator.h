// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/generatoroptions.h"
#include "app/generate/poplarvariant.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <filesystem>
#include <memory>
#include <stop_token>

namespace tileline {

/// A synthetic profile with operation tables, and matching debug information: both give the same operations.
struct GeneratedModel {
    ProfilePtr profile;
    std::shared_ptr<const DebugContexts> debug;
};

/// Makes the profile of a fictitious network, as Poplar would report it. The same options give the same
/// profile, bit for bit, on every machine. Errors: BadArgument, TooLarge.
///
/// First, a network is written as a framework traces it (transformergraph.h, cnngraph.h). Then the backward
/// pass is added (backwardpass.h). The network is compiled into a plan of programs, variables and debug
/// contexts, without by-tile data (lowering.h). Finally, the plan is expanded tile by tile (planwriter.h).
Outcome<GeneratedModel> generateModel(const GeneratorOptions& options, std::stop_token stop = {});

/// Writes `profile.tileline` and `debug.cbor` to a directory, which is created if it does not exist.
Outcome<Done> writeModel(const GeneratedModel& model, const std::filesystem::path& directory,
                         std::stop_token stop = {});

/// Writes a report as Poplar does: `profile.pop` and, unless nothing refers to it, `debug.cbor`.
Outcome<Done> writePoplarModel(const GeneratedModel& model, const std::filesystem::path& directory,
                               const PoplarVariant& variant = {}, std::stop_token stop = {});

} // namespace tileline
