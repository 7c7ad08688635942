// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace tileline {

/// A parameter of an option.
struct PoptorchParameter {
    std::string_view name; ///< keyword; begins with `*` if any number of arguments may follow
    /// The accepted types, joined by `|`: `bool`, `int`, `str`, `None`, a PopTorch enumeration, `[str]`,
    /// `{str: str}` or `{str: bool}`. `plain name` is a string that is not a path. `"x"` is only that string.
    /// `0..4` is a number in that range.
    std::string_view type;
    bool required = true;
};

/// An option that an extra line may set.
struct PoptorchOption {
    std::string_view name; ///< with dots, for example `Training.setAutomaticLossScaling`
    std::span<const PoptorchParameter> parameters{};
    bool usesFiles = false; ///< makes PopTorch read or write files
};

/// The option called `name`; null if an extra line may not set it. These are the options of PopTorch 2.4 to
/// 3.4, without those that the export sets itself, that take objects or that load options, and without
/// methods that are not options.
const PoptorchOption* findPoptorchOption(std::string_view name);

/// Whether the export sets the option `name` itself.
bool isSetByExport(std::string_view name);

/// The enumeration that a value belongs to: `OutputMode` for `poptorch.OutputMode.All`; empty if `name` is
/// not an enumeration value.
std::string_view enumerationOf(std::string_view name);

} // namespace tileline
