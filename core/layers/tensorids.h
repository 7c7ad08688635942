// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string_view>

namespace tileline {

/// PopART reserves some prefixes of tensor ids: `Gradient___`, `Accl___`, `Accl1___`, `Accl2___`, `Accl3___`,
/// `Accum___` and `UpdatedVar___`. They may occur anywhere in an id. The suffix `__re` says that a tensor is
/// computed a second time; `__t` and digits may follow it. These are the *marks* of the backward pass (willow
/// tensornames.hpp).
bool isMarkedId(std::string_view id);
/// Whether the id has the suffix `__re`.
bool isRecomputedId(std::string_view id);

/// Whether the name of an operation or variable has a scope in which TensorFlow keeps gradients.
bool isInGradientScope(std::string_view name);

/// The mark of gradients.
inline constexpr std::string_view GradientMark = "Gradient___";
/// The last of the reserved prefixes in an id; empty if it has none.
std::string_view lastMarkOf(std::string_view id);
/// Whether a mark is that of optimizer state: `Accl1___`, `Accl2___`, `Accl3___`.
bool isStateMark(std::string_view mark);

/// Whether the id is that of an updated weight or of optimizer state.
bool isUpdateId(std::string_view id);

/// The forward tensor or weight that an id belongs to: what follows its last mark, without `__re`.
std::string_view rootOfId(std::string_view id);

/// What follows the last `Gradient___`: the weight or tensor of which the id names the gradient. Empty if
/// there is no such mark.
std::optional<std::string_view> gradientOf(std::string_view id);

/// Whether the name of a variable says that it holds accumulated gradients.
bool isAccumulatorName(std::string_view name);
/// Whether a pipeline can keep copies of a variable with this name: it has no mark and is no stash itself.
bool isActivationName(std::string_view name);

} // namespace tileline
