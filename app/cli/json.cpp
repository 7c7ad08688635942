// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/json.h"

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

Json layersJson(const Layers& layers) {
    Json names = Json::array();
    for (uint32_t layer = 0; layer < layers.count(); ++layer) {
        names.push_back(layerJson(layers, {layer}));
    }
    return names;
}

} // namespace tileline::cli
