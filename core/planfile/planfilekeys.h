// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace tileline {

/// JSON with keys in the order in which they were written. For the .cpp files of plan files only.
using PlanJson = nlohmann::ordered_json;

/// The keys that this program knows, as an object of objects; leaves are null.
const PlanJson& knownFileKeys();
const PlanJson& knownPlanKeys();

/// What `object` has beside the keys of `known`, in nested objects too; as JSON text, empty where that is
/// nothing.
std::string unknownKeysOf(const PlanJson& object, const PlanJson& known);

/// Adds to `object` what unknownKeysOf() found.
void addUnknownKeys(PlanJson& object, const std::string& unknown);

} // namespace tileline
