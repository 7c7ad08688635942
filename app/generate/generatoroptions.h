// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileline {

/// The kind of network that a preset describes.
enum class Architecture : uint8_t {
    Bert, ///< encoder, layer normalisation after each half of a layer, question answering head (PopTorch)
    Gpt,  ///< decoder, layer normalisation before each half of a layer, language model head (PopTorch)
    Cnn,  ///< inverted residual blocks with batch normalisation (TensorFlow)
};

/// Which gradients get names.
enum class GradientNames : uint8_t {
    Operations, ///< gradients of operations with names, except the sums at residual connections
    Residual,   ///< also these sums
    None,
};

/// Properties of real profiles that the presets lack.
struct ModelTraits {
    /// The memory of the tiles as Poplar lays it out: code, state and messages are lowered variables that no
    /// operation owns, and all have addresses, names and categories. Code has the sizes of a real BERT. Also
    /// adds estimated and measured cycles, engine options and phases of the compilation.
    bool tileLayout = false;
    bool unevenTiles = false;   ///< a few tiles are far fuller than the others
    bool layerFunction = false; ///< all layers but the first are calls of one function, which calls others
    bool branches = false;      ///< switches and loops around some operations
    bool tiedWeights = false;   ///< a transformer's output layer uses the table of the word embedding
    bool twoStacks = false;     ///< a transformer's second half of layers is a decoder
    bool recomputed = false;    ///< in training, each forward operation runs again before its gradient
    GradientNames gradientNames = GradientNames::Operations;
    bool measuredTrace = false;  ///< measured steps of two runs
    bool estimatedTrace = false; ///< estimated cycles of programs
    bool blockTrace = false;     ///< blocks of light-weight profiling, for the same runs
    uint32_t iterations = 4;     ///< number of iterations in each run of a trace
    uint32_t ipus = 1;           ///< 1 .. 64; consecutive operations are placed on one IPU after another
};

/// A model that can be generated, with its default sizes.
struct ModelPreset {
    std::string name;
    std::string description; ///< one line, for people
    Architecture architecture{};
    uint32_t layers = 0;
    uint32_t tiles = 0;      ///< tiles of one IPU
    uint32_t hidden = 0;     ///< width of a layer on 1,472 tiles; channels of a block for a cnn
    uint32_t sequence = 0;   ///< tokens of a sample on 1,472 tiles; side of the image for a cnn
    uint32_t vocabulary = 0; ///< entries of the embedding on 1,472 tiles; classes for a cnn
    uint32_t batch = 0;      ///< number of samples processed at once
    bool training = false;
    uint32_t tileShare = 0; ///< the maximum share of the tiles, per mille, that an activation is spread over
    ModelTraits traits{};
};

/// All presets; the first is the default of the command line.
const std::vector<ModelPreset>& modelPresets();

/// What to generate. Options without a value are taken from the preset.
struct GeneratorOptions {
    std::string model = "bert-base"; ///< name of a preset
    std::optional<uint32_t> layers;  ///< 1 .. 1,024
    std::optional<uint32_t> tiles;   ///< per IPU, 1 .. 4,096; fewer tiles also make the model narrower
    std::optional<uint32_t> batch;   ///< samples at once, 1 .. 256
    std::optional<bool> training;
    uint32_t replicas = 1; ///< 1 .. 64; by-tile data covers the first replica only, unless tiles are laid out
    uint64_t seed = 1;
    ModelTraits traits{};
};

/// The preset with the options applied. Its sizes are scaled to the number of tiles, so that each tile holds
/// about as much as with a whole IPU. BadArgument (item: the option) if an option is unknown or out of range.
Result<ModelPreset> resolveOptions(const GeneratorOptions& options);

} // namespace tileline
