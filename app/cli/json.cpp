// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

#include "core/base/sequences.h"

namespace tileline::cli {

std::string toJsonText(const Json& json) {
    return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string toJsonLine(const Json& json) {
    return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Json layerJson(const Layers& layers, LayerIndex layer) {
    return optionalJson(layers.nameInFiles(layer));
}

Json splitsJson(const SplitPlan& plan, const Layers& layers) {
    return mapped(plan.splits(), [&](LayerIndex split) { return layerJson(layers, split); });
}

Json tableJson(const Table& table) {
    Json rows = Json::array();
    for (const std::vector<Cell>& cells : table.rows) {
        Json& row = rows.emplace_back(Json::object());
        for (size_t i = 0; i < cells.size(); ++i) {
            row[table.columns[i].key] = std::visit(
                [](const auto& value) {
                    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
                        return Json();
                    } else {
                        return Json(value);
                    }
                },
                cells[i].value);
        }
    }
    return rows;
}

Json layersJson(const Layers& layers) {
    return mapped(layers.count(), [&](uint32_t layer) { return layerJson(layers, {layer}); });
}

} // namespace tileline::cli
