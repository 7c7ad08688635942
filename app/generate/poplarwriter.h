// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/generate/poplarvariant.h"
#include "core/base/result.h"
#include "core/profile/profile.h"

#include <filesystem>

namespace tileline {

/// Writes a profile as Poplar's profile.pop, schema major 3. Debug information is a separate file. Reading
/// the file gives an equal profile, except for data that the schema cannot store:
/// - meta data except poplar_version and date_time, and the bytes that execution steps exchange with the host
/// - operations, element types and shapes of variables: they follow from debug information
/// - variables of programs other than OnTileExecute, DoExchange, GlobalExchange, StreamCopyMid and CodeCopy;
///   the variables of a program are in ascending order of their ids
/// - exchange code of programs other than DoExchange
/// - code of vertices without a vertex type
/// Where the profile lacks data that the schema always has, the file states defaults: memory of which nothing
/// is interleaved, the category `variable`, and names made from those of the variables. The column of
/// addresses is left out.
Outcome<Done> writePoplarProfile(const Profile& profile, const std::filesystem::path& path,
                                 const PoplarVariant& variant = {});

} // namespace tileline
