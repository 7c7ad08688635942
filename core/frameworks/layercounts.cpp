// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/frameworks/layercounts.h"

#include "core/base/printable.h"
#include "core/frameworks/pythonliteral.h"
#include "core/frameworks/remedytext.h"

#include <algorithm>

namespace tileline {

namespace {

/// The beginning of a module path, up to the last part that is a number; the whole path if no part is a
/// number.
std::string_view modelLayerOf(std::string_view path) {
    std::string_view head = path;
    while (!head.empty()) {
        const size_t dot = head.rfind('.');
        const std::string_view part = head.substr(dot == std::string_view::npos ? 0 : dot + 1);
        if (!part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos) {
            return head;
        }
        head = dot == std::string_view::npos ? std::string_view() : head.substr(0, dot);
    }
    return path;
}

constexpr const char* OtherLayers = RemedyText::tr(
    "Correct the list. If Tileline did not find the layers of the model, pass another --layer-name-regex.");

/// Checks the rules that do not depend on the number of layers.
Result<Done> checkNumbers(const WrittenCounts& written, size_t ipus) {
    for (const int64_t count : written.counts) {
        if (count < -1 || count > INT32_MAX) {
            return badPlan(written.key, "whole numbers of at least -1", std::to_string(count),
                           RemedyText::tr("Write the number of layers on each IPU, or -1 to give the IPU a "
                                          "share of the remaining layers."));
        }
    }
    return ipus > 0 && ipus <= MaxIpus
               ? Result<Done>(Done{})
               : badPlan(written.ipus ? written.ipusKey : written.key,
                         "1 to " + std::to_string(MaxIpus) + " IPUs", std::to_string(ipus),
                         RemedyText::tr("Correct the number of IPUs."));
}

} // namespace

std::vector<LayerIndex> modelLayers(const ExportPlan& plan) {
    std::vector<LayerIndex> begins;
    std::string last;
    for (uint32_t i = 0; i < plan.layerNames.size(); ++i) {
        if (plan.kind({i}) != EntryKind::Layer) {
            continue;
        }
        const std::string path = plan.modulePath({i});
        const std::string_view layer = modelLayerOf(path);
        // An entry whose path ends with a number is a whole layer, even if the previous entry has the same
        // path.
        if (layer.size() == path.size() || layer != last) {
            begins.push_back({i});
        }
        last = layer.size() < path.size() ? std::string(layer) : std::string();
    }
    return begins;
}

Result<std::vector<uint32_t>> layerCountsOf(const ExportPlan& plan) {
    const std::vector<LayerIndex> begins = modelLayers(plan);
    std::vector<uint32_t> counts;
    for (const PlacedStage& ipu : plan.placement().ipus) {
        const LayerRange range = ipu.entries;
        const auto first = std::ranges::lower_bound(begins, range.first);
        const auto last = std::ranges::upper_bound(begins, range.last);
        if (plan.kind(range.first) == EntryKind::Layer && (first == begins.end() || *first != range.first)) {
            const std::string path = plan.modulePath(range.first);
            return errorAt(
                ErrorCode::ExportRule, entryText(plan, range.first),
                RemedyText::tr("splits between layers of the model"),
                "IPU " + std::to_string(counts.size()) + " begins inside the layer " +
                    pythonLiteral(modelLayerOf(path)),
                RemedyText::tr(
                    "Move the split to the beginning of a layer, or export for a framework that can split "
                    "layers."));
        }
        counts.push_back(static_cast<uint32_t>(last - first));
    }
    return counts;
}

Result<std::vector<uint32_t>> resolvedCounts(const WrittenCounts& written, uint32_t layers) {
    const std::vector<int64_t>& counts = written.counts;
    const size_t ipus = written.ipus.value_or(static_cast<uint32_t>(std::min<size_t>(counts.size(), 1000)));
    TRY(checkNumbers(written, ipus));
    if (ipus == 1) {
        return std::vector<uint32_t>{layers};
    }
    const auto wildcards = static_cast<uint64_t>(std::ranges::count(counts, -1));
    const bool spreads = counts.size() == 1 && wildcards == 1;
    if (counts.size() != ipus && !spreads) {
        return badPlan(
            written.key, "a number for each of " + countOf(ipus, "IPU") + " (" + written.ipusKey + ")",
            countOf(counts.size(), "number"),
            RemedyText::tr("Write a number of layers for each IPU, or correct the number of IPUs."));
    }
    const uint64_t sum =
        sumOf(counts, [](int64_t count) { return static_cast<uint64_t>(std::max<int64_t>(count, 0)); });
    if (wildcards == 0 ? sum != layers : sum > layers) {
        return badPlan(written.key,
                       (wildcards == 0 ? "a sum of " : "a sum of at most ") + std::to_string(layers) +
                           ", the number of layers in the profile",
                       numbersText(counts, " + ") + " = " + std::to_string(sum), OtherLayers);
    }
    const uint64_t shares = spreads ? ipus : wildcards;
    const uint64_t rest = layers - sum;
    std::vector<uint32_t> result(ipus);
    size_t last = 0;
    for (size_t ipu = 0; ipu < ipus; ++ipu) {
        const bool shared = spreads || counts[ipu] == -1;
        result[ipu] = static_cast<uint32_t>(shared ? rest / shares : static_cast<uint64_t>(counts[ipu]));
        last = shared ? ipu : last;
    }
    if (shares > 0) {
        result[last] += static_cast<uint32_t>(rest % shares);
    }
    return result;
}

Result<SplitPlan> planWithCounts(const ExportPlan& plan, const std::vector<uint32_t>& counts,
                                 const std::string& key) {
    const std::vector<LayerIndex> begins = modelLayers(plan);
    const auto last = static_cast<uint32_t>(plan.layerNames.size() - 1);
    const bool outputFirst = plan.assumed && plan.assumed->options.outputOn == OutputOn::First;
    if (counts.front() == 0 && (begins.empty() || begins.front().value == 0)) {
        return badPlan(key, "a layer on IPU 0, because nothing runs before the first layer of the profile",
                       listText(counts), OtherLayers);
    }
    std::vector<LayerIndex> splits;
    size_t position = 0;
    for (size_t ipu = 1; ipu < counts.size(); ++ipu) {
        position += counts[ipu - 1];
        const bool outputAlone =
            ipu + 1 == counts.size() && plan.kind({last}) == EntryKind::Output && last > 0 && !outputFirst;
        if (counts[ipu] > 0) {
            splits.push_back(begins[position]);
        } else if (outputAlone) {
            splits.push_back({last});
        } else {
            return badPlan(
                key, "a layer on each IPU after the first one",
                "none on IPU " + std::to_string(ipu) + " of " + listText(counts) +
                    ", where nothing else runs",
                outputFirst
                    ? RemedyText::tr("Put a layer on that IPU, or run Output there with --output-on last.")
                    : RemedyText::tr("Put a layer on that IPU, or use fewer IPUs."));
        }
    }
    return SplitPlan::make(plan.layerNames.size(), std::move(splits));
}

} // namespace tileline
