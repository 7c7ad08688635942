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

/// For each entry of the layer list: the model's module at which the entry begins; empty if unknown.
/// `bert/encoder/layer.3/attention/MatMul` is in the module `bert.encoder.layer.3`.
///
/// - For a layer, the module is the start of its operations' names, up to and including the match of the
///   regex. If the names start with different modules, the most frequent module is used, or the first of the
///   most frequent ones.
/// - For Input and Output, the module is the path that the first operation shares with other operations of
///   the entry. The last part of an operation's name is not part of the path, because it names only the
///   operation. A module that contains layers is never the result, because Input and Output do not begin at
///   such a module. For example, `transformer` is ignored if it contains `wte` and the layer `h.0`.
/// - *None* has no module.
std::vector<std::string> guessModulePaths(const Layers& layers);

/// Layers whose forward operations belong to several modules. The usual cause is that two stacks, such as an
/// encoder and a decoder, have layers with the same numbers.
struct MergedLayers {
    LayerIndex layer;                     ///< the first merged layer
    size_t layers = 0;                    ///< the number of merged layers
    std::array<std::string, 2> modules{}; ///< the first two modules of `layer`
    /// Whether another layer runs between two modules of a merged layer. No stage can contain an interrupted
    /// layer as a whole, because its modules run in different parts of the pipeline.
    bool interrupted = false;
    std::string expression{}; ///< a layer regex that distinguishes the modules; may be empty
};

/// Finds merged layers, if any. `passes` must belong to `layers`. Errors: BadRegex, RegexTooSlow.
Outcome<std::optional<MergedLayers>> findMergedLayers(const Layers& layers, const Passes& passes,
                                                      const std::stop_token& stop = {});

} // namespace tileline
