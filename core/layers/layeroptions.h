// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace tileline {

/// Order of the layer list after *none*.
enum class LayerOrder : uint8_t {
    Steps,   ///< first appearance among the operations
    Natural, ///< sorted by name, runs of digits as numbers
};

/// What happens to operations for which no layer was found.
enum class Unassigned : uint8_t {
    First,    ///< as in PopLiner: all on the first stage (entry *none*), their variables ignored
    Position, ///< the layer of the last operation before it that has one (else the first); variables count
};

/// How layers are found in operation names. The defaults are PopLiner's.
struct LayerOptions {
    std::string layerRegex = R"((?:^|\/)(?:[L|l]ayer|blocks|encoder)[\/_\.]?(\d+))";
    std::string inputsRegex = "(word_embeddings|Embedding_Dict)";
    LayerOrder order = LayerOrder::Steps;
    Unassigned unassigned = Unassigned::First;

    bool operator==(const LayerOptions&) const = default;
};

} // namespace tileline
