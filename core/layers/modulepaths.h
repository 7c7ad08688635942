// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/result.h"
#include "core/layers/passes.h"

#include <array>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace tileline {

/// The module of the model that each entry of the layer list begins at, by entry; empty if the names of
/// operations do not tell. `bert/encoder/layer.3/attention/MatMul` is in the module `bert.encoder.layer.3`.
///
/// - A layer: the part of the name up to the end of the match of the layer regex. If the names differ, it is
///   the most frequent path, the first one on a tie.
/// - Input and Output: what the names of the first operation and of others have in common, without their last
///   part, which is the operation's own. Modules that have layers in them do not count, because the entry
///   does not begin there: `transformer` is none for `transformer/wte` and `transformer/h.0`.
/// - *None* has no module.
std::vector<std::string> guessModulePaths(const Layers& layers);

/// Layers whose forward operations belong to several modules. Usually these are layers with the same numbers
/// in two stacks, such as an encoder and a decoder.
struct MergedLayers {
    LayerIndex layer;                     ///< the first such layer
    size_t layers = 0;                    ///< how many there are
    std::array<std::string, 2> modules{}; ///< the first two of that layer
    /// Whether another layer runs between two modules of one of these layers. Then no stage can hold that
    /// layer, because its modules run in different parts of the pipeline.
    bool interrupted = false;
    std::string expression{}; ///< a layer regex that separates them; empty if none was found
};

/// Empty if there are no such layers. `passes` are those of `layers`. BadRegex or RegexTooSlow.
Outcome<std::optional<MergedLayers>> findMergedLayers(const Layers& layers, const Passes& passes,
                                                      const std::stop_token& stop = {});

} // namespace tileline
