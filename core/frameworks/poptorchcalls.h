// SPDX-FileCopyrightText: 2026 The Tileline authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <span>
#include <string_view>

namespace tileline {

/// A parameter of an option.
struct PoptorchParameter {
    std::string_view name; ///< as a keyword; begins with `*` where any number of arguments may follow
    /// What it takes: types joined by `|`. `bool`, `int`, `str`, `None`, an enumeration of PopTorch's,
    /// `[str]`,
    /// `{str: str}`, `{str: bool}`. `plain name`: a string that is no path. `"x"`: that string alone. `0..4`:
    /// a number of that range.
    std::string_view type;
    bool required = true;
};

/// An option that an extra line may set.
struct PoptorchOption {
    std::string_view name; ///< with dots, as in `Training.setAutomaticLossScaling`
    std::span<const PoptorchParameter> parameters{};
    bool usesFiles = false; ///< makes PopTorch read or write files
};

/// The option of that name; null for one that no extra line may set. What PopTorch 2.4 to 3.4 have, without
/// the options that the export sets itself, that take objects, that load options, or that are no options.
const PoptorchOption* findPoptorchOption(std::string_view name);

/// Whether the export sets that option itself.
bool isSetByExport(std::string_view name);

/// The enumeration of `poptorch.OutputMode.All`, `OutputMode`; empty for what is no such name.
std::string_view enumerationOf(std::string_view name);

} // namespace tileline
