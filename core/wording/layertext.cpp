// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/layertext.h"

#include "core/base/printable.h"

namespace tileline {

std::string displayText(const Layers& layers, LayerIndex layer) {
    return printable(layers.nameInFiles(layer).value_or("None"));
}

std::string rangeText(const Layers& layers, LayerRange entries) {
    constexpr size_t MaxRuns = 8;
    std::string text;
    size_t runs = 0;
    for (LayerIndex first = entries.first; first <= entries.last; ++runs) {
        if (runs == MaxRuns) {
            return text + " ... (" + std::to_string(entries.size()) + " entries)";
        }
        LayerIndex last = first;
        while (last < entries.last && layers.countsOn(last.next())) {
            last = last.next();
        }
        text += (text.empty() ? "" : ", ") + displayText(layers, first);
        if (first != last) {
            text += " to " + displayText(layers, last);
        }
        first = last.next();
    }
    return text;
}

} // namespace tileline
