// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/generate/generatoroptions.h"

#include <algorithm>
#include <cmath>

namespace tileline {

namespace {

constexpr uint32_t WholeIpu = 1472;
constexpr uint32_t MaxLayers = 1024;
constexpr uint32_t MaxTiles = 4096;
constexpr uint32_t MaxBatch = 256;
constexpr uint32_t MaxReplicas = 64;
constexpr uint32_t MaxIpus = 64;

Error outOfRange(std::string_view option, uint64_t maximum, uint64_t actual) {
    return {ErrorCode::BadArgument,
            {},
            std::string(option),
            "1 to " + std::to_string(maximum),
            std::to_string(actual)};
}

std::optional<Error> checkRange(std::string_view option, std::optional<uint32_t> value, uint32_t maximum) {
    if (value && (*value < 1 || *value > maximum)) {
        return outOfRange(option, maximum, *value);
    }
    return std::nullopt;
}

std::string presetNames() {
    std::string names;
    for (const ModelPreset& preset : modelPresets()) {
        names += (names.empty() ? "" : ", ") + preset.name;
    }
    return names;
}

/// A dimension of the model, scaled by the square root of the number of tiles to a multiple of 8.
uint32_t scaled(uint32_t size, uint32_t tiles) {
    const double factor = std::sqrt(static_cast<double>(tiles) / WholeIpu);
    const auto eighths = static_cast<uint32_t>(std::lround(size * factor / 8.0));
    return 8 * std::max(eighths, 1U);
}

} // namespace

const std::vector<ModelPreset>& modelPresets() {
    static const std::vector<ModelPreset> presets{
        {"bert-base", "BERT base for question answering", Architecture::Bert, 12, 1472, 768, 512, 30522, 4,
         false, 745},
        {"bert-large", "BERT large for question answering", Architecture::Bert, 24, 1472, 1024, 512, 30522, 4,
         false, 745},
        {"gpt", "GPT-2 medium, a language model", Architecture::Gpt, 24, 1472, 1024, 512, 50257, 1, false,
         770},
        {"gpt-96", "96 layers in training: a very large profile", Architecture::Gpt, 96, 1472, 1024, 512,
         50257, 1, true, 365},
        {"cnn", "EfficientNet-like image classifier", Architecture::Cnn, 16, 1472, 96, 224, 1000, 8, true,
         600},
        {"sample", "The bundled sample: a small BERT in training", Architecture::Bert, 12, 96, 928, 384,
         30522, 2, true, 600},
    };
    return presets;
}

Result<ModelPreset> resolveOptions(const GeneratorOptions& options) {
    const std::vector<ModelPreset>& presets = modelPresets();
    const auto found = std::find_if(presets.begin(), presets.end(),
                                    [&](const ModelPreset& preset) { return preset.name == options.model; });
    if (found == presets.end()) {
        return Error{ErrorCode::BadArgument, {}, "model", "one of " + presetNames(), options.model};
    }
    for (const auto& error :
         {checkRange("layers", options.layers, MaxLayers), checkRange("tiles", options.tiles, MaxTiles),
          checkRange("batch", options.batch, MaxBatch), checkRange("replicas", options.replicas, MaxReplicas),
          checkRange("ipus", options.traits.ipus, MaxIpus)}) {
        if (error) {
            return *error;
        }
    }
    ModelPreset model = *found;
    model.layers = options.layers.value_or(model.layers);
    model.tiles = options.tiles.value_or(model.tiles);
    model.batch = options.batch.value_or(model.batch);
    model.training = options.training.value_or(model.training);
    model.traits = options.traits;
    model.hidden = scaled(model.hidden, model.tiles);
    model.sequence = scaled(model.sequence, model.tiles);
    model.vocabulary = scaled(model.vocabulary, model.tiles);
    return model;
}

} // namespace tileline
