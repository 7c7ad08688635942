// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>

namespace tileline {

/// JSON that keeps the order of its keys. Only for the .cpp files that read and write plan files.
using PlanJson = nlohmann::ordered_json;

/// The keys that this program knows, as an object of objects; leaves are null.
const PlanJson& knownFileKeys();
const PlanJson& knownPlanKeys();

/// The keys of `object` that `known` does not have, also in nested objects, as JSON text; empty if there are
/// none.
std::string unknownKeysOf(const PlanJson& object, const PlanJson& known);

/// Adds the keys that unknownKeysOf() found to `object`.
void addUnknownKeys(PlanJson& object, const std::string& unknown);

} // namespace tileline
