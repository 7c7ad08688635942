// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/base/sequences.h"
#include "core/frameworks/poptorchplan.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tileline {

/// The entries at which layers of the model begin. Usually, every layer of the list is a layer of the model.
/// If the layer regex finds only parts of layers, several entries in a row form one layer of the model: their
/// module paths are equal up to and including the last number.
std::vector<LayerIndex> modelLayers(const ExportPlan& plan);

/// How many layers of the model are on each IPU of a plan, as in layers_per_ipu. Error: ExportRule if the
/// plan splits a layer of the model.
Result<std::vector<uint32_t>> layerCountsOf(const ExportPlan& plan);

/// The number of layers on each IPU, as an imported text states it.
struct WrittenCounts {
    std::vector<int64_t> counts;        ///< by IPU: its number of layers, or -1 for a share of the rest
    std::optional<uint32_t> ipus{};     ///< ipus_per_replica; if empty, the length of the list
    std::string key = "layers_per_ipu"; ///< the key of `counts` in the text; for errors
    std::string ipusKey = "ipus_per_replica";
};

/// The number of layers on each IPU, computed from `written`. With one IPU, the list is ignored. `[-1]`
/// spreads the layers over all IPUs. Each -1 among other numbers gets an equal share of the remaining layers;
/// the last -1 also gets the remainder of this division. Error: BadPlan, which states the broken rule.
Result<std::vector<uint32_t>> resolvedCounts(const WrittenCounts& written, uint32_t layers);

/// The plan that puts counts[i] layers of the model on IPU i. Input runs on the first IPU, even if that IPU
/// has no layers. The layer list and the IPU of Output are taken from `plan`. `key` is the key of `counts` in
/// the imported text; error messages name it. Error: BadPlan if an IPU would have nothing to run.
Result<SplitPlan> planWithCounts(const ExportPlan& plan, const std::vector<uint32_t>& counts,
                                 const std::string& key);

/// The numbers as text, with a separator between them: "3 + 7 + 7".
template <class Number>
std::string numbersText(const std::vector<Number>& numbers, const char* separator) {
    return joinedTexts(numbers, separator, [](Number number) { return std::to_string(number); });
}

inline std::string listText(const std::vector<uint32_t>& counts) {
    return "[" + numbersText(counts, ", ") + "]";
}

} // namespace tileline
