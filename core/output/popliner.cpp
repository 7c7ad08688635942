// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/output/popliner.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace tileline::popliner {

namespace {

constexpr size_t TilesShown = 10;

void appendHeader(std::string& text, std::initializer_list<const char*> columns, char delimiter) {
    for (const char* column : columns) {
        text += column;
        text += delimiter;
    }
}

/// The bytes of the five categories that PopLiner knows, in PopLiner's order.
std::string sumsOf(const CategoryBytes& bytes, char delimiter) {
    std::string text;
    for (const uint64_t sum : {bytes.vertexState, bytes.vertexCode, bytes.exchangeCode, bytes.controlCode}) {
        text += std::to_string(sum) + delimiter;
    }
    return text + std::to_string(bytes.variables);
}

void appendTileRow(std::string& text, const char* name, const TileMemoryCategory* category, size_t tiles,
                   char delimiter) {
    text += name;
    for (size_t tile = 0; tile < tiles; ++tile) {
        text += delimiter + std::to_string(category != nullptr ? at(category->bytes, tile) : 0);
    }
    text += '\n';
}

nlohmann::ordered_json layerName(const Layers& layers, LayerIndex layer) {
    const std::optional<std::string>& name = layers.names[layer.index()];
    return name ? nlohmann::ordered_json(*name) : nlohmann::ordered_json();
}

/// `bytes` in whole MB (2^20 bytes), with halves rounded to even.
uint64_t roundedMegabytes(uint64_t bytes) {
    constexpr uint64_t Megabyte = uint64_t{1} << 20U;
    const uint64_t whole = bytes / Megabyte;
    const uint64_t rest = bytes % Megabyte;
    return whole + (rest > Megabyte / 2 || (rest == Megabyte / 2 && whole % 2 == 1) ? 1 : 0);
}

} // namespace

std::string operationBreakdown(const Layers& layers, std::span<const CategoryBytes> figures, char delimiter) {
    std::string text;
    appendHeader(text,
                 {"Layer", "Note", "Full name", "Vertex state", "Vertex code", "Exchange code",
                  "Control code", "Variables"},
                 delimiter);
    LayerIndex previous{0};
    for (size_t i = 0; i < layers.operations.size(); ++i) {
        const LayeredOperation& operation = layers.operations[i];
        if (std::exchange(previous, operation.layer) != operation.layer) {
            text += '\n';
        }
        text += '\n' + layers.displayName(operation.layer) + delimiter + operation.noteText() + delimiter +
                operation.name + delimiter + sumsOf(figures[i], delimiter);
    }
    return text;
}

std::string layerBreakdown(const Layers& layers, std::span<const StageEstimate> stages, char delimiter) {
    std::string text;
    appendHeader(
        text,
        {"Name", "Vertex state", "Vertex code", "Exchange code", "Control code", "Variables", "Total (MB)"},
        delimiter);
    text += '\n';
    for (uint32_t layer = 0; layer < stages.size(); ++layer) {
        const CategoryBytes& bytes = stages[layer].bytes;
        text += layers.displayName({layer}) + delimiter + sumsOf(bytes, delimiter) + delimiter +
                std::to_string(roundedMegabytes(bytes.total())) + '\n';
    }
    return text;
}

std::string memoryTotals(const Profile& profile, const StageEstimate& allLayers, char delimiter) {
    // In PopLiner, the sum is a float, which Python prints with a decimal point.
    std::string text = "Total memory: " + std::to_string(allLayers.bytes.total()) + ".0\nCategory";
    text += delimiter;
    const size_t tiles = std::min<size_t>(TilesShown, profile.target.numTiles);
    for (size_t tile = 0; tile < tiles; ++tile) {
        text += "Tile " + std::to_string(tile) + delimiter;
    }
    text += '\n';
    appendTileRow(text, "Always live", profile.findTileMemory("alwaysLive"), tiles, delimiter);
    appendTileRow(text, "Not-always live", profile.findTileMemory("notAlwaysLive"), tiles, delimiter);
    return text;
}

std::string matrix(const ByteMatrix& bytes) {
    std::string text;
    for (size_t row = 0; row < bytes.size(); ++row) {
        text += "Layer:  " + std::to_string(row) + " \t";
        for (size_t column = 0; column < bytes.size(); ++column) {
            text += std::to_string(bytes.at(row, column)) + " \t";
        }
        text += '\n';
    }
    return text;
}

std::string solveJson(const Layers& layers, const GreedyResult& result) {
    auto splits = nlohmann::ordered_json::array();
    for (size_t i = 0; i < result.stages.size(); ++i) {
        const StageEstimate& estimate = result.estimates[i];
        splits.push_back({{"layer_from", layerName(layers, result.stages[i].first)},
                          {"layer_to", layerName(layers, result.stages[i].last)},
                          {"mem",
                           {{"total_mem", estimate.bytes.total()},
                            {"max_tile_mem", estimate.peakTileBytes},
                            {"variables", estimate.bytes.variables},
                            {"vertex_code", estimate.bytes.vertexCode},
                            {"vertex_state", estimate.bytes.vertexState},
                            {"exchange_code", estimate.bytes.exchangeCode},
                            {"control_code", estimate.bytes.controlCode}}}});
    }
    return splits.dump(4, ' ', true, nlohmann::ordered_json::error_handler_t::replace);
}

} // namespace tileline::popliner
