// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/layernames.h"

#include "core/base/printable.h"
#include "core/wording/layertext.h"

#include <algorithm>

namespace tileline::cli {

namespace {

std::vector<std::string> splitAtCommas(const std::string& value) {
    std::vector<std::string> parts;
    size_t begin = 0;
    for (size_t comma = value.find(','); comma != std::string::npos; comma = value.find(',', begin)) {
        parts.push_back(value.substr(begin, comma - begin));
        begin = comma + 1;
    }
    parts.push_back(value.substr(begin));
    return parts;
}

std::string someNames(const Layers& layers) {
    constexpr size_t Shown = 12;
    std::string names;
    for (uint32_t layer = 1; layer < std::min(layers.count(), Shown + 1); ++layer) {
        names += (layer == 1 ? "" : ", ") + displayText(layers, {layer});
    }
    return names + (layers.count() > Shown + 1 ? ", ..." : "");
}

Error unknownLayer(const Layers& layers, const std::string& name, const std::string& option) {
    return {ErrorCode::UnknownLayer,
            {},
            option,
            layers.count() > 1 ? "one of " + someNames(layers) : "nothing: no layer was found",
            printable(name)};
}

} // namespace

Result<std::vector<LayerIndex>> resolveLayers(const Layers& layers, const std::vector<std::string>& values,
                                              const std::string& option) {
    std::vector<LayerIndex> found;
    for (const std::string& value : values) {
        if (const auto whole = layers.findNameInFiles(value)) {
            found.push_back(*whole);
            continue;
        }
        for (const std::string& name : splitAtCommas(value)) {
            const auto layer = layers.findNameInFiles(name);
            if (!layer) {
                return unknownLayer(layers, name, option);
            }
            found.push_back(*layer);
        }
    }
    std::sort(found.begin(), found.end());
    const auto twice = std::adjacent_find(found.begin(), found.end());
    if (twice != found.end()) {
        return Error{
            ErrorCode::BadPlan, {}, option, "each layer once", displayText(layers, *twice) + " twice"};
    }
    return found;
}

} // namespace tileline::cli
