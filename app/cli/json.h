// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/layers/layers.h"
#include "core/plan/splitplan.h"

#include "core/tables/tables.h"

#include <nlohmann/json.hpp>

#include <string>

namespace tileline::cli {

/// A JSON value. The keys of an object stay in the order in which they were added.
using Json = nlohmann::ordered_json;

/// JSON text, indented by two spaces, with a line feed at the end. Bytes that are not UTF-8 become U+FFFD.
std::string toJsonText(const Json& json);
/// JSON text on one line, without a line feed.
std::string toJsonLine(const Json& json);

/// The value of a std::optional as JSON; null if there is no value.
Json optionalJson(const auto& value) {
    return value ? Json(*value) : Json();
}

/// The name of a layer entry; null for the entry *none*.
Json layerJson(const Layers& layers, LayerIndex layer);
/// A table as an array that contains an object for each row. The objects have the keys of the columns.
Json tableJson(const Table& table);
/// The name of the entry at which each stage begins, for all stages except the first.
Json splitsJson(const SplitPlan& plan, const Layers& layers);
/// The names of all entries of the layer list.
Json layersJson(const Layers& layers);

} // namespace tileline::cli
