// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/estimate/operationfigures.h"

#include "core/memory/operationtiles.h"

#include <numeric>
#include <unordered_map>

namespace tileline {

namespace {

CategoryBytes figuresOf(const OperationTilesEstimator& estimator, const Profile& profile,
                        const LayeredOperation& operation, TileRange tiles) {
    const auto sumOf = [tiles](const std::vector<uint64_t>& bytes) {
        return std::accumulate(bytes.begin() + tiles.begin, bytes.begin() + tiles.end, uint64_t{0});
    };
    const std::vector<DetailIndex> itself{operation.detail};
    const OperationTiles code = estimator.codeOf(itself);
    CategoryBytes bytes{0, sumOf(code.vertexCode), sumOf(code.vertexState), sumOf(code.exchangeCode),
                        sumOf(code.controlCode)};
    const OperationDetail& detail = profile.operationDetails[operation.detail.index()];
    if (operation.inLayer() && detail.firstStep && detail.lastStep) {
        const StepInterval window{*detail.firstStep, detail.lastStep->next()};
        bytes.variables = sumOf(estimator.peaksOf(estimator.variablesOf(itself), window));
    }
    return bytes;
}

} // namespace

Outcome<std::vector<CategoryBytes>> operationFigures(const Profile& profile, const Layers& layers,
                                                     Workers& workers, std::stop_token stop,
                                                     std::optional<TileRange> tiles) {
    std::vector<size_t> listings; // the first listing of each operation
    std::unordered_map<DetailIndex, size_t> firstListing;
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        if (firstListing.try_emplace(layers.operations[i].detail, i).second) {
            listings.push_back(i);
        }
    }
    const OperationTilesEstimator estimator(profile, vertexKindsOf(layers),
                                            tiles ? std::optional<size_t>(profile.target.numTiles)
                                                  : std::nullopt);
    const TileRange range = tiles.value_or(TileRange{0, static_cast<uint32_t>(estimator.tileCount())});
    std::vector<CategoryBytes> figures(layers.operations.size());
    const auto compute = [&](size_t begin, size_t end, size_t) {
        for (size_t i = begin; i < end; ++i) {
            figures[listings[i]] = figuresOf(estimator, profile, layers.operations[listings[i]], range);
        }
    };
    if (!workers.forEach(listings.size(), 1, compute, stop)) {
        return Cancelled{};
    }
    for (size_t i = 0; i < figures.size(); ++i) {
        figures[i] = figures[firstListing.at(layers.operations[i].detail)];
    }
    return figures;
}

} // namespace tileline
