// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/wording/layertext.h"

#include "core/base/printable.h"

namespace tileline {

namespace {

struct LayersText {
    TILELINE_PHRASES(Layers)
};

/// A list shows at most this many runs of consecutive layers.
constexpr size_t MaxRuns = 8;

/// Lists the entries of a range. Consecutive numbers are joined: "0 to 2". `nameOf` names a single entry.
template <class NameOf>
Phrase runsPhrase(LayerRange entries, const Layers& layers, NameOf nameOf) {
    std::vector<Phrase> runs;
    for (LayerIndex first = entries.first; first <= entries.last;) {
        if (runs.size() == MaxRuns) {
            //: %1 is the beginning of a list of layers, %2 the number of layers in the whole list
            return LayersText::tr("%1 … (%2 layers)").arg(joined(std::move(runs), ", "), entries.size());
        }
        LayerIndex last = first;
        while (last < entries.last && layers.countsOn(last.next())) {
            last = last.next();
        }
        //: layers whose names are consecutive numbers: "3 to 5"
        runs.push_back(first == last ? nameOf(first)
                                     : LayersText::tr("%1 to %2").arg(nameOf(first), nameOf(last)));
        first = last.next();
    }
    return joined(std::move(runs), ", ");
}

} // namespace

Phrase entryPhrase(LayerIndex entry, const Layers& layers) {
    switch (layers.kinds[entry.index()]) {
    case EntryKind::None:
        //: a short name for the operations outside any layer, used in lists of layers
        return LayersText::tr("None");
    case EntryKind::Input:
        //: the operations that run before the first layer
        return LayersText::tr("Input");
    case EntryKind::Output:
        //: the operations that run after the last layer
        return LayersText::tr("Output");
    case EntryKind::Layer:
        break;
    }
    return Phrase{"", "%1"}.arg(layers.displayName(entry));
}

Phrase entriesPhrase(LayerRange range, const Layers& layers) {
    const auto kindOf = [&](LayerIndex entry) { return layers.kinds[entry.index()]; };
    const auto nameOf = [&](LayerIndex entry) { return entryPhrase(entry, layers); };
    std::vector<Phrase> parts;
    if (kindOf(range.first) == EntryKind::Input) {
        parts.push_back(nameOf(range.first));
        range.first = range.first.next();
    }
    const bool empty = range.last < range.first;
    const bool withNone = !empty && kindOf(range.first) == EntryKind::None;
    const bool withOutput = !empty && kindOf(range.last) == EntryKind::Output;
    const LayerIndex first = withNone ? range.first.next() : range.first;
    const LayerIndex end = withOutput ? range.last : range.last.next();
    if (end.value == first.value + 1) {
        parts.push_back(
            (withNone ? LayersText::tr("none and layer %1") : LayersText::tr("layer %1")).arg(nameOf(first)));
    } else if (first < end) {
        //: %1 is "3 to 5" or "1, 10, 9"
        parts.push_back((withNone ? LayersText::tr("none and layers %1") : LayersText::tr("layers %1"))
                            .arg(runsPhrase({first, LayerIndex{end.value - 1}}, layers, nameOf)));
    } else if (withNone) {
        //: a stage that holds only operations outside any layer
        parts.push_back(LayersText::tr("none"));
    }
    if (withOutput) {
        parts.push_back(nameOf(range.last));
    }
    return joined(std::move(parts), ", ");
}

std::string displayText(const Layers& layers, LayerIndex layer) {
    return printable(layers.nameInFiles(layer).value_or("None"));
}

std::string rangeText(const Layers& layers, LayerRange entries) {
    return englishText(runsPhrase(entries, layers, [&](LayerIndex entry) {
        return Phrase{"", "%1"}.arg(layers.nameInFiles(entry).value_or("None"));
    }));
}

} // namespace tileline
